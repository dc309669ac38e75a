"""Expected F1 against measured scores, by hand-computed cases."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.scoring.calibration import area, calibration, calibration_error
from boilerscope.extractors.scoring.order import EXPECTED_AXIS, Box, PageFilter, chosen
from boilerscope.extractors.scoring.scatter import scatter
from tests.helpers import corpus_tables
from tests.helpers.score_tables import take_expected


def test_the_area_counts_pairs_of_a_low_page_and_another_page():
    expected = np.array([0.3, 0.6, 0.5, 0.9])
    is_low = np.array([True, True, False, False])

    assert area(expected, is_low) == 3 / 4  # of four pairs, 0.6 above 0.5 is wrong


def test_equal_expected_values_count_half():
    assert area(np.full(6, 0.7), np.array([True] * 2 + [False] * 4)) == 0.5


def test_the_area_is_not_defined_if_all_pages_are_alike():
    assert np.isnan(area(np.array([0.2, 0.4]), np.array([True, True])))


def test_the_error_is_the_mean_distance_of_the_bins():
    expected = np.repeat(np.arange(10) / 10, 2)
    measured = expected + np.tile([0.3, -0.1], 10)  # within a bin, errors cancel in part

    assert calibration_error(expected, measured) == pytest.approx(0.1)
    assert np.isnan(calibration_error(np.zeros(0), np.zeros(0)))


def test_bins_rise_and_few_pages_have_a_bin_each():
    found = calibration(np.array([0.9, 0.1, 0.5]), np.array([0.8, 0.2, 0.4]))

    assert found.expected.tolist() == [0.1, 0.5, 0.9]
    assert found.measured.tolist() == [0.2, 0.4, 0.8]
    assert found.n_low == 2


def test_a_scatter_with_expected_f1_has_the_calibration_of_the_pane():
    table = corpus_tables.table(60, ("toy", "bte"))
    rows = np.arange(30)
    take_expected(table, rows, np.tile(np.linspace(0.4, 0.99, 30)[:, None], (1, 2)))
    found = scatter(table, np.ones(60, dtype=np.bool_), "token_f1", (EXPECTED_AXIS, "bte"))
    values = table.values("token_f1")[:, 1]

    assert found.calibration is not None
    assert set(found.rows) <= set(rows.tolist())
    np.testing.assert_array_equal(found.up, values[found.rows])
    np.testing.assert_array_equal(found.across, table.expected[found.rows, 1])
    box = Box("token_f1", EXPECTED_AXIS, "bte", 0.4, 0.6, 0.0, 1.0)
    inside = np.flatnonzero(chosen(table, PageFilter(box=box)))
    assert inside.tolist() == found.rows[found.across <= 0.6].tolist()
