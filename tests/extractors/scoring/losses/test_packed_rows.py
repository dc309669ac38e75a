"""Packed rows: what was added is read, also from a snapshot, and costs few bytes."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from boilerscope.extractors.scoring.losses.packed_rows import PART_BYTES, PackedRows


@pytest.mark.parametrize("width", [1, 8, 43, PART_BYTES])
def test_rows_are_read_as_they_were_added(width: int):
    rng = np.random.default_rng(width)
    limits = np.iinfo(np.int32)
    added = [
        rng.integers(limits.min, limits.max, (n_rows, width), dtype=np.int32, endpoint=True)
        for n_rows in (0, 1, 2, 3 + 2 * PART_BYTES // (4 * width), 5)
    ]
    packed = PackedRows(width)

    for number, rows in enumerate(added, 1):
        packed.extend(rows)
        assert np.array_equal(packed.rows(), np.concatenate(added[:number]))


def test_a_snapshot_and_its_original_grow_apart():
    first, part = np.arange(80, dtype=np.int32).reshape(-1, 8), PART_BYTES // 32
    packed = PackedRows(8)
    packed.extend(first)
    taken = packed.snapshot()
    read = packed.rows()

    packed.extend(np.ones((2 * part, 8), dtype=np.int32))
    taken.extend(first)

    assert np.array_equal(read, first)
    assert np.array_equal(taken.rows(), np.concatenate([first, first]))
    assert np.array_equal(packed.rows()[: len(first)], first)
    assert len(packed.rows()) == len(first) + 2 * part


def test_counts_of_words_cost_a_fifth_of_their_numbers():
    rng, n_rows = np.random.default_rng(1), 50_000
    rows = np.zeros((n_rows, 8), dtype=np.int32)
    rows[:, 0] = np.arange(n_rows) // 5
    rows[:, 1] = rng.integers(0, 8, n_rows)
    rows[:, 2 + rng.integers(0, 2)] = rng.geometric(0.01, n_rows)
    tracemalloc.start()
    packed = PackedRows(8)

    for part in np.split(rows, n_rows // 5):
        packed.extend(part)

    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < rows.nbytes / 5 + PART_BYTES + 20_000
