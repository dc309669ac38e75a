"""Row of the active filters, each with a button that removes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from boilerscope.extractors.scoring.order import PageFilter
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.pages.sentences import filter_parts
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.plain import entry, plain

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_MAX_TEXT = 40


class FilterChips(QWidget):
    """Chips of a filter; the row is hidden while no filter is active.

    Signals
    -------
    filter_chosen(PageFilter)
        Show the pages that pass this filter instead.
    """

    filter_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter, self._characters = PageFilter(), False
        self._body = QWidget()
        self._flow = FlowLayout(self._body)
        self._column = theme.spaced(QVBoxLayout(self), (12, 0, 4, 4))
        self._column.addWidget(self._body)
        self._chips: list[QPushButton] = []
        self.clear = QPushButton(self.tr("Clear filters"))
        self.clear.setProperty("role", "link")
        self.clear.setProperty("low", True)
        self.clear.clicked.connect(lambda: self.filter_chosen.emit(PageFilter()))
        self._flow.addWidget(self.clear)
        theme.follow(self._restyle)
        self.hide()

    @property
    def chips(self) -> tuple[QPushButton, ...]:
        """The chips, from left to right."""
        return tuple(self._chips)

    def show_filter(self, page_filter: PageFilter, *, characters: bool = False) -> None:
        """Show the parts of a filter; lengths are numbers of words, or of characters."""
        if (page_filter, characters) == (self._filter, self._characters):
            return
        self._filter, self._characters = page_filter, characters
        for chip in (*self._chips, self.clear):
            self._flow.removeWidget(chip)
        for chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._chips = [
            self._make_chip(*part) for part in filter_parts(page_filter, characters=characters)
        ]
        for chip in (*self._chips, self.clear):
            self._flow.addWidget(chip)
            chip.show()
        self.setVisible(bool(self._chips))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _make_chip(self, fields: str, text: str) -> QPushButton:
        label = text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 1]}…"
        chip = QPushButton(theme.icon("close"), entry(label), self._body)
        chip.setProperty("role", "chip")
        tip = self.tr("Remove the filter {filter}").format(filter=text)
        chip.setToolTip(plain(tip))
        chip.setAccessibleName(tip)
        defaults = PageFilter()
        changes = {name: getattr(defaults, name) for name in fields.split()}
        chip.clicked.connect(lambda: self.filter_chosen.emit(replace(self._filter, **changes)))
        return chip

    def _fit(self) -> None:
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        self._body.setFixedHeight(self._flow.heightForWidth(room))

    def _restyle(self) -> None:
        self._flow.set_spacing(theme.px(4))
        for chip in self._chips:
            chip.setIcon(theme.icon("close"))
        self._fit()
