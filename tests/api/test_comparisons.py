"""Comparisons of panes on one page."""

from __future__ import annotations

import numpy as np
import pytest

import boilerscope
from boilerscope.extractors.errors import UnknownNameError

MARKUP = "<nav><a href=/>Home</a></nav><p>" + "Water is rising in the lake again. " * 9


def test_agreement_is_the_share_of_words_on_which_two_panes_do_the_same():
    comparison = boilerscope.compare("sample:news-en", ["bte", "link_ratio", "boilerpipe.article"])
    first, second, _ = (result.mask for result in comparison)

    assert comparison.masks.shape == (3, comparison.page.n_tokens)
    assert np.array_equal(comparison.votes, comparison.masks.sum(axis=0))
    assert comparison.agreement[0, 1] == pytest.approx(np.mean(first == second))
    assert np.array_equal(comparison.agreement, comparison.agreement.T)
    assert comparison.agreement.diagonal().tolist() == [1, 1, 1]


def test_the_table_has_a_row_for_each_pane():
    heavy = boilerscope.pane("bte", "heavy", tag_weight=2.0)

    comparison = boilerscope.compare(MARKUP, ["bte", heavy])

    rows = list(comparison.table)
    assert [row["pane"] for row in rows] == ["bte", "heavy"]
    assert [row["settings"] for row in rows] == ["", "tag_weight=2.0"]
    assert [row["words"] for row in rows] == [int(result.mask.sum()) for result in comparison]
    assert rows[0]["agreement"] == rows[1]["agreement"] == comparison.agreement[0, 1]


def test_results_are_found_by_the_name_of_their_pane():
    comparison = boilerscope.compare(MARKUP, ["bte", "link_ratio"])

    assert comparison["link_ratio"] is comparison.results[1]
    with pytest.raises(UnknownNameError, match="did you mean 'bte'"):
        comparison["btee"]


def test_a_pane_without_a_result_does_not_end_the_comparison():
    comparison = boilerscope.compare(MARKUP, ["bte", "vips", "link_ratio"])

    vips = comparison["vips"]
    assert (vips.status, vips.has_result) == ("unavailable", False)
    assert "boxes" in vips.message
    assert np.isnan(comparison.agreement[1]).all()
    assert not np.isnan(comparison.agreement[0, 2])
    assert "1 without a result" in repr(comparison)


def test_a_comparison_prints_in_one_line():
    comparison = boilerscope.compare(MARKUP, ["bte"])

    assert repr(comparison) == (
        f"<Comparison of 1 pane on 'markup': they agree on 100% of {comparison.page.n_tokens}"
        " words>"
    )


def test_an_empty_page_has_no_agreement():
    comparison = boilerscope.compare("<p></p>", ["bte", "link_ratio"])

    assert np.isnan(comparison.agreement).all()
    assert comparison.table.column("words") == [0, 0]
