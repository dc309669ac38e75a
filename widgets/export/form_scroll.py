"""Form of a tab of the export dialog, beside a preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QScrollArea

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FormScroll(QScrollArea):
    """A form that scrolls up and down only: it is as wide as its contents, in any font.

    Parameters
    ----------
    form : QWidget
        The form.
    width : int
        Minimum width, pixels at 100 % interface size.
    """

    def __init__(self, form: QWidget, width: int) -> None:
        super().__init__()
        self._form, self._width = form, width
        self.setObjectName("exportForm")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        form.setProperty("role", "page")
        self.setWidget(form)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the form when its contents change."""
        is_done = super().eventFilter(watched, event)
        if watched is self._form and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return is_done

    def _fit(self) -> None:
        needed = self._form.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        self.setFixedWidth(max(theme.px(self._width), needed))
