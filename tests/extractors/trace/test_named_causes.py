"""Causes that users of libraries ask about: the sentence names the true one, with its numbers.

Each page of ours has one text that a library drops for a known reason: comments, hidden text,
captions, tables, lists of links, teasers, short or foreign text, duplicates, a wrong frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.extractors.model.steps import evaluate
from boilerscope.extractors.page import Page
from tests.helpers.traced import blocks_with, decision, traced

if TYPE_CHECKING:
    from collections.abc import Mapping

# Deprecations and unclosed files inside libraries are not tested here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

_SENTENCE = "The harbour tram ran on time all winter, and the people of the town were glad of it. "
_START = "Beekeepers of the estuary report that the lindens bloomed early"
_TEXT = f"{_START} this year, and that the hives gained two kilograms."
_FOREIGN = "Die Bienen der Mündung haben viel Honig gesammelt und niemand weiss warum. "


@dataclass(frozen=True, slots=True)
class Cause:
    """A text that a library drops.

    Attributes
    ----------
    name : str
        What the case is about.
    library : str
        Extractor.
    markup : str
        Markup with the text, in the article; ``{text}`` is replaced.
    stage : str
        Title of the stage.
    words : tuple of str
        Parts of the sentence.
    numbers : tuple of (float, float)
        Value and threshold of a comparison in the rule.
    text : str
        First words of the text.
    settings : mapping
        Settings of the extractor.
    outside : bool
        Whether the markup comes after the article.
    """

    name: str
    library: str
    markup: str
    stage: str
    words: tuple[str, ...]
    numbers: tuple[float, float] | None = None
    text: str = _START
    settings: Mapping[str, Any] = field(default_factory=dict)
    outside: bool = False


T, R, J, N = "trafilatura", "readability_lxml", "justext", "newspaper4k"
CAUSES = [
    Cause("comments by id", T, '<div id="comments"><p>{text}</p></div>', "Discard comments",
          ("REMOVE_COMMENTS_AND_LISTS_XPATH[0]", "id “comments”"), settings={"comments": False}),
    Cause("comments by class", T, '<div class="comment-list"><p>{text}</p></div>',
          "Discard comments", ("class “comment-list”", "[Cc]omment"),
          settings={"comments": False}),
    Cause("hidden by style", T, '<div style="display:none"><p>{text}</p></div>',
          "Discard sections", ("OVERALL_DISCARD_XPATH[1]", "style “display:none”")),
    Cause("related articles", T, '<div class="related-posts"><p>{text}</p></div>',
          "Discard sections", ("class “related-posts”", "pattern “elated”")),
    Cause("footer", T, "<footer><p>{text}</p></footer>", "Clean the tree",
          ("footer is in cleaning_list",)),
    Cause("caption of a figure", T, "<figure><figcaption>{text}</figcaption></figure>",
          "Clean the tree", ("figure is in cleaning_list",)),
    Cause("tables off", T, "<table><tr><td>{text}</td><td>Other</td></tr></table>",
          "Clean the tree", ("table is in cleaning_list",), settings={"tables": False}),
    Cause("focus on precision", T, '<div class="bottom-links"><p>{text}</p></div>',
          "Discard for precision", ("PRECISION_DISCARD_XPATH[1]", "bottom"),
          settings={"focus": "precision"}),
    Cause("one linked paragraph", T, '<div><p><a href="/b">{text}</a></p></div>',
          "Delete by link density", ("characters of the link 115 > 100", "link_density_test"),
          (115, 100)),
    Cause("title at the end", T, "</div></article><h2>{text}</h2><article><div>",
          "Choose the frame", ("BODY_XPATH",), text=_START),
    Cause("duplicate paragraph", T, "<p>{text}</p><p>{text}</p><p>{text}</p>",
          "Finish the article", ("MIN_DUPLICATE_LENGTH", "current == previous"), (115, 50),
          settings={"deduplicate": True}),
    Cause("names of networks", T, "<p>Facebook</p>", "Read text elements",
          ("process_node: textfilter(elem)",), text="Facebook"),
    Cause("short document", T, "<p>{text}</p>", "Check the result",
          ("bare_extraction: len_text < options.min_output_size",),
          settings={"min_output_size": 5_000}),
    Cause("comment class", R, '<div class="comment"><p>{text}</p></div>',
          "Remove unlikely candidates", ("unlikelyCandidatesRe", "“comment” matches")),
    Cause("hidden attribute", R, "<div hidden><p>{text}</p></div>", "Remove hidden elements",
          ("@hidden",)),
    Cause("list of links", R,
          '<ul><li><a href="/1">{text}</a></li><li><a href="/2">Old bridge</a></li></ul>',
          "Sanitize", ("link density 1 > 0.2", "weight < 25"), (1, 0.2)),
    Cause("heading with a bad class", R, '<h2 class="widget"><a href="/x">{text}</a></h2>',
          "Sanitize", ("class weight of the heading -25 < 0",), (-25, 0)),
    Cause("form", R, '<form><p>{text}</p><input name="a"></form>', "Sanitize",
          ("the tag is form",)),
    Cause("lower score", R, "<section><p>{text}</p></section>", "Choose the article",
          ("get_article: content_score < best_candidate['content_score']",), outside=True),
    Cause("another language", J, f"<p>{_FOREIGN * 4}</p>", "Classify paragraphs",
          ("stop word density", "stopword_density < stopwords_low"), text=_FOREIGN[:22]),
    Cause("short text before bad text", J,
          '<p>The tide tables are printed.</p><p><a href="/b">{text}</a></p>',
          "Classify paragraphs in context", ("next_neighbour is “bad”", "prev_neighbour is “good”"),
          text="The tide tables are printed"),
    Cause("linked paragraph", J, '<p><a href="/b">{text}</a></p>', "Classify paragraphs",
          ("link density 1 > 0.2",), (1, 0.2)),
    Cause("caption class", N, '<div class="caption"><p>{text}</p></div>', "Clean the article",
          ("@class matches self.caption_re", "pattern “caption”")),
    Cause("navigation", N, "<nav><p>{text}</p></nav>", "Clean the article",
          ("nav is in bad_tags",)),
    Cause("outside of the best element", N, "<p>{text}</p>", "Choose the article",
          ("gravityScore <= gravityScore of the best element", "at <body>"), outside=True),
    Cause("caption of Goose3", "goose3", '<div class="caption"><p>{text}</p></div>',
          "Remove captions and social media", ("self.caption_re", "class “caption”")),
    Cause("low score in the article", "goose3", '<div id="sidebar"><p>{text}</p></div>',
          "Clean the article", ("current_node_score < threshold_score", "gravity score 9 <")),
    Cause("noise of the user", "gne", '<div class="my-noise"><p>{text}</p></div>',
          "Remove your noise", ("noise_xpath_list",),
          settings={"noise_node_list": ["//div[@class='my-noise']"]}),
    Cause("footer of GNE", "gne", "<footer><p>{text}</p></footer>",
          "Remove useless tags and nodes", ("footer is in USELESS_TAG",)),
    Cause("links of BoilerPy3", "boilerpy3",
          '<ul><li><a href="/1">{text}</a></li><li><a href="/2">Old bridge</a></li></ul>',
          "NumWordsRulesClassifier", ("link density 1 > 0.333",), (1, 1 / 3)),
    Cause("text after comments", "boilerpy3", "<p>Comments</p><p>{text}</p>",
          "IgnoreBlocksAfterContentFilter", ("from the block “Comments”", ">= 60")),
    # After public threads: adbar/trafilatura#584, GravityLabs/goose#71, grangier/python-goose#42.
    Cause("cookie class", T, '<div class="cookie-banner"><p>{text}</p></div>', "Discard sections",
          ("OVERALL_DISCARD_XPATH", "class “cookie-banner” (pattern “cookie”)")),
    Cause("few stop words", "goose3", "<p>Glad bees hum</p>", "Remove paragraphs of few words",
          ("stop words 0 < 3",), (0, 3), text="Glad bees hum"),
    Cause("short code of Goose3", "goose3", "<pre>print the tram and its bell</pre>",
          "Clean the article", ("not sub_paragraphs2 and elm.tag != 'td'", "at <pre>"),
          text="print the tram and its bell"),
    Cause("not the largest block", "boilerpy3",
          "<div>" + "<p>Links: <a href='/a'>One two three</a></p>" * 6 + "</div>"
          "<p>{text} {text} {text}</p>", "KeepLargestBlockFilter",
          ("tb.num_words <= largest_block.num_words",), outside=True),
]  # fmt: skip


def _page(cause: Cause) -> Page:
    paragraphs = "".join(f"<p>{_SENTENCE * 3}</p>" for _ in range(4))
    markup = cause.markup.replace("{text}", _TEXT)
    inside, after = ("", markup) if cause.outside else (markup, "")
    article = f"<article><div>{paragraphs}{inside}<p>{_SENTENCE * 2}</p></div></article>{after}"
    body = f"<h1>The tram</h1>{article}"
    html = f"<html lang='en'><head><title>Tram</title></head><body>{body}</body></html>"
    return Page.from_text(html, name="page")


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: f"{cause.library}-{cause.name}")
def test_the_sentence_names_the_true_cause(cause: Cause):
    page = _page(cause)
    extraction = traced(page, cause.library, cause.settings)

    assert extraction.trace_problem == ""
    dropped = [
        block
        for block in blocks_with(extraction, page, cause.text)
        if not extraction.content[block]
    ]
    assert dropped
    title, sentence = decision(extraction, dropped[-1])
    assert cause.stage in title, sentence
    assert [word for word in cause.words if word not in sentence] == [], sentence
    assert "(:" not in sentence
    if cause.numbers is not None:
        step = extraction.steps[deciding_step(extraction, dropped[-1])]
        tests = evaluate(step, dropped[-1], extraction.column_values(), extraction.settings)
        found = [(test.value, test.bound) for test in tests if test.is_true]
        assert any(pair == pytest.approx(cause.numbers, rel=1e-3) for pair in found), found


def test_a_page_without_a_scored_element_loses_what_is_outside_of_its_body():
    html = "<html><head><title>The title of it</title></head><body><i>Few words.</i></body></html>"
    page = Page.from_text(html, name="page")
    extraction = traced(page, R)
    [block] = blocks_with(extraction, page, "The title of it")

    title, sentence = decision(extraction, block)
    assert title == "Choose the article"
    assert "no element has a score, so body is used" in sentence
    assert extraction.traced == 1
