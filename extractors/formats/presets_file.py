"""Presets of the user's own: one TOML file per extractor, written here and edited by hand.

    [[preset]]
    name = "strict news"
    help = "Fewer links."
    [preset.settings]
    limit = 0.2

The files stand in the folder ``presets`` of the configuration folder, each named after its
extractor. A preset that is saved names every setting, those at their defaults behind ``#``
(`extractors.formats.settings_text`); steps of a pipeline are tables of their own.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from extractors.atomic_write import atomic_write
from extractors.errors import SettingsError, UnknownNameError
from extractors.formats.settings_text import HEAD, settings_text
from extractors.model.extractor import Preset
from extractors.model.settings import Settings, to_table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from extractors.model.extractor import Extractor

_KEYS = ("name", "help", "settings")


def presets_file(folder: Path, extractor: Extractor[Any]) -> Path:
    """Return where the user's presets of an extractor stand.

    Parameters
    ----------
    folder : Path
        The configuration folder.
    extractor : Extractor
        Whose presets.
    """
    name = re.sub(r"[^\w.-]", "_", extractor.id)
    return folder / "presets" / f"{name}.toml"


def load_presets(folder: Path, extractor: Extractor[Any]) -> tuple[Preset, ...]:
    """Return the user's presets of an extractor, none where there is no file.

    Raises
    ------
    SettingsError
        If the file cannot be read or is no TOML, or a value does not fit: the message names file,
        preset and field.
    UnknownNameError
        If a key or a field is unknown.
    """
    file = presets_file(folder, extractor)
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"{file} cannot be read: {reason}") from error
    return read_presets(text, extractor, name=str(file))


def save_preset(
    folder: Path,
    extractor: Extractor[Any],
    settings: Settings,
    name: str,
    *,
    help: str = "",  # noqa: A002 - the word of the preset's own field
) -> Preset:
    """Write settings as a preset; one of the same name gives way and keeps its place.

    Parameters
    ----------
    folder, extractor
        See `presets_file`.
    settings : Settings
        What the preset stands for.
    name, help : str
        As shown in the panel; the name must be none of the extractor's own.

    Raises
    ------
    SettingsError
        If the name is empty or taken, or the file there cannot be read: it is left as it is.
    """
    made = Preset(name.strip(), to_table(settings), help)
    _check_name(made.name, extractor, "preset")
    present = list(load_presets(folder, extractor))
    places = [place for place, one in enumerate(present) if one.name == made.name]
    if places:
        present[places[0]] = made
    else:
        present.append(made)
    atomic_write(presets_file(folder, extractor), write_presets(present, extractor))
    return made


def remove_preset(folder: Path, extractor: Extractor[Any], name: str) -> None:
    """Take a preset out of the user's file.

    Raises
    ------
    UnknownNameError
        If there is none of that name.
    SettingsError
        If the file cannot be read.
    """
    present = load_presets(folder, extractor)
    if name not in [one.name for one in present]:
        raise UnknownNameError("preset", name, [one.name for one in present])
    rest = [one for one in present if one.name != name]
    atomic_write(presets_file(folder, extractor), write_presets(rest, extractor))


def read_presets(
    text: str, extractor: Extractor[Any], *, name: str = "presets"
) -> tuple[Preset, ...]:
    """Return the presets of a file's text, each checked against the extractor's settings.

    Parameters
    ----------
    text : str
        TOML.
    extractor : Extractor
        Whose presets they are.
    name : str
        File name for messages.

    Raises
    ------
    SettingsError, UnknownNameError
        As `load_presets`.
    """
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{name}: {error}") from error
    for key in table:
        if key != "preset":
            raise UnknownNameError(f"key of {name}", key, ["preset"])
    listed = table.get("preset", [])
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise SettingsError(f"{name}: presets are written as [[preset]], with two brackets")
    presets: list[Preset] = []
    for place, entry in enumerate(listed, 1):
        presets.append(_preset(entry, extractor, f"{name}: preset {place}"))
        if presets[-1].name in [one.name for one in presets[:-1]]:
            raise SettingsError(f"{name}: two presets are called {presets[-1].name!r}")
    return tuple(presets)


def write_presets(presets: Iterable[Preset], extractor: Extractor[Any]) -> str:
    """Return the text of a file with these presets; fields they leave out stand as comments.

    Parameters
    ----------
    presets : iterable of Preset
        In order.
    extractor : Extractor
        Whose presets they are.
    """
    written = [_written(one, extractor) for one in presets]
    return HEAD + "\n".join(written) if written else ""


def _written(preset: Preset, extractor: Extractor[Any]) -> str:
    sign = "" if preset.help else "#"
    name, words = tomli_w.dumps({"name": preset.name}), tomli_w.dumps({"help": preset.help})
    head = f"[[preset]]\n{name}{sign}{words}"
    tables = settings_text(extractor.settings_class, preset.values, "preset.settings")
    return f"{head}\n{tables}" if tables else head


def _preset(entry: dict[str, Any], extractor: Extractor[Any], where: str) -> Preset:
    for key in entry:
        if key not in _KEYS:
            raise UnknownNameError(f"key of {where}", key, _KEYS)
    values = entry.get("settings", {})
    if not isinstance(values, dict):
        raise SettingsError(f"{where}: settings are written as a table, [preset.settings]")
    named = str(entry.get("name", "")).strip()
    _check_name(named, extractor, where)
    made = Preset(named, values, str(entry.get("help", "")))
    try:
        extractor.preset_settings(made)
    except SettingsError as error:
        raise SettingsError(f"{where} ({named}): {error}", field=error.field) from error
    return made


def _check_name(name: str, extractor: Extractor[Any], where: str) -> None:
    if not name:
        raise SettingsError(f'{where} has no name; add name = "..."')
    if name in [one.name for one in extractor.presets]:
        raise SettingsError(f"{where}: {name!r} is a preset of {extractor.name} itself")
