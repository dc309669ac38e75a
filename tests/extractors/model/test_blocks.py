"""Blocks as lists of token runs, and the masks, owners and counts computed from them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.blocks import Blocks

N_TOKENS = 40


def _of_runs(runs: list[list[tuple[int, int]]], *, nested: bool) -> Blocks:
    flat = [run for block in runs for run in block]
    return Blocks(
        np.array([0, *np.cumsum([len(block) for block in runs])], dtype=np.int32),
        np.array([start for start, _ in flat], dtype=np.int32),
        np.array([end for _, end in flat], dtype=np.int32),
        np.zeros(len(runs), dtype=np.int32),
        nested,
    )


@st.composite
def _runs(draw: st.DrawFn) -> list[tuple[int, int]]:
    ends = sorted(draw(st.sets(st.integers(0, N_TOKENS), max_size=6)))
    return list(zip(ends[::2], ends[1::2], strict=False))


@st.composite
def _nested_blocks(draw: st.DrawFn) -> Blocks:
    return _of_runs(draw(st.lists(_runs(), max_size=8)), nested=True)


@st.composite
def _flat_blocks(draw: st.DrawFn) -> Blocks:
    owners = draw(st.lists(st.integers(-1, 5), min_size=N_TOKENS, max_size=N_TOKENS))
    runs: list[list[tuple[int, int]]] = [[] for _ in range(6)]
    for token, owner in enumerate(owners):
        if owner < 0:
            continue
        if runs[owner] and runs[owner][-1][1] == token:
            runs[owner][-1] = (runs[owner][-1][0], token + 1)
        else:
            runs[owner].append((token, token + 1))
    return _of_runs(runs, nested=False)


def _tokens(blocks: Blocks, block: int) -> set[int]:
    return {token for start, end in blocks.runs(block) for token in range(start, end)}


@given(_nested_blocks() | _flat_blocks(), st.data())
def test_a_mask_has_the_tokens_of_the_selected_blocks(blocks: Blocks, data: st.DataObject):
    is_selected = data.draw(st.lists(st.booleans(), min_size=len(blocks), max_size=len(blocks)))

    mask = blocks.mask(np.array(is_selected, dtype=np.bool_), N_TOKENS)

    expected = set().union(
        *(_tokens(blocks, block) for block in range(len(blocks)) if is_selected[block])
    )
    assert mask.dtype == np.bool_
    assert set(np.flatnonzero(mask).tolist()) == expected


@pytest.mark.parametrize("n_blocks", [0, 1, 50, 51, 500])
def test_a_mask_is_the_same_for_few_runs_and_for_many(n_blocks: int):
    blocks = _of_runs([[(3 * number, 3 * number + 2)] for number in range(n_blocks)], nested=False)
    n_tokens = 3 * n_blocks

    mask = blocks.mask(np.ones(n_blocks, dtype=np.bool_), n_tokens)

    assert mask.tolist() == [token % 3 < 2 for token in range(n_tokens)]


@given(_nested_blocks() | _flat_blocks())
def test_a_token_belongs_to_the_last_block_that_contains_it(blocks: Blocks):
    owner = blocks.block_of_token(N_TOKENS)

    expected = [
        max((block for block in range(len(blocks)) if token in _tokens(blocks, block)), default=-1)
        for token in range(N_TOKENS)
    ]
    assert owner.tolist() == expected


@given(_nested_blocks() | _flat_blocks())
def test_blocks_count_their_own_tokens(blocks: Blocks):
    counts = blocks.token_counts()

    assert counts.dtype == np.int32
    assert counts.tolist() == [len(_tokens(blocks, block)) for block in range(len(blocks))]


def test_runs_have_their_blocks():
    blocks = _of_runs([[(0, 2), (4, 5)], [], [(2, 4)]], nested=False)

    assert blocks.run_owner().tolist() == [0, 0, 2]
    assert blocks.runs(0) == [(0, 2), (4, 5)]
    assert blocks.runs(1) == []
    assert len(blocks) == 3


def test_ranges_give_blocks_of_one_run_and_an_empty_range_gives_a_block_without_runs():
    blocks = Blocks.from_ranges(np.array([0, 3, 3]), np.array([3, 3, 7]), np.array([5, -1, 6]))

    assert [blocks.runs(block) for block in range(3)] == [[(0, 3)], [], [(3, 7)]]
    assert blocks.element.tolist() == [5, -1, 6]
    assert blocks.token_counts().tolist() == [3, 0, 4]


@pytest.mark.parametrize("nested", [False, True])
def test_no_blocks_and_no_tokens_give_empty_results(nested: bool):  # noqa: FBT001 - a parameter of the test
    nothing = _of_runs([], nested=nested)
    empty = _of_runs([[], []], nested=nested)

    assert len(Blocks.none()) == len(nothing) == 0
    assert nothing.mask(np.zeros(0, dtype=np.bool_), 0).tolist() == []
    assert nothing.mask(np.zeros(0, dtype=np.bool_), 3).tolist() == [False] * 3
    assert nothing.block_of_token(2).tolist() == [-1, -1]
    assert empty.block_of_token(0).tolist() == []
    assert empty.token_counts().tolist() == [0, 0]


def test_deep_nesting_is_resolved_without_painting_every_level():
    depth = 200_000
    start = np.arange(depth, dtype=np.int32)
    blocks = Blocks.from_ranges(start, 2 * depth - start, start, nested=True)

    owner = blocks.block_of_token(2 * depth)

    assert np.array_equal(owner, np.minimum(np.arange(2 * depth), np.arange(2 * depth)[::-1]))


@given(_nested_blocks() | _flat_blocks(), st.data())
def test_take_returns_the_selected_blocks_in_order(blocks: Blocks, data: st.DataObject):
    numbers = st.lists(st.integers(0, len(blocks) - 1), max_size=8) if len(blocks) else st.just([])
    selected = data.draw(numbers)

    selection = blocks.take(np.array(selected, dtype=np.int32))

    assert [selection.runs(index) for index in range(len(selection))] == [
        blocks.runs(b) for b in selected
    ]
    assert selection.nested == blocks.nested
