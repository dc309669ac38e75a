"""Settings files: ``[[pane]]`` tables in TOML, the same for window, command line and batch.

    [[pane]]
    name = "strict"
    extractor = "boilerpipe.article"
    [pane.settings]
    max_link_density = 0.2

Steps of a custom pipeline stand as ``[[pane.step]]`` tables with ``step = NAME``. What is written
names every setting, those at their defaults behind ``#`` (`extractors.formats.settings_text`).
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from extractors import registry
from extractors.errors import SettingsError, UnknownNameError
from extractors.formats.settings_text import HEAD, settings_text
from extractors.model.settings import Settings, from_table, knobs, to_table
from extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_KEYS = ("name", "extractor", "settings", "step")


def read(text: str, *, name: str = "settings") -> tuple[Pane, ...]:
    """Return the panes of a settings file.

    Parameters
    ----------
    text : str
        TOML.
    name : str
        File name for messages.

    Raises
    ------
    SettingsError
        If the text is no TOML, or a value does not fit; the message names file, pane and field.
    UnknownNameError
        If a key, extractor, field or step is unknown; the message names the nearest one.
    ExtractorError
        If the extractor of a pane is broken.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # no TOML, or a number or nesting beyond reason
        raise SettingsError(f"{name}: {error}") from error
    for key in table:
        if key != "pane":
            raise UnknownNameError(f"key of {name}", key, ["pane"])
    panes: list[Pane] = []
    listed = table.get("pane", [])
    if not isinstance(listed, list):
        raise SettingsError(f"{name}: panes are written as [[pane]], with two brackets")
    for place, entry in enumerate(listed, 1):
        if not isinstance(entry, dict):
            raise SettingsError(f"{name}: pane {place} is no table; write [[pane]]")
        panes.append(_pane(entry, place, name, [pane.name for pane in panes]))
    return tuple(panes)


def load(file: Path) -> tuple[Pane, ...]:
    """Return the panes of a settings file on disk.

    Raises
    ------
    SettingsError, UnknownNameError
        As `read`; also where the file cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is no UTF-8 text: {error.reason}") from error
    return read(text, name=str(file))


def write(panes: Iterable[Pane]) -> str:
    """Return a settings file; what is at its default is written as a comment."""
    written = [_written(pane) for pane in panes]
    return HEAD + "\n".join(written) if written else ""


def _pane(entry: dict[str, Any], place: int, name: str, taken: list[str]) -> Pane:
    for key in entry:
        if key not in _KEYS:
            raise UnknownNameError(f"key of pane {place} in {name}", key, _KEYS)
    identifier = entry.get("extractor")
    if not isinstance(identifier, str):
        raise SettingsError(f'{name}: pane {place} names no extractor; add extractor = "..."')
    try:
        settings_class = registry.extractor(identifier).settings_class
    except UnknownNameError as error:
        raise error.within(f"{name}: pane {place}") from error
    chosen = _name(entry.get("name", free_name(identifier, taken)), place, name)
    if chosen in taken:
        raise SettingsError(f"{name}: two panes are called {chosen!r}; give one another name")
    values = _values(entry, settings_class, f"{name}: pane {chosen}")
    try:
        settings = from_table(settings_class, values)
    except SettingsError as error:
        raise SettingsError(f"{name}: pane {chosen}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(f"{name}: pane {chosen}") from error
    return Pane(chosen, identifier, settings)


def _values(entry: dict[str, Any], settings_class: type[Settings], place: str) -> dict[str, Any]:
    """Return the settings of a pane with its steps among them."""
    values = entry.get("settings", {})
    if not isinstance(values, dict):
        raise SettingsError(f"{place}: its settings are no table; write [pane.settings]")
    if "step" not in entry:
        return values
    for declared in knobs(settings_class):
        if declared.kind == "pipeline":
            if declared.name in values:
                raise SettingsError(f"{place} has its steps twice, as {declared.name} and step")
            return values | {declared.name: entry["step"]}
    raise SettingsError(f"{place}: {entry['extractor']} takes no steps, [[pane.step]]")


def _name(name: object, place: int, file_name: str) -> str:
    """Return the name of a pane, which stands in file names and before the ``=`` of ``--set``."""
    if not isinstance(name, str) or not re.fullmatch(r"[^\s./=\\][^/=\\\x00-\x1f\x7f]{0,99}", name):
        raise SettingsError(
            f"{file_name}: pane {place} cannot be called {name!r}; a name is a text of up to 100"
            " signs without / \\ = and does not begin with a dot or a space"
        )
    return name


def _written(pane: Pane) -> str:
    values = to_table(pane.settings)
    head = "[[pane]]\n" + tomli_w.dumps({"name": pane.name, "extractor": pane.extractor})
    tables = settings_text(type(pane.settings), values, "pane.settings", "pane.step")
    return f"{head}\n{tables}" if tables else head
