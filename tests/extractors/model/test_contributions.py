"""Contributions: lines that add up, and the nearest value that flips a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.model.contributions import Contributions, Flip, Term, WeightedModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.page.records import FloatArray


def term(*features: str, of_page: bool = False) -> Term:
    return Term(features, of_page)


class Steps:
    """A model of one table for each column, and an amount where both columns are high."""

    base = 0.0

    def __init__(self, together: float = 0.0, **tables: tuple[list[float], list[float]]) -> None:
        self.together = together
        self.tables = {
            name: (np.array(cuts), np.array(values)) for name, (cuts, values) in tables.items()
        }
        self.features = tuple(tables)

    def points(self, feature: str) -> FloatArray:
        return self.tables[feature][0] if feature in self.tables else np.zeros(0)

    def added(self, columns: Mapping[str, FloatArray], n_blocks: int) -> FloatArray:
        ranges = [cuts.searchsorted(columns[name]) for name, (cuts, _) in self.tables.items()]
        tables = self.tables.values()
        single = [values[at] for at, (_, values) in zip(ranges, tables, strict=True)]
        pair = self.together * (np.min(ranges, axis=0) > 0)
        assert pair.shape == (n_blocks,)
        return np.column_stack([*single, pair])


def decided(
    *models: tuple[Steps, list[float]], cut: float, page: str = "", **columns: list[float]
) -> Contributions:
    """Return the contributions of blocks with these columns, by models with weights by block."""
    measured = {name: np.array(values) for name, values in columns.items()}
    n_blocks = len(next(iter(measured.values())))
    values = [
        np.array(weight)[:, None] * model.added(measured, n_blocks) for model, weight in models
    ]
    names = [name for model, _ in models for name in (*model.features, "pair")]
    return Contributions(
        np.zeros(n_blocks),
        cut,
        tuple(term(name, of_page=name == page) for name in names),
        np.column_stack(values),
        tuple(WeightedModel(model, np.array(weight)) for model, weight in models),
    )


def test_lines_are_sorted_by_size_and_their_sum_is_the_log_odds():
    terms = (term("a"), term("b", "c"), term("d"), term("p", of_page=True), term("q", of_page=True))
    values = np.array([[0.1, -2.0, 0.3, 0.2, 0.7]])
    contributions = Contributions(np.array([0.5]), 0.0, terms, values)

    lines = contributions.lines(0, limit=2)

    assert [(line.features, line.of_page, line.n_terms) for line in lines] == [
        (("b", "c"), False, 1),
        ((), True, 2),
        ((), False, 2),
    ]
    assert [line.contribution for line in lines] == pytest.approx([-2.0, 0.9, 0.4])
    total = contributions.base[0] + sum(line.contribution for line in lines)
    assert contributions.log_odds().tolist() == pytest.approx([total])


def test_few_terms_have_no_line_for_the_rest():
    contributions = Contributions(np.zeros(1), 0.0, (term("a"),), np.array([[1.0]]))

    assert [line.features for line in contributions.lines(0)] == [("a",)]


def test_a_flip_is_the_nearest_range_of_a_column():
    model = Steps(a=([1.0, 2.0, 3.0], [-1.0, 0.0, 0.5, 2.0]))
    blocks = decided((model, [1.0, 1.0]), cut=0.25, a=[1.5, 9.0])

    assert blocks.flips(0, {"a": 1.5}) == (Flip("a", 1.5, 2.0, above=True, log_odds=0.5),)
    assert blocks.flips(1, {"a": 9.0}) == (Flip("a", 9.0, 2.0, above=False, log_odds=0.0),)


def test_a_flip_is_by_all_that_a_column_changes_in_every_model():
    alone, pair = Steps(a=([1.0], [0.0, 1.0])), Steps(5.0, a=([3.0], [0, 0]), b=([0.0], [0, 0]))
    blocks = decided((alone, [0.5, 1.0]), (pair, [0.5, 0.0]), cut=2.0, a=[0.0, 0.0], b=[1.0, 1.0])

    assert blocks.flips(0, {"a": 0.0, "b": 1.0}) == (
        Flip("a", 0.0, 3.0, above=True, log_odds=0.5 + 2.5),
    )
    assert blocks.flips(1, {"a": 0.0, "b": 1.0}) == ()


def test_the_smallest_change_is_the_first_flip():
    model = Steps(a=([1.0, 2.0], [0.0, 0.0, 3.0]), b=([1.0], [0.0, 3.0]))
    blocks = decided((model, [1.0]), cut=2.0, a=[0.0], b=[0.0])

    assert [flip.feature for flip in blocks.flips(0, {"a": 0.0, "b": 0.0})] == ["b", "a"]


def test_columns_of_the_page_flip_nothing():
    model = Steps(p=([1.0], [-5.0, 5.0]))

    assert decided((model, [1.0]), cut=0.0, page="p", p=[0.0]).flips(0, {"p": 0.0}) == ()


def test_without_models_no_flip_is_known():
    blocks = Contributions(np.zeros(1), 0.0, (term("a"),), np.array([[1.0]]))

    assert blocks.flips(0, {"a": 0.0}) == ()


def test_taken_blocks_keep_their_sums_and_flips():
    model = Steps(a=([1.0], [-1.0, 1.0]))
    blocks = decided((model, [1.0, 0.5, 1.0]), cut=0.0, a=[2.0, 0.0, 0.0])

    taken = blocks.take(np.array([2, 1], dtype=np.int32))

    assert taken.log_odds().tolist() == [-1.0, -0.5]
    for row, block in enumerate((2, 1)):
        assert taken.flips(row, {"a": 0.0}) == blocks.flips(block, {"a": 0.0}) != ()
