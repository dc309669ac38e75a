"""Settings file in which the panes of one extractor are edited, without page and runs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from boilerscope.app.session.field_changes import changed_between
from boilerscope.app.session.history import PaneSetup
from boilerscope.app.session.panel_view import settings_view
from boilerscope.app.session.session import Session
from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.system.atomic_write import atomic_write

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.app.session.presets import Presets
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.settings.records import PaneChoice, SettingsView


class SettingsDocument:
    """Panes of a file; those of one extractor are edited, and the other panes do not change.

    Parameters
    ----------
    extractor : str
        Extractor whose settings are edited.
    file : Path, optional
        Settings file; if it does not exist, saving creates it.

    Attributes
    ----------
    session : SessionView
        All panes of the file with their history; the active pane is one of the extractor.
    file : Path or None
        File in which the panes are saved.
    is_added : bool
        Whether the file has no pane of the extractor yet, so that saving adds a pane.

    Raises
    ------
    UnknownNameError, ExtractorError
        If the extractor does not exist or is broken.
    SettingsError, UnknownNameError
        If the file cannot be read; the message names file, pane and field.
    """

    def __init__(self, extractor: str, file: Path | None = None) -> None:
        self.extractor = registry.extractor(extractor)
        self.open(file)

    def open(self, file: Path | None) -> None:
        """Edit another file; if it cannot be read, nothing changes.

        Raises
        ------
        SettingsError, UnknownNameError, ExtractorError
            If the file cannot be read; the message names file, pane and field.
        """
        # Read before the settings, so that a change in between is found by the later comparison.
        data = None if file is None else _bytes_of(file)
        exists = data is not None
        panes = settings_file.load(file) if file is not None and exists else ()
        setups = [PaneSetup(pane.name, pane.extractor, pane.settings) for pane in panes]
        own = [setup.name for setup in setups if setup.extractor == self.extractor.id]
        self.is_added = exists and not own
        if not own:
            name = free_name(self.extractor.id, [setup.name for setup in setups])
            defaults = self.extractor.default_settings()
            setups.append(PaneSetup(name, self.extractor.id, defaults))
            own = [name]
        self._session = Session()
        self._session.active = own[0]
        self._session.restore(setups)
        self.file = file
        self._saved = self.session.setups()
        self._data = data

    @property
    def session(self) -> SessionView:
        """All panes of the file, for reading."""
        return self._session

    @property
    def settings(self) -> Settings:
        """The settings of the edited pane."""
        return self.session.pane(self.session.active).settings

    @property
    def is_changed(self) -> bool:
        """Whether there are unsaved changes."""
        return self.session.setups() != self._saved

    def is_overtaken(self, file: Path) -> bool:
        """Return whether another program has changed the file since it was read or saved here.

        A file that can no longer be read also counts as changed.
        """
        if file != self.file:
            return False
        try:
            return _bytes_of(file) not in {self._data, None}
        except SettingsError:
            return True

    def change(self, settings: Settings, *, now: float) -> None:
        """Change the settings; changes of one field within a second are undone together.

        Parameters
        ----------
        settings : Settings
            New settings of the edited pane.
        now : float
            Monotonic time, seconds.
        """
        key = ",".join(changed_between(self.settings, settings))
        self._session.set_settings({self.session.active: settings}, key=key, now=now)

    def undo(self) -> None:
        """Undo the last change."""
        self._session.undo()

    def redo(self) -> None:
        """Redo the last undone change."""
        self._session.redo()

    def edit_pane(self, name: str) -> None:
        """Edit the settings of another pane of the extractor."""
        self._session.active = name

    def save(self, file: Path) -> None:
        """Write all panes to a file, which is the edited file from now on.

        Comments and order of the file that was edited stay; only changed values change.

        Raises
        ------
        SettingsError
            If the file cannot be written.
        """
        panes = (Pane(pane.name, pane.extractor, pane.settings) for pane in self.session.panes)
        text = settings_file.write(panes, (self._data or b"").decode())
        atomic_write(file, text)
        self.file, self.is_added = file, False
        self._saved, self._data = self.session.setups(), text.encode()

    def view(self, presets: Presets) -> SettingsView:
        """Return the record that the panel shows; with several panes, the user can choose a pane.

        Parameters
        ----------
        presets : Presets
            Presets of all extractors.
        """
        view = settings_view(self.session, presets)
        assert view is not None  # noqa: S101 - there is always an active pane
        choices = self._choices(view.panes)
        # A main knob changes this pane only: no view shows its effect on other panes.
        return dataclasses.replace(view, panes=choices if len(choices) > 1 else (), others=())

    def _choices(self, panes: tuple[PaneChoice, ...]) -> tuple[PaneChoice, ...]:
        own = {pane.name for pane in self.session.panes if pane.extractor == self.extractor.id}
        return tuple(choice for choice in panes if choice.name in own)


def _bytes_of(file: Path) -> bytes | None:
    """Return the content of a file, None if it does not exist."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
