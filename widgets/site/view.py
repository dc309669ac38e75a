"""Tab Site: the other pages of the site, their layouts, and which of them have a segment.

Input: a site, the selected segment. Output: the page to open. The only state is the layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.site.model import LAYOUT, PAGE, SEGMENT, TEMPLATE, WORDS, SiteModel
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.widgets.site.records import SiteRecord

ALL_LAYOUTS = -1
_ALL = str(ALL_LAYOUTS)

_WIDTHS = {LAYOUT: 64, TEMPLATE: 76, WORDS: 72, SEGMENT: 140}
"""Widths of the columns beside the name, pixels at 100 % interface size."""


class SiteTable(CalmTable):
    """Pages of the site.

    Signals
    -------
    opened(str)
        Open the page of this name.
    """

    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__(name=self.tr("Pages of the site"), takes_enter=True)
        self.pages = SiteModel(self)
        self.setModel(self.pages)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(CalmTable.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.confirmed.connect(self._open)
        self.doubleClicked.connect(lambda _index: self._open())

    def fit_columns(self) -> None:
        """Give the name what the other columns leave."""
        header = self.horizontalHeader()
        if header.count() <= SEGMENT:
            return
        widths = {column: theme.px(width) for column, width in _WIDTHS.items()}
        for column, width in widths.items():
            header.resizeSection(column, width)
        rest = self.viewport().width() - sum(widths.values())
        header.resizeSection(PAGE, max(rest, theme.px(120)))

    def _open(self) -> None:
        row = self.currentIndex().row()
        if row > 0:  # the first row is the page on screen
            self.opened.emit(self.pages.rows[row].name)


class SiteView(QWidget):
    """Choice of the layout above the table, or why there are no other pages.

    Signals
    -------
    page_asked(str)
        Open the page of this name.
    tree_asked()
        Show the site style tree.
    offer_chosen(str)
        Command that would fill the empty view.
    """

    page_asked = Signal(str)
    tree_asked = Signal()
    offer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("site")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Site"))
        self._record: SiteRecord | None = None
        self.layout_choice = Combo()
        self.layout_choice.setAccessibleName(self.tr("Layout of the pages"))
        self.site = ElidedLabel(size=12, role="ink2")
        self.tree = QPushButton(self.tr("Site style tree"))
        self.tree.setToolTip(
            self.tr("Show the pages merged into one tree, with the importance of each element")
        )
        self.table, self.empty_note = SiteTable(), EmptyNote()
        self._head = QWidget()
        row = theme.spaced(QHBoxLayout(self._head), (12, 6, 12, 4), 8)
        row.addWidget(self.layout_choice)
        row.addWidget(self.site, 1)
        row.addWidget(self.tree)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._head, self.table, self.empty_note):
            column.addWidget(widget, int(widget is not self._head))
        self.layout_choice.activated.connect(lambda _index: self._show_rows())
        self.table.opened.connect(self.page_asked)
        self.tree.clicked.connect(self.tree_asked)
        self.empty_note.chosen.connect(self.offer_chosen)
        self.show_empty("")

    def show_site(self, record: SiteRecord) -> None:
        """Show the pages of a site; the chosen layout stays chosen if the site has it."""
        if record is not self._record:
            self._record = record
            chosen = self.layout_choice.currentData()
            every = self.tr("All {n} pages").format(n=number(1 + len(record.others)))
            entries: list[tuple[str, str | None]] = [(every, _ALL)]
            entries += [
                (self._layout_label(layout, n), str(layout)) for layout, n in record.layouts()
            ]
            is_there = chosen in [layout for _, layout in entries]
            self.layout_choice.set_entries(entries, chosen if is_there else _ALL)
            self.site.setText(self._sentence(record))
            self._show_rows()
        self._show(has_pages=True)

    def show_segment(self, segment: int) -> None:
        """Show which pages have a segment of the page on screen; -1 for none."""
        self.table.pages.show_segment(segment)

    def show_empty(self, note: str, offers: tuple[tuple[str, str], ...] = ()) -> None:
        """Show why there are no other pages, with buttons as (command, label)."""
        self._record = None
        self.table.pages.show_site(None, ALL_LAYOUTS)
        self.empty_note.show_note(note, offers)
        self._show(has_pages=False)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.table if self.table.isVisibleTo(self) else self.empty_note.entry()

    def _show(self, *, has_pages: bool) -> None:
        had_focus = self.empty_note.has_focus()
        self._head.setVisible(has_pages)
        self.table.setVisible(has_pages)
        if had_focus and has_pages:
            self.table.setFocus()
        self.empty_note.setVisible(not has_pages)

    def _show_rows(self) -> None:
        layout = self.layout_choice.currentData()
        self.table.pages.show_site(self._record, int(layout or _ALL))
        self.table.fit_columns()

    def _layout_label(self, layout: int, n_pages: int) -> str:
        if layout:
            one = self.tr("Layout {number}, 1 page")
            several = self.tr("Layout {number}, {n} pages")
        else:
            one, several = self.tr("Other layouts, 1 page"), self.tr("Other layouts, {n} pages")
        return (one if n_pages == 1 else several).format(number=number(layout), n=number(n_pages))

    def _sentence(self, record: SiteRecord) -> str:
        text = self.tr("Site: {site}").format(site=record.site)
        n_read = 1 + len(record.others) + record.n_copies
        if record.n_copies:
            copies = self.tr("{n} copies of this page are not counted")
            if record.n_copies == 1:
                copies = self.tr("1 copy of this page is not counted")
            text += ", " + copies.format(n=number(record.n_copies))
        if record.n_listed > n_read:
            sample = self.tr("a sample of {n} pages")
            text += ", " + sample.format(n=number(record.n_listed))
        return text
