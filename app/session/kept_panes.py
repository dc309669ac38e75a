"""Unsaved panes, kept from one start of the window to the next. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.app.session.session import DEFAULT_PANES
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from boilerscope.app.session.exporting import write_settings
    from boilerscope.widgets.records import PaneRecord
else:
    write_settings = late_call("boilerscope.app.session.exporting", "write_settings")

FILE = "unsaved_panes.toml"


class KeptPanes:
    """Panes of the last session of the window, if the user had not saved them.

    Parameters
    ----------
    folder : Path
        Configuration folder; it contains the kept panes as a settings file.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._saved: set[tuple[Pane, ...]] = {_default_panes()}
        self._is_ours = False
        self._last: tuple[Pane, ...] | None = None

    def mark_saved(self, panes: Iterable[PaneRecord | Pane]) -> None:
        """Remember that these panes are in a file of the user, so that they need not be kept."""
        self._saved.add(_plain(panes))

    def read(self) -> tuple[Pane, ...]:
        """Return the kept panes; an empty tuple without any.

        Raises
        ------
        BoilerscopeError
            If the file cannot be read. It remains until other panes are kept.
        """
        if not self._file.exists():
            return ()
        panes = settings_file.load(self._file)
        self._is_ours = True
        return panes

    def keep(self, panes: Iterable[PaneRecord]) -> str:
        """Keep unsaved panes; return the error, empty without an error.

        If the panes are saved by now, or are the default panes, delete the file that was read.
        """
        records = list(panes)
        is_unsaved = bool(records) and _plain(records) not in self._saved
        wanted = _plain(records) if is_unsaved else ()
        if wanted == self._last:
            return ""
        try:
            if is_unsaved:
                write_settings(records, self._file, is_edited=False)
                self._is_ours = True
            elif self._is_ours:
                self._file.unlink(missing_ok=True)
        except (OSError, BoilerscopeError) as error:
            return f"The unsaved panes could not be kept for the next start: {error}"
        self._last = wanted
        return ""


def _plain(panes: Iterable[PaneRecord | Pane]) -> tuple[Pane, ...]:
    return tuple(Pane(pane.name, pane.extractor, pane.settings) for pane in panes)


def _default_panes() -> tuple[Pane, ...]:
    extractors = [(name, registry.known(name)) for name in DEFAULT_PANES]
    return tuple(
        Pane(name, name, extractor.default_settings())
        for name, extractor in extractors
        if extractor
    )
