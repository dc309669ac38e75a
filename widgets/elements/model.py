"""Table model of elements: a row for each part that differs, and for each equal element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.extractors.scoring.structure.records import Change, ElementKind
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from boilerscope.extractors.scoring.structure.records import Difference, ElementScore

_Index = QModelIndex | QPersistentModelIndex

MAX_TIP = 600
_MAX_CELL = 200
SCORE = 1
"""Column of the score."""


class ElementRow(NamedTuple):
    """An element with a part that differs; without one, the element is equal to the gold."""

    element: ElementScore
    part: Difference | None = None


class ElementsModel(TableModel):
    """The elements of one pane as a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[ElementRow, ...] = ()
        self._headings = (
            self.tr("Element"),
            self.tr("Score"),
            self.tr("Place"),
            self.tr("Error"),
            self.tr("Gold"),
            self.tr("Result"),
        )
        self._changes = {
            Change.CHANGED: self.tr("changed"),
            Change.MISSING: self.tr("missing"),
            Change.ADDED: self.tr("added"),
        }
        self._names = {
            ElementKind.TABLE: self.tr("Table {n}"),
            ElementKind.CODE: self.tr("Code {n}"),
            ElementKind.FORMULA: self.tr("Formula {n}"),
        }

    def show_elements(self, elements: Sequence[ElementScore]) -> None:
        """Show other elements."""
        self.beginResetModel()
        self.rows = tuple(
            ElementRow(element, part)
            for element in elements
            for part in (element.differences or (None,))
        )
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == SCORE else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        texts = self.texts(index.row())
        text = texts[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(text[:_MAX_CELL].split())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(text[:MAX_TIP])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_score = index.column() == SCORE
            side = Qt.AlignmentFlag.AlignRight if is_score else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, texts))
        return None

    def texts(self, row: int) -> tuple[str, ...]:
        """Return the texts of the cells of a row, whole."""
        element, part = self.rows[row]
        name = self._names[element.kind].format(n=f"{element.number or element.kept_number:,}")
        score = "\u2013" if element.score is None else f"{element.score:.3f}"
        if part is None:
            equal = self.tr("equal") if element.change is None else self.tr("changed")
            return name, score, "", equal, "", ""
        return name, score, self._place(part), self._changes[part.change], part.gold, part.kept

    def _place(self, part: Difference) -> str:
        if part.line:
            return self.tr("line {n}").format(n=f"{part.line:,}")
        if part.column:
            text = self.tr("row {row}, column {column}")
            return text.format(row=f"{part.row:,}", column=f"{part.column:,}")
        return self.tr("row {n}").format(n=f"{part.row:,}") if part.row else ""
