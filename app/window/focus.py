"""Where the keyboard focus goes: from region to region, and when what had it is gone.

The focus never wanders by itself. Qt hands it to the next widget of the tab order when the one
that has it hides or is disabled; here it goes to where one types in the same region instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


@runtime_checkable
class Region(Protocol):
    """A region that knows where its user would type."""

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus of the region, None if nothing can now."""


def entry_of(region: QWidget) -> QWidget | None:
    """Return the widget of a region that takes the focus, None if none can have it now."""
    found = region.entry() if isinstance(region, Region) else region.focusProxy() or region
    usable = found is not None and found.isVisible() and found.isEnabled()
    return found if usable and region.isVisible() else None


def enter(region: QWidget) -> bool:
    """Give the focus to a region as a key does; return whether it can have it."""
    entry = entry_of(region)
    if entry is None:
        return False
    entry.window().activateWindow()
    entry.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return True


def region_of(widget: QWidget | None, regions: Sequence[QWidget]) -> int:
    """Return the place of the region that a widget is in, -1 if it is in none.

    A detached pane is a window of its own and still belongs to the row of panes.
    """
    while widget is not None:
        if widget in regions:
            return regions.index(widget)
        widget = widget.parentWidget()
    return -1


def go_to_region(regions: Sequence[QWidget], by: int) -> None:
    """Give the focus to the next (1) or previous (-1) region that can have it."""
    here = region_of(QApplication.focusWidget(), regions)
    first = here + by if here >= 0 else 0
    places = (first + by * step for step in range(len(regions)))
    any(enter(regions[place % len(regions)]) for place in places)


def stay_in_region(regions: Sequence[QWidget], otherwise: QWidget) -> bool:
    """Keep the focus in its region where the widget that had it can have it no longer.

    Parameters
    ----------
    regions : sequence of QWidget
        Of the window.
    otherwise : QWidget
        Takes the focus where the whole region is gone.

    Returns
    -------
    bool
        Whether it was so; otherwise the user wants the focus elsewhere.
    """
    focus = QApplication.focusWidget()
    if focus is None or (focus.isVisible() and focus.isEnabled()):
        return False
    place = region_of(focus, regions)
    entry = entry_of(regions[place]) if place >= 0 else None
    (entry or otherwise).setFocus(Qt.FocusReason.OtherFocusReason)
    return True
