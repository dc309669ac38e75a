"""Parts of the top bar: the switch between the faces, the corpus field, choosers of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget

from widgets import theme
from widgets.labels import ElidedLabel, PlainLabel, TextLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent


class FaceSwitch(QFrame):
    """Switch between the Page face and the Corpus face.

    Signals
    -------
    chosen(bool)
        Show the Corpus face.
    """

    chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("faceSwitch")
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for is_corpus, label in ((False, self.tr("Page")), (True, self.tr("Corpus"))):
            button = QPushButton(label)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.clicked.connect(lambda _checked, corpus=is_corpus: self.chosen.emit(corpus))
            self._group.addButton(button, int(is_corpus))
            row.addWidget(button)
        self.show_face(corpus=False)

    def show_face(self, *, corpus: bool) -> None:
        """Mark the face on screen."""
        self._group.button(int(corpus)).setChecked(True)


class CorpusField(QFrame):
    """Name and counts of the corpus; a click lists recent ones.

    Signals
    -------
    clicked()
        Open the list.
    """

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("corpusField")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Corpus"))
        self._icon = PlainLabel()
        self.name = TextLabel(weight=600)
        self.counts = ElidedLabel(role="ink2")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(8), 0, theme.px(8), 0)
        row.setSpacing(theme.px(8))
        row.addWidget(self._icon)
        row.addWidget(self.name)
        row.addWidget(self.counts, 1)
        self.recolour()

    def show_corpus(self, name: str, counts: str) -> None:
        """Show the name of the corpus, and what is in it."""
        self.name.setText(name)
        self.name.setVisible(bool(name))
        self.counts.setText(counts)

    def recolour(self) -> None:
        """Update the icon from the theme."""
        self._icon.setPixmap(theme.pixmap("database-outline"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()
