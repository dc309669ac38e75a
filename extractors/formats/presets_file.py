"""The user's presets: one TOML file per extractor, written here and edited by hand.

    [[preset]]
    name = "strict news"
    help = "Fewer links."
    [preset.settings]
    limit = 0.2

The files are in the folder ``presets`` of the configuration folder, each named after its extractor.
A saved preset lists every setting; defaults are commented out
(`boilerscope.extractors.formats.settings_text`). The steps of a pipeline are separate tables.
What a user made of the file stays: saving a preset changes only its own values that differ.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import tomli_w

from boilerscope.extractors.errors import BoilerscopeError, SettingsError, UnknownNameError
from boilerscope.extractors.formats.changed_tables import SettingsTable, changed_table
from boilerscope.extractors.formats.settings_text import HEAD, settings_text
from boilerscope.extractors.model.extractor import Preset
from boilerscope.extractors.model.settings import Settings, to_table
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.extractors.system.folders import config_folder
from boilerscope.extractors.system.toml_tables import check_keys, parse, read_text, split_tables

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from boilerscope.extractors.model.extractor import Extractor

DEFAULT = "default"
"""Name of the defaults among the presets."""

_KEYS = ("name", "help", "settings")


def presets_file(folder: Path, extractor: Extractor[Any]) -> Path:
    """Return the path of the file with the user's presets of an extractor.

    Parameters
    ----------
    folder : Path
        The configuration folder.
    """
    name = re.sub(r"[^\w.-]", "_", extractor.id)
    return folder / "presets" / f"{name}.toml"


def load_presets(folder: Path, extractor: Extractor[Any]) -> tuple[Preset, ...]:
    """Return the user's presets of an extractor; none if the file does not exist.

    Raises
    ------
    SettingsError
        If the file cannot be read or is not TOML, or a value is invalid; the message names file,
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


def preset_settings(extractor: Extractor[Any], name: str, folder: Path | None = None) -> Settings:
    """Return the settings of a preset: a built-in one, or one of the user's.

    Parameters
    ----------
    name : str
        ``default`` means the defaults, unless a preset has this name.
    folder : Path, optional
        The configuration folder; by default the user's.

    Raises
    ------
    UnknownNameError
        If the extractor has no such preset; the message gives the nearest name.
    SettingsError
        If the user's presets cannot be read.
    """
    presets = (*extractor.presets, *load_presets(folder or config_folder(), extractor))
    for preset in presets:
        if preset.name == name:
            settings: Settings = extractor.preset_settings(preset)
            return settings
    if name == DEFAULT:
        defaults: Settings = extractor.default_settings()
        return defaults
    raise UnknownNameError("preset", name, [DEFAULT, *(preset.name for preset in presets)])


def save_preset(
    folder: Path,
    extractor: Extractor[Any],
    settings: Settings,
    name: str,
    *,
    help: str = "",  # noqa: A002 - named as the preset's field
) -> Preset:
    """Write settings as a preset; it replaces a preset with the same name.

    Parameters
    ----------
    folder, extractor
        See `presets_file`.
    settings : Settings
        Values of the preset.
    name, help : str
        Texts for the settings panel; a built-in preset must not have the same name.

    Raises
    ------
    SettingsError
        If the name is empty or taken, or the existing file cannot be read; the file is not changed.
    """
    preset = Preset(name.strip(), to_table(settings), help)
    _check_name(preset.name, extractor, "preset")
    file = presets_file(folder, extractor)
    presets = load_presets(folder, extractor)
    text = read_text(file) if presets else ""
    atomic_write(file, _with_preset(text, presets, preset, extractor))
    return preset


def rename_preset(folder: Path, extractor: Extractor[Any], name: str, new_name: str) -> None:
    """Give one of the user's presets another name; the rest of the file stays as it is.

    Raises
    ------
    SettingsError
        If the new name is empty or taken, or the file cannot be read; the file is not changed.
    UnknownNameError
        If the user has no preset of this name.
    """
    file, new_name = presets_file(folder, extractor), new_name.strip()
    presets, number = _saved(folder, extractor, name)
    _check_name(new_name, extractor, "preset")
    if new_name in {preset.name for preset in presets} - {name}:
        raise SettingsError(f"{file}: a preset is already called {new_name!r}")
    renamed = replace(presets[number], name=new_name)
    atomic_write(file, _with(read_text(file), presets, number, renamed, extractor))


def delete_preset(folder: Path, extractor: Extractor[Any], name: str) -> None:
    """Delete one of the user's presets; the rest of the file stays as it is.

    Raises
    ------
    SettingsError
        If the file cannot be read; it is not changed.
    UnknownNameError
        If the user has no preset of this name.
    """
    file = presets_file(folder, extractor)
    presets, number = _saved(folder, extractor, name)
    atomic_write(file, _with(read_text(file), presets, number, None, extractor))


