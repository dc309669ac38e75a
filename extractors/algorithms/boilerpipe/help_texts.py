"""Help texts of the extractors."""

from __future__ import annotations

from dataclasses import dataclass

REFERENCE = (
    "Christian Kohlschütter, Peter Fankhauser, Wolfgang Nejdl: Boilerplate Detection using "
    "Shallow Text Features. WSDM 2010, section 4.3. Program: boilerpipe 1.1.0 (2010), 1.2.0 "
    "(2011), development head (2014), Apache 2.0."
)


@dataclass(frozen=True, slots=True)
class Help:
    """Identifier, plain name, one sentence, and a longer text in Markdown."""

    identifier: str
    name: str
    summary: str
    text: str


_BLOCKS = """
### Text blocks

The page is divided at every tag that is not inline. For each block, boilerpipe counts its **words**
(tokens with a letter or a number), the words inside links, and the words and lines when the text is
wrapped at 80 characters:

- link density = linked words / words
- text density = words on full lines / full lines; if no line is full, all words on one line
"""

_PROFILES = """
### Versions

`1.2.0` is the default. `1.1.0` reads `noscript`, ends blocks at `code`, `tt`, `sub` and `var`, and
has other end phrases and title parts. `head` labels headings and list items and has a longer
article pipeline.
"""

_FAILS = """
### Where it fails

- Chinese and Japanese: the text between two punctuation marks counts as one word, so rules on
  words rarely match.
- A short paragraph of the article after a list of links is lost (R7); a footer sentence directly
  after the article is kept (R3).
- A link inside a link makes everything after it count as linked, as in the original.
"""

_WORD_RULES = """
### Word rules (algorithm 2 of the paper)

A block with a link density above 0.333333 is boilerplate (R0). If the previous block has a link
density of at most 0.555556, a block is content if it has more than 16 words (R1), the next block
has more than 15 (R2), or the previous block has more than 4 (R3); else it is boilerplate (R4).
After a block of links, a block is content if it has more than 40 words (R5) or the next block has
more than 17 (R6); else it is boilerplate (R7).
"""

_ARTICLE = """
### Steps

1. F1 finds short blocks with an **end phrase** such as “Comments (5)”.
2. F2 finds the block that repeats the **page title** or its longest part.
3. F3 **classifies** by words and links.
4. F5 drops everything from the first end phrase that follows 60 words of full text.
5. F6 **fuses** each content block with the block before it, even if that is boilerplate: this pulls
   short headlines and bylines into the article.
6. F7 removes boilerplate from the list; F6 fuses the remaining content that is near enough.
7. F8 keeps the **largest** fused block (1.1.0: F9, by words of full text).
8. F10 restores the blocks between the title and that block.
"""

ARTICLE = Help(
    "boilerpipe.article",
    "boilerpipe Article",
    "Keeps the largest run of wordy blocks with few links, from the headline to an end phrase.",
    "Made for news articles: one headline and one text.\n"
    + _ARTICLE
    + _WORD_RULES
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

DEFAULT = Help(
    "boilerpipe.default",
    "boilerpipe Default",
    "Keeps blocks by text density and link density of the block and its neighbours.",
    """Made for any page: it searches for no title and no end of text, and can keep several texts.

### Steps

1. F11 fuses neighbours of exactly equal text density.
2. F6 should fuse near content, but no block is content yet: as published, it has no effect here.
3. F4 classifies by **text density** (algorithm 1 of the paper).

### Density rules

A block with a link density above 0.333333 is boilerplate (D0). If the previous block has a link
density of at most 0.555556, a block with at most 9 words per line is content if the next block has
more than 10 (D1) or the previous block more than 4 (D2), else boilerplate (D3). With more than 9
words per line it is content (D5) unless the next block has none (D4). After a block of links, a
block is content if the next block has more than 11 words per line (D6), else boilerplate (D7).
"""
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

ARTICLE_SENTENCES = Help(
    "boilerpipe.article_sentences",
    "boilerpipe ArticleSentences",
    "Keeps the article's paragraphs that contain a clause of at least five words.",
    """Made for text mining, where headlines and captions are unwanted.

It runs the Article pipeline, separates the kept text into its paragraphs again (F15), and drops
paragraphs without a clause of five words (F16). A clause ends at a letter or digit followed by one
of `, . : ; ! ?` and then by a space or the end of the text.
"""
    + _ARTICLE
    + _WORD_RULES
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

LARGEST_CONTENT = Help(
    "boilerpipe.largest_content",
    "boilerpipe LargestContent",
    "Keeps the largest run of content blocks, without searching for a title or an end.",
    """Like Article, but for pages other than news.

It classifies by words and links (F3), fuses near blocks (F6) and keeps the block with the most
words (F8; 1.1.0: F9, with the most full-text words).
"""
    + _WORD_RULES
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

CANOLA = Help(
    "boilerpipe.canola",
    "boilerpipe Canola",
    "Keeps blocks by rules that were trained on the Canola corpus.",
    """A small decision tree, trained on the KrdWrd Canola corpus of general web pages.

A block is content if it has a link and the next block has more than 11 words (C1), or if it has
more than 19 words (C2). If neither neighbour has a link and the next block has more than 6 words,
the block is content with more than 6 words (C3), after a block with more than 7 (C4), or before a
block with more than 19 (C5).
"""
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

KEEP_EVERYTHING = Help(
    "boilerpipe.keep_everything",
    "boilerpipe KeepEverything",
    "Keeps every block, that is, all text that boilerpipe reads.",
    "A baseline. It shows which text becomes blocks; scripts, styles and options do not.\n"
    + _BLOCKS
    + _PROFILES
    + """
### Where it fails

Always, as an extractor of main content: menus, advertisements and footers are kept with the
article. Text written by scripts is not in the page as fetched.
""",
)

KEEP_MIN_K_WORDS = Help(
    "boilerpipe.keep_min_k_words",
    "boilerpipe KeepEverythingWithMinKWords",
    "Keeps every block with at least k words.",
    """A baseline. Neighbours with exactly equal text density are fused first (F11), so that short
equal lines count together; then blocks with fewer than k words are dropped (F14). The original has
no default for k; ours is 10.
"""
    + _BLOCKS
    + _PROFILES
    + """
### Where it fails

Headlines, bylines and short paragraphs are dropped; long teasers, comments and legal notices stay.
In Chinese and Japanese the text between two punctuation marks is one word, so k counts clauses.
""",
)

NUM_WORDS_RULES = Help(
    "boilerpipe.num_words_rules",
    "boilerpipe NumWordsRules",
    "Keeps blocks by words and link density of the block and its neighbours.",
    "Only the classifier of Article: no block is fused, removed or restored.\n"
    + _WORD_RULES
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

CUSTOM = Help(
    "boilerpipe.custom",
    "boilerpipe, custom pipeline",
    "Runs filters that you choose, in your order, each with its own settings.",
    """Every published filter is available: those of the published pipelines, those that no
published pipeline uses, and those of the development version. Start from a preset, then add,
remove, reorder and tune steps. In a settings file:

```toml
[[pane]]
name = "mine"
extractor = "boilerpipe.custom"

[[pane.step]]
step = "num_words_rules"
nw_cur = 20

[[pane.step]]
step = "keep_largest"
```
"""
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)
