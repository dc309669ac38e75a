"""One settings file whose panes of one extractor are edited alone, without page and runs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from app.session.field_changes import changed_between
from app.session.history import PaneSetup
from app.session.panel_view import settings_view
from app.session.session import Session
from extractors import registry
from extractors.atomic_write import atomic_write
from extractors.errors import SettingsError
from extractors.formats import settings_file
from extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from pathlib import Path

    from app.session.presets import Presets
    from app.session.read_only import SessionView
    from extractors.model.settings import Settings
    from widgets.settings.records import PaneChoice, SettingsView


class SettingsDocument:
    """The panes of a file, those of one extractor to be edited, the others kept as they are.

    Parameters
    ----------
    extractor : str
        Whose settings are edited.
    file : Path, optional
        A settings file; one that is not there yet is written when it is saved.

    Attributes
    ----------
    session : SessionView
        All panes of the file with their history; a pane of the extractor is the active one.
    file : Path or None
        Where the panes are saved.
    is_added : bool
        Whether the file holds no pane of the extractor, so that saving adds one.

    Raises
    ------
    UnknownNameError, ExtractorError
        If there is no such extractor, or it is broken.
    SettingsError, UnknownNameError
        If the file cannot be read; the message names file, pane and field.
    """

    def __init__(self, extractor: str, file: Path | None = None) -> None:
        self.extractor = registry.extractor(extractor)
        self.open(file)

    def open(self, file: Path | None) -> None:
        """Edit another file; where it cannot be read, everything is as before.

        Raises
        ------
        SettingsError, UnknownNameError, ExtractorError
            If the file cannot be read; the message names file, pane and field.
        """
        # What is compared later is read first: a change in between counts as somebody else's.
        read = None if file is None else _bytes_of(file)
        is_there = read is not None
        panes = settings_file.load(file) if file is not None and is_there else ()
        setups = [PaneSetup(pane.name, pane.extractor, pane.settings) for pane in panes]
        own = [setup.name for setup in setups if setup.extractor == self.extractor.id]
        self.is_added = is_there and not own
        if not own:
            name = free_name(self.extractor.id, [setup.name for setup in setups])
            usual = self.extractor.default_settings()
            setups.append(PaneSetup(name, self.extractor.id, usual))
            own = [name]
        self._session = Session()
        self._session.active = own[0]
        self._session.restore(setups)
        self.file = file
        self._saved = self.session.setups()
        self._read = read

    @property
    def session(self) -> SessionView:
        """All panes of the file, for reading."""
        return self._session

    @property
    def settings(self) -> Settings:
        """The settings that are edited now."""
        return self.session.pane(self.session.active).settings

    @property
    def is_changed(self) -> bool:
        """Whether there is something that is not saved."""
        return self.session.setups() != self._saved

    def is_overtaken(self, file: Path) -> bool:
        """Return whether somebody else has written the file since it was read or saved here.

        A file that cannot be read any more has been changed too.
        """
        if file != self.file:
            return False
        try:
            return _bytes_of(file) not in {self._read, None}
        except SettingsError:
            return True

    def change(self, settings: Settings, *, now: float) -> None:
        """Put other settings in force; changes of one field within a second are one step of undo.

        Parameters
        ----------
        settings : Settings
            Of the extractor.
        now : float
            Monotonic time, seconds.
        """
        key = ",".join(changed_between(self.settings, settings))
        self._session.set_settings({self.session.active: settings}, key=key, now=now)

    def undo(self) -> None:
        """Take the last change back."""
        self._session.undo()

    def redo(self) -> None:
        """Do the last undone change again."""
        self._session.redo()

    def edit_pane(self, name: str) -> None:
        """Edit the settings of another pane of the extractor."""
        self._session.active = name

    def save(self, file: Path) -> None:
        """Write all panes to a file, which is the one that is edited from now on.

        Raises
        ------
        SettingsError
            If the file cannot be written.
        """
        panes = (Pane(one.name, one.extractor, one.settings) for one in self.session.panes)
        text = settings_file.write(panes)
        atomic_write(file, text)
        self.file, self.is_added = file, False
        self._saved, self._read = self.session.setups(), text.encode()

    def view(self, presets: Presets) -> SettingsView:
        """Return what the panel shows: the extractor's panes to choose from where there are some.

        Parameters
        ----------
        presets : Presets
            Of all extractors.
        """
        view = settings_view(self.session, presets)
        assert view is not None  # noqa: S101 - there is always an active pane
        choices = self._choices(view.panes)
        # A main knob moves this pane alone: nothing shows what it would do to the others.
        return dataclasses.replace(view, panes=choices if len(choices) > 1 else (), others=())

    def _choices(self, panes: tuple[PaneChoice, ...]) -> tuple[PaneChoice, ...]:
        own = {one.name for one in self.session.panes if one.extractor == self.extractor.id}
        return tuple(one for one in panes if one.name in own)


def _bytes_of(file: Path) -> bytes | None:
    """Return what stands in a file now, None where there is none."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
