"""Tests of where a part of an element is on the page."""

from __future__ import annotations

import pytest

from boilerscope.extractors.page import Page
from boilerscope.extractors.scoring.structure.elements import score_elements
from boilerscope.extractors.scoring.structure.places import tokens_of
from boilerscope.extractors.scoring.structure.structured_text import StructuredText

TABLE = "| Tide | Lamps |\n| --- | --- |\n| Spring | 12 |\n| Neap | 12 |\n"
MARKUP = (
    "<p>Lamps 12 before the table, and words that are long enough.</p><table>"
    "<tr><th>Tide</th><th>Lamps</th></tr><tr><td>Spring</td><td>12</td></tr>"
    "<tr><td>Neap</td><td>12</td></tr></table><p>After it 12.</p>"
)


@pytest.fixture
def page() -> Page:
    return Page.from_text(MARKUP, name="tides.html")


def _words(page: Page, tokens: tuple[int, int] | None) -> str:
    assert tokens is not None
    ranges = page.tokens
    return " ".join(page.text[ranges.start[at] : ranges.end[at]] for at in range(*tokens))


def test_an_element_is_found_as_a_whole(page: Page):
    (element,) = score_elements(StructuredText(TABLE), StructuredText(TABLE))

    assert _words(page, tokens_of(page, element)) == "Tide Lamps Spring 12 Neap 12"


def test_a_cell_that_occurs_twice_is_found_in_its_row(page: Page):
    kept = TABLE.replace("| Neap | 12 |", "| Neap | 21 |")
    (element,) = score_elements(StructuredText(TABLE), StructuredText(kept))

    tokens = tokens_of(page, element, element.differences[0])

    assert tokens is not None
    assert _words(page, (tokens[0] - 1, tokens[1])) == "Neap 12"


def test_a_row_is_found_with_all_its_cells(page: Page):
    kept = TABLE.replace("| Spring | 12 |\n", "")
    (element,) = score_elements(StructuredText(TABLE), StructuredText(kept))

    assert _words(page, tokens_of(page, element, element.differences[0])) == "Spring 12"


def test_a_part_that_is_not_on_the_page_shows_its_element(page: Page):
    gold = TABLE.replace("Spring", "Ebb tide")
    (element,) = score_elements(StructuredText(gold), StructuredText(TABLE))

    tokens = tokens_of(page, element, element.differences[0])

    assert "Neap 12" in _words(page, tokens)


def test_an_element_that_is_not_on_the_page_has_no_place(page: Page):
    (element,) = score_elements(StructuredText("$\\sqrt{\\pi}$"), StructuredText(""))

    assert tokens_of(page, element, element.differences[0]) is None


def test_a_row_too_short_to_be_aligned_is_found_beside_the_rest(page: Page):
    gold = TABLE.replace("| Spring | 12 |", "| Spring tide | 12 |")
    kept = gold.replace("| Neap | 12 |\n", "")
    (element,) = score_elements(StructuredText(gold), StructuredText(kept))

    assert _words(page, tokens_of(page, element, element.differences[0])) == "Neap 12"
