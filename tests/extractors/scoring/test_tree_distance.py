"""Edit distance of trees: hand-computed values, and the recursive definition."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.scoring.structure.teds import teds
from boilerscope.extractors.scoring.structure.tree_distance import Tree, tree_distance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page.records import FloatArray

Plain = tuple[str, tuple["Plain", ...]]
COSTS = {("a", "b"): 0.25, ("a", "c"): 0.5, ("b", "c"): 0.75}


def cost(one: str, other: str) -> float:
    return 0.0 if one == other else COSTS[min(one, other), max(one, other)]


def costs(labels: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> FloatArray:
    return np.array([[cost(one[0], other[0]) for other in others] for one in labels])


def tree_of(plain: Plain) -> Tree:
    return Tree((plain[0], ""), [tree_of(child) for child in plain[1]])


@cache
def defined_distance(one: tuple[Plain, ...], other: tuple[Plain, ...]) -> float:
    """Return the distance of two forests by the recursive definition."""
    if not one and not other:
        return 0.0
    ways = []
    if one:
        ways.append(defined_distance(one[:-1] + one[-1][1], other) + 1)
    if other:
        ways.append(defined_distance(one, other[:-1] + other[-1][1]) + 1)
    if one and other:
        inner = defined_distance(one[-1][1], other[-1][1]) + cost(one[-1][0], other[-1][0])
        ways.append(defined_distance(one[:-1], other[:-1]) + inner)
    return min(ways)


plain_trees: st.SearchStrategy[Plain] = st.recursive(
    st.tuples(st.sampled_from("abc"), st.just(())),
    lambda children: st.tuples(st.sampled_from("abc"), st.lists(children, max_size=3).map(tuple)),
    max_leaves=6,
)


@given(plain_trees, plain_trees)
def test_the_distance_is_that_of_the_definition(one: Plain, other: Plain):
    distance = tree_distance(tree_of(one), tree_of(other), costs)

    assert distance == pytest.approx(defined_distance((one,), (other,)))


def test_the_example_of_the_paper_has_distance_2():
    # f(d(a, c(b)), e) and f(c(d(a, b)), e): c is deleted and inserted
    def node(label: str, *children: Tree) -> Tree:
        return Tree((label, ""), list(children))

    one = node("f", node("d", node("a"), node("c", node("b"))), node("e"))
    other = node("f", node("c", node("d", node("a"), node("b"))), node("e"))

    def equal(labels: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> FloatArray:
        return np.array([[float(a != b) for b in others] for a in labels])

    assert tree_distance(one, other, equal) == 2


def table_of(n_rows: int, n_columns: int, offset: int) -> str:
    rows = (
        "".join(f"<td>{row * column + offset}</td>" for column in range(n_columns))
        for row in range(n_rows)
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


@pytest.mark.parametrize(("n_rows", "n_columns"), [(31, 31), (200, 3), (2, 400)])
def test_tables_of_a_thousand_nodes_take_seconds(n_rows: int, n_columns: int):
    start = time.process_time()
    counts = teds(table_of(n_rows, n_columns, 0), table_of(n_rows, n_columns, 1))

    assert counts is not None
    assert 0 < counts[0] < counts[1]
    assert time.process_time() - start < 6


def test_larger_tables_are_compared_only_if_they_are_equal():
    large = table_of(100, 100, 0)

    assert teds(large, table_of(100, 100, 1)) is None
    assert teds(large, large) == (10_101 * 10**9, 10_101 * 10**9)