def _saved(folder: Path, extractor: Extractor[Any], name: str) -> tuple[tuple[Preset, ...], int]:
    """Return the user's presets, and the position of one of them."""
    presets = load_presets(folder, extractor)
    names = [preset.name for preset in presets]
    if name not in names:
        raise UnknownNameError("preset", name, names)
    return presets, names.index(name)


def read_presets(
    text: str, extractor: Extractor[Any], *, name: str = "presets"
) -> tuple[Preset, ...]:
    """Parse the text of a presets file; check each preset against the extractor's settings.

    Parameters
    ----------
    text : str
        TOML.
    name : str
        File name for messages.

    Raises
    ------
    SettingsError, UnknownNameError
        See `load_presets`.
    """
    table = parse(text, name=name)
    check_keys(table, ["preset"], name)
    listed = table.get("preset", [])
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise SettingsError(f"{name}: presets are written as [[preset]], with two brackets")
    presets: list[Preset] = []
    for number, entry in enumerate(listed, 1):
        preset = _preset(entry, extractor, f"{name}: preset {number}")
        if preset.name in {earlier.name for earlier in presets}:
            raise SettingsError(f"{name}: two presets are called {preset.name!r}")
        presets.append(preset)
    return tuple(presets)


def _with_preset(
    text: str, presets: tuple[Preset, ...], preset: Preset, extractor: Extractor[Any]
) -> str:
    """Return the text of a file with a further preset, or with another one of the same name."""
    names = [saved.name for saved in presets]
    if preset.name in names:
        return _with(text, presets, names.index(preset.name), preset, extractor)
    if not presets:
        return (text or HEAD) + _written(preset, extractor)
    return text.rstrip("\n") + "\n\n" + _written(preset, extractor)


def _with(
    text: str,
    presets: tuple[Preset, ...],
    number: int,
    preset: Preset | None,
    extractor: Extractor[Any],
) -> str:
    """Return the text of a file with another preset in the position of one, None: without it."""
    from tomlkit.exceptions import TOMLKitError

    expected = [*presets[:number], *([] if preset is None else [preset]), *presets[number + 1 :]]
    head, tables = split_tables(text, "preset")
    try:
        if preset is None:
            del tables[number]
        else:
            before, after = (_table(saved, extractor) for saved in (presets[number], preset))
            steps = "preset.settings.{}"
            tables[number] = changed_table(tables[number], "preset", steps, before, after)
        changed = head + "".join(tables)
        if _contents(read_presets(changed, extractor), extractor) == _contents(expected, extractor):
            return changed
    except (BoilerscopeError, TOMLKitError, IndexError):
        pass
    return HEAD + "\n".join(_written(other, extractor) for other in expected)


def _table(preset: Preset, extractor: Extractor[Any]) -> SettingsTable:
    return SettingsTable(
        {"name": preset.name, "help": preset.help or None}, extractor.preset_settings(preset)
    )


def _contents(presets: Iterable[Preset], extractor: Extractor[Any]) -> list[tuple[Any, ...]]:
    return [(saved.name, saved.help, extractor.preset_settings(saved)) for saved in presets]


def _written(preset: Preset, extractor: Extractor[Any]) -> str:
    name, help_line = tomli_w.dumps({"name": preset.name}), tomli_w.dumps({"help": preset.help})
    head = f"[[preset]]\n{name}{'' if preset.help else '#'}{help_line}"
    tables = settings_text(extractor.settings_class, preset.values, "preset.settings")
    return f"{head}\n{tables}" if tables else head


def _preset(entry: dict[str, Any], extractor: Extractor[Any], where: str) -> Preset:
    check_keys(entry, _KEYS, where)
    values = entry.get("settings", {})
    if not isinstance(values, dict):
        raise SettingsError(f"{where}: settings are written as a table, [preset.settings]")
    name = str(entry.get("name", "")).strip()
    _check_name(name, extractor, where)
    preset = Preset(name, values, str(entry.get("help", "")))
    try:
        extractor.preset_settings(preset)
    except SettingsError as error:
        raise SettingsError(f"{where} ({name}): {error}", field=error.field) from error
    return preset


def _check_name(name: str, extractor: Extractor[Any], where: str) -> None:
    if not name:
        raise SettingsError(f'{where} has no name; add name = "..."')
    if name in [preset.name for preset in extractor.presets]:
        raise SettingsError(f"{where}: {name!r} is a built-in preset of {extractor.name}")
