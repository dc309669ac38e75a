"""Part of the inspector on the site: on how many other pages the selected segment is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.widgets.site.records import SiteRecord, SiteRow

_MAX_LINKS = 3


class SitePart(QWidget):
    """Sentence on a segment, and links to the first other pages that have it.

    Signals
    -------
    page_asked(str)
        Open the page of this name.
    all_asked()
        List all pages of the site.
    """

    page_asked = Signal(str)
    all_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = TextLabel(weight=600, wrap=True)
        self.links = [QPushButton() for _ in range(_MAX_LINKS)]
        self.more = QPushButton()
        self._rows: list[SiteRow] = []
        column = theme.spaced(QVBoxLayout(self), (30, 2, 16, 8), 2)
        column.addWidget(self.sentence)
        for index, link in enumerate(self.links):
            link.setProperty("role", "link")
            link.clicked.connect(lambda _checked=False, at=index: self._ask(at))
            column.addWidget(link)
        self.more.setProperty("role", "link")
        self.more.clicked.connect(self.all_asked)
        column.addWidget(self.more)

    def show_segment(self, record: SiteRecord, segment: int) -> None:
        """Show on which other pages a segment of the page on screen is."""
        has_it = record.has_segment[:, segment]
        self._rows = [record.others[row] for row in has_it.nonzero()[0].tolist()]
        n_with, n_others = len(self._rows), len(record.others)
        text = self.tr("Word for word on {n} of {others} other pages of this site.")
        if not n_with:
            text = self.tr("On none of {others} other pages of this site.")
        self.sentence.setText(text.format(n=number(n_with), others=number(n_others)))
        for index, link in enumerate(self.links):
            link.setVisible(index < n_with)
            if index < n_with:
                label = self._rows[index].label
                link.setText(
                    link.fontMetrics().elidedText(
                        label, Qt.TextElideMode.ElideMiddle, theme.px(240)
                    )
                )
                link.setAccessibleName(self.tr("Open {page}").format(page=label))
        n_more = n_with - _MAX_LINKS
        self.more.setVisible(n_more > 0)
        more = self.tr("1 more page") if n_more == 1 else self.tr("{n} more pages")
        self.more.setText(more.format(n=number(max(n_more, 0))))

    def _ask(self, index: int) -> None:
        if index < len(self._rows):
            self.page_asked.emit(self._rows[index].name)
