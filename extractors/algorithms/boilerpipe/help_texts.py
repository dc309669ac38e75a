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

The page is cut at every tag that is not inline. A block knows its **words** (tokens with a letter
or a number), how many of them are in links, and how they fill lines of 80 characters:

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
- A short true paragraph after a list of links is lost (R7); a footer sentence right after the
  article is kept (R3).
- A link inside a link makes everything after it count as linked, as in the original.
"""

_WORD_RULES = """
### Word rules (algorithm 2 of the paper)

A block with link density above 0.333333 is boilerplate (R0). After a block with link density of at
most 0.555556 it is content if it has more than 16 words (R1), the next one more than 15 (R2), or
the previous one more than 4 (R3), else boilerplate (R4). After a block of links it is content with
more than 40 words (R5) or before one with more than 17 (R6), else boilerplate (R7).
"""

_ARTICLE = """
### Steps

1. F1 finds short blocks with an **end phrase** such as “Comments (5)”.
2. F2 finds the block that repeats the **page title** or its longest part.
3. F3 **classifies** by words and links.
4. F5 drops everything from the first end phrase that follows 60 words of full text.
5. F6 **fuses** each content block with the block before it, even if that is boilerplate: this pulls
   short headlines and bylines into the article.
6. F7 removes boilerplate from the list; F6 fuses the content that is left and near enough.
7. F8 keeps the **largest** fused block (1.1.0: F9, by words of full text).
8. F10 brings back the blocks between the title and that block.
"""

ARTICLE = Help(
    "boilerpipe.article",
    "boilerpipe Article",
    "Keeps the largest run of wordy blocks with few links, from the headline to an end phrase.",
    "Made for news articles: one headline, one text.\n"
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
    """Made for any page: no title, no end of text, several texts may be kept.

### Steps

1. F11 fuses neighbours of exactly equal text density.
2. F6 would fuse near content, but nothing is content yet: it does nothing here, as published.
3. F4 classifies by **text density** (algorithm 1 of the paper).

### Density rules

A block with link density above 0.333333 is boilerplate (D0). After a block with link density of at
most 0.555556: with at most 9 words a line it is content if the next one has more than 10 (D1) or
the previous one more than 4 (D2), else boilerplate (D3); with more than 9 it is content (D5)
unless the next one has none (D4). After a block of links it is content before one with more than 11
(D6), else boilerplate (D7).
"""
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

ARTICLE_SENTENCES = Help(
    "boilerpipe.article_sentences",
    "boilerpipe ArticleSentences",
    "Keeps the article's paragraphs that contain a clause of at least five words.",
    """Made for text mining, where headlines and captions disturb.

It runs the Article pipeline, takes the kept text apart into its paragraphs again (F15), and drops
paragraphs without a clause of five words (F16). A clause ends at a letter or digit before one of
`, . : ; ! ?` that a space or the end of the text follows.
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
    "Keeps the largest run of content blocks, without looking for title or end.",
    """Like Article, for pages that are not news.

It classifies by words and links (F3), fuses near blocks (F6) and keeps the one with most words (F8;
1.1.0: F9, with most words of full text).
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

A block is content if it has a link and the next one more than 11 words (C1), or it has more than 19
words (C2). Where neither neighbour has a link and the next one more than 6 words, it is content
with more than 6 words (C3), after one with more than 7 (C4), or before one with more than 19 (C5).
"""
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

KEEP_EVERYTHING = Help(
    "boilerpipe.keep_everything",
    "boilerpipe KeepEverything",
    "Keeps every block: what boilerpipe reads of the page at all.",
    "A baseline. It shows which text becomes blocks: scripts, styles and options do not.\n"
    + _BLOCKS
    + _PROFILES
    + """
### Where it fails

Always, as a chooser: menus, advertisements and footers are kept with the article. Text that scripts
write is no block of the page as fetched.
""",
)

KEEP_MIN_K_WORDS = Help(
    "boilerpipe.keep_min_k_words",
    "boilerpipe KeepEverythingWithMinKWords",
    "Keeps every block with at least k words.",
    """A baseline. Neighbours of exactly equal text density are fused first (F11), so that short
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
    "The classifier of Article alone: nothing is fused, cut or brought back.\n"
    + _WORD_RULES
    + _BLOCKS
    + _PROFILES
    + _FAILS,
)

CUSTOM = Help(
    "boilerpipe.custom",
    "boilerpipe, own pipeline",
    "Runs filters of your choice, in your order, with settings of their own.",
    """Every published filter is a building block: those of the stock pipelines, those that no stock
pipeline uses, and those of the development head. Start from a preset, then add, remove, reorder
and tune steps. In a settings file:

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
