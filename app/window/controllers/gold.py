"""Gold standard of the page: found beside its file, and compared with the panes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session import layers
from boilerscope.app.session.gold_search import find_entry
from boilerscope.app.session.sources import local_path

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.gold_files import GoldFiles
    from boilerscope.extractors.page import Page


class GoldController(QObject):
    """Shows the gold standard of the page on screen.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    files : GoldFiles
        Finds the gold standard.
    """

    def __init__(self, context: Context, actions: ActionRegistry, files: GoldFiles) -> None:
        super().__init__(context.views)
        self._session_controller, self._notifier = context.session_controller, context.notifier
        self._views = context.views
        self._files = files
        files.gold_found.connect(self._session_controller.take_gold)
        files.unreadable.connect(self._notifier.notify)
        self._session_controller.page_shown.connect(self._on_page)
        actions.add("colour_gold", self._colour)

    def _colour(self) -> None:
        """Colour the page by the errors of the active pane, or by its decision again."""
        active = self._session_controller.session.active
        by_errors = self._views.scene.by_errors
        key = layers.label_key(active) if by_errors else layers.errors_key(active)
        self._session_controller.colour_by(key)

    def _on_page(self, page: Page) -> None:
        request = self._session_controller.request
        if request is not None and request.listed is not None:
            self._files.look(page, request.listed.located)
        else:
            file = None if request is None else local_path(request)
            self._files.look(page, None if file is None else partial(find_entry, file))
