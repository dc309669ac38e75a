"""Settings files: ``[[pane]]`` tables in TOML, the same for window, command line and batch.

    [[pane]]
    name = "strict"
    extractor = "boilerpipe.article"
    [pane.settings]
    max_link_density = 0.2

``preset = "NAME"`` starts from a preset of the extractor, built-in or one of the user's, which the
settings then change. Steps of a custom pipeline are ``[[pane.step]]`` tables with ``step = NAME``.
A written file lists every setting; defaults are commented out
(`boilerscope.extractors.formats.settings_text`). A file that is written again keeps what its user
made of it: only changed values change.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, SettingsError, UnknownNameError
from boilerscope.extractors.formats.changed_tables import SettingsTable, changed_table
from boilerscope.extractors.formats.presets_file import preset_settings
from boilerscope.extractors.formats.settings_text import HEAD, settings_text
from boilerscope.extractors.model.settings import Settings, from_table, knobs, to_table
from boilerscope.extractors.page.snapshot import PANES, is_snapshot, read_parts
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.system.toml_tables import check_keys, parse, read_text, split_tables

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_KEYS = ("name", "extractor", "preset", "settings", "step")


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
    table = parse(text, name=name)
    check_keys(table, ["pane"], name)
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
    """Return the panes of a settings file on disk, or those of a session (``.bscope``).

    Raises
    ------
    SettingsError, UnknownNameError
        See `read`; also if the file cannot be read, or is a snapshot without panes.
    """
    if not is_snapshot(file):
        return read(read_text(file), name=str(file))
    data = read_parts(file, (PANES,)).get(PANES)
    if data is None:
        raise SettingsError(f"{file} has no panes: it is the snapshot of a page, not a session")
    return read(data.decode("utf-8", "replace"), name=f"{file}, {PANES}")


def write(panes: Iterable[Pane], text: str = "") -> str:
    """Return the text of a settings file; settings at their defaults are comments.

    Parameters
    ----------
    panes : iterable of Pane
        With different names.
    text : str
        Text that the file has. Its comments, order and layout stay, also of changed panes; a text
        that is not a settings file is replaced.
    """
    panes = tuple(panes)
    if text.strip() and (changed := _changed(text, panes)) is not None:
        return changed
    written = [_written(pane) for pane in panes]
    return HEAD + "\n".join(written) if written else ""


def _changed(text: str, panes: tuple[Pane, ...]) -> str | None:
    """Return a text with these panes instead of its own, None if it cannot be changed."""
    from tomlkit.exceptions import TOMLKitError

    line_end = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    try:
        old = read(text)
        # A pane without a name takes one from its place, which may now give another name.
        for is_named in (False, True):
            changed = _composed(text, old, panes, is_named=is_named)
            if read(changed) == panes:
                return changed.replace("\n", line_end)
    except (BoilerscopeError, TOMLKitError):
        pass
    return None


def _composed(text: str, old: tuple[Pane, ...], panes: tuple[Pane, ...], *, is_named: bool) -> str:
    head, tables = split_tables(text, "pane")
    if len(tables) != len(old):
        raise SettingsError("panes are not written as [[pane]]")
    parts = [head]
    for pane, source in zip(panes, _sources(old, panes), strict=True):
        if source is None:
            part = _written(pane)
            is_apart = parts[-1].endswith("\n\n") or not "".join(parts)
            part = part if is_apart else f"\n{part}"
        else:
            name = None if is_named else old[source].name
            before = SettingsTable({"name": name}, old[source].settings)
            after = SettingsTable({"name": pane.name}, pane.settings)
            part = changed_table(tables[source], "pane", "pane.step", before, after)
        parts[-1] = parts[-1] if parts[-1].endswith("\n") or not parts[-1] else f"{parts[-1]}\n"
        parts.append(part)
    return "".join(parts)


def _sources(old: tuple[Pane, ...], panes: tuple[Pane, ...]) -> list[int | None]:
    """Return which of the old panes each pane was: by its name, else by its settings, or None."""
    left = {pane.name: number for number, pane in enumerate(old)}
    sources: dict[str, int] = {}
    for pane in panes:
        number = left.get(pane.name)
        if number is not None and old[number].extractor == pane.extractor:
            sources[pane.name] = left.pop(pane.name)
    for pane in panes:
        if pane.name not in sources:
            same = (name for name, n in left.items() if replace(old[n], name=pane.name) == pane)
            if (name := next(same, None)) is not None:
                sources[pane.name] = left.pop(name)
    return [sources.get(pane.name) for pane in panes]


def _pane(entry: dict[str, Any], number: int, name: str, taken: list[str]) -> Pane:
    check_keys(entry, _KEYS, f"pane {number} in {name}")
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
        settings = from_table(settings_class, _preset_values(entry, identifier, name) | values)
    except SettingsError as error:
        raise SettingsError(f"{name}: pane {pane}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(f"{name}: pane {pane}") from error
    return Pane(pane, identifier, settings)


def _preset_values(entry: dict[str, Any], identifier: str, name: str) -> dict[str, Any]:
    """Return the plain values of the preset that a pane names, none without one."""
    if "preset" not in entry:
        return {}
    preset = entry["preset"]
    if not isinstance(preset, str):
        raise SettingsError(f'preset is not a text; write preset = "NAME" ({name})')
    return to_table(preset_settings(registry.extractor(identifier), preset))


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
