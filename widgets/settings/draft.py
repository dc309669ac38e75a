"""Edited settings record: the last valid record, and typed values that are not valid yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Settings, find_knob

if TYPE_CHECKING:
    from collections.abc import Mapping


class Draft:
    """Settings record that stays valid while the user edits single fields.

    A rejected value waits with its message. It takes effect as soon as another edit makes it valid,
    so that the two ends of a range can be raised in either order.

    Attributes
    ----------
    settings : Settings
        The last valid record.
    errors : dict of str to str
        Message of each field with a rejected value.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.errors: dict[str, str] = {}
        self._waiting: dict[str, object] = {}

    @property
    def waiting(self) -> Mapping[str, object]:
        """Rejected values by field."""
        return self._waiting

    def accept(self, settings: Settings) -> None:
        """Set a record; drop the rejected values of fields that changed."""
        if settings != self.settings:
            for name in list(self._waiting):
                if getattr(settings, name) != getattr(self.settings, name):
                    self.forget(name)
        self.settings = settings

    def forget(self, name: str) -> None:
        """Drop the rejected value of a field."""
        self._waiting.pop(name, None)
        self.errors.pop(name, None)

    def refuse(self, name: str, message: str) -> None:
        """Set the error of a field whose typed text is not a value."""
        self._waiting.pop(name, None)
        self.errors[name] = message

    def edit(self, name: str, value: object) -> bool:
        """Set a field, together with the waiting values if all are valid then.

        Returns
        -------
        bool
            Whether `settings` changed.
        """
        find_knob(type(self.settings), name)
        previous, message = self.settings, ""
        others = {key: waiting for key, waiting in self._waiting.items() if key != name}
        for changes in ({**others, name: value}, {name: value}):
            try:
                self.settings = self.settings.replace(**changes)
            except SettingsError as error:
                message = str(error)
            else:
                for key in changes:
                    self.forget(key)
                return self.settings != previous
        self._waiting[name] = value
        self.errors[name] = message
        return False
