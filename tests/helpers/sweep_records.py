"""Records of a sweep and a search over the demo's settings, for the sweep views."""

from __future__ import annotations

import math

import numpy as np

from boilerscope.extractors.runner import Pane
from boilerscope.extractors.scoring.bootstrap import Estimate
from boilerscope.extractors.search.base import Axis
from boilerscope.extractors.search.sweep import Sweep, SweepPoint, SweepResult
from boilerscope.extractors.search.tune import Trial, TrialScores
from boilerscope.widgets.corpus.sweep.records import SearchLife, SearchView, TrialView
from boilerscope.widgets.demo import DemoSettings

DENSITIES = tuple(round(step / 10, 1) for step in range(11))
WORDS = tuple(range(4, 41, 4))
FIELDS = ("max_link_density", "min_words")


def estimate(value: float, reach: float = 0.05) -> Estimate:
    """Return a mean with an interval of this half-width."""
    return Estimate(value, value - reach, value + reach, reach / 2, 100)


def _point(values: tuple[object, ...], density: float, words: int) -> SweepPoint:
    value = 0.72 + 0.06 * density - 0.0009 * words + 0.01 * math.sin(7 * density)
    training = {
        "token_f1": estimate(value),
        "token_precision": estimate(value + 0.08 - 0.02 * density),
        "token_recall": estimate(value - 0.03),
    }
    return SweepPoint(values, training, {"token_f1": estimate(value + 0.015)})


def result_of_one(*, gap_at: int = -1) -> SweepResult:
    """Return a sweep over one setting, with a gap at one point."""
    points = [_point((density,), density, 16) for density in DENSITIES]
    if gap_at >= 0:
        points[gap_at] = SweepPoint((DENSITIES[gap_at],), {}, {}, 0, "min_words excludes it")
    pane = Pane("boilerpipe.article", "demo", DemoSettings())
    sweep = Sweep(pane, (Axis(FIELDS[0], DENSITIES),))
    return SweepResult(sweep, tuple(points), 109, 110, (1 / 3,))


def result_of_two() -> SweepResult:
    """Return a sweep over two settings."""
    points = [_point((d, w), d, w) for d in DENSITIES for w in WORDS]
    pane = Pane("boilerpipe.article", "demo", DemoSettings())
    axes = (Axis(FIELDS[0], DENSITIES), Axis(FIELDS[1], WORDS))
    return SweepResult(Sweep(pane, axes), tuple(points), 109, 110, (1 / 3, 16))


def search(n_trials: int = 60, *, life: SearchLife = SearchLife.RUNNING) -> SearchView:
    """Return a search with some finished trials."""
    generator = np.random.default_rng(5)
    trials = []
    for index in range(n_trials):
        training = float(0.835 - 0.06 * generator.random() ** 2)
        gap = float(0.01 + 0.02 * generator.random())
        values = (round(float(generator.random()), 2), int(generator.integers(4, 40)))
        settings = DemoSettings(max_link_density=values[0], min_words=values[1])
        trials.append(Trial(index, settings, values, training, training - gap))
    return SearchView(
        life, FIELDS, tuple(trials), 120, "token_f1", 109, 110, 10, n_trials / 120, 31.0
    )


def trial_view(*, rank: int = 1) -> TrialView:
    """Return a trial for the panel."""
    return TrialView(
        number=49,
        rank=rank,
        n_trials=60,
        pane=2,
        settings=(
            ("max_link_density", "0.333", "0.45", "0.33"),
            ("min_words", "16", "8", "8"),
        ),
        measure="token_f1",
        scores=TrialScores(
            estimate(0.835, 0.048),
            estimate(0.810, 0.05),
            estimate(0.777),
            Estimate(0.033, -0.010, 0.073, 0.02, 110),
        ),
        stored=(
            ("Pages", "corpora, 219 with gold"),
            ("Digest", "sha256 4f1c09ae"),
            ("Split", "109 training, 110 validation, seed 10"),
            ("Search", "60 trials, TPE, seed 10"),
            ("Versions", "boilerscope 0.9, optuna 4.5"),
        ),
    )
