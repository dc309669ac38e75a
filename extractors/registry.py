"""Find extractors: built-in ones and outside plug-ins take the same road, an entry point.

An entry of the group ``boilerscope.extractors`` names an `Extractor` instance; it is loaded on
first use. A broken entry stays in the list with its error and stops nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from extractors.errors import ExtractorError, UnknownNameError
from extractors.model.extractor import Extractor

GROUP = "boilerscope.extractors"
BUILT_IN = "boilerscope"


@dataclass(frozen=True, slots=True)
class Entry:
    """One extractor by name, loaded or broken.

    Attributes
    ----------
    id : str
        Name of the entry point, the identifier everywhere.
    distribution : str
        Package that brings it.
    extractor : Extractor or None
        None where loading failed.
    error : str
        Why loading failed, else empty.
    """

    id: str
    distribution: str
    extractor: Extractor[Any] | None
    error: str = ""


@cache
def entry(identifier: str) -> Entry:
    """Return one entry, loading it on first use.

    Raises
    ------
    UnknownNameError
        If no package brings it; it names the nearest known one.
    """
    points = _points()
    if identifier not in points:
        raise UnknownNameError("extractor", identifier, points)
    return _load(points[identifier])


def entries() -> tuple[Entry, ...]:
    """Return all entries, the built-in ones first, each group in order of identifier."""
    every = [entry(identifier) for identifier in _points()]
    return tuple(sorted(every, key=lambda one: (one.distribution != BUILT_IN, one.id)))


def extractor(identifier: str) -> Extractor[Any]:
    """Return a loaded extractor.

    Raises
    ------
    UnknownNameError
        If there is no such entry.
    ExtractorError
        If the entry is broken.
    """
    found = entry(identifier)
    if found.extractor is None:
        raise ExtractorError(f"{identifier} (from {found.distribution}): {found.error}")
    return found.extractor


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(point: EntryPoint) -> Entry:
    brought_by = point.dist.name if point.dist is not None else "unknown package"
    try:
        loaded = point.load()
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is shown as its error
        return Entry(point.name, brought_by, None, f"{type(error).__name__}: {error}")
    if not isinstance(loaded, Extractor):
        problem = f"{point.value} is no Extractor but {type(loaded).__name__}"
        return Entry(point.name, brought_by, None, problem)
    if loaded.id != point.name:
        problem = f"{point.value} calls itself {loaded.id!r}, its entry {point.name!r}"
        return Entry(point.name, brought_by, None, problem)
    return Entry(point.name, brought_by, loaded)
