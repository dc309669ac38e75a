"""An edited settings record: the last good one, and what was typed but must not be yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.errors import SettingsError
from extractors.model.settings import Settings, find_knob

if TYPE_CHECKING:
    from collections.abc import Mapping


class Draft:
    """Keeps a settings record valid while single fields are edited.

    A value that a record refuses waits here with its message; it takes effect as soon as another
    edit makes it fit (raise the upper end first, or the lower one: both ways work).

    Attributes
    ----------
    settings : Settings
        The last good record.
    errors : dict of str to str
        Message per field that shows a refused value.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.errors: dict[str, str] = {}
        self._waiting: dict[str, object] = {}

    @property
    def waiting(self) -> Mapping[str, object]:
        """Refused values by field."""
        return self._waiting

    def accept(self, settings: Settings) -> None:
        """Take over a record from outside; refused values of fields that moved are forgotten."""
        if settings != self.settings:
            for name in list(self._waiting):
                if getattr(settings, name) != getattr(self.settings, name):
                    self.forget(name)
        self.settings = settings

    def forget(self, name: str) -> None:
        """Forget the refused value of a field."""
        self._waiting.pop(name, None)
        self.errors.pop(name, None)

    def refuse(self, name: str, message: str) -> None:
        """Show that what was typed for a field is no value at all."""
        self._waiting.pop(name, None)
        self.errors[name] = message

    def edit(self, name: str, value: object) -> bool:
        """Set a field, together with the waiting values where that makes them fit.

        Returns
        -------
        bool
            Whether `settings` is another record now.
        """
        find_knob(type(self.settings), name)
        before, message = self.settings, ""
        others = {key: kept for key, kept in self._waiting.items() if key != name}
        for changes in ({**others, name: value}, {name: value}):
            try:
                self.settings = self.settings.replace(**changes)
            except SettingsError as error:
                message = str(error)
            else:
                for key in changes:
                    self.forget(key)
                return self.settings != before
        self._waiting[name] = value
        self.errors[name] = message
        return False
