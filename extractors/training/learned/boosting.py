"""Gradient boosting of small trees by LightGBM, repeatable to the last digit.

LightGBM is in the extra ``train``; a trained model does not need it.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.features.matrix import FEATURES
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.training.learned.plain import PLAIN_SHARE, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.extractors.training.learned.rows import FeatureArray, Rows

N_PAIRS = 0
"""Pairs of features that may share a tree of the additive model."""

N_SMALL_TREES = 260
"""Trees of the additive model."""

LOW_WEIGHT_SHARE = 0.35
"""Share of the rows below the median weight that are used, with a weight that compensates."""

_COMMON = {
    "objective": "cross_entropy",
    "max_bin": 63,
    "min_data_in_leaf": 40,
    "lambda_l2": 5.0,
    "feature_fraction": 0.35,
    "use_missing": False,
    "deterministic": True,
    "force_col_wise": True,
    "seed": 1,
    "verbose": -1,
}
_SMALL_TREES = {"num_leaves": 3, "learning_rate": 0.18}
_FULL_TREES = {"num_leaves": 15, "learning_rate": 0.15}
_N_FULL = 180


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Rows of several pages.

    Attributes
    ----------
    features : array of float32, shape (n_rows, n_features)
    label : array of float, shape (n_rows,)
        Share of the tokens that are main content.
    weight : array of float, shape (n_rows,)
        Mean 1: the penalty `lambda_l2` is in these units.
    """

    features: FeatureArray
    label: FloatArray
    weight: FloatArray


def sample(pages: Sequence[Rows], seed: int, plain_share: float = PLAIN_SHARE) -> Sample:
    """Return the training rows: all rows of large weight, and some of the others.

    A share of them, drawn at random, is plain.
    """
    usable = [page for page in pages if page.is_taught]
    if not usable:
        raise ExtractorError("no page has enough of its gold text to learn from")
    features = np.concatenate([page.features for page in usable])
    label = np.concatenate([page.label for page in usable])
    weight = np.concatenate([page.weight() for page in usable])
    is_low = weight < np.median(weight)
    rng = np.random.default_rng(seed)
    is_drawn = rng.random(len(weight)) < LOW_WEIGHT_SHARE
    is_plain = rng.random(len(weight)) < plain_share
    features[is_plain] = plain(features[is_plain])
    weight = np.where(is_low, weight / LOW_WEIGHT_SHARE, weight)
    kept = ~is_low | is_drawn
    weight = weight[kept]
    return Sample(features[kept], label[kept], weight / weight.mean())


def small_trees(
    rows: Sample, n_pairs: int = N_PAIRS, n_trees: int = N_SMALL_TREES
) -> list[dict[str, Any]]:
    """Return trees of three leaves, each over one feature or one of the best pairs of features.

    A first run without limits finds the pairs: the worth of a pair is the smaller gain of its two
    splits.
    """
    pairs = _best_pairs(_train(rows, _SMALL_TREES, n_trees), n_pairs) if n_pairs else []
    alone = [[number] for number in range(len(FEATURES))]
    limits = {"interaction_constraints": alone + [list(pair) for pair in pairs]}
    return _train(rows, {**_SMALL_TREES, **limits}, n_trees)


def full_trees(rows: Sample) -> list[dict[str, Any]]:
    """Return trees of fifteen leaves."""
    return _train(rows, _FULL_TREES, _N_FULL)


def splits_of(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the splits of a tree, each before the splits below it."""
    if "split_feature" in tree:
        yield tree
        yield from splits_of(tree["left_child"])
        yield from splits_of(tree["right_child"])


def _train(rows: Sample, options: dict[str, Any], n_trees: int) -> list[dict[str, Any]]:
    # Beside other programs, threads that wait by spinning make training five times as long.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import lightgbm
    except ImportError as error:
        raise ExtractorError(
            f"LightGBM is not installed. Install it with: {extra_command('train')}"
        ) from error
    except OSError as error:  # its wheel does not contain GNU's OpenMP
        raise ExtractorError(
            f"LightGBM cannot be loaded: {error}. Install the system's package that has this"
            " library; on Debian: apt-get install libgomp1"
        ) from error
    parameters = {**_COMMON, **options}
    data = lightgbm.Dataset(rows.features, rows.label, weight=rows.weight, params=parameters)
    booster = lightgbm.train(parameters, data, num_boost_round=n_trees)
    trees = booster.dump_model()["tree_info"]
    return [tree["tree_structure"] for tree in trees]


def _best_pairs(trees: Sequence[dict[str, Any]], count: int) -> list[tuple[int, int]]:
    worth: Counter[tuple[int, int]] = Counter()
    for tree in trees:
        gains: Counter[int] = Counter()
        for split in splits_of(tree):
            gains[split["split_feature"]] += split["split_gain"]
        if len(gains) == 2:
            first, second = sorted(gains)
            worth[first, second] += min(gains.values())
    ranked = sorted(worth.items(), key=lambda item: (-item[1], item[0]))
    return [pair for pair, _ in ranked[:count]]
