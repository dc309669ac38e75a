"""Means and intervals, compared with plain loops over the same resamples."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.scoring.bootstrap import (
    RESAMPLES,
    SEED,
    Estimate,
    bootstrap,
    estimate,
    macro,
    micro,
    page_values,
)
from boilerscope.extractors.scoring.measures import MEASURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import FloatArray

N_PAGES, N_PANES = 40, 3


def counts_of_pages(n_pages: int = N_PAGES) -> FloatArray:
    """Return counts of tokens: both, kept, gold; a few pages have nothing kept, or no gold."""
    generator = np.random.default_rng(7)
    kept = generator.integers(0, 90, size=(n_pages, N_PANES)) * (
        generator.random((n_pages, N_PANES)) > 0.1
    )
    gold = generator.integers(0, 90, size=(n_pages, 1)) * (generator.random((n_pages, 1)) > 0.1)
    both = np.floor(np.minimum(kept, gold) * generator.random((n_pages, N_PANES)))
    return np.stack(np.broadcast_arrays(both, kept, gold), axis=-1).astype(np.float64)


def draws(n_pages: int) -> NDArray[np.int64]:
    return np.random.default_rng(SEED).integers(0, n_pages, size=(RESAMPLES, n_pages))


NOTHING_FAILED = np.zeros((N_PAGES, N_PANES), dtype=np.bool_)


@pytest.mark.parametrize("name", ["token_precision", "token_recall", "token_f1", "rouge_lsum"])
def test_macro_average_and_its_resamples_are_those_of_a_loop(name: str):
    measure, counts = MEASURES[name], counts_of_pages()
    mean = macro(measure, counts, NOTHING_FAILED)

    [resampled] = bootstrap([mean], N_PAGES)

    values = measure.value(counts)
    assert mean.value() == pytest.approx(values.mean(axis=0), abs=1e-14)
    expected = [values[drawn].mean(axis=0) for drawn in draws(N_PAGES)]
    np.testing.assert_allclose(resampled, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", ["token_precision", "token_recall", "token_f1"])
def test_micro_average_is_the_value_of_the_sums(name: str):
    measure, counts = MEASURES[name], counts_of_pages()
    mean = micro(measure, counts)

    [resampled] = bootstrap([mean], N_PAGES)

    assert mean.value().tolist() == measure.value(counts.sum(axis=0)).tolist()
    expected = [measure.value(counts[drawn].sum(axis=0)) for drawn in draws(N_PAGES)]
    np.testing.assert_allclose(resampled, expected, rtol=0, atol=1e-9)


def benchmark(rows: FloatArray) -> float:
    """Return F1 over pages as the article-extraction-benchmark defines it."""
    precision = statistics.mean(both / kept for both, kept, _ in rows.tolist() if kept > 0)
    recall = statistics.mean(both / gold for both, _, gold in rows.tolist() if gold > 0)
    return float(2 * precision * recall / (precision + recall))


def test_shingle_mean_and_its_deviation_are_those_of_the_benchmark():
    measure, counts = MEASURES["shingle_f1"], counts_of_pages()
    mean = macro(measure, counts, NOTHING_FAILED)

    [resampled] = bootstrap([mean], N_PAGES)

    result = estimate(float(mean.value()[1]), resampled[:, 1], N_PAGES)
    deviation = statistics.stdev(benchmark(counts[drawn, 1]) for drawn in draws(N_PAGES))
    assert result.value == pytest.approx(benchmark(counts[:, 1]), abs=1e-14)
    assert 1.96 * result.deviation == pytest.approx(1.96 * deviation, abs=1e-9)


def test_all_means_and_panes_have_the_same_resamples():
    counts = counts_of_pages()
    same = np.repeat(counts[:, :1], N_PANES, axis=1)
    means = [macro(MEASURES["token_f1"], same, NOTHING_FAILED)]
    means.append(macro(MEASURES["token_recall"], counts, NOTHING_FAILED))

    first, second = bootstrap(means, N_PAGES)

    assert first[:, 0].tolist() == first[:, 1].tolist() == first[:, 2].tolist()
    [alone] = bootstrap(means[1:], N_PAGES)
    assert second.tolist() == alone.tolist()


def test_resamples_do_not_depend_on_the_number_drawn_at_a_time(monkeypatch: pytest.MonkeyPatch):
    mean = macro(MEASURES["token_f1"], counts_of_pages(), NOTHING_FAILED)
    [at_once] = bootstrap([mean], N_PAGES)
    monkeypatch.setattr("boilerscope.extractors.scoring.bootstrap._CHUNK", 1_000)

    [in_parts] = bootstrap([mean], N_PAGES)

    assert in_parts.tolist() == at_once.tolist()


def test_a_failure_has_the_value_0_in_every_measure():
    counts = np.zeros((2, 1, 3))
    failed = np.array([[True], [False]])

    for measure in MEASURES.values():
        n_fields = 3 if measure.value(counts).shape == (2, 1) else 2
        values = page_values(measure, counts[..., :n_fields], failed)
        assert values[0, 0] == 0.0, measure.name


def test_interval_contains_the_middle_of_the_resamples():
    resampled = np.arange(1, 1001, dtype=np.float64)

    result = estimate(500.0, resampled, 10)

    assert (result.value, result.n_pages) == (500.0, 10)
    assert (result.low, result.high) == tuple(np.quantile(resampled, [0.025, 0.975]))
    assert result.deviation == pytest.approx(statistics.stdev(resampled.tolist()))


def test_a_mean_of_no_page_is_not_defined():
    counts = np.zeros((0, 2, 3))
    mean = macro(MEASURES["token_f1"], counts, np.zeros((0, 2), dtype=np.bool_))

    [resampled] = bootstrap([mean], 0)
    result = estimate(float(mean.value()[0]), resampled[:, 0], 0)

    assert np.isnan(result.value)
    assert np.isnan(result.low)
    assert result.includes_zero


def test_one_page_has_no_interval():
    result = estimate(0.5, np.full(100, 0.5), 1)

    assert result.value == 0.5
    assert np.isnan(result.low)
    assert result.includes_zero


@pytest.mark.parametrize(
    ("low", "high", "clear"), [(0.1, 0.2, "yes"), (-0.2, -0.1, "yes"), (-0.1, 0.1, "no")]
)
def test_a_difference_is_clear_if_its_interval_excludes_0(low: float, high: float, clear: str):
    assert Estimate(0.0, low, high, 0.1, 9).includes_zero is (clear == "no")
