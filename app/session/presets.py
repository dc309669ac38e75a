"""Presets of extractors: those they bring, and the user's own from files. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors import registry
from extractors.errors import BoilerscopeError, UnknownNameError
from extractors.formats.presets_file import load_presets, presets_file

if TYPE_CHECKING:
    from pathlib import Path

    from extractors.model.extractor import Preset
    from extractors.model.settings import Settings


class Presets:
    """All presets of every extractor, read again when a file has changed.

    Parameters
    ----------
    folder : Path
        The configuration folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[int, tuple[Preset, ...]]] = {}
        self._problems: dict[str, str] = {}
        self._unsaid: dict[str, str] = {}

    def of(self, identifier: str) -> tuple[Preset, ...]:
        """Return the presets of an extractor: its own first, then the user's.

        A file that cannot be read gives none of the user's; `take_problem` returns why.
        """
        found = registry.entry(identifier).extractor
        if found is None:
            return ()
        file = presets_file(self.folder, found)
        stamp = _stamp(file)
        known = self._read.get(identifier)
        if known is None or known[0] != stamp:
            self._read[identifier] = known = (stamp, self._load(identifier))
        return (*found.presets, *known[1])

    def take_problem(self, identifier: str) -> str:
        """Return what is wrong with the user's file of an extractor, once until that changes.

        A problem that was mended and comes up again is news again.
        """
        return self._unsaid.pop(identifier, "")

    def settings(self, identifier: str, name: str) -> Settings:
        """Return the settings of a preset by name; an empty name stands for the defaults.

        Raises
        ------
        UnknownNameError
            If the preset is gone.
        """
        found = registry.extractor(identifier)
        if not name:
            usual: Settings = found.default_settings()
            return usual
        listed = self.of(identifier)
        for one in listed:
            if one.name == name:
                return found.preset_settings(one)
        raise UnknownNameError("preset", name, [one.name for one in listed])

    def _load(self, identifier: str) -> tuple[Preset, ...]:
        problem = ""
        found: tuple[Preset, ...] = ()
        try:
            found = load_presets(self.folder, registry.extractor(identifier))
        except BoilerscopeError as error:
            problem = str(error)
        if problem != self._problems.get(identifier, ""):
            self._problems[identifier] = self._unsaid[identifier] = problem
        return found


def _stamp(file: Path) -> int:
    """Return when a file was written, nanoseconds; 0 without one, -1 where nobody can tell."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
    except OSError:
        return -1
