"""Presets of extractors: built-in presets, and the user's presets from files. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, UnknownNameError
from boilerscope.extractors.formats.presets_file import load_presets, presets_file

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.model.extractor import Preset
    from boilerscope.extractors.model.settings import Settings


class Presets:
    """Presets of all extractors; a file that has changed is read again.

    Parameters
    ----------
    folder : Path
        The configuration folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[int, tuple[Preset, ...]]] = {}
        self._problems: dict[str, str] = {}
        self._unreported: dict[str, str] = {}

    def of(self, identifier: str) -> tuple[Preset, ...]:
        """Return the presets of an extractor: the built-in presets, then the user's.

        If the user's file cannot be read, `take_problem` returns the reason.
        """
        extractor = registry.entry(identifier).extractor
        return () if extractor is None else (*extractor.presets, *self.own(identifier))

    def own(self, identifier: str) -> tuple[Preset, ...]:
        """Return the user's presets of an extractor; see `of`."""
        extractor = registry.entry(identifier).extractor
        if extractor is None:
            return ()
        stamp = _stamp(presets_file(self.folder, extractor))
        cached = self._read.get(identifier)
        if cached is None or cached[0] != stamp:
            self._read[identifier] = cached = (stamp, self._load(identifier))
        return cached[1]

    def own_name(self, identifier: str, settings: Settings) -> str:
        """Return the name of the user's preset that has these settings; empty without one."""
        for preset in self.own(identifier):
            if registry.extractor(identifier).preset_settings(preset) == settings:
                return preset.name
        return ""

    def take_problem(self, identifier: str) -> str:
        """Return a new problem of the user's presets file of an extractor; empty without a problem.

        Each problem is returned once. If it is solved and appears again, it is new again.
        """
        return self._unreported.pop(identifier, "")

    def settings(self, identifier: str, name: str) -> Settings:
        """Return the settings of a preset by name; an empty name means the defaults.

        Raises
        ------
        UnknownNameError
            If the preset does not exist.
        """
        extractor = registry.extractor(identifier)
        if not name:
            defaults: Settings = extractor.default_settings()
            return defaults
        presets = self.of(identifier)
        for preset in presets:
            if preset.name == name:
                return extractor.preset_settings(preset)
        raise UnknownNameError("preset", name, [preset.name for preset in presets])

    def _load(self, identifier: str) -> tuple[Preset, ...]:
        problem = ""
        presets: tuple[Preset, ...] = ()
        try:
            presets = load_presets(self.folder, registry.extractor(identifier))
        except BoilerscopeError as error:
            problem = str(error)
        if problem != self._problems.get(identifier, ""):
            self._problems[identifier] = self._unreported[identifier] = problem
        return presets


def _stamp(file: Path) -> int:
    """Return the time of a file in nanoseconds; 0 without a file, -1 if it cannot be read."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
    except OSError:
        return -1
