"""Registry of extractors: built-in extractors and plug-ins are both found by entry points.

An entry of the group ``boilerscope.extractors`` names an `Extractor` instance; it is loaded on
first use. A broken entry stays in the list with its error and does not affect other entries.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, EntryPoint, distribution, entry_points
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import BoilerscopeError, ExtractorError, UnknownNameError
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.settings import Settings, knobs
from boilerscope.extractors.own import added
from boilerscope.extractors.own.location import parse_location
from boilerscope.extractors.system.installing import EXTRACTORS
from boilerscope.extractors.system.printing import printing_to_stderr

if TYPE_CHECKING:
    from collections.abc import Iterable

GROUP = EXTRACTORS
BUILT_IN = "boilerscope"
OWN = "yours"
"""Package name of extractors that the user has added by their location."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One extractor by name, loaded or broken.

    Attributes
    ----------
    id : str
        Name of the entry point, the identifier everywhere; ``name@package`` if another package
        has the same name.
    distribution : str
        Package that provides it.
    extractor : Extractor or None
        None if loading failed.
    error : str
        Reason why loading failed, else empty.
    """

    id: str
    distribution: str
    extractor: Extractor[Any] | None
    error: str = ""


def entry(identifier: str) -> Entry:
    """Return an entry, loaded on first use; a user's extractor again when its file changes.

    Raises
    ------
    UnknownNameError
        If no package provides it and the user has not added it; the message gives the nearest name.
    """
    if identifier in _built_in() or identifier in _points():
        return _load(identifier)
    if identifier in added.locations():
        return _own(identifier)
    if identifier == added.FILE and added.list_problem():
        return Entry(identifier, OWN, None, added.list_problem())
    raise UnknownNameError("extractor", identifier, [*_points(), *added.locations()])


def entries() -> tuple[Entry, ...]:
    """Return all entries, built-in entries first, each group sorted by identifier.

    A list of the user's extractors that cannot be read is an entry with its error.
    """
    found = [entry(identifier) for identifier in identifiers()]
    if added.list_problem():
        found.append(entry(added.FILE))
    return tuple(sorted(found, key=lambda item: (item.distribution != BUILT_IN, item.id)))


def identifiers() -> tuple[str, ...]:
    """Return the names of all entries, built-in entries first, without loading them."""
    names = {*_points(), *added.locations()}
    return tuple(sorted(names, key=lambda name: (name not in _built_in(), name)))


def algorithms() -> tuple[str, ...]:
    """Return the names of Boilerscope's own extractors, without libraries and plug-ins."""
    return tuple(
        entry.id
        for entry in entries()
        if entry.distribution == BUILT_IN
        and entry.extractor is not None
        and not entry.extractor.foreign
    )


def is_foreign(identifier: str, settings: Settings) -> bool:
    """Return whether an extractor or one of its inputs must run in a worker process.

    Only Boilerscope's own extractors need no worker; plug-ins, libraries and the user's do.
    """
    pending: list[tuple[str, Settings | None]] = [(identifier, settings)]
    seen: set[str] = set()
    while pending:
        name, its_settings = pending.pop()
        try:
            registered = entry(name)
        except UnknownNameError:
            continue  # an input that does not exist is an error of the run
        extractor = registered.extractor
        if registered.distribution != BUILT_IN or extractor is None or extractor.foreign:
            return True
        if name not in seen:
            seen.add(name)
            inputs = extractor.inputs(its_settings or extractor.default_settings())
            pending += [(needed.extractor, needed.settings) for needed in inputs]
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
    """Return an extractor; None if no package provides it or it cannot be loaded."""
    try:
        return entry(identifier).extractor
    except UnknownNameError:
        return None


def explains(identifier: str) -> bool:
    """Return whether the steps of an extractor need a traced run; False if it is not known."""
    extractor = known(identifier)
    return extractor is not None and extractor.explains()


def load_built_in(names: Iterable[str]) -> None:
    """Load the extractors of Boilerscope among the names; ``all`` loads every one of them."""
    requested = set(names)
    for identifier in _built_in():
        if identifier in requested or "all" in requested:
            _load(identifier)


@cache
def _built_in() -> dict[str, EntryPoint]:
    """Return the entry points of Boilerscope, which are found without a search of all packages."""
    points = distribution(BUILT_IN).entry_points.select(group=GROUP)
    return {point.name: point for point in points}


@cache
def _points() -> dict[str, EntryPoint]:
    """Return all entry points by identifier; a repeated name gets the name of its package."""
    points: dict[str, EntryPoint] = {}
    ordered = sorted(
        entry_points(group=GROUP),
        key=lambda point: (_package(point) != BUILT_IN, _package(point)),
    )
    for point in ordered:
        is_taken = point.name in points
        points[f"{point.name}@{_package(point)}" if is_taken else point.name] = point
    return points


def _package(point: EntryPoint) -> str:
    return "unknown package" if point.dist is None else _name_of(point.dist)


@cache
def _name_of(package: Distribution) -> str:
    """Return the name of a package, parsing its metadata once instead of once per extractor."""
    return package.name


def add(text: str, *, keep: bool = False) -> str:
    """Add an extractor of the user by its location, and return its identifier.

    Parameters
    ----------
    text : str
        ``file.py:function``, ``module:object``, a saved model, or a results file.
    keep : bool
        Whether later starts of the program add it again.

    Raises
    ------
    ExtractorError
        If the location has no extractor, or the identifier is taken.
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
    built_in = _built_in().get(identifier)
    point = built_in or _points()[identifier]
    package = BUILT_IN if built_in else _package(point)
    if identifier != point.name:
        holder = _package(_points()[point.name])
        problem = f"the name {point.name!r} is taken by the package {holder}"
        return Entry(identifier, package, None, problem)
    try:
        with printing_to_stderr():
            loaded = point.load()
            problem = contract_problem(loaded, point.value)
            if not problem and loaded.id != point.name:
                problem = (
                    f"{point.value} has the id {loaded.id!r}, its entry the name {point.name!r}"
                )
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is shown as its error
        return Entry(identifier, package, None, f"{type(error).__name__}: {error}")
    return Entry(identifier, package, None if problem else loaded, problem)


def contract_problem(loaded: object, name: str) -> str:
    """Return how an object violates the contract, empty if it fulfils it."""
    if not isinstance(loaded, Extractor):
        return f"{name} is not an Extractor but a {type(loaded).__name__}"
    for attribute in ("id", "name", "summary", "help", "reference"):
        if not isinstance(getattr(loaded, attribute, None), str):
            return f"{name} has no text as its {attribute!r}"
    if not re.fullmatch(r"[\w.-]+", loaded.id):
        return (
            f"{loaded.id!r} is not an identifier. Use letters, digits, dots, hyphens, underscores"
        )
    if not isinstance(loaded.default_settings(), Settings):
        return f"the settings of {name} are not an instance of Settings"
    unknown = loaded.thresholds - {field.name for field in knobs(loaded.settings_class)}
    if unknown:
        return f"{name} has no setting {min(unknown)!r}, which it names in its thresholds"
    for preset in loaded.presets:
        loaded.preset_settings(preset)
    return ""
