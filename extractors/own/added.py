"""The user's extractors: added for this process, or kept in a file of the user's folder.

Nothing here runs code of the user. An extractor is known only after the user has added it, so that
a session or settings file from elsewhere cannot name a file and have it run.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from extractors.atomic_write import atomic_write
from extractors.errors import BoilerscopeError, ExtractorError
from extractors.folders import config_folder
from extractors.model.settings import Settings, from_table
from extractors.own.loading import digest
from extractors.own.location import parse_location

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from extractors.model.extractor import Extractor

FILE = "own_extractors.toml"
_added: dict[str, str] = {}
_made: dict[str, tuple[str, str, Extractor[Any]]] = {}
"""By identifier: location, digest of the file, and the extractor made from them."""


def add(text: str) -> str:
    """Add an extractor to this process and return its identifier.

    Parameters
    ----------
    text : str
        A location, see `parse_location`.

    Raises
    ------
    ExtractorError
        If there is nothing at the location, or another extractor has the identifier.
    """
    location = parse_location(text)
    known = locations().get(location.identifier)
    if known is not None and known != location.text:
        raise ExtractorError(
            f"{text} cannot be added: {location.identifier} is {known}. Rename the file or the"
            " function."
        )
    _added[location.identifier] = location.text
    return location.identifier


def keep(text: str) -> str:
    """Add an extractor for this start and later ones, and return its identifier."""
    identifier = add(text)
    _write({**_kept(), identifier: _added[identifier]})
    return identifier


def remove(identifier: str) -> None:
    """Forget an extractor, here and at later starts; its file stays.

    Raises
    ------
    ExtractorError
        If it was not added.
    """
    if identifier not in locations():
        known = ", ".join(locations()) or "none"
        raise ExtractorError(
            f"{identifier} is not one of your extractors. Your extractors: {known}."
        )
    _added.pop(identifier, None)
    _made.pop(identifier, None)
    kept = _kept()
    if kept.pop(identifier, None) is not None:
        _write(kept)


def added() -> dict[str, str]:
    """Return location by identifier of what was added to this process, for its workers."""
    return dict(_added)


def use(locations_of_parent: Mapping[str, str]) -> None:
    """Take over, in a worker, what was added to the parent process."""
    _added.update(locations_of_parent)


def locations() -> dict[str, str]:
    """Return the location of each extractor of the user by identifier.

    Those that are kept are left out if their list cannot be read, see `list_problem`.
    """
    try:
        return {**_kept(), **_added}
    except BoilerscopeError:
        return dict(_added)


def list_problem() -> str:
    """Return why the list of kept extractors cannot be read, empty if it can."""
    try:
        _kept()
    except BoilerscopeError as error:
        return str(error)
    return ""


def make(identifier: str) -> Extractor[Any]:
    """Return an extractor of the user, made again when its file has changed.

    Raises
    ------
    BoilerscopeError
        Says what is wrong with the file.
    KeyError
        If it was not added.
    """
    text = locations()[identifier]
    location = parse_location(text)
    now = digest(location.file)
    known = _made.get(identifier)
    if known is not None and known[:2] == (text, now):
        return known[2]
    from extractors.own.making import make_extractor  # takes a while to import, and few need it

    extractor = make_extractor(location, restore)
    _made[identifier] = (text, now, extractor)
    return extractor


def restore(identifier: str, table: dict[str, Any]) -> Settings:
    """Return the settings of an extractor of the user from plain values, in another process."""
    return from_table(make(identifier).settings_class, table)


def list_file() -> Path:
    """Return the file with the extractors that are kept."""
    return config_folder() / FILE


def _kept() -> dict[str, str]:
    try:
        table = tomllib.loads(list_file().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BoilerscopeError(f"{list_file()} cannot be read: {error}.") from error
    kept = table.get("extractors", {})
    if not isinstance(kept, dict) or not all(isinstance(value, str) for value in kept.values()):
        raise BoilerscopeError(
            f'{list_file()}: extractors must be a table such as "mine.longest" ='
            ' "/folder/mine.py:longest".'
        )
    return kept


def _write(kept: Mapping[str, str]) -> None:
    file = list_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    atomic_write(file, tomli_w.dumps({"extractors": dict(sorted(kept.items()))}).encode("utf-8"))
