"""Showing and hiding of the parts of a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def set_shown(part: QWidget, shown: bool) -> None:  # noqa: FBT001 - as `setVisible`
    """Show or hide a part of a layout, unless that is its state.

    `setVisible` styles and lays out all that is in a part, even if nothing changes and the part is
    not on screen yet.
    """
    was_hidden = part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
    if (was_hidden and part.isHidden()) == shown:
        part.setVisible(shown)
