"""Curve with a setting as its threshold; no Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Curve
from boilerscope.extractors.model.settings import Knob, known_knob
from boilerscope.widgets.settings.main_knobs import Link, link_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Column, Extraction


def threshold_knob(curve: Curve, settings_class: type) -> Knob | None:
    """Return the declaration of a curve's threshold, None for none."""
    return known_knob(settings_class, curve.threshold_field)


def curves_with(extraction: Extraction, field: str) -> tuple[Sequence[Curve], str]:
    """Return the curves of a result, and the name of the curve with a field as its threshold.

    This is the curve that the algorithm declares with this threshold, else a curve of the same
    quantity in the same unit, else a new curve of the quantity's values, block by block. The name
    is empty if the field does not bound a measured quantity.
    """
    curves = list(extraction.curves)
    declared_curve = next((curve for curve in curves if curve.threshold_field == field), None)
    if declared_curve is not None:
        return curves, declared_curve.name
    knob = known_knob(type(extraction.settings), field)
    if knob is None:
        return curves, ""
    for index, curve in enumerate(curves):
        leader = threshold_knob(curve, type(extraction.settings))
        if leader is not None and link_between(leader, knob) is Link.SAME:
            curves[index] = replace(curve, threshold_field=field)
            return curves, curve.name
    column = next((column for column in extraction.columns if column.name == knob.bounds), None)
    if column is None or not len(column.values):
        return curves, ""
    added = _block_by_block(extraction, column, field)
    return [*curves, added], added.name


def _block_by_block(extraction: Extraction, column: Column, field: str) -> Curve:
    numbers = np.arange(len(column.values), dtype=np.int32)
    kept_blocks = np.flatnonzero(extraction.content).tolist()
    return Curve(
        name=column.label,
        x=numbers.astype(np.float64),
        y=np.asarray(column.values, dtype=np.float64),
        x_label="block",
        y_label=column.unit or column.label,
        style="bars",
        block=numbers,
        threshold_field=field,
        kept=tuple((number - 0.5, number + 0.5) for number in kept_blocks),
    )
