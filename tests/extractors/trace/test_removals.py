"""Elements that are removed with the text after them, lists of elements, and choices by score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lxml import html as lxml_html

from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.page import Page
from boilerscope.extractors.trace.choices import compared, drop_unchosen, mask_of
from boilerscope.extractors.trace.explained import glued_share
from boilerscope.extractors.trace.probes import At, Parse, Removal
from boilerscope.extractors.trace.source_rules import FoundRule
from boilerscope.extractors.trace.table import Call, Probes
from tests.helpers.fake_peer import FakePeer
from tests.helpers.traced import blocks_with, decision

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.trace.tracer import Trace

HOME = "tests.extractors.trace.test_removals"
PAGE = """\
<html><head><title>A page</title></head><body>
<div id="best"><p>The longest text of the page is in this element.</p>
<i class="ad">Buy the boat</i> now and here <b>in red</b> letters
<p>The last paragraph of it.</p></div>
<div id="other">Not so long a text</div>
</body></html>
"""


def load(text: str) -> Any:
    return lxml_html.document_fromstring(text)


def strip(elements: list[Any]) -> None:
    for element in elements:
        element.getparent().remove(element)


def choose(tree: Any) -> Any:
    return max(tree.iter("div"), key=lambda element: len(element.text_content()))


def library(text: str) -> str:
    tree = load(text)
    for element in list(tree.iter("b")):
        element.drop_tag()  # its text moves to the tail of the element before it
    strip([element for element in tree.iter("i") if element.get("class") == "ad"])
    return str(choose(tree).text_content())


def _chosen(trace: Trace, call: Call) -> None:
    best = call.result
    size = len(best.text_content())
    comparison = ("length", "<", "length of the best")
    lost = [
        (
            trace.index.row(element),
            compared("choose", comparison, (len(element.text_content()), size), "lib.py:1"),
        )
        for element in call.value("tree").iter("div")
        if element is not best
    ]
    drop_unchosen(trace, mask_of(trace, [best]), lost, FoundRule("choose: in no div"))
    trace.finish(best)


PROBES = Probes(
    library="fake",
    code="K",
    packages=("tests",),
    tested=("1.0",),
    entries=(
        Parse(f"{HOME}:load"),
        Removal(f"{HOME}:strip", element="elements", with_tail=True),
        At(f"{HOME}:choose", "Choose", after=_chosen),
    ),
    stages=("Parse the page", "Choose"),
)


class _Peer(FakePeer):
    probes = PROBES

    def text(self, html: str, settings: NoSettings) -> str:
        del settings
        return library(html)


@pytest.fixture(name="page")
def _page() -> Page:
    return Page.from_text(PAGE, name="page")


@pytest.fixture(name="extraction")
def _extraction(page: Page) -> Extraction:
    with explaining(on=True):
        return _Peer().extract(page, NoSettings(), ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Buy the boat", "element.get('class') == 'ad'"),
        ("now and here", 'at <i class="ad">'),
        ("Not so long a", "choose: length < length of the best"),
        ("A page", "choose: in no div"),
    ],
)
def test_dropped_text_has_its_rule(page: Page, extraction: Extraction, text: str, words: str):
    (block,) = blocks_with(extraction, page, text)
    _, sentence = decision(extraction, block)

    assert extraction.trace_problem == ""
    assert not extraction.content[block]
    assert words in sentence
    assert extraction.traced == pytest.approx(1.0)


def test_text_that_moved_after_a_removed_element_goes_with_it(page: Page, extraction: Extraction):
    kept = [page.token_text(token) for token in range(page.n_tokens) if extraction.mask[token]]

    assert " ".join(kept) == (
        "The longest text of the page is in this element The last paragraph of it"
    )


def test_words_that_a_library_glues_are_accounted_for(page: Page, extraction: Extraction):
    text = "The longesttext of the page is inthis element. The lastparagraph of it. Not on the page"

    assert glued_share(page, extraction.mask, text) > 0.98
