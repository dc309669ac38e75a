"""Mark of a result with warnings: their number and texts, and a link to them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate

_MAX_WARNINGS, _MAX_LENGTH = 8, 400


def how_many(warnings: Sequence[str]) -> str:
    """Return the label of a number of warnings: ``2 warnings``."""
    if len(warnings) == 1:
        return translate("WarningMark", "1 warning")
    return translate("WarningMark", "{count} warnings").format(count=number(len(warnings)))


class WarningMark(IconButton):
    """Button that appears only if there are warnings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("alert-outline", "", role="warning", parent=parent)
        self._warnings: tuple[str, ...] = ()
        self.hide()

    def show_warnings(self, warnings: Sequence[str]) -> None:
        """Show the mark for these warnings; hide it without warnings."""
        if tuple(warnings) != self._warnings:
            self._warnings = tuple(warnings)
            heading = how_many(self._warnings)
            texts = [text[:_MAX_LENGTH] for text in self._warnings[:_MAX_WARNINGS]]
            self.setAccessibleName(f"{heading}: {' '.join(texts)}")
            # Rich text, because a tooltip with plain text does not wrap.
            parts = "".join(f"<p>{escape(text)}</p>" for text in texts)
            self.setToolTip(f"<p><b>{escape(heading)}</b></p>{parts}")
        self.setVisible(bool(self._warnings))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_enter(event):
            self.click()
        else:
            super().keyPressEvent(event)
