"""Preview of an export: its source, how it reads, and what the format cannot hold.

Input: a `Preview`. It runs nothing and loads nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.export.source_view import SourceView
from boilerscope.widgets.labels import ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QUrl

MAX_SHOWN = 200_000
"""Maximum number of characters that are shown."""


_UNKNOWN_BLOCKS = re.compile(r"<(/?)(?:figure|figcaption|section)\b")
"""Tags of blocks that Qt does not know: their content would be on the line before."""


class Notice(NamedTuple):
    """Remark on a part that a format cannot hold.

    Attributes
    ----------
    line : int
        Line of the source where the first such part begins, from 1; 0 if there is none.
    """

    found: str
    instead: str
    line: int = 0


class Preview(NamedTuple):
    """Contents of the preview.

    Attributes
    ----------
    title : str
        Name and size of the first file.
    name : str
        Name of the first file, whose suffix says what its source is coloured as.
    source : str
        Its text, perhaps only the beginning.
    rendered : str
        The same as HTML without scripts; empty if there is nothing to render.
    notices : tuple of Notice
        What the format cannot hold.
    found, written : mapping of str to int
        Parts of the structure in the kept part, and in the export.
    problem : str
        Why there is no preview.
    """

    title: str = ""
    name: str = ""
    source: str = ""
    rendered: str = ""
    notices: tuple[Notice, ...] = ()
    found: Mapping[str, int] = {}
    written: Mapping[str, int] = {}
    problem: str = ""


class _Reader(QTextBrowser):
    """Shows HTML and loads nothing, neither images nor links."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """Return nothing: a preview reads no file and no address."""
        return None


class PreviewPanel(QWidget):
    """Source and rendered text of an export, notices below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("exportPreview")
        self._title = ElidedLabel(role="ink2", size=12)
        self._title.setObjectName("exportPreviewTitle")
        self.source = SourceView()
        self.source.setObjectName("exportSource")
        self.source.setAccessibleName(self.tr("Source of the export"))
        self._reader = _Reader()
        self._reader.setObjectName("exportRendered")
        self._reader.setAccessibleName(self.tr("Rendered export"))
        self._tabs = QTabWidget()
        self._tabs.setObjectName("exportPreviewTabs")
        self._tabs.setAccessibleName(self.tr("Preview"))
        self._tabs.setDocumentMode(True)
        self._tabs.addTab(self._reader, self.tr("Rendered"))
        self._tabs.addTab(self.source, self.tr("Source"))
        self._tabs.setCurrentWidget(self.source)
        heading = TextLabel(self.tr("Preview"), weight=600)
        # Corner widgets stand at the lower end of the bar, the words of the tabs in its middle.
        heading.setContentsMargins(0, 0, 8, 10)
        self._title.setContentsMargins(0, 0, 0, 10)
        self._tabs.setCornerWidget(heading, Qt.Corner.TopLeftCorner)
        self._tabs.setCornerWidget(self._title, Qt.Corner.TopRightCorner)
        self._notices = QFrame()
        self._notices.setObjectName("exportLimits")
        self._notice_rows = theme.spaced(QVBoxLayout(self._notices), (12, 6, 12, 6), 4)
        self._rows: list[QWidget] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._tabs, 1)
        column.addWidget(self._notices)
        theme.follow(self._restyle)
        self.show_preview(Preview())

    def show_preview(self, preview: Preview) -> None:
        """Show a preview in place of the one before."""
        self._title.setText(preview.title)
        self._title.setVisible(bool(preview.title))
        source = preview.problem or preview.source[:MAX_SHOWN]
        self.source.show_source(source, "" if preview.problem else preview.name)
        self._tabs.setTabEnabled(self._tabs.indexOf(self._reader), bool(preview.rendered))
        self._reader.setHtml(_UNKNOWN_BLOCKS.sub(r"<\1div", preview.rendered[:MAX_SHOWN]))
        for row in self._rows:
            self._notice_rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._notice_row(notice) for notice in preview.notices]
        for row in self._rows:
            self._notice_rows.addWidget(row)
        self._notices.setVisible(bool(self._rows))

    def _notice_row(self, notice: Notice) -> QWidget:
        """Return a remark, with a button that goes to its line of the source if it has one."""
        row = QWidget()
        line = theme.spaced(QHBoxLayout(row), (0, 0, 0, 0), 8)
        line.addWidget(TextLabel(f"{notice.found} {notice.instead}", size=12, wrap=True), 1)
        if 0 < notice.line <= self.source.blockCount():
            button = QPushButton(self.tr("Show it"))
            button.setProperty("role", "link")
            button.setProperty("low", True)
            button.setAutoDefault(False)
            button.clicked.connect(lambda: self._go_to(notice.line))
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _go_to(self, line: int) -> None:
        self._tabs.setCurrentWidget(self.source)
        self.source.go_to_line(line)

    def _restyle(self) -> None:
        self._notices.setStyleSheet(
            theme.fill("#exportLimits { background: @warning_fill; border-radius: 4px; }")
        )
