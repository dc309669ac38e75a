"""The learned unit of AI Depot: one logistic unit on the values of a line and its neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.algorithms.ai_depot.lines import LineProfile, LineRule
from boilerscope.extractors.algorithms.ai_depot.settings import Inputs
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.model.model_files import load_model, read_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.algorithms.ai_depot.lines import DensityLines
    from boilerscope.extractors.page.records import FloatArray

FORMAT = "boilerscope ai_depot_learned 1"
INPUT_NAMES = {
    Inputs.THREE: ("density", "bytes", "length"),
    Inputs.NINE: tuple(
        f"{prefix}{name}"
        for prefix in ("previous_", "", "next_")
        for name in ("density", "bytes", "length")
    ),
}
"""Names of the inputs of a unit, in order."""

_SCALE = 1000
_CHUNK = 4096
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Unit:
    """One logistic unit.

    Attributes
    ----------
    weights : tuple of float
        One per input.
    bias : float
        Added to the weighted sum.
    """

    weights: tuple[float, ...]
    bias: float

    def support(self, inputs: FloatArray) -> FloatArray:
        """Return the output for each row of inputs: 1 / (1 + exp(-(bias + weights x inputs)))."""
        with np.errstate(over="ignore"):
            support: FloatArray = 1 / (1 + np.exp(-(inputs @ np.array(self.weights) + self.bias)))
        return support


@dataclass(frozen=True, slots=True, eq=False)
class DensityModel:
    """Learned model and its provenance.

    Attributes
    ----------
    units : mapping of Inputs to Unit
        One unit for each number of inputs.
    n_lines : tuple of (int, int)
        Number of labelled lines that are not content, and of those that are.
    rule : LineRule
        The division into lines.
    pages : mapping of str to str
        Training pages, with the first digits of the SHA-256 of their bytes.
    """

    units: Mapping[Inputs, Unit]
    n_lines: tuple[int, int]
    rule: LineRule
    pages: Mapping[str, str]


def inputs_of(lines: DensityLines, inputs: Inputs) -> FloatArray:
    """Return the inputs of each line, scaled to 0 ... 1, shape (n_lines, 3 or 9).

    The density is unchanged, bytes and length are divided by 1,000, and all are capped at 1. The
    values beyond the first and last line are 0.
    """
    return _with_neighbours(_padded(lines), inputs)


def support_of(lines: DensityLines, inputs: Inputs, unit: Unit) -> FloatArray:
    """Return the output of a unit for each line, shape (n_lines,)."""
    padded = _padded(lines)
    support = np.zeros(len(lines))
    for first in range(0, len(lines), _CHUNK):  # a chunk of inputs fits into the cache
        end = min(first + _CHUNK, len(lines))
        support[first:end] = unit.support(_with_neighbours(padded[first : end + 2], inputs))
    return support


def _padded(lines: DensityLines) -> FloatArray:
    """Return the three values of each line, with a row of zeros at either end."""
    padded = np.zeros((len(lines) + 2, 3))
    own = padded[1:-1]
    np.clip(lines.density, 0, 1, out=own[:, 0])
    for column, sizes in ((1, lines.n_bytes), (2, lines.length)):
        np.divide(sizes, _SCALE, out=own[:, column])
        np.clip(own[:, column], 0, 1, out=own[:, column])
    return padded


def _with_neighbours(padded: FloatArray, inputs: Inputs) -> FloatArray:
    """Return the inputs of all rows but the first and the last."""
    if inputs is Inputs.THREE:
        return padded[1:-1]
    return np.concatenate((padded[:-2], padded[1:-1], padded[2:]), axis=1)


def learn(rows: Sequence[Sequence[float]], labels: Sequence[int], epochs: int, rate: float) -> Unit:
    """Train a unit on labelled rows, one after the other, starting from weights of 0.

    Raises
    ------
    ExtractorError
        Without rows.
    """
    if not rows:
        raise ExtractorError("no labelled lines to learn from")
    weights, bias = [0.0] * len(rows[0]), 0.0
    pairs = list(zip(rows, labels, strict=True))
    for _ in range(epochs):
        for row, label in pairs:
            total = bias + math.fsum(w * x for w, x in zip(weights, row, strict=True))
            step = rate * (label - _logistic(total))
            weights = [w + step * x for w, x in zip(weights, row, strict=True)]
            bias += step
    return Unit(tuple(round(w, _DIGITS) for w in weights), round(bias, _DIGITS))


def to_table(model: DensityModel) -> dict[str, Any]:
    """Convert a model to plain values."""
    return {
        "format": FORMAT,
        "lines": dict(zip(("noise", "content"), model.n_lines, strict=True)),
        "profile": model.rule.profile.value,
        "exclude_comments": model.rule.exclude_comments,
        "exclude_scripts": model.rule.exclude_scripts,
        "break_tags": sorted(model.rule.break_tags),
        "units": {
            inputs.value: {
                "bias": unit.bias,
                **dict(zip(INPUT_NAMES[inputs], unit.weights, strict=True)),
            }
            for inputs, unit in model.units.items()
        },
        "pages": dict(model.pages),
    }


def from_table(table: Any, name: str) -> DensityModel:
    """Build a model from plain values.

    Raises
    ------
    ExtractorError
        If they are not a model; the message names `name` and the fault.
    """
    return read_table(table, name, FORMAT, _model)


def load(path: str) -> DensityModel:
    """Return the model in a file; the built-in model for an empty path.

    Raises
    ------
    ExtractorError
        If the model does not exist.
    """
    model: DensityModel = load_model(path, "ai_depot_learned", from_table)
    return model


def _model(table: Any) -> DensityModel:
    return DensityModel(
        units={inputs: _unit(table["units"][inputs.value], inputs) for inputs in Inputs},
        n_lines=(int(table["lines"]["noise"]), int(table["lines"]["content"])),
        rule=LineRule(
            LineProfile(table["profile"]),
            frozenset(str(tag) for tag in table["break_tags"]),
            bool(table["exclude_comments"]),
            bool(table["exclude_scripts"]),
        ),
        pages={str(page): str(mark) for page, mark in dict(table["pages"]).items()},
    )


def _logistic(total: float) -> float:
    return 1 / (1 + math.exp(-total)) if total >= 0 else math.exp(total) / (1 + math.exp(total))


def _unit(table: Any, inputs: Inputs) -> Unit:
    weights = tuple(float(table[name]) for name in INPUT_NAMES[inputs])
    unit = Unit(weights, float(table["bias"]))
    if not all(map(math.isfinite, (*unit.weights, unit.bias))):
        raise ValueError("weights must be finite numbers")
    return unit
