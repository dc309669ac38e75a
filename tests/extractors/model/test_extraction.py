"""Columns, labels and masks of an extraction."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.steps import Step

RULE = np.zeros(2, dtype=np.int32)
EXTRACTION = Extraction(
    "any",
    Status.OK,
    blocks=Blocks.from_ranges(np.array([0, 2]), np.array([2, 3]), np.array([0, 1])),
    columns=(Column("words", "Words", "words", "...", np.array([2, 1])),),
    steps=(
        Step("S1", "Keep all", (), RULE, np.array([True, True])),
        Step("S2", "Drop all", (), RULE, np.array([False, False])),
        Step("S3", "Keep the last", (), RULE, np.array([False, True])),
    ),
    content=np.array([False, True]),
    mask=np.array([False, False, True, False]),
    label_names=("title", "list", "end"),
    labels=np.array([0b101, 0]),
)


def test_columns_are_found_by_name():
    column = EXTRACTION.column("words")

    assert column is EXTRACTION.columns[0]
    assert EXTRACTION.column("letters") is None
    assert EXTRACTION.column_values()["words"].tolist() == [2, 1]


def test_labels_are_the_names_of_the_bits():
    assert EXTRACTION.labels_of(0) == ("title", "end")
    assert EXTRACTION.labels_of(1) == ()
    assert Extraction("any", Status.OK).labels_of(0) == ()


@pytest.mark.parametrize(
    ("step", "kept"),
    [(-1, []), (0, [0, 1, 2]), (1, []), (2, [2]), (9, [2])],
)
def test_the_mask_after_a_step_is_that_of_its_blocks(step: int, kept: list[int]):
    assert np.flatnonzero(EXTRACTION.mask_after(step)).tolist() == kept
    assert len(EXTRACTION.mask_after(step)) == 4


def test_an_extraction_without_steps_has_its_mask_after_step_0():
    extraction = Extraction("any", Status.OK, mask=np.array([True]))

    assert extraction.mask_after(0).tolist() == [True]
    assert extraction.mask_after(-1).tolist() == [False]


def test_a_method_that_removes_starts_with_the_blocks_before_its_first_step():
    first = replace(EXTRACTION.steps[0], before=np.array([False, True]))

    extraction = replace(EXTRACTION, steps=(first, *EXTRACTION.steps[1:]))

    assert np.flatnonzero(extraction.mask_after(-1)).tolist() == [2]
    assert extraction.mask_after(0).tolist() == EXTRACTION.mask_after(0).tolist()


def test_an_extraction_stays_the_same_between_processes():
    arrived = pickle.loads(pickle.dumps(EXTRACTION))  # noqa: S301 - pickled in this line

    assert arrived.mask.tolist() == EXTRACTION.mask.tolist()
    assert arrived.blocks.runs(0) == [(0, 2)]
    assert arrived.status is Status.OK


def test_the_block_of_each_token_is_computed_once_for_each_extraction():
    copied = replace(EXTRACTION)

    assert EXTRACTION.block_of_token.tolist() == EXTRACTION.blocks.block_of_token(4).tolist()
    assert EXTRACTION.block_of_token is EXTRACTION.block_of_token
    assert copied.block_of_token is not EXTRACTION.block_of_token
