"""Model of the Bayes decision: counts of each feature value on labelled blocks.

Counts are kept, not probabilities: smoothing, edges and priors are chosen when the model is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.algorithms.bayes.features import FEATURES
from extractors.errors import ExtractorError
from extractors.model.model_files import load_model, read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from extractors.page.records import FloatArray, IntArray

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
        Blocks by class (0 other, 1 main) and steps of the feature.
    n_blocks : tuple of (int, int)
        Labelled blocks of each class.
    framework, words : tuple of str
        With which the blocks were cut and noticed.
    pages : mapping of str to str
        Pages that were learned from, with the beginning of the SHA-256 of their bytes.
    """

    counts: Mapping[str, CountArray]
    n_blocks: tuple[int, int]
    framework: tuple[str, ...]
    words: tuple[str, ...]
    pages: Mapping[str, str]

    def binned(self, name: str, edges: IntArray) -> FloatArray:
        """Return the blocks by class and bin; the bin of a value is the number of edges <= it.

        Parameters
        ----------
        name : str
            The feature.
        edges : array of int
            Rising, in steps of the feature.

        Returns
        -------
        array of float, shape (2, n_edges + 1)
        """
        summed = np.cumsum(self.counts[name], axis=1)
        below = np.where(edges > 0, summed[:, edges - 1], 0)
        ends = np.column_stack((below, summed[:, -1]))
        counted: FloatArray = np.diff(ends, axis=1, prepend=0).astype(np.float64)
        return counted

    def log_odds(self, name: str, edges: IntArray, alpha: float) -> FloatArray:
        """Return log P(bin | main) - log P(bin | other) of each bin, smoothed by `alpha`."""
        counted = self.binned(name, edges)
        total = np.array(self.n_blocks, dtype=np.float64)[:, None] + alpha * counted.shape[1]
        likely = np.log((counted + alpha) / total)
        odds: FloatArray = likely[1] - likely[0]
        return odds

    def prior(self, alpha: float) -> float:
        """Return the smoothed share of main blocks."""
        other, main = self.n_blocks
        return (main + alpha) / (main + other + 2 * alpha)


def count_blocks(
    labelled: Iterable[tuple[Mapping[str, IntArray], IntArray]],
    framework: tuple[str, ...],
    words: tuple[str, ...],
    pages: Mapping[str, str] | None = None,
) -> BayesModel:
    """Return a model of labelled blocks.

    Parameters
    ----------
    labelled : iterable of (mapping, array of int)
        Per page the steps of each feature and the labels: 1 main, 0 other, -1 left out.
    framework, words : tuple of str
        With which the blocks were measured.
    pages : mapping, optional
        See `BayesModel`.
    """
    counts = {name: np.zeros((2, one.cap + 1), dtype=np.int64) for name, one in FEATURES.items()}
    n_blocks = np.zeros(2, dtype=np.int64)
    for steps, label in labelled:
        known = label >= 0
        n_blocks += np.bincount(label[known], minlength=2)
        for name, values in steps.items():
            np.add.at(counts[name], (label[known], values[known]), 1)
    return BayesModel(
        counts,
        (int(n_blocks[0]), int(n_blocks[1])),
        framework,
        words,
        dict(pages or {}),
    )


def to_table(model: BayesModel) -> dict[str, Any]:
    """Return a model as plain values."""
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
    """Return the model that plain values are.

    Raises
    ------
    ExtractorError
        If they are none; it names `name` and what is wrong.
    """
    return read_table(table, name, FORMAT, lambda plain: _model(plain, name))


def load(path: str) -> BayesModel:
    """Return the model in a file; the shipped one for an empty path.

    Raises
    ------
    ExtractorError
        If there is none.
    """
    model: BayesModel = load_model(path, "bayes_blocks", _parsed)
    return model


def _parsed(table: Any, name: str) -> BayesModel:
    return from_table(table, name=name)


def _model(table: Any, name: str) -> BayesModel:
    counts = {each: _counts(table["counts"][each], each) for each in FEATURES}
    other, main = (_count(table["blocks"][kind]) for kind in _CLASSES)
    for each, counted in counts.items():
        if counted.sum(axis=1).tolist() != [other, main]:
            raise ExtractorError(f"{name}: {each} does not count every block once")
    return BayesModel(
        counts=counts,
        n_blocks=(other, main),
        framework=tuple(str(tag) for tag in table["framework"]),
        words=tuple(str(word) for word in table["words"]),
        pages={str(page): str(mark) for page, mark in dict(table["pages"]).items()},
    )


def _counts(table: Any, name: str) -> CountArray:
    feature = FEATURES[name]
    if table["step"] != feature.step:
        raise ValueError(f"step of {name} must be {feature.step:g}")
    counted = np.zeros((2, feature.cap + 1), dtype=np.int64)
    for kind, named in enumerate(_CLASSES):
        for value, count in dict(table[named]).items():
            place = int(value)
            if not 0 <= place <= feature.cap:
                raise ValueError(f"{name} has no value {value!r}")
            counted[kind, place] = _count(count)
    return counted


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MAX_COUNT:
        raise ValueError(f"{value!r} is not a count")
    return value
