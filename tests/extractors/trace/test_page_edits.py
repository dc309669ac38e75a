"""A named rule is the cause: on a page where it cannot apply, it does not decide the text."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from boilerscope.extractors.page import Page
from tests.helpers.traced import blocks_with, decision, traced

# Deprecations and unclosed files inside libraries are not tested here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

_SENTENCE = "The harbour tram ran on time all winter, and the people of the town were glad of it. "
_TEXT = "Beekeepers of the estuary report that the lindens bloomed early"


@dataclass(frozen=True, slots=True)
class Edit:
    """A dropped text, the rule that names why, and an edit after which the rule cannot apply.

    Attributes
    ----------
    library : str
        Extractor.
    markup, edited : str
        Element with the text among the paragraphs of an article, before and after the edit.
    stage : str
        Part of the title of the stage.
    words : tuple of str
        Parts of the sentence.
    """

    library: str
    markup: str
    edited: str
    stage: str
    words: tuple[str, ...]


EDITS = [
    Edit(
        "trafilatura",
        f'<div class="story-teaser"><p>{_TEXT} this year.</p></div>',
        f'<div class="story-text"><p>{_TEXT} this year.</p></div>',
        "Discard teasers",
        ("TEASER_DISCARD_XPATH[0]", "class “story-teaser”"),
    ),
    Edit(
        "trafilatura",
        f"<aside><p>{_TEXT} this year.</p></aside>",
        f"<section><p>{_TEXT} this year.</p></section>",
        "Clean the tree",
        ("aside is in cleaning_list",),
    ),
    Edit(
        "trafilatura",
        f'<div class="newsletter"><p>{_TEXT} this year.</p></div>',
        f'<div class="letter"><p>{_TEXT} this year.</p></div>',
        "Discard sections",
        ("OVERALL_DISCARD_XPATH[0]", "pattern “newsletter”"),
    ),
    Edit(
        "trafilatura",
        f'<ul><li><a href="/b">{_TEXT} this year, as they all say, and in the last.</a></ul>',
        f"<ul><li>{_TEXT} this year, as they all say, and in the last.</ul>",
        "Delete by link density",
        ("link_density_test", "len(link_text) > len_threshold"),
    ),
    Edit(
        "trafilatura",
        f"</div></article><p>{_TEXT} this year.</p><article><div>",
        f"<p>{_TEXT} this year.</p>",
        "Choose the frame",
        ("BODY_XPATH[1]", "at <article>"),
    ),
    Edit(
        "readability_lxml",
        f'<div class="shoutbox"><p>{_TEXT} this year.</p></div>',
        f'<div class="inner"><p>{_TEXT} this year.</p></div>',
        "Remove unlikely candidates",
        ("unlikelyCandidatesRe", "“shoutbox” matches"),
    ),
    Edit(
        "readability_lxml",
        f'<div><p><a href="/b">{_TEXT} this year.</a></p></div>',
        f"<div><p>{_TEXT} this year.</p></div>",
        "Sanitize",
        ("link density 1 > 0.2",),
    ),
    Edit(
        "readability_lxml",
        f'<p style="display: none">{_TEXT} this year.</p>',
        f'<p style="display: block">{_TEXT} this year.</p>',
        "Remove hidden elements",
        ("displayNoneRe",),
    ),
    Edit(
        "justext",
        f'<p><a href="/b">{_TEXT} this year.</a></p>',
        f"<p>{_TEXT} this year.</p>",
        "Classify paragraphs",
        ("link density 1 > 0.2",),
    ),
    Edit(
        "justext",
        f"<p>© {_TEXT} this year and in the year before it, as all of the people say.</p>",
        f"<p>{_TEXT} this year and in the year before it, as all of the people say.</p>",
        "Classify paragraphs",
        ("'©' in paragraph.text",),
    ),
    Edit(
        "boilerpy3",
        f'<p><a href="/b">{_TEXT} this year and gained two kilograms in a week.</a></p>',
        f"<p>{_TEXT} this year and gained two kilograms in a week.</p>",
        "NumWordsRulesClassifier",
        ("link density 1 > 0.333", "curr_block.link_density > 0.333333"),
    ),
    Edit(
        "boilerpy3",
        f"<noscript><p>{_TEXT} this year and gained two kilograms in a week.</p></noscript>",
        f"<div><p>{_TEXT} this year and gained two kilograms in a week.</p></div>",
        "Read the blocks",
        ("in_ignorable_element", "inside of <noscript>"),
    ),
    Edit(
        "boilerpy3",
        f"<p>Add your comment</p><p>{_TEXT} this year and gained two kilograms in one week.</p>",
        f"<p>Add the sugar</p><p>{_TEXT} this year and gained two kilograms in one week.</p>",
        "IgnoreBlocksAfterContentFilter",
        ("num_words >= self.min_num_words", "from the block “Add your comment”"),
    ),
    Edit(
        "gne",
        f'<div class="left sidebar-box"><p>{_TEXT} this year.</p></div>',
        f'<div class="left side-box"><p>{_TEXT} this year.</p></div>',
        "Remove useless tags and nodes",
        ("_is_useless_node", "class “sidebar-box”"),
    ),
    Edit(
        "gne",
        f"<aside><p>{_TEXT} this year.</p></aside>",
        f"<section><p>{_TEXT} this year.</p></section>",
        "Remove useless tags and nodes",
        ("aside is in USELESS_TAG",),
    ),
    Edit(
        "gne",
        f"</div><div><a href='/b'>{_TEXT} this year.</a>",
        f"<p>{_TEXT} this year.</p>",
        "Choose the best element",
        ("score of the best element",),
    ),
    Edit(
        "newspaper4k",
        f'<div class="post-comments"><p>{_TEXT} this year.</p></div>',
        f'<div class="post-texts"><p>{_TEXT} this year.</p></div>',
        "Clean the article",
        ("@class matches self.remove_nodes_re", "(pattern “comment”)"),
    ),
    Edit(
        "newspaper4k",
        f"<aside><p>{_TEXT} this year.</p></aside>",
        f"<section><p>{_TEXT} this year.</p></section>",
        "Clean the article",
        ("aside is in bad_tags",),
    ),
    Edit(
        "newspaper4k",
        f'<section><div><a href="/b">{_TEXT} this year.</a></div></section>',
        f"<section><div>{_TEXT} this year.</div></section>",
        "Remove advertisements",
        ("percent of words in links 100 >", "proportion > limit_function(total_words)"),
    ),
    Edit(
        "newspaper4k",
        f"</div></article><article><p>{_TEXT} this year.</p></article><article><div>",
        f"<p>{_TEXT} this year.</p>",
        "Choose the article",
        ("n.tag != node.tag", "p is not div"),
    ),
    Edit(
        "goose3",
        f'<div class="up-to-dates"><p>{_TEXT} this year, as the people of the town say.</p></div>',
        f'<div class="up-to-days"><p>{_TEXT} this year, as the people of the town say.</p></div>',
        "Clean bad tags",
        ("self.nauthy_classes_re", "class “up-to-dates” (pattern “date”)"),
    ),
    Edit(
        "goose3",
        f'<div><p><a href="/b">{_TEXT} this year, as the people of the town say.</a></p></div>',
        f"<p>{_TEXT} this year, as the people of the town say.</p>",
        "Clean the article",
        ("score 1 >= 1", "is_highlink_density"),
    ),
    Edit(
        "goose3",
        f"</div></article><p>{_TEXT} this year, as they say.</p><article><div>",
        f"<p>{_TEXT} this year, as they say.</p>",
        "Choose known articles",
        ("not in an element of known_context_patterns", "found is <article>"),
    ),
    Edit(
        "inscriptis",
        f'<p style="display: none">{_TEXT} this year.</p>',
        f'<p style="display: block">{_TEXT} this year.</p>',
        "Lay out the text",
        ("display is none", "at <p>"),
    ),
    Edit(
        "magic_html",
        f"<aside><p>{_TEXT} this year, as the people say.</p></aside>",
        f"<section><p>{_TEXT} this year, as the people say.</p></section>",
        "Clean the tree",
        ("aside is in cleaning_list",),
    ),
    Edit(
        "magic_html",
        f'<div class="related-texts"><p>{_TEXT} this year, as the people say.</p></div>',
        f'<div class="other-texts"><p>{_TEXT} this year, as the people say.</p></div>',
        "Discard sections",
        ('"related")', "class “related-texts”"),
    ),
]


def _page(markup: str) -> Page:
    paragraphs = "".join(f"<p>{_SENTENCE * 3}</p>" for _ in range(4))
    last = f"<p>{_SENTENCE * 2}</p>"
    body = f"<h1>The tram</h1><article><div>{paragraphs}{markup}{last}</div></article>"
    html = f"<html lang='en'><head><title>Tram</title></head><body>{body}</body></html>"
    return Page.from_text(html, name="page")


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: f"{edit.library}-{edit.stage}")
def test_a_rule_that_cannot_apply_does_not_decide(edit: Edit):
    page = _page(edit.markup)
    extraction = traced(page, edit.library)

    assert extraction.trace_problem == ""
    dropped = [
        block for block in blocks_with(extraction, page, _TEXT) if not extraction.content[block]
    ]
    assert dropped
    title, sentence = decision(extraction, dropped[0])
    assert edit.stage in title, sentence
    assert [word for word in edit.words if word not in sentence] == [], sentence

    page = _page(edit.edited)
    extraction = traced(page, edit.library)
    blocks = blocks_with(extraction, page, _TEXT)
    assert blocks
    for block in blocks:
        named = decision(extraction, block)
        is_same = edit.stage in named[0] and all(word in named[1] for word in edit.words)
        assert extraction.content[block] or not is_same, named
