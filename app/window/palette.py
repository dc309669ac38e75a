"""The palette: opened with what can be done now, and what a chosen entry does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.window import palette_entries
from app.window.translation import say
from extractors import registry
from extractors.model.settings import find_knob
from widgets.words import declared

if TYPE_CHECKING:
    from app.window.window_controller import WindowController


class Palette(QObject):
    """Does what is chosen in the palette.

    Parameters
    ----------
    window_controller : WindowController
        Session controller, window, commands and memory.
    """

    def __init__(self, window_controller: WindowController) -> None:
        super().__init__(window_controller)
        self._window_controller, self._session_controller = (
            window_controller,
            window_controller.session_controller,
        )
        window_controller.window.palette_dialog.chosen.connect(self._on_chosen)

    def open(self, typed: str) -> None:
        """Open the palette with what can be done now."""
        listed = palette_entries.entries(
            self._session_controller.session,
            self._window_controller.memory.recent,
            self._window_controller.presets,
            say,
        )
        self._window_controller.window.palette_dialog.open_with(
            listed, self._window_controller.memory.palette, typed
        )

    def _on_chosen(self, identifier: str, typed_number: str) -> None:
        self._window_controller.memory.remember_command(identifier)
        kind, _, rest = identifier.partition(":")
        if kind == "action":
            self._window_controller.commands.trigger(rest)
        elif kind == "extractor":
            self._add(rest)
        elif kind == "layer":
            self._session_controller.colour_by(rest)
        elif kind == "page":
            self._session_controller.open(rest)
        else:
            name, field = self._pane_and(rest)
            if name:
                self._set(kind, name, field, typed_number)

    def _pane_and(self, rest: str) -> tuple[str, str]:
        """Return the pane that an entry names and what follows it, which may hold colons too."""
        named = [
            one.name
            for one in self._session_controller.session.panes
            if rest.startswith(f"{one.name}:")
        ]
        name = max(named, key=len, default="")
        return name, rest[len(name) + 1 :]

    def _add(self, extractor: str) -> None:
        broken = registry.entry(extractor)
        if broken.extractor is None:
            self._window_controller.notify(f"{extractor}: {broken.error}")
        else:
            self._session_controller.add_pane(extractor)

    def _set(self, kind: str, name: str, field: str, typed_number: str) -> None:
        if kind == "preset":
            self._window_controller.apply_preset(name, field)
        elif typed_number:
            knob = find_knob(type(self._session_controller.session.pane(name).settings), field)
            value = float(typed_number)
            refused = self._session_controller.set_field(name, field, value)
            if refused:
                self._window_controller.notify(f"{declared(knob.label)}: {refused}")
        else:
            self._window_controller.go_to_setting(name, field)
