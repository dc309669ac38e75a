"""A bug report names the rule, and its page is cut down until the rule no longer applies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.bug_report import bug_report, causes_of
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.page import Page
from tests.helpers.fake_peer import FakePeer
from tests.helpers.traced import blocks_with, traced

if TYPE_CHECKING:
    from collections.abc import Generator

    from boilerscope.extractors.bug_report import Reduction
    from boilerscope.extractors.model.extraction import Extraction

FILLER = "".join(f"<div id='d{n}'><p>Paragraph {n} of the long page.</p></div>" for n in range(30))
PAGE = Page.from_text(
    f"<html><head><title>x</title></head><body>{FILLER}<main id='m'><section>"
    "<div class='story-teaser' data-x='1'><p>Read the other story too, it says.</p></div>"
    f"</section></main>{FILLER}</body></html>",
    name="page",
)
TEXT = "Read the other story too"


def _run(page: Page) -> Extraction:
    with explaining(on=True):
        return FakePeer().extract(page, NoSettings(), ())


def _block(extraction: Extraction) -> int:
    (block,) = (
        block
        for block in range(len(extraction.blocks))
        for start, end in extraction.blocks.runs(block)
        if TEXT in PAGE.text[PAGE.tokens.start[start] : PAGE.tokens.end[end - 1]]
    )
    return block


def _report_of(
    steps: Generator[Reduction, None, str], progress: list[Reduction] | None = None
) -> str:
    try:
        while True:
            reduction = next(steps)
            if progress is not None:
                progress.append(reduction)
    except StopIteration as end:
        return str(end.value)


def test_the_page_is_cut_down_to_the_element_of_the_rule():
    extraction = _run(PAGE)
    progress: list[Reduction] = []
    text = _report_of(bug_report(_run, PAGE, extraction, _block(extraction)), progress)

    assert "**Stage:** Clean the tree" in text
    assert "**Rule:** TEASERS[0]: contains(@class, 'teaser')" in text
    assert "**Line:** helpers/fake_library.py:" in text
    markup = text.partition("```html\n")[2].partition("\n```")[0]
    assert "story-teaser" in markup
    assert "Paragraph" not in markup
    assert "data-x" not in markup
    assert progress[-1].characters < 200
    reduced = Page.from_text(markup, name="reduced")
    assert causes_of(reduced, _run(reduced), TEXT) == causes_of(PAGE, extraction, TEXT)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_values_on_the_smallest_page_can_be_checked_there():
    prose = "<p>The harbour tram ran on time all winter, and people, they say, were glad.</p>"
    html = (
        f"<html><body><div class='wide'>{prose * 40}</div>"
        f"<div class='other'><section><p>{TEXT}, it says, and be glad of it.</p></section></div>"
        "</body></html>"
    )
    page = Page.from_text(html, name="page")

    def run(page: Page) -> Extraction:
        return traced(page, "readability_lxml")

    extraction = run(page)
    [block] = blocks_with(extraction, page, TEXT)
    report = _report_of(bug_report(run, page, extraction, block))
    rules = re.findall(r"\*\*(?:Rule|On the smallest page):\*\* (.*)", report)
    markup = report.partition("```html\n")[2].partition("\n```")[0]
    reduced = Page.from_text(markup, name="reduced")
    [cause] = causes_of(reduced, run(reduced), TEXT)

    assert len(rules) == 2
    assert rules[1] == cause.sentence != rules[0]


def test_a_text_of_many_elements_keeps_their_order_and_the_rest_is_cut():
    links = "".join(f"<a id='l{n}' href='/{n}'>Link {n} of it</a> " for n in range(9))
    wrapped = f"<div class='a'><nav class='b'><div class='c'>{links}</div></nav></div>"
    page = Page.from_text(
        f"<html><body><section class='d'>{FILLER}{wrapped}</section></body></html>", name="page"
    )
    extraction = _run(page)
    [block] = blocks_with(extraction, page, "Link 0 of it Link 1")
    report = _report_of(bug_report(_run, page, extraction, block))
    markup = report.partition("```html\n")[2].partition("\n```")[0]

    assert markup == (
        "<html><body><nav><div>"
        + " ".join(f"<a>Link {n} of it</a>" for n in range(9))
        + " </div></nav></body></html>"
    )


def test_a_cancelled_report_has_the_page_so_far():
    extraction = _run(PAGE)
    text = ""
    steps = bug_report(_run, PAGE, extraction, _block(extraction), cancelled=lambda: True)
    try:
        next(steps)
    except StopIteration as end:
        text = str(end.value)
    else:
        raise AssertionError("no run is made once the report is cancelled")

    assert "Paragraph 29" in text


def test_the_dropped_one_of_two_occurrences_is_reported():
    kept = f"<p>{TEXT}, it says.</p>"
    page = Page.from_text(
        f"<html><body>{kept}{FILLER}<div class='story-teaser'>{kept}</div></body></html>",
        name="page",
    )
    extraction = _run(page)
    dropped = [b for b in blocks_with(extraction, page, TEXT) if not extraction.content[b]]
    report = _report_of(bug_report(_run, page, extraction, dropped[0]))

    assert len(dropped) == 1
    assert "**Stage:** Clean the tree" in report
    assert "Paragraph" not in report


def test_a_kept_text_has_no_cause():
    assert causes_of(PAGE, _run(PAGE), "Paragraph 3 of the long page") == []
    assert causes_of(PAGE, _run(PAGE), "not on the page") == []
