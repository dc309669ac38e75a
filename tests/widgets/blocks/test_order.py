"""Order and filter of blocks, on whole columns and without Qt."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.extractors.page import Page, segments
from boilerscope.widgets.blocks.order import (
    deciding_rules,
    decimals,
    matching,
    sort_keys,
    text_ranks,
)
from boilerscope.widgets.demo import DemoSettings, demo_extraction, demo_scene

PAGE = Page.from_text(
    "<p>Pears and apples</p><p>apples only</p><p>A PEAR tree</p><p>zebra (50 % off)</p>", name="p"
)
EXTRACTION = demo_extraction(
    PAGE, np.array([True, False, True, False]), DemoSettings(), extractor="x"
)


def matching_blocks(query: str) -> list[int]:
    return np.flatnonzero(matching(PAGE, EXTRACTION, query)).tolist()


@pytest.mark.parametrize(
    ("query", "blocks"),
    [
        ("", [0, 1, 2, 3]),
        ("apples", [0, 1]),
        ("PEAR", [0, 2]),
        ("pear apples", [0]),
        ("apples pear", [0]),
        ("(50", [3]),
        (".*", []),
        ("nothing", []),
        ("R4", [0, 2]),
        ("r2 zebra", [3]),
    ],
)
def test_every_query_word_is_in_the_text_or_in_the_name_of_the_rule(query: str, blocks: list[int]):
    assert matching_blocks(query) == blocks


def test_a_word_is_not_found_across_two_blocks():
    page = Page.from_text("<p>car</p><p>pet</p>", name="p")
    extraction = demo_extraction(page, np.array([True, True]), DemoSettings(), extractor="x")

    assert page.text == "carpet"
    assert not matching(page, extraction, "carpet").any()


def test_the_deciding_rules_are_those_of_the_sentences():
    scene = demo_scene()
    extraction = scene.panes[0].shown
    assert extraction is not None
    keys = deciding_rules(extraction)
    n_rules = len(extraction.steps[0].rules)

    for block, key in enumerate(keys.tolist()):
        step = deciding_step(extraction, block)
        assert key // n_rules == step
        assert key % n_rules == extraction.steps[step].rule[block] - 1


def test_texts_are_ranked_by_their_first_words_whatever_the_case():
    assert text_ranks(PAGE, EXTRACTION).tolist() == [2, 1, 0, 3]


def test_blocks_without_text_come_first():
    start = np.array([0, 3, 3], dtype=np.int32)
    end = np.array([3, 3, 5], dtype=np.int32)
    blocks = Blocks.from_ranges(start, end, np.full(3, -1, dtype=np.int32))
    extraction = Extraction("x", Status.OK, blocks=blocks)

    assert text_ranks(PAGE, extraction).tolist() == [2, 0, 1]
    assert matching(PAGE, extraction, "pears").tolist() == [True, False, False]


def test_unmeasured_values_sort_first():
    keys = sort_keys(EXTRACTION, np.array([0.5, np.nan, -3.0, 7.0]))

    assert np.argsort(keys, kind="stable").tolist() == [1, 2, 0, 3]
    with pytest.raises(ValueError, match="a value per block"):
        sort_keys(EXTRACTION, np.zeros(3))


@pytest.mark.parametrize(
    ("values", "digits"),
    [
        ([1.0, 20.0], 0),
        ([0.0, 0.5], 2),
        ([14.25, 3.0], 2),
        ([420.5], 1),
        ([0.0004], 4),
        ([np.nan], 0),
        ([], 0),
    ],
)
def test_a_column_shows_as_many_digits_as_it_needs(values: list[float], digits: int):
    assert decimals(np.array(values)) == digits


def test_the_page_of_the_demo_has_as_many_rows_as_segments():
    scene = demo_scene()
    assert scene.page is not None
    extraction = scene.panes[0].shown
    assert extraction is not None

    assert len(matching(scene.page, extraction, "gulls")) == len(segments(scene.page))
