"""Preview of an export: its source, how it reads, and what the format cannot hold.

Input: a `Preview`. It runs nothing and loads nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtWidgets import QFrame, QHBoxLayout, QTabWidget, QTextBrowser, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.panes.plain_view import PlainView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QUrl

MAX_SHOWN = 200_000
"""Maximum number of characters that are shown."""


class Preview(NamedTuple):
    """Contents of the preview.

    Attributes
    ----------
    title : str
        Name and size of the first file.
    source : str
        Its text, perhaps only the beginning.
    rendered : str
        The same as HTML without scripts; empty if there is nothing to render.
    notices : tuple of (str, str)
        What was found, and what the format has instead.
    found, written : mapping of str to int
        Parts of the structure in the kept part, and in the export.
    problem : str
        Why there is no preview.
    """

    title: str = ""
    source: str = ""
    rendered: str = ""
    notices: tuple[tuple[str, str], ...] = ()
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
        self._title = TextLabel(role="ink2", size=12)
        self._title.setObjectName("exportPreviewTitle")
        self.source = PlainView()
        self.source.setObjectName("exportSource")
        self.source.setAccessibleName(self.tr("Source of the export"))
        self._reader = _Reader()
        self._reader.setObjectName("exportRendered")
        self._reader.setAccessibleName(self.tr("Rendered export"))
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.addTab(self.source, self.tr("Source"))
        self._tabs.addTab(self._reader, self.tr("Rendered"))
        self._notices = QFrame()
        self._notices.setObjectName("exportLimits")
        self._notice_rows = QVBoxLayout(self._notices)
        self._rows: list[TextLabel] = []
        head = QHBoxLayout()
        head.addWidget(TextLabel(self.tr("Preview"), weight=600))
        head.addStretch(1)
        head.addWidget(self._title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self._tabs, 1)
        column.addWidget(self._notices)
        theme.follow(self._restyle)
        self.show_preview(Preview())

    def show_preview(self, preview: Preview) -> None:
        """Show a preview in place of the one before."""
        self._title.setText(preview.title)
        self.source.show_text(preview.problem or preview.source[:MAX_SHOWN], mono=True)
        self._tabs.setTabEnabled(1, bool(preview.rendered))
        self._reader.setHtml(preview.rendered[:MAX_SHOWN])
        for row in self._rows:
            self._notice_rows.removeWidget(row)
            row.deleteLater()
        self._rows = [
            TextLabel(f"{found} {instead}", size=12, wrap=True)
            for found, instead in preview.notices
        ]
        for row in self._rows:
            self._notice_rows.addWidget(row)
        self._notices.setVisible(bool(self._rows))

    def _restyle(self) -> None:
        mono = theme.font(12, mono=True)  # the style sheet of the program would reset the font
        self.source.setStyleSheet(
            f"font-family: '{mono.family()}'; font-size: {mono.pixelSize()}px;"
        )
        self._notices.setStyleSheet(
            theme.fill("#exportLimits { background: @warning_fill; border-radius: 4px; }")
        )
