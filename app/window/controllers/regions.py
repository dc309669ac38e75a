"""Regions of the window: showing one, giving it the focus, folding it, finding in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.window import focus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.window.action_registry import ActionRegistry
    from app.window.arrangement import Arrangement
    from app.window.controllers.context import Context


class RegionController(QObject):
    """Brings regions to the user and the focus to regions.

    Parameters
    ----------
    context : Context
        What controllers share.
    actions : ActionRegistry
        Takes the handlers.
    arrangement : Arrangement
        Knows where views are.
    views : mapping of str to QWidget
        The view that each of these actions shows.
    regions : callable
        Returns the regions on screen in the order in which F6 visits them.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        arrangement: Arrangement,
        views: Mapping[str, QWidget],
        regions: Callable[[], Sequence[QWidget]],
    ) -> None:
        super().__init__(context.views)
        self._views, self._arrangement, self._regions = context.views, arrangement, regions
        for identifier, view in views.items():
            actions.add(identifier, partial(self.show_view, view))
        actions.add_all(
            {
                "fold_tables": arrangement.toggle_bottom,
                "fold_right": arrangement.toggle_right,
                "default_arrangement": arrangement.default,
                "next_region": lambda: focus.go_to_region(self._regions(), 1),
                "previous_region": lambda: focus.go_to_region(self._regions(), -1),
            }
        )
        arrangement.opened.connect(focus.enter)

    def show_view(self, view: QWidget) -> None:
        """Bring a view to where it can be seen, and give it the focus."""
        self._arrangement.reveal(view)
        self._views.flush()  # what takes the focus depends on what is shown
        focus.enter(view)


class FindController(QObject):
    """Finds in the view that has the focus, else in the active pane.

    Parameters
    ----------
    actions : ActionRegistry
        Takes the handler.
    fields : mapping of QWidget to QWidget
        For each view with a search field of its own, that field.
    otherwise : callable
        Finds in the active pane.
    """

    def __init__(
        self,
        actions: ActionRegistry,
        fields: Mapping[QWidget, QWidget],
        otherwise: Callable[[], object],
    ) -> None:
        super().__init__(actions)
        self._fields, self._otherwise = fields, otherwise
        actions.add("find", self.find)

    def find(self) -> None:
        """Open the search where the focus is."""
        focused = QApplication.focusWidget()
        for view, field in self._fields.items():
            if focused is not None and (focused is field or view.isAncestorOf(focused)):
                field.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return
        self._otherwise()
