"""Tree of the page's elements, and its search in the background."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.window.work.page_jobs import search_elements
from boilerscope.app.window.work.work import Kind

if TYPE_CHECKING:
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.widgets.dom.view import ElementTree

_FIND = Kind("find elements")

VIEW = "element tree"
"""Name of the view among those that are refreshed."""


class ElementTreeController(QObject):
    """Fills the tree while it is on screen, and searches it.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    """

    def __init__(self, context: Context, view: ElementTree) -> None:
        super().__init__(context.views)
        self._context, self._view = context, view
        view.find_asked.connect(self._on_find)

    def refresh(self) -> None:
        """Show the page and what the active pane does with it."""
        if self._view.isVisible():
            scene = self._context.views.scene
            self._view.show_pane(scene.page, scene.pane(scene.active))

    def _on_find(self, query: str) -> None:
        page = self._context.session.page
        if page is None:
            return

        def show(rows: IntArray) -> None:
            if self._context.session.page is not None and page.is_same_tree(
                self._context.session.page
            ):
                self._view.show_matches(rows.tolist())

        self._context.work.ask(
            _FIND,
            partial(search_elements, page, query),
            show,
            failed=lambda failure: self._view.show_problem(failure.text),
        )
