"""Rows of the benchmark's table: measured work, value, and limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

PARSE = "x bare parse"
TRAFILATURA = "x trafilatura.extract"
MILLISECONDS = "ms, 95th percentile"
EXPONENT = "exponent of growth"


@dataclass(frozen=True, slots=True)
class Row:
    """One measured value.

    Attributes
    ----------
    name : str
        The measured work.
    ratio : float
        The value, in `unit`.
    limit : float or None
        Maximum value; None if the work is measured for comparison only.
    unit : str
        Unit of `ratio`: times a value of the same run, milliseconds, an exponent.
    remark : str
        For the reader of the table, such as which extractor was the slowest.
    """

    name: str
    ratio: float
    limit: float | None
    unit: str
    remark: str = ""

    @property
    def is_within_limit(self) -> bool:
        """Whether the value is within its limit."""
        return self.limit is None or self.ratio <= self.limit

    def as_record(self) -> dict[str, Any]:
        """Return the row as plain values: name, ratio, limit, unit."""
        return {
            "name": self.name,
            "ratio": round(self.ratio, 4),
            "limit": self.limit,
            "unit": self.unit,
        }


def as_table(rows: Iterable[Row]) -> str:
    """Return rows as lines of text with values and limits; values beyond their limit are marked."""
    row_list = list(rows)
    width = max((len(row.name) for row in row_list), default=0)
    lines = [f"{'':2}{'work':{width}}  {'measured':>9}  {'at most':>8}  unit"]
    for row in row_list:
        mark = " " if row.is_within_limit else "!"
        limit = "" if row.limit is None else f"{row.limit:g}"
        remark = f"  ({row.remark})" if row.remark else ""
        lines.append(
            f"{mark:2}{row.name:{width}}  {row.ratio:9.3g}  {limit:>8}  {row.unit}{remark}".rstrip()
        )
    return "\n".join(lines) + "\n"
