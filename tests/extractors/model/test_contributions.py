"""Contributions: lines that add up, and the nearest value that flips a block."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.model.contributions import Contributions, Flip, Term

NO_TABLE = np.zeros(0)


def term(*features: str, of_page: bool = False) -> Term:
    return Term(features, of_page, NO_TABLE, NO_TABLE)


def test_lines_are_sorted_by_size_and_their_sum_is_the_log_odds():
    terms = (term("a"), term("b", "c"), term("d"), term("p", of_page=True), term("q", of_page=True))
    contributions = Contributions(0.5, 0.0, terms, np.array([[0.1, -2.0, 0.3, 0.2, 0.7]]))

    lines = contributions.lines(0, limit=2)

    assert [(line.features, line.of_page, line.n_terms) for line in lines] == [
        (("b", "c"), False, 1),
        ((), True, 2),
        ((), False, 2),
    ]
    assert [line.contribution for line in lines] == pytest.approx([-2.0, 0.9, 0.4])
    total = contributions.base + sum(line.contribution for line in lines)
    assert contributions.log_odds().tolist() == pytest.approx([total])


def test_few_terms_have_no_line_for_the_rest():
    contributions = Contributions(0.0, 0.0, (term("a"),), np.array([[1.0]]))

    assert [line.features for line in contributions.lines(0)] == [("a",)]


def test_a_flip_is_the_nearest_range_of_a_table():
    table = Term(("a",), False, np.array([1.0, 2.0, 3.0]), np.array([-1.0, 0.0, 0.5, 2.0]))
    contributions = Contributions(0.0, 0.25, (table, term("b")), np.array([[0.0, 0.0], [2.0, 0.0]]))

    assert contributions.flips(0, {"a": 1.5}) == (Flip("a", 1.5, 2.0, above=True, log_odds=0.5),)
    assert contributions.flips(1, {"a": 9.0}) == (Flip("a", 9.0, 2.0, above=False, log_odds=0.0),)


def test_terms_of_the_page_and_pairs_flip_nothing():
    of_page = Term(("p",), True, np.array([1.0]), np.array([-5.0, 5.0]))
    contributions = Contributions(0.0, 0.0, (of_page, term("a", "b")), np.array([[-5.0, 1.0]]))

    assert contributions.flips(0, {"p": 0.0, "a": 0.0, "b": 0.0}) == ()
