"""Regions of the window: show, focus and fold a region, and find text in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from boilerscope.app.window import focus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtCore import SignalInstance

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context


class Regions(Protocol):
    """The part of the arrangement that this controller uses."""

    @property
    def opened(self) -> SignalInstance:
        """Signal: the user opened this view, which should get the focus."""

    def reveal(self, view: QWidget, /) -> None:
        """Make a view visible."""

    def toggle_bottom(self) -> None:
        """Fold or unfold the tables."""

    def toggle_right(self) -> None:
        """Fold or unfold settings and inspector."""

    def toggle_whole_row(self) -> None:
        """Give the page or the active pane the whole row, or end that."""

    def default(self) -> None:
        """Restore the default arrangement."""


class RegionController(QObject):
    """Shows and folds regions, and gives them the focus.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    arrangement : Regions
        Shows and folds views.
    views : mapping of str to QWidget
        Actions, and the view that each action shows.
    regions : callable
        Returns the regions on screen in the order in which F6 visits them.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        arrangement: Regions,
        views: Mapping[str, QWidget],
        regions: Callable[[], Sequence[QWidget]],
    ) -> None:
        super().__init__(context.views)
        self._views, self._arrangement, self._regions = context.views, arrangement, regions
        for identifier, view in views.items():
            actions.add(identifier, partial(self.show_view, view))
        actions.add_all(
            {
                "fold_right": arrangement.toggle_right,
                "whole_row": arrangement.toggle_whole_row,
                "default_arrangement": arrangement.default,
                "next_region": lambda: focus.go_to_region(self._regions(), 1),
                "previous_region": lambda: focus.go_to_region(self._regions(), -1),
            }
        )
        actions.add(
            "fold_tables",
            arrangement.toggle_bottom,
            enabled=lambda: not context.corpus.state.is_shown,
        )
        arrangement.opened.connect(focus.enter)

    def show_view(self, view: QWidget) -> None:
        """Reveal a view and give it the focus."""
        self._arrangement.reveal(view)
        self._views.flush()  # the widget that takes the focus depends on the content
        focus.enter(view)


class FindController(QObject):
    """Searches the view that has the focus, else the main view on screen.

    Parameters
    ----------
    actions : ActionRegistry
        Registry of the handler.
    fields : mapping of QWidget to QWidget
        Views that have a search field, and their fields.
    find_in_pane : callable
        Opens the search of the active pane.
    main_field : callable
        Returns the search field of the main view on screen; None if that is the active pane.
    """

    def __init__(
        self,
        actions: ActionRegistry,
        fields: Mapping[QWidget, QWidget],
        find_in_pane: Callable[[], object],
        main_field: Callable[[], QWidget | None],
    ) -> None:
        super().__init__(actions)
        self._fields, self._find_in_pane = fields, find_in_pane
        self._main_field = main_field
        actions.add("find", self.find)

    def find(self) -> None:
        """Open the search of the view that has the focus."""
        focused = QApplication.focusWidget()
        for view, field in self._fields.items():
            if focused is not None and (focused is field or view.isAncestorOf(focused)):
                field.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return
        main = self._main_field()
        if main is None:
            self._find_in_pane()
        else:
            main.setFocus(Qt.FocusReason.ShortcutFocusReason)
