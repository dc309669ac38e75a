"""Inspector: the selected block, the result of its pane, and their links and source lines."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.window.external_links import ask_to_open
from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.system.late import late_calls

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.dialogs import show_code, show_source, show_text
    from boilerscope.widgets.inspector import Inspector
else:
    show_code, show_source, show_text = late_calls(
        "boilerscope.app.window.dialogs", "show_code", "show_source", "show_text"
    )


class InspectorController(QObject):
    """Shows the scene in the inspector, and carries out its requests.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    reveal : callable
        Makes a view visible.
    step_block : callable
        Selects the block before (-1) or after (1) the selection.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        inspector: Inspector,
        reveal: Callable[[QWidget], object],
        step_block: Callable[[int], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._inspector, self._reveal = context, inspector, reveal
        actions.add_all({"explain": self.explain, "show_result": self.show_result})
        inspector.pane_chosen.connect(context.session_controller.activate)
        inspector.step_asked.connect(step_block)
        inspector.source_asked.connect(self._on_source)
        inspector.code_asked.connect(self._on_code)
        inspector.link_asked.connect(self._on_link)
        inspector.missing_asked.connect(self._on_missing)

    def refresh(self) -> None:
        """Show the scene."""
        self._inspector.show_scene(self._context.views.scene)

    def explain(self) -> None:
        """Open the steps of the selected block."""
        self._reveal(self._inspector)
        self._inspector.open_steps(self._context.session.active)

    def show_result(self) -> None:
        """Show the result of the active pane."""
        self._context.views.flush()  # the active pane may have changed just now
        self._reveal(self._inspector)
        self._inspector.show_result()

    def _on_source(self, line: int) -> None:
        page = self._context.session.page
        if page is not None:
            show_source(self._inspector.window(), page, line)

    def _on_code(self, source: str) -> None:
        """Show the function of the library of the active pane around a line."""
        session = self._context.session
        if not session.active:
            return
        # Only the panes of libraries ask for it: the start does not wait for the tracing of all.
        from boilerscope.extractors.peers.peer import Peer
        from boilerscope.extractors.trace.library_source import library_source

        extractor = registry.extractor(session.pane(session.active).extractor)
        probes = extractor.probes if isinstance(extractor, Peer) else None
        try:
            found = library_source(source, probes.packages if probes is not None else ())
        except BoilerscopeError as error:
            self._context.notifier.notify(f"{str(error).rstrip('.')}.")
            return
        show_code(self._inspector.window(), found)

    def _on_missing(self) -> None:
        gold = self._context.session.gold
        if gold is not None:
            items = "".join(f"<li>{html.escape(text)}</li>" for text in gold.missing)
            title = translate("Gold text that is not on the page")
            show_text(self._inspector.window(), title, f"<ul>{items}</ul>")

    def _on_link(self, address: str) -> None:
        ask_to_open(self._inspector.window(), address, self._context.notifier.notify)
