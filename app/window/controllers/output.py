"""Cleaned HTML of a pane: as source in the pane, and as a web page in its own window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.window.controllers.texts import name_of
from boilerscope.app.window.page_access import access_of
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.system.late import late_call
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.policy import Access

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.formats.html.writer import cleaned
    from boilerscope.widgets.page.text_view import WebDialog
    from boilerscope.widgets.panes.row import PaneRow
else:
    cleaned = late_call("boilerscope.extractors.formats.html.writer", "cleaned")
    WebDialog = late_call("boilerscope.widgets.page.text_view", "WebDialog")


class OutputController(QObject):
    """Creates the HTML of a pane when a view needs it.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, row: PaneRow) -> None:
        super().__init__(context.views)
        self._session_controller, self._views = context.session_controller, context.views
        self._notifier, self._row = context.notifier, row
        self._dialog: WebDialog | None = None
        actions.add("show_web", self.show_web)
        row.source_wanted.connect(self._give_source)

    def show_web(self) -> None:
        """Show the active pane's cleaned HTML as a web page; all panes share one window."""
        scene = self._views.scene
        page, pane = scene.page, scene.pane(scene.active)
        if page is None or pane is None or pane.shown is None:
            return
        if self._dialog is None:
            self._dialog = WebDialog(self._row.window(), resource_path("agent"))
        html = cleaned(page, pane.shown)
        self._dialog.show_html(html, name_of(pane), page.url or "", self._access())

    def _access(self) -> Access:
        """Return the access of the output, which is that of its page."""
        request = self._session_controller.request
        try:
            return access_of(request) if request is not None else Access()
        except BoilerscopeError as error:
            self._notifier.notify(str(error))
            return Access()

    def _give_source(self, name: str) -> None:
        scene = self._views.scene
        pane = scene.pane(name)
        if pane is not None and pane.shown is not None and scene.page is not None:
            self._row.set_source(name, pane.version, cleaned(scene.page, pane.shown))
