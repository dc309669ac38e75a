"""Tour of two minutes: the controls that one meets first, one after the other, on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.sources import SAMPLE
from boilerscope.app.window.translation import translate
from boilerscope.resources.loader import samples
from boilerscope.widgets.tour import Stop, Tour

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.window import Window


class TourController(QObject):
    """Leads through the window, on the page on screen or else on the first sample.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handler.
    """

    def __init__(self, context: Context, actions: ActionRegistry, window: Window) -> None:
        super().__init__(context.views)
        self._context, self._window = context, window
        self._waits = False
        self.tour = Tour(window)
        actions.add("tour", self.begin)
        context.session_controller.page_shown.connect(lambda _page: self._on_page())

    def begin(self) -> None:
        """Begin the tour; without a page, as soon as the sample is on screen."""
        if self._window.shows_corpus:
            self._window.arrangement.page_face_asked.emit()
        if self._context.session.page is not None and not self._window.shows_start:
            self.tour.start(self._stops())
            return
        self._waits = True
        self._context.session_controller.open(f"{SAMPLE}{samples()[0].identifier}")

    def end(self) -> bool:
        """End the tour; return whether there was one."""
        self._waits = False
        return self.tour.end()

    def _on_page(self) -> None:
        if self._waits:
            self._waits = False
            self.tour.start(self._stops())

    def _stops(self) -> list[Stop]:
        window, top = self._window, self._window.top
        inspector = self._revealed(window.inspector)
        return [
            Stop(
                translate(
                    "Click a paragraph: every column shows it at the same height, and the"
                    " Inspector names the rule that decided."
                ),
                self._seen(window.page),
            ),
            Stop(
                translate(
                    "Press W to see the words that a suggestion would change, and Apply to take"
                    " it. Ctrl+Z takes it back."
                ),
                inspector,
            ),
            Stop(
                translate("Drag Link/text ratio in the settings and watch page, strips and curve."),
                self._revealed(window.settings),
            ),
            Stop(
                translate("Press N to walk through the texts on which the panes disagree."),
                self._seen(window.strips),
            ),
            Stop(
                translate(
                    "Press Ctrl+D, change a setting, and read in Settings that differ how many"
                    " words it changes. Esc ends the comparison."
                ),
                self._revealed(window.differing),
            ),
            Stop(
                translate("Press Ctrl+T to add an extractor, and Ctrl+K to find every command."),
                self._seen(top.button("add_extractor")),
            ),
            Stop(
                translate(
                    "Press G to mark the main content yourself, and read the scores beside the"
                    " curves."
                ),
                self._revealed(window.scores),
            ),
            Stop(
                translate("Ctrl+Tab leads to the Corpus face, which does the same for many pages."),
                self._seen(top.faces),
            ),
        ]

    def _revealed(self, view: QWidget) -> Callable[[], QWidget]:
        """Return a function that brings a view on screen and returns it."""

        def target() -> QWidget:
            if not view.isVisible():
                self._window.arrangement.close_drawer()
                self._window.arrangement.reveal(view)
            return view

        return target

    def _seen(self, view: QWidget) -> Callable[[], QWidget]:
        """Return a function that returns a view which is on screen, with nothing over it."""

        def target() -> QWidget:
            self._window.arrangement.close_drawer()
            return view

        return target
