"""Names of panes and measures in plots and tables."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.scoring.measures import measure_of
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from boilerscope.widgets.records import PaneRecord


def _tr(text: str) -> str:
    return QCoreApplication.translate("Measures", text)


def pane_name(pane: PaneRecord) -> str:
    """Return number and name of a pane."""
    return f"{pane.number}  {pane.name}"


def measure_name(measure: str) -> str:
    """Return the name of a measure."""
    return declared(measure_of(measure).label)


def short_measure(measure: str) -> str:
    """Return the short name of a measure, for axes and headings beside the full name."""
    without_gold = {
        "agreement": _tr("Agree"),
        "kept_share": _tr("Kept"),
        "expected_f1": _tr("Exp. F1"),
    }
    if measure in without_gold:
        return without_gold[measure]
    kind = measure.rsplit("_", 1)[-1]
    short = {"f1": "F1", "precision": _tr("precision"), "recall": _tr("recall")}
    return short.get(kind) or measure_name(measure)


def signed(value: float, *, decimals: int = 3) -> str:
    """Format a difference of scores with its sign."""
    if math.isnan(value):
        return number(value)
    rounded = round(value, decimals)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number(abs(rounded), decimals=decimals)}"
