"""Find extractors: built-in ones and outside plug-ins take the same road, an entry point.

An entry of the group ``boilerscope.extractors`` names an `Extractor` instance; it is loaded on
first use. A broken entry stays in the list with its error and stops nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from extractors.errors import BoilerscopeError, ExtractorError, UnknownNameError
from extractors.model.extractor import Extractor
from extractors.model.settings import Settings
from extractors.own import added
from extractors.own.location import parse_location
from extractors.printing import printing_to_stderr

GROUP = "boilerscope.extractors"
BUILT_IN = "boilerscope"
OWN = "yours"
"""Stands for the package of extractors that the user has added by their location."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One extractor by name, loaded or broken.

    Attributes
    ----------
    id : str
        Name of the entry point, the identifier everywhere; ``name@package`` where another package
        has the name.
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


def entry(identifier: str) -> Entry:
    """Return one entry, loading it on first use; one of the user's again when its file changes.

    Raises
    ------
    UnknownNameError
        If no package brings it and the user has not added it; it names the nearest known one.
    """
    points = _points()
    if identifier in points:
        return _load(identifier)
    if identifier in added.locations():
        return _own(identifier)
    if identifier == added.FILE and added.list_problem():
        return Entry(identifier, OWN, None, added.list_problem())
    raise UnknownNameError("extractor", identifier, [*points, *added.locations()])


def entries() -> tuple[Entry, ...]:
    """Return all entries, the built-in ones first, each group in order of identifier.

    A list of the user's extractors that cannot be read is an entry with its error.
    """
    every = [entry(identifier) for identifier in identifiers()]
    if added.list_problem():
        every.append(entry(added.FILE))
    return tuple(sorted(every, key=lambda one: (one.distribution != BUILT_IN, one.id)))


def identifiers() -> tuple[str, ...]:
    """Return the names of all entries, the built-in ones first, without loading any."""
    built_in = {name for name, point in _points().items() if _package(point) == BUILT_IN}
    every = {*_points(), *added.locations()}
    return tuple(sorted(every, key=lambda name: (name not in built_in, name)))


def algorithms() -> tuple[str, ...]:
    """Return the names of the extractors that are Boilerscope's own: no library and no plug-in."""
    return tuple(
        entry.id
        for entry in entries()
        if entry.distribution == BUILT_IN
        and entry.extractor is not None
        and not entry.extractor.foreign
    )


def is_foreign(identifier: str, settings: Settings) -> bool:
    """Return whether an extractor or one of its inputs must run in a worker process.

    All must but our own: plug-ins, libraries and the extractors of the user.
    """
    waiting: list[tuple[str, Settings | None]] = [(identifier, settings)]
    seen: set[str] = set()
    while waiting:
        name, chosen = waiting.pop()
        try:
            known = entry(name)
        except UnknownNameError:
            continue  # an input that does not exist is an error of the run
        if known.distribution != BUILT_IN or known.extractor is None or known.extractor.foreign:
            return True
        if name not in seen:
            seen.add(name)
            inputs = known.extractor.inputs(chosen or known.extractor.default_settings())
            waiting += [(one.extractor, one.settings) for one in inputs]
    return False


def extractor(identifier: str) -> Extractor[Any]:
    """Return a loaded extractor.

    Raises
    ------
    UnknownNameError
        If no entry has this identifier.
    ExtractorError
        If the entry is broken.
    """
    registered = entry(identifier)
    if registered.extractor is None:
        raise ExtractorError(f"{identifier} (from {registered.distribution}): {registered.error}")
    return registered.extractor


def known(identifier: str) -> Extractor[Any] | None:
    """Return an extractor; None where no package brings it or it cannot be loaded."""
    try:
        return entry(identifier).extractor
    except UnknownNameError:
        return None


@cache
def _points() -> dict[str, EntryPoint]:
    """Return all entry points by identifier; of two with one name the second gets its package's."""
    points: dict[str, EntryPoint] = {}
    ordered = sorted(
        entry_points(group=GROUP), key=lambda point: (_package(point) != BUILT_IN, _package(point))
    )
    for point in ordered:
        is_taken = point.name in points
        points[f"{point.name}@{_package(point)}" if is_taken else point.name] = point
    return points


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "unknown package"


def add(text: str, *, keep: bool = False) -> str:
    """Add an extractor of the user by its location, and return its identifier.

    Parameters
    ----------
    text : str
        ``file.py:function``, ``module:object``, a saved model, or a results file.
    keep : bool
        Whether later starts know it as well.

    Raises
    ------
    ExtractorError
        If there is nothing at the location, or an extractor has the identifier.
    """
    identifier = parse_location(text).identifier
    if identifier in _points():
        raise ExtractorError(
            f"{text} cannot be added: the package {_package(_points()[identifier])} has an"
            f" extractor {identifier}. Rename the file or the function."
        )
    return added.keep(text) if keep else added.add(text)


def _own(identifier: str) -> Entry:
    try:
        return Entry(identifier, OWN, added.make(identifier))
    except BoilerscopeError as error:
        return Entry(identifier, OWN, None, str(error))


@cache
def _load(identifier: str) -> Entry:
    point = _points()[identifier]
    package = _package(point)
    if identifier != point.name:
        holder = _package(_points()[point.name])
        problem = f"the name {point.name!r} is taken by the package {holder}"
        return Entry(identifier, package, None, problem)
    try:
        with printing_to_stderr():
            loaded = point.load()
            problem = contract_problem(loaded, point.value)
            if not problem and loaded.id != point.name:
                problem = f"{point.value} calls itself {loaded.id!r}, its entry {point.name!r}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is shown as its error
        return Entry(identifier, package, None, f"{type(error).__name__}: {error}")
    return Entry(identifier, package, None if problem else loaded, problem)


def contract_problem(loaded: object, name: str) -> str:
    """Return what of the contract an object does not fulfil, empty if nothing."""
    if not isinstance(loaded, Extractor):
        return f"{name} is not an Extractor but a {type(loaded).__name__}"
    for fact in ("id", "name", "summary", "help", "reference"):
        if not isinstance(getattr(loaded, fact, None), str):
            return f"{name} has no text as its {fact!r}"
    if not re.fullmatch(r"[\w.-]+", loaded.id):
        return (
            f"{loaded.id!r} is not an identifier. Use letters, digits, dots, hyphens, underscores"
        )
    if not isinstance(loaded.default_settings(), Settings):
        return f"the settings of {name} are not an instance of Settings"
    for preset in loaded.presets:
        loaded.preset_settings(preset)
    return ""
