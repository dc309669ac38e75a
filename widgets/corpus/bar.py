"""Parts of the top bar: the switch between the faces, the corpus field, choosers of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.labels import ElidedLabel, PlainLabel
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

_FIELD_HEIGHT = 30


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
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _checked, corpus=is_corpus: self.chosen.emit(corpus))
            self._group.addButton(button, int(is_corpus))
            row.addWidget(button)
        self.show_face(corpus=False)

    def show_face(self, *, corpus: bool) -> None:
        """Mark the face on screen."""
        self._group.button(int(corpus)).setChecked(True)


class CorpusField(QAbstractButton):
    """Name and contents of the corpus; a click, Space and Enter list recent corpora."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("corpusField")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icon = PlainLabel()
        self.name = ElidedLabel(weight=600)
        self.counts = ElidedLabel(role="ink2")
        for label in (self._icon, self.name, self.counts):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = QHBoxLayout(self)
        for label in (self._icon, self.name):
            row.addWidget(label)
        row.addWidget(self.counts, 1)
        self.recolour()

    def show_corpus(self, name: str, contents: str, *, is_error: bool = False) -> None:
        """Show the name of the corpus, and its contents or the error that keeps it closed."""
        self.name.setText(name)
        self.name.setVisible(bool(name))
        self.counts.setText(contents)
        self.counts.set_role("error" if is_error else "ink2")
        self.setAccessibleName(self.tr("Corpus {name}").format(name=f"{name}, {contents}"))
        self.setToolTip(plain(f"{name}\n{contents}".strip()))

    def set_tight(self, *, is_tight: bool) -> None:
        """Show only the name for lack of space; the tip has all."""
        self._icon.setVisible(not is_tight)
        self.counts.setVisible(not is_tight or not self.name.text())

    def recolour(self) -> None:
        """Update icon and lengths from the theme."""
        self._icon.setPixmap(theme.pixmap("database-outline"))
        side = theme.px(8)
        self.layout().setContentsMargins(side, 0, side, 0)  # type: ignore[union-attr]  # created above
        self.layout().setSpacing(side)  # type: ignore[union-attr]  # created above
        self.setFixedHeight(theme.px(_FIELD_HEIGHT))

    def sizeHint(self) -> QSize:
        # The contents get what the boxes beside the field leave: its tip has all of them.
        return self.minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        has_focus = self.hasFocus()
        width = 2 if has_focus else 1
        painter.setPen(QPen(theme.colour("ink" if has_focus else "control_line"), width))
        painter.setBrush(theme.colour("hover" if self.underMouse() else "surface"))
        inset = width / 2
        inner = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(inner, theme.px(4), theme.px(4))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_enter(event):
            self.click()
        else:
            super().keyPressEvent(event)
