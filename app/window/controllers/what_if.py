"""Suggestions for the selected block: which setting would flip it, shown by the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.window.what_if_search import WhatIfQuery, WhatIfSearch
from extractors.model.settings import find_knob
from widgets.panes.segment_styles import counts_characters
from widgets.picking import leading_block
from widgets.records import RunState, WhatIfView

if TYPE_CHECKING:
    from app.window.action_registry import ActionRegistry
    from app.window.controllers.context import Context
    from extractors.model.settings import Settings
    from extractors.what_if import WhatIf
    from widgets.inspector import Inspector
    from widgets.selection import SelectionModel


class WhatIfController(QObject):
    """Asks the search for the block and the pane on screen, and puts an answer in force.

    Parameters
    ----------
    context : Context
        What controllers share.
    actions : ActionRegistry
        Takes the handler.
    inspector : Inspector
        Shows the suggestions.
    selection : SelectionModel
        What is selected.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        inspector: Inspector,
        selection: SelectionModel,
    ) -> None:
        super().__init__(context.views)
        self._session_controller = context.session_controller
        self._inspector, self._selection = inspector, selection
        self._found: tuple[WhatIf, ...] = ()
        self._query: WhatIfQuery | None = None
        self._search = WhatIfSearch(self)
        self._search.found.connect(self._on_found)
        self._search.failed.connect(context.notifier.notify)
        inspector.apply_asked.connect(self.apply)
        actions.add("apply_what_if", self.apply)

    @property
    def found(self) -> tuple[WhatIf, ...]:
        """Suggestions so far."""
        return self._found

    def refresh(self) -> None:
        """Ask again, if the selected block or the result it is in has changed."""
        query = self._wanted()
        same = (
            query is not None
            and self._query is not None
            and query.extraction is self._query.extraction
            and query.block == self._query.block
        )
        if same:
            return
        self._query, self._found = query, ()
        self._inspector.show_what_if((), searching=query is not None)
        self._search.ask(query)

    def apply(self, place: int = 0) -> None:
        """Set what a suggestion says."""
        if self._query is not None and place < len(self._found):
            chosen = self._found[place]
            self._session_controller.set_settings({self._query.pane: chosen.settings})

    def stop(self, *, wait: bool = True) -> bool:
        """End; nothing is asked or shown afterwards. See `WhatIfSearch.stop`."""
        return self._search.stop(wait=wait)

    def _wanted(self) -> WhatIfQuery | None:
        session, chosen = self._session_controller.session, self._selection.selection
        if chosen is None or session.page is None or not session.active or session.step:
            return None
        pane = session.pane(session.active)
        if pane.shown is None or pane.state is not RunState.DONE:
            return None
        block = leading_block(pane, chosen)
        if block < 0:
            return None
        return WhatIfQuery(session.page, pane.name, pane.shown, block)

    def _on_found(self, query: WhatIfQuery, found: tuple[WhatIf, ...], ended: bool) -> None:  # noqa: FBT001 - Qt slot
        if query is not self._query:
            return
        self._found = found
        settings, characters = query.extraction.settings, counts_characters(query.page)
        views = tuple(_view_of(settings, each, characters=characters) for each in found)
        self._inspector.show_what_if(views, searching=not ended)


def _view_of(settings: Settings, found: WhatIf, *, characters: bool) -> WhatIfView:
    knob = find_knob(type(settings), found.field)
    return WhatIfView(
        field=found.field,
        label=knob.label,
        unit=knob.unit,
        old=found.old,
        new=found.new,
        keeps=found.keeps,
        gained=found.gained,
        lost=found.lost,
        characters=characters,
    )
