"""Masks before the first step: all text for methods that only remove, else none."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.page import Page

WORDS = " ".join(f"alpha{number}" for number in range(50))
PAGE = Page.from_text(
    f"<title>Lake</title><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
    f"<div><div><p>{WORDS}.</p><p>{WORDS}!</p></div><p>Later</div>"
    "<form><p>Search</p></form><script>skip()</script>",
    name="lake.html",
)


@pytest.mark.parametrize("extractor", ["crunch", "link_ratio", "text_distribution"])
def test_every_step_keeps_a_part_of_the_text_before_it(extractor: str):
    extraction = runner.run(PAGE, extractor)
    masks = [extraction.mask_after(index) for index in range(-1, len(extraction.steps))]

    assert masks[0].sum() > masks[-1].sum() > 0
    for before, after in itertools.pairwise(masks):
        assert not np.any(after & ~before)


def test_a_trimmed_result_starts_with_the_text_that_is_trimmed():
    extraction = runner.run(PAGE, "ad_trim_title")
    before = extraction.mask_after(-1)

    assert extraction.steps
    assert before.any()
    assert not np.any(extraction.mask_after(0) & ~before)


def test_methods_that_select_text_start_without_text():
    extraction = runner.run(PAGE, "boilerpipe.article")

    assert not extraction.mask_after(-1).any()
