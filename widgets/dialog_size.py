"""Size of dialogs: as their contents are read best, within the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_AROUND = (40, 60)  # frame of the window manager, and a part of the window behind


def room(dialog: QWidget) -> QSize:
    """Return the largest size of a dialog on its screen, pixels."""
    return dialog.screen().availableSize() - QSize(*_AROUND)


def resize_dialog(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog a size, less on a small screen.

    Parameters
    ----------
    width, height : int
        Pixels at 100 % interface size.
    """
    dialog.resize(QSize(theme.px(width), theme.px(height)).boundedTo(room(dialog)))
