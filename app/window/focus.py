"""Keyboard focus: from region to region, and when the focused widget hides.

If the focused widget hides or is disabled, Qt would give the focus to the next widget in the tab
order. Here it stays in the region, in the widget in which its user would type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


@runtime_checkable
class Region(Protocol):
    """Region with a widget in which its user would type."""

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus of the region, None if no widget can take it."""


def entry_of(region: QWidget) -> QWidget | None:
    """Return the widget of a region that takes the focus, None if no widget can take it."""
    entry = region.entry() if isinstance(region, Region) else region.focusProxy() or region
    is_usable = entry is not None and entry.isVisible() and entry.isEnabled()
    return entry if is_usable and region.isVisible() else None


def enter(region: QWidget) -> bool:
    """Give a region the focus, as by a key; return whether it can take it."""
    entry = entry_of(region)
    if entry is None:
        return False
    entry.window().activateWindow()
    entry.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return True


def region_of(widget: QWidget | None, regions: Sequence[QWidget]) -> int:
    """Return the index of the region that contains a widget, -1 without such a region.

    A detached pane has its own window, but belongs to the row of panes.
    """
    while widget is not None:
        if widget in regions:
            return regions.index(widget)
        widget = widget.parentWidget()
    return -1


def go_to_region(regions: Sequence[QWidget], direction: int) -> None:
    """Give the focus to the next (1) or previous (-1) region that can take it."""
    current = region_of(QApplication.focusWidget(), regions)
    first = current + direction if current >= 0 else 0
    indices = (first + direction * step for step in range(len(regions)))
    any(enter(regions[index % len(regions)]) for index in indices)


def stay_in_region(regions: Sequence[QWidget], fallback: QWidget) -> bool:
    """Keep the focus in its region if the focused widget is hidden or disabled.

    Parameters
    ----------
    fallback : QWidget
        Takes the focus if the whole region is hidden.

    Returns
    -------
    bool
        Whether the focus was kept; if not, the user moves it.
    """
    focus = QApplication.focusWidget()
    if focus is None or (focus.isVisible() and focus.isEnabled()):
        return False
    index = region_of(focus, regions)
    entry = entry_of(regions[index]) if index >= 0 else None
    (entry or fallback).setFocus(Qt.FocusReason.OtherFocusReason)
    return True
