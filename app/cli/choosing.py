"""Panes that -e, --config and --set select."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.progress import with_steps
from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.presets_file import preset_settings
from boilerscope.extractors.model.settings import parse_value
from boilerscope.extractors.own.location import is_location
from boilerscope.extractors.own.versions.extractor import installation_of
from boilerscope.extractors.page.snapshot import PANES, is_snapshot, read_parts
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.sources.words import existing_path
from boilerscope.extractors.system.interrupts import held

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

ALL = "all"


def chosen_panes(
    names: Sequence[str],
    config: Path | None,
    sets: Iterable[str],
    presets: Iterable[str] = (),
) -> tuple[Pane, ...]:
    """Return the panes of these options.

    Parameters
    ----------
    names : sequence of str
        Extractors; ``all`` means all that can be loaded. A location, such as ``mine.py:longest``,
        adds an extractor of the user.
    config : Path or None
        Settings file; its panes come first.
    sets : iterable of str
        ``EXTRACTOR.FIELD=VALUE`` or ``PANE.FIELD=VALUE``.
    presets : iterable of str
        ``EXTRACTOR=NAME`` or ``PANE=NAME``: the settings to which `sets` are applied.

    Raises
    ------
    UnknownNameError, SettingsError, ExtractorError
        If a name or value is wrong; the message names the nearest valid name.
    """
    named = [identifier for name in names for identifier in _identifiers(name)]
    panes = [] if config is None else list(settings_file.load(config))
    for identifier in named if names or panes else [options.DEFAULT_EXTRACTOR]:
        settings = registry.extractor(identifier).default_settings()
        pane_name = free_name(identifier, [pane.name for pane in panes])
        panes.append(Pane(pane_name, identifier, settings))
    for assignment in presets:
        panes = _with_preset(panes, assignment)
    for assignment in sets:
        panes = _with_setting(panes, assignment)
    return tuple(panes)


def pane_file(
    pages: Sequence[str], names: Sequence[str], config: Path | None, *, quiet: bool
) -> Path | None:
    """Return the file of the panes: `config`, or the session that is the only input.

    Parameters
    ----------
    pages, names : sequence of str
        The inputs, and the extractors that the user named.
    """
    if config is not None or names or len(pages) != 1 or not is_snapshot(pages[0]):
        return config
    file = existing_path(pages[0])
    if file is None or not read_parts(file, (PANES,)):
        return None
    if not quiet:
        click.echo(f"Panes of the session {file}; -e or --config names others.", err=True)
    return file


def _identifiers(name: str) -> list[str]:
    """Return the extractors of a name; a location adds an extractor of the user."""
    if name == ALL:
        return _all_that_load()
    if not is_location(name):
        return [name]
    identifier = registry.add(name)
    install_version(identifier)
    return [identifier]


def install_version(identifier: str) -> None:
    """Install a version of a library that is not installed yet, with progress on standard error.

    Raises
    ------
    InstallError
        If it cannot be installed; the message has what the installer said.
    """
    installation = installation_of(registry.extractor(identifier))
    if installation is None:
        return
    click.echo(f"Installing {identifier} into an environment of its own.", err=True)
    with held(), closing(with_steps(installation.run())) as lines:
        for _ in lines:
            pass


def _all_that_load() -> list[str]:
    """Return the extractors that load and are installed; report the others on standard error."""
    usable = []
    for entry in registry.entries():
        if entry.extractor is None:
            origin = f"{entry.id} (from {entry.distribution})"
            click.echo(f"left out: {origin}: {entry.error}", err=True)
        elif entry.extractor.missing():
            click.echo(f"left out: {entry.id}: {entry.extractor.missing()}", err=True)
        else:
            usable.append(entry.id)
    return usable


def _with_preset(panes: list[Pane], text: str) -> list[Pane]:
    target, equals, name = text.partition("=")
    if not equals or not name.strip():
        raise SettingsError(f"--preset {text!r} must look like EXTRACTOR=NAME")
    targets = _targets(panes, target.strip(), f"--preset {text}")
    try:
        return [
            replace(
                pane, settings=preset_settings(registry.extractor(pane.extractor), name.strip())
            )
            if pane in targets
            else pane
            for pane in panes
        ]
    except UnknownNameError as error:
        raise error.within(f"--preset {text}") from error


def _targets(panes: list[Pane], target: str, option: str) -> list[Pane]:
    """Return the panes that an option names by their name or their extractor."""
    targets = [pane for pane in panes if target in (pane.name, pane.extractor)]
    if not targets:
        extractors = [entry.id for entry in registry.entries()]
        if target not in extractors:
            names = dict.fromkeys([*(pane.name for pane in panes), *extractors])
            raise UnknownNameError("extractor or pane", target, names, place=option)
        raise SettingsError(f"{option}: {target} is not selected. Add -e {target}.")
    return targets


def _with_setting(panes: list[Pane], text: str) -> list[Pane]:
    name, equals, value = text.partition("=")
    target, dot, field = name.strip().rpartition(".")
    if not equals or not dot:
        raise SettingsError(f"--set {text!r} must look like EXTRACTOR.FIELD=VALUE")
    targets = _targets(panes, target, f"--set {text}")
    return [
        _changed(pane, field.strip(), value, text) if pane in targets else pane for pane in panes
    ]


def _changed(pane: Pane, field: str, value: str, text: str) -> Pane:
    try:
        parsed = parse_value(type(pane.settings), field, value.strip())
        settings = pane.settings.replace(**{field: parsed})
    except SettingsError as error:
        raise SettingsError(f"--set {text}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(f"--set {text}") from error
    return Pane(pane.name, pane.extractor, settings)
