"""Panes that were set and never saved, kept from one start of the window to the next. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.session.exporting import write_settings
from app.session.session import DEFAULT_PANES
from extractors import registry
from extractors.errors import BoilerscopeError
from extractors.formats import settings_file
from extractors.runner import Pane

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from widgets.records import PaneRecord

FILE = "unsaved_panes.toml"


class KeptPanes:
    """The panes of the window as they were at the end of its last session, where nobody saved them.

    Parameters
    ----------
    folder : Path
        Where preferences are kept; the file stands beside them and is a settings file.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._saved: set[tuple[Pane, ...]] = {_usual()}
        self._is_ours = False

    def mark_saved(self, panes: Iterable[PaneRecord | Pane]) -> None:
        """Remember that these panes stand in a file of the user: they need not be kept."""
        self._saved.add(_plain(panes))

    def read(self) -> tuple[Pane, ...]:
        """Return the panes that were kept; none where there are none.

        Raises
        ------
        BoilerscopeError
            If the file cannot be read; it stays until other panes are kept.
        """
        if not self._file.exists():
            return ()
        panes = settings_file.load(self._file)
        self._is_ours = True
        return panes

    def keep(self, panes: Iterable[PaneRecord]) -> str:
        """Keep what is not saved anywhere; return what went wrong, empty if nothing.

        Panes that were read and are saved or the usual ones by now are kept no longer.
        """
        records = list(panes)
        try:
            if records and _plain(records) not in self._saved:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_settings(records, self._file)
            elif self._is_ours:
                self._file.unlink(missing_ok=True)
        except (OSError, BoilerscopeError) as error:
            return f"The panes could not be kept for the next start: {error}"
        return ""


def _plain(panes: Iterable[PaneRecord | Pane]) -> tuple[Pane, ...]:
    return tuple(Pane(pane.name, pane.extractor, pane.settings) for pane in panes)


def _usual() -> tuple[Pane, ...]:
    entries = {entry.id: entry.extractor for entry in registry.entries()}
    found = [(name, entries.get(name)) for name in DEFAULT_PANES]
    return tuple(
        Pane(name, name, extractor.default_settings()) for name, extractor in found if extractor
    )
