"""Sentences about a text: kept, dropped, and kept in part."""

from __future__ import annotations

import numpy as np

from boilerscope.extractors.formats import why
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.model.steps import Outcome, Rule, Step
from boilerscope.extractors.page import Page

PAGE = Page.from_text("<p>one two three four five six</p>", name="page")
RULES = (
    Rule("R1", Outcome.KEEP, (), "the block is long"),
    Rule("R2", Outcome.DROP, (), "the block is short"),
)


def _overlapping() -> Result:
    """Return a result with two blocks, of which the dropped one shares two words with the kept."""
    content = np.array([True, False])
    blocks = Blocks.from_ranges(np.array([0, 2]), np.array([4, 6]), np.array([0, 0]), nested=True)
    extraction = Extraction(
        "overlapping",
        Status.OK,
        NoSettings(),
        blocks=blocks,
        steps=(Step("S", "Judge blocks", RULES, np.array([1, 2], dtype=np.int32), content),),
        content=content,
        mask=blocks.mask(content, PAGE.n_tokens),
        own_text="one two three four",
    )
    return Result("page", "page", "overlapping", PAGE, extraction)


def test_a_text_that_is_kept_in_part_says_how_many_words_are_kept():
    sentence = why.write(_overlapping(), "three four five")

    assert sentence == (
        "overlapping: kept in part (2 of 3 words) by S Judge blocks: the block is short\n"
    )


def test_words_of_the_same_block_are_kept_or_dropped_if_they_are_so_as_a_whole():
    assert why.write(_overlapping(), "five six").startswith("overlapping: dropped by S ")
    assert why.write(_overlapping(), "one two").startswith("overlapping: kept by S ")


def test_a_text_of_two_blocks_has_a_line_for_each():
    first, second = why.write(_overlapping(), "one two three four five").splitlines()

    assert "“one two” at html: kept by S" in first
    assert "“three four five” at html: kept in part (2 of 3 words)" in second
