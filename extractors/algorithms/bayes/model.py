"""Model of the Bayes decision: counts of labelled blocks by feature value.

The model contains counts instead of probabilities, so smoothing, bin edges and priors can change
without training it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.algorithms.bayes.features import FEATURES
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.model_files import load_model, read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import FloatArray, IntArray

    CountArray = NDArray[np.int64]

FORMAT = "boilerscope bayes_blocks 1"
_MAX_COUNT = 10**12
_CLASSES = ("other", "main")


@dataclass(frozen=True, slots=True, eq=False)
class BayesModel:
    """Counts of labelled blocks.

    Attributes
    ----------
    counts : mapping of str to array of int, shape (2, cap + 1)
        Number of blocks by class (0 other, 1 main) and value in steps of the feature.
    n_blocks : tuple of (int, int)
        Number of labelled blocks of each class.
    framework, words : tuple of str
        Framework elements and notice words with which the blocks were measured.
    pages : mapping of str to str
        Pages that the model learned from, by name, with their marks (`page_mark`).
    """

    counts: Mapping[str, CountArray]
    n_blocks: tuple[int, int]
    framework: tuple[str, ...]
    words: tuple[str, ...]
    pages: Mapping[str, str]

    def binned(self, name: str, edges: IntArray) -> FloatArray:
        """Return the number of blocks by class and bin.

        The bin of a value is the number of edges that are not greater than the value.

        Parameters
        ----------
        edges : array of int
            Increasing, in steps of the feature.

        Returns
        -------
        array of float, shape (2, n_edges + 1)
        """
        summed = np.cumsum(self.counts[name], axis=1)
        below_edge = np.where(edges > 0, summed[:, edges - 1], 0)
        below_bin_end = np.column_stack((below_edge, summed[:, -1]))
        counts: FloatArray = np.diff(below_bin_end, axis=1, prepend=0).astype(np.float64)
        return counts

    def log_odds(self, name: str, edges: IntArray, alpha: float) -> FloatArray:
        """Return log P(bin | main) - log P(bin | other) of each bin.

        ``P(bin | y) = (count + alpha) / (n_y + alpha * number of bins)``.
        """
        counts = self.binned(name, edges)
        n_bins = counts.shape[1]
        total = np.array(self.n_blocks, dtype=np.float64)[:, None] + alpha * n_bins
        log_other, log_main = np.log((counts + alpha) / total)
        odds: FloatArray = log_main - log_other
        return odds

    def prior(self, alpha: float) -> float:
        """Return the smoothed share of main blocks: (n_main + alpha) / (n + 2 * alpha)."""
        other, main = self.n_blocks
        return (main + alpha) / (main + other + 2 * alpha)


def count_blocks(
    labelled: Iterable[tuple[Mapping[str, IntArray], IntArray]],
    framework: tuple[str, ...],
    words: tuple[str, ...],
    pages: Mapping[str, str] | None = None,
) -> BayesModel:
    """Count labelled blocks into a model.

    Parameters
    ----------
    labelled : iterable of (mapping, array of int)
        For each page the values in steps by feature, and the labels: 1 main, 0 other, -1 unknown.
    framework, words, pages
        See `BayesModel`.
    """
    counts = {
        name: np.zeros((2, feature.cap + 1), dtype=np.int64) for name, feature in FEATURES.items()
    }
    n_blocks = np.zeros(2, dtype=np.int64)
    for steps, label in labelled:
        is_known = label >= 0
        n_blocks += np.bincount(label[is_known], minlength=2)
        for name, values in steps.items():
            np.add.at(counts[name], (label[is_known], values[is_known]), 1)
    return BayesModel(
        counts,
        (int(n_blocks[0]), int(n_blocks[1])),
        framework,
        words,
        dict(pages or {}),
    )


def to_table(model: BayesModel) -> dict[str, Any]:
    """Return a model as plain values, to be written as JSON."""
    return {
        "format": FORMAT,
        "blocks": dict(zip(_CLASSES, model.n_blocks, strict=True)),
        "framework": list(model.framework),
        "words": list(model.words),
        "counts": {
            name: {
                "step": feature.step,
                **{
                    _CLASSES[kind]: {
                        str(value): int(model.counts[name][kind, value])
                        for value in np.flatnonzero(model.counts[name][kind]).tolist()
                    }
                    for kind in (0, 1)
                },
            }
            for name, feature in FEATURES.items()
        },
        "pages": dict(model.pages),
    }


def from_table(table: Any, *, name: str) -> BayesModel:
    """Build a model from plain values.

    Raises
    ------
    ExtractorError
        If they do not describe a model; the message begins with `name`.
    """
    return read_table(table, name, FORMAT, lambda table: _model(table, name))


def load(path: str) -> BayesModel:
    """Return the model in a file, or the built-in model if the path is empty.

    Raises
    ------
    ExtractorError
        If the file cannot be read or is not a model.
    """
    model: BayesModel = load_model(path, "bayes_blocks", _parse)
    return model


def _parse(table: Any, name: str) -> BayesModel:
    return from_table(table, name=name)


def _model(table: Any, name: str) -> BayesModel:
    counts = {feature: _counts(table["counts"][feature], feature) for feature in FEATURES}
    n_other, n_main = (_count(table["blocks"][kind]) for kind in _CLASSES)
    for feature, counted in counts.items():
        if counted.sum(axis=1).tolist() != [n_other, n_main]:
            raise ExtractorError(
                f"{name}: counts of {feature} add up to {counted.sum(axis=1).tolist()},"
                f" not to the numbers of blocks {[n_other, n_main]}"
            )
    return BayesModel(
        counts=counts,
        n_blocks=(n_other, n_main),
        framework=tuple(str(tag) for tag in table["framework"]),
        words=tuple(str(word) for word in table["words"]),
        pages={str(page): str(mark) for page, mark in dict(table["pages"]).items()},
    )


def _counts(table: Any, name: str) -> CountArray:
    feature = FEATURES[name]
    if table["step"] != feature.step:
        raise ValueError(f"step of {name} must be {feature.step:g}, got {table['step']!r}")
    counts = np.zeros((2, feature.cap + 1), dtype=np.int64)
    for row, class_name in enumerate(_CLASSES):
        for value, count in dict(table[class_name]).items():
            if not 0 <= int(value) <= feature.cap:
                raise ValueError(f"values of {name} go from 0 to {feature.cap}, got {value!r}")
            counts[row, int(value)] = _count(count)
    return counts


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MAX_COUNT:
        raise ValueError(f"a count must be a whole number from 0 to {_MAX_COUNT}, got {value!r}")
    return value
