"""Records of tables, code blocks and formulas that are compared one by one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ElementKind(StrEnum):
    """Kind of an element that has a score of its own."""

    TABLE = "table"
    CODE = "code"
    FORMULA = "formula"


class Change(StrEnum):
    """How a part of the result differs from the gold."""

    CHANGED = "changed"
    MISSING = "missing"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell, a line or a formula that differs.

    Attributes
    ----------
    row, column : int
        Place of a cell in the gold's table, from 1; of an added cell, in the result's. 0 for other
        parts, and `column` is 0 for a whole row.
    line : int
        Place of a line in the gold's code, from 1; of an added line, in the result's. 0 for other
        parts.
    gold, kept : str
        Text of the gold and of the result, empty if one of them has no such part.
    start, end : int
        Range of the part in the plain text of the gold's element, or, for an added part, of the
        result's.
    """

    change: Change
    row: int = 0
    column: int = 0
    line: int = 0
    gold: str = ""
    kept: str = ""
    start: int = 0
    end: int = 0

    @property
    def place(self) -> str:
        """Row and column, or line, in words; empty for a formula."""
        if self.line:
            return f"line {self.line:,}"
        if self.column:
            return f"row {self.row:,}, column {self.column:,}"
        return f"row {self.row:,}" if self.row else ""


@dataclass(frozen=True, slots=True)
class ElementScore:
    """An element of the gold, of the result, or of both.

    Attributes
    ----------
    number, kept_number : int
        Number among the elements of this kind in the gold and in the result, from 1; 0 if there is
        none.
    score : float or None
        Similarity from 0 to 1; None if the element is too large to be compared.
    gold, kept : str
        Plain text of the element: cells or lines, a line for each.
    differences : tuple of Difference
        In the order of the element.
    """

    kind: ElementKind
    number: int
    kept_number: int
    score: float | None
    gold: str
    kept: str
    differences: tuple[Difference, ...]

    @property
    def change(self) -> Change | None:
        """How the whole element differs; None if it is equal."""
        if not self.number:
            return Change.ADDED
        if not self.kept_number:
            return Change.MISSING
        return Change.CHANGED if self.differences or self.score != 1.0 else None
