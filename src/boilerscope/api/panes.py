"""Panes: extractors with settings, by whatever names them, and what there is to choose from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from boilerscope.api.tables import Table
from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.settings import changed, from_table, knobs, to_table
from boilerscope.extractors.own.location import is_location
from boilerscope.extractors.own.versions.extractor import installation_of
from boilerscope.extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from collections.abc import Iterable

PaneLike: TypeAlias = str | Pane | os.PathLike[str]
"""Identifier or location of an extractor, a pane, or the path of a settings file (TOML)."""


def pane(extractor: str, name: str = "", /, **settings: object) -> Pane:
    """Name an extractor with settings, for `compare`, `score` and `show`.

    Parameters
    ----------
    extractor : str
        Identifier (`list_extractors` gives all), or the location of one of yours, such as
        ``mine.py:longest``. A version of a library, such as ``trafilatura==2.0.0``, is installed
        into an environment of its own if it is not there yet, which takes half a minute.
    name : str, optional
        Name of the pane; by default the identifier.
    **settings
        Settings that differ from their defaults (`list_settings` gives all), as in settings
        files: numbers, texts, truth values, lists; ``"auto"`` where a setting allows it.

    Raises
    ------
    UnknownNameError
        If no extractor or setting has this name; the message gives the nearest name.
    SettingsError
        If a value is not valid.
    ExtractorError
        If the extractor cannot be loaded.
    InstallError
        If a version cannot be installed.

    Examples
    --------
    >>> import boilerscope
    >>> strict = boilerscope.pane("boilerpipe.article", "strict", max_link_density=0.2)
    >>> strict.name, strict.settings.max_link_density
    ('strict', 0.2)
    """
    identifier = registry.add(extractor) if is_location(extractor) else extractor
    installation = installation_of(registry.extractor(identifier))
    for _ in () if installation is None else installation.run():
        pass
    settings_class = registry.extractor(identifier).settings_class
    try:
        record = from_table(settings_class, settings)
    except SettingsError as error:
        raise SettingsError(f"{identifier}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(identifier) from error
    return Pane(name or identifier, identifier, record)


def panes_of(items: PaneLike | Iterable[PaneLike]) -> tuple[Pane, ...]:
    """Return the panes that a user names, each with a name of its own.

    Raises
    ------
    BoilerscopeError
        As `pane`, or if a settings file cannot be read.
    """
    if isinstance(items, str | Pane | os.PathLike):
        items = [items]
    panes: list[Pane] = []
    for item in items:
        for found in _panes_of_item(item):
            name = free_name(found.name, [other.name for other in panes])
            panes.append(Pane(name, found.extractor, found.settings))
    return tuple(panes)


def list_extractors() -> Table:
    """Return all extractors: built-in ones, libraries, plug-ins and your own.

    Returns
    -------
    Table
        ``extractor`` (the identifier), ``name``, ``summary``, ``package`` that provides it, and
        ``problem``: why it cannot be used here, such as a library that is not installed; empty if
        it can.

    Examples
    --------
    >>> import boilerscope
    >>> "boilerpipe.article" in boilerscope.list_extractors().column("extractor")
    True
    """
    return Table(
        ("extractor", "name", "summary", "package", "problem"),
        (_extractor_row(entry) for entry in registry.entries()),
    )


def list_settings(extractor: str) -> Table:
    """Return the settings of an extractor.

    Returns
    -------
    Table
        ``setting``, ``default`` as Python writes it, ``low`` and ``high`` (None without a limit),
        ``unit``, ``choices`` (separated by commas), ``label`` and ``help``.

    Raises
    ------
    UnknownNameError
        If no extractor has this name; the message gives the nearest name.
    ExtractorError
        If the extractor cannot be loaded.

    Examples
    --------
    >>> import boilerscope
    >>> boilerscope.list_settings("bte").column("setting")[:3]
    ['variant', 'tag_weight', 'bodies']
    """
    settings_class = registry.extractor(extractor).settings_class
    defaults = to_table(settings_class(), everything=True)
    return Table(
        ("setting", "default", "low", "high", "unit", "choices", "label", "help"),
        (
            {
                "setting": field.name,
                "default": repr(defaults[field.name]),
                "low": field.low,
                "high": field.high,
                "unit": field.unit,
                "choices": ", ".join(str(choice.value) for choice in field.choices),
                "label": field.label,
                "help": field.help,
            }
            for field in knobs(settings_class)
        ),
    )


def described_settings(pane: Pane) -> str:
    """Return the settings of a pane that differ from their defaults; empty without any."""
    table = to_table(pane.settings)
    return ", ".join(f"{name}={table[name]}" for name in changed(pane.settings))


def _panes_of_item(item: PaneLike) -> Iterable[Pane]:
    if isinstance(item, Pane):
        return [item]
    if isinstance(item, os.PathLike) or item.endswith(".toml"):
        return settings_file.load(Path(item))
    return [pane(item)]


def _extractor_row(entry: registry.Entry) -> dict[str, Any]:
    extractor = entry.extractor
    return {
        "extractor": entry.id,
        "name": "" if extractor is None else extractor.name,
        "summary": "" if extractor is None else extractor.summary,
        "package": entry.distribution,
        "problem": entry.error if extractor is None else extractor.missing(),
    }
