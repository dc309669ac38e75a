"""Extractions from foreign texts: what the record says about the share that was found."""

from __future__ import annotations

import pytest

from boilerscope.extractors.model.aligned import ForeignText, aligned_extraction
from boilerscope.extractors.model.settings import Settings
from boilerscope.extractors.page import Page

_PAGE = Page.from_text("<p>The old bridge was closed on Monday for repairs.", name="page")


def test_a_text_that_is_hardly_on_the_page_has_a_warning():
    foreign = ForeignText("on Monday for repairs. " + "x" * 80, warnings=("slow",))

    extraction = aligned_extraction(_PAGE, "mine", Settings(), foreign)

    assert extraction.aligned == pytest.approx(19 / 99)
    own, added = extraction.warnings
    assert own == "slow"
    assert added.startswith("Only 19\xa0% of the text was found on the page: the kept words are")


@pytest.mark.parametrize("text", [_PAGE.text, "on Monday for repairs. nowhere", ""])
def test_other_texts_have_none(text: str):
    assert aligned_extraction(_PAGE, "mine", Settings(), ForeignText(text)).warnings == ()
