"""Labels for plain text: themed, wrapping, or elided with a tooltip."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.plain import breakable, plain

_CUT_NUMBER = re.compile(r"\d[\d.,]*$")
"""End of a text whose next character is of the same number."""


class PlainLabel(QLabel):
    """Label for plain text; a QLabel would guess whether its text is markup."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setTextFormat(Qt.TextFormat.PlainText)


class TextLabel(PlainLabel):
    """Label in a size, weight and colour of the theme.

    Parameters
    ----------
    text : str
        Plain text.
    size : float
        Pixels at 100 % interface size.
    weight : int
        400 or 600.
    wrap : bool
        Whether long text wraps.
    parent : QWidget, optional
        Qt parent.
    """

    def __init__(
        self,
        text: str = "",
        *,
        size: float = 13,
        weight: int = 400,
        role: str = "ink",
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", parent)
        self._size, self._weight, self._role = size, weight, role
        self._plain = ""
        self.setWordWrap(wrap)
        self.setText(text)
        theme.follow(self._restyle)

    def setText(self, text: str) -> None:
        """Show a text; in a label that wraps, long paths and addresses wrap as well."""
        shown = breakable(text) if self.wordWrap() else text
        if shown != text or self.accessibleName() == self._plain:
            self.setAccessibleName(text if shown != text else "")
        self._plain = text
        super().setText(shown)

    def text(self) -> str:
        """Return the text as it was set."""
        return self._plain

    def set_role(self, role: str) -> None:
        """Use another colour of the theme."""
        if role != self._role:
            self._role = role
            self._restyle()

    def set_weight(self, weight: int) -> None:
        """Use another weight."""
        if weight != self._weight:
            self._weight = weight
            self._restyle()

    def _restyle(self) -> None:
        self.setFont(theme.font(self._size, self._weight))
        palette = self.palette()
        palette.setColor(self.foregroundRole(), theme.colour(self._role))
        self.setPalette(palette)


class Inset(QWidget):
    """Widget with margins; Qt removes a label's own margins when styles change.

    Parameters
    ----------
    margins : tuple of (int, int, int, int)
        Left, top, right and bottom, pixels at 100 % interface size.
    """

    def __init__(self, inner: QWidget, margins: tuple[int, int, int, int]) -> None:
        super().__init__()
        theme.spaced(QVBoxLayout(self), margins).addWidget(inner)


class ElidedLabel(TextLabel):
    """One line of text; if it is too long, it is elided and has a tooltip.

    No number is cut, because a part of it is another number. With `ElideNone`, the text is shown
    whole or not at all, as a formula needs it.
    """

    def __init__(
        self,
        text: str = "",
        *,
        size: float = 13,
        weight: int = 400,
        role: str = "ink",
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, size=size, weight=weight, role=role, parent=parent)
        self._elide = elide
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        narrow = self.fontMetrics().horizontalAdvance("MM…")
        return QSize(min(narrow, self.sizeHint().width()), self.sizeHint().height())

    def sizeHint(self) -> QSize:
        # One pixel more than the text: layouts round down, which would cut the last letter.
        metrics = self.fontMetrics()
        margins = self.contentsMargins()
        return QSize(
            metrics.horizontalAdvance(self.text()) + 2 + margins.left() + margins.right(),
            metrics.height() + margins.top() + margins.bottom(),
        )

    def is_elided(self) -> bool:
        """Return whether the text is too long for the label."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def shown_text(self) -> str:
        """Return what of the text is shown."""
        text = self.text()
        if not self.is_elided():
            return text
        if self._elide == Qt.TextElideMode.ElideNone:
            return ""
        width = self.contentsRect().width() + 1
        return without_cut_number(self.fontMetrics().elidedText(text, self._elide, width), text)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and not self.toolTip()
        ):
            text = self.text() if self.is_elided() else ""
            QToolTip.showText(event.globalPos(), plain(text), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        group = self.palette().ColorGroup.Active
        if not self.isEnabled():
            group = self.palette().ColorGroup.Disabled
        painter.setPen(self.palette().color(group, self.foregroundRole()))
        rect = self.contentsRect()
        text = self.shown_text()
        painter.drawText(rect, int(self.alignment()) | Qt.TextFlag.TextSingleLine, text)


def without_cut_number(shown: str, text: str) -> str:
    """Return an elided text without the beginning of a number that goes on in the whole text.

    >>> without_cut_number("F1 0.9…", "F1 0.98")
    'F1 …'
    """
    head, ellipsis, tail = shown.rpartition("…")
    if not ellipsis or tail or not re.match(r"[.,]?\d", text[len(head) :]):
        return shown
    return _CUT_NUMBER.sub("", head) + ellipsis
