"""Lines of the benchmark's table: what was measured, the figure, and what it may be at most."""

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
    """One measured figure.

    Attributes
    ----------
    name : str
        What was measured.
    ratio : float
        The figure, in `unit`.
    limit : float or None
        What it may be at most; None where something is measured for comparison only.
    unit : str
        What `ratio` counts: times another figure of this run, milliseconds, an exponent.
    remark : str
        For the reader of the table, such as which extractor was the slowest.
    """

    name: str
    ratio: float
    limit: float | None
    unit: str
    remark: str = ""

    @property
    def holds(self) -> bool:
        """Whether the figure is within its limit."""
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
    """Return rows as lines of text, figures beside their limits; what is beyond one is marked."""
    listed = list(rows)
    width = max((len(row.name) for row in listed), default=0)
    lines = [f"{'':2}{'work':{width}}  {'measured':>9}  {'at most':>8}  unit"]
    for row in listed:
        sign = " " if row.holds else "!"
        limit = "" if row.limit is None else f"{row.limit:g}"
        remark = f"  ({row.remark})" if row.remark else ""
        lines.append(
            f"{sign:2}{row.name:{width}}  {row.ratio:9.3g}  {limit:>8}  {row.unit}{remark}".rstrip()
        )
    return "\n".join(lines) + "\n"
