"""Command palette: its entries, and the effect of the selected entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.window import palette_entries
from boilerscope.app.window.translation import translate
from boilerscope.extractors import registry
from boilerscope.extractors.model.settings import find_knob
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.controllers.settings import SettingsController
    from boilerscope.widgets.palette import PaletteDialog


class PaletteController(QObject):
    """Opens the palette and carries out the selected entry.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers; triggers the selected actions.
    settings : SettingsController
        Applies presets and goes to settings.
    show_term : callable
        Shows a term of the glossary, by its identifier.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        dialog: PaletteDialog,
        settings: SettingsController,
        show_term: Callable[[str], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._session_controller = context, context.session_controller
        self._actions, self._dialog, self._settings = actions, dialog, settings
        self._show_term = show_term
        actions.add("palette", lambda: self.open(""))
        actions.add("add_extractor", lambda: self.open(translate("Add") + " "))
        dialog.chosen.connect(self._on_chosen)

    def open(self, typed: str) -> None:
        """Open the palette with the entries that are available now."""
        memory = self._context.preferences.memory
        entries = palette_entries.entries(
            self._session_controller.session,
            memory.recent,
            self._context.presets,
            translate,
            self._actions.reason,
        )
        self._dialog.open_with(entries, memory.palette, typed)

    def _on_chosen(self, identifier: str, typed_number: str) -> None:
        self._context.preferences.memory.remember_command(identifier)
        kind, _, target = identifier.partition(":")
        if kind == "action":
            self._actions.trigger(target)
        elif kind == "extractor":
            self._add(target)
        elif kind == "layer":
            self._session_controller.colour_by(target)
        elif kind == "term":
            self._show_term(target)
        elif kind == "page":
            self._session_controller.open(target)
        else:
            name, field = self._pane_and(target)
            if name:
                self._set(kind, name, field, typed_number)

    def _pane_and(self, target: str) -> tuple[str, str]:
        """Return the pane in an identifier, and the text after it; both may contain colons."""
        names = [
            pane.name
            for pane in self._session_controller.session.panes
            if target.startswith(f"{pane.name}:")
        ]
        name = max(names, key=len, default="")
        return name, target[len(name) + 1 :]

    def _add(self, extractor: str) -> None:
        entry = registry.entry(extractor)
        if entry.extractor is None:
            self._context.notifier.notify(f"{extractor}: {entry.error}")
        else:
            self._session_controller.add_pane(extractor)

    def _set(self, kind: str, name: str, field: str, typed_number: str) -> None:
        if kind == "preset":
            self._settings.apply_preset(name, field)
        elif typed_number:
            knob = find_knob(type(self._session_controller.session.pane(name).settings), field)
            value = float(typed_number)
            error = self._session_controller.set_field(name, field, value)
            if error:
                self._context.notifier.notify(f"{declared(knob.label)}: {error}")
        else:
            self._settings.go_to_setting(name, field)
