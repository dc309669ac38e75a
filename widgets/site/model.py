"""Pages of the site as a table model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets import theme
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.words import number, share

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from boilerscope.widgets.site.records import SiteRecord, SiteRow

Index = QModelIndex | QPersistentModelIndex

PAGE, LAYOUT, TEMPLATE, WORDS, SEGMENT = range(5)
_NUMBERS = frozenset((LAYOUT, TEMPLATE, WORDS))


class SiteModel(TableModel):
    """A row for each page: the page on screen first, then the others in the order of the listing.

    The last column is about the selected segment.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[SiteRow, ...] = ()
        self._record: SiteRecord | None = None
        self._numbers: tuple[int, ...] = ()
        self._segment = -1

    def show_site(self, record: SiteRecord | None, layout: int) -> None:
        """Show the pages of a site, of one layout unless it is -1."""
        self.beginResetModel()
        self._record = record
        others = () if record is None else tuple(enumerate(record.others))
        listed = [(n, row) for n, row in others if layout in {-1, row.layout}]
        own = () if record is None else (record.page,)
        self.rows = (*own, *(row for _, row in listed))
        self._numbers = (-1, *(n for n, _ in listed))
        self.endResetModel()

    def show_segment(self, segment: int) -> None:
        """Compare another segment of the page; -1 for none."""
        if segment != self._segment:
            self._segment = segment
            if self.rows:
                last = self.index(len(self.rows) - 1, SEGMENT)
                self.dataChanged.emit(self.index(0, SEGMENT), last)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else 5

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Page"),
            self.tr("Layout"),
            self.tr("Template"),
            self.tr("Words"),
            self.tr("This segment"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = index.row()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.FontRole and row == 0 and index.column() == PAGE:
            return theme.font(12, 600)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(text for text in map(self._text, [row] * 5, range(5)) if text)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, index.column())
        return None

    def _text(self, row: int, column: int) -> str:
        page = self.rows[row]
        if column == SEGMENT:
            return self._of_segment(row)
        if column == LAYOUT:
            return number(page.layout) if page.layout else "–"
        return (
            page.label,
            "",
            share(page.template, 1.0),
            number(page.n_words),
        )[column]

    def _of_segment(self, row: int) -> str:
        if self._record is None or self._segment < 0:
            return ""
        if row == 0:
            return self.tr("this page")
        has_it = self._record.has_segment[self._numbers[row], self._segment]
        return self.tr("word for word") if has_it else self.tr("not on this page")


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
