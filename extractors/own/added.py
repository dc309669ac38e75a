"""List of the user's extractors: added to this process, or kept in a file of the user's folder.

This module does not run the user's code. Only extractors that the user has added can be used, so
that a session or settings file from elsewhere cannot name a file and have it run.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors.errors import BoilerscopeError, ExtractorError
from boilerscope.extractors.model.settings import Settings, from_table
from boilerscope.extractors.own.loading import digest
from boilerscope.extractors.own.location import Form, is_version, parse_location
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.extractors.system.environments import Environment
from boilerscope.extractors.system.folders import config_folder
from boilerscope.extractors.system.toml_tables import read_text, with_table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from boilerscope.extractors.model.extractor import Extractor

FILE = "own_extractors.toml"
_added: dict[str, str] = {}
_extractors: dict[str, tuple[str, str, Extractor[Any]]] = {}
"""Cache by identifier: location, digest of the file (its path if a folder), and extractor."""


def add(text: str) -> str:
    """Add an extractor to this process and return its identifier.

    Parameters
    ----------
    text : str
        Location, see `parse_location`.

    Raises
    ------
    ExtractorError
        If the location is invalid, or another extractor has the identifier.
    """
    location = parse_location(text)
    existing = locations().get(location.identifier)
    if existing is not None and existing != location.text:
        raise ExtractorError(
            f"{text} cannot be added: {location.identifier} is {existing}. Rename the file or the"
            " function."
        )
    _added[location.identifier] = location.text
    return location.identifier


def keep(text: str) -> str:
    """Add an extractor for this and later starts, and return its identifier."""
    identifier = add(text)
    _write({**_kept(), identifier: _added[identifier]})
    return identifier


def remove(identifier: str) -> None:
    """Remove an extractor from this process and the list; its file stays.

    A version of a library that was installed for it is deleted.

    Raises
    ------
    ExtractorError
        If the extractor was not added.
    """
    if identifier not in locations():
        names = ", ".join(locations()) or "none"
        raise ExtractorError(
            f"{identifier} is not one of your extractors. Your extractors: {names}."
        )
    text = locations()[identifier]
    if is_version(text):
        location = parse_location(text)
        if location.version and location.folder is not None:
            Environment(location.folder).remove()
    _added.pop(identifier, None)
    _extractors.pop(identifier, None)
    kept = _kept()
    if kept.pop(identifier, None) is not None:
        _write(kept)


def added() -> dict[str, str]:
    """Return the locations, by identifier, that were added to this process, for its workers."""
    return dict(_added)


def use(locations_of_parent: Mapping[str, str]) -> None:
    """Add the extractors of the parent process to this worker process."""
    _added.update(locations_of_parent)


def locations() -> dict[str, str]:
    """Return the locations of the user's extractors by identifier.

    Kept extractors are left out if their list cannot be read, see `list_problem`.
    """
    try:
        return {**_kept(), **_added}
    except BoilerscopeError:
        return dict(_added)


def list_problem() -> str:
    """Return the error in the list of kept extractors; empty if the list can be read."""
    try:
        _kept()
    except BoilerscopeError as error:
        return str(error)
    return ""


def make(identifier: str) -> Extractor[Any]:
    """Return an extractor of the user; build it again if its file has changed.

    Raises
    ------
    BoilerscopeError
        If the file is invalid; the message gives the reason.
    KeyError
        If the extractor was not added.
    """
    text = locations()[identifier]
    location = parse_location(text)
    is_folder = location.form is Form.VERSION
    file_digest = str(location.file) if is_folder else digest(location.file)
    cached = _extractors.get(identifier)
    if cached is not None and cached[:2] == (text, file_digest):
        return cached[2]
    from boilerscope.extractors.own.making import make_extractor  # slow to import and rarely needed

    extractor = make_extractor(location, restore)
    _extractors[identifier] = (text, file_digest, extractor)
    return extractor


def restore(identifier: str, table: dict[str, Any]) -> Settings:
    """Build settings of one of the user's extractors from plain values, in another process."""
    return from_table(make(identifier).settings_class, table)


def list_file() -> Path:
    """Return the file with the list of kept extractors."""
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
    kept = dict(sorted(kept.items()))
    text = read_text(file) if file.exists() else ""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = with_table(text, "extractors", kept) if text else tomli_w.dumps({"extractors": kept})
    atomic_write(file, written)
