"""Settings files: ``[[pane]]`` tables in TOML, the same for window, command line and batch.

    [[pane]]
    name = "strict"
    extractor = "boilerpipe.article"
    [pane.settings]
    max_link_density = 0.2

Steps of a custom pipeline are ``[[pane.step]]`` tables with ``step = NAME``. A written file lists
every setting; defaults are commented out (`boilerscope.extractors.formats.settings_text`).
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.formats.settings_text import HEAD, settings_text
from boilerscope.extractors.model.settings import Settings, from_table, knobs, to_table
from boilerscope.extractors.runner import Pane, free_name

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
        If the text is not TOML, or a value is invalid; the message names file, pane and field.
    UnknownNameError
        If a key, extractor, field or step is unknown; the message gives the nearest name.
    ExtractorError
        If the extractor of a pane is broken.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not TOML, or a number or nesting too large
        raise SettingsError(f"{name}: {error}") from error
    for key in table:
        if key != "pane":
            raise UnknownNameError(f"key of {name}", key, ["pane"])
    panes: list[Pane] = []
    listed = table.get("pane", [])
    if not isinstance(listed, list):
        raise SettingsError(f"{name}: panes are written as [[pane]], with two brackets")
    for number, entry in enumerate(listed, 1):
        if not isinstance(entry, dict):
            raise SettingsError(f"{name}: pane {number} is not a table. Start it with [[pane]]")
        panes.append(_pane(entry, number, name, [pane.name for pane in panes]))
    return tuple(panes)


def load(file: Path) -> tuple[Pane, ...]:
    """Return the panes of a settings file on disk.

    Raises
    ------
    SettingsError, UnknownNameError
        See `read`; also if the file cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is not UTF-8 text: {error.reason}") from error
    return read(text, name=str(file))


def write(panes: Iterable[Pane]) -> str:
    """Return the text of a settings file; settings at their defaults are comments."""
    written = [_written(pane) for pane in panes]
    return HEAD + "\n".join(written) if written else ""


def _pane(entry: dict[str, Any], number: int, name: str, taken: list[str]) -> Pane:
    for key in entry:
        if key not in _KEYS:
            raise UnknownNameError(f"key of pane {number} in {name}", key, _KEYS)
    identifier = entry.get("extractor")
    if not isinstance(identifier, str):
        raise SettingsError(
            f'{name}: pane {number} does not name an extractor; add extractor = "..."'
        )
    try:
        settings_class = registry.extractor(identifier).settings_class
    except UnknownNameError as error:
        raise error.within(f"{name}: pane {number}") from error
    pane = _name(entry.get("name", free_name(identifier, taken)), number, name)
    if pane in taken:
        raise SettingsError(f"{name}: two panes are called {pane!r}. Rename one of them")
    values = _values(entry, settings_class, f"{name}: pane {pane}")
    try:
        settings = from_table(settings_class, values)
    except SettingsError as error:
        raise SettingsError(f"{name}: pane {pane}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(f"{name}: pane {pane}") from error
    return Pane(pane, identifier, settings)


def _values(entry: dict[str, Any], settings_class: type[Settings], where: str) -> dict[str, Any]:
    """Return the settings of a pane, its steps included."""
    values = entry.get("settings", {})
    if not isinstance(values, dict):
        raise SettingsError(f"{where}: settings is not a table; write [pane.settings]")
    if "step" not in entry:
        return values
    for field in knobs(settings_class):
        if field.kind == "pipeline":
            if field.name in values:
                raise SettingsError(f"{where} has its steps twice, as {field.name} and as step")
            return values | {field.name: entry["step"]}
    raise SettingsError(f"{where}: {entry['extractor']} has no steps; remove [[pane.step]]")


def _name(name: object, number: int, file_name: str) -> str:
    """Check the name of a pane, which becomes a part of file names and of ``--set NAME.FIELD=``."""
    if not isinstance(name, str) or not re.fullmatch(r"[^\s./=\\][^/=\\\x00-\x1f\x7f]{0,99}", name):
        raise SettingsError(
            f"{file_name}: pane {number} cannot be called {name!r}. A name has up to 100 characters"
            " without / \\ = and does not start with a dot or a space"
        )
    return name


def _written(pane: Pane) -> str:
    values = to_table(pane.settings)
    head = "[[pane]]\n" + tomli_w.dumps({"name": pane.name, "extractor": pane.extractor})
    tables = settings_text(type(pane.settings), values, "pane.settings", "pane.step")
    return f"{head}\n{tables}" if tables else head
