"""Files with settings and rules of the proxy, and the configuration in force.

    [proxy]
    pane = "crunch"
    min_kept_share = 0.1

    [[rule]]
    match = "*.example.org"
    pane = "none"

Panes are defined in settings files, as elsewhere; a rules file only names them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from boilerscope.extractors.errors import BoilerscopeError, SettingsError, UnknownNameError
from boilerscope.extractors.model.settings import from_table
from boilerscope.extractors.proxy.settings import NO_PANE, ProxyConfig, ProxySettings, Rule
from boilerscope.extractors.system.toml_tables import check_keys, parse, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from boilerscope.extractors.runner import Pane

_Stamp = tuple[int, int, int]

_HOST = re.compile(r"(\[[^\[\]]+\]|[^:\[\]]+)(:[\d*?]+)?")
"""Host of a rule, perhaps with a port; an IPv6 address in brackets."""


def read(text: str, panes: Sequence[Pane], *, name: str = "rules") -> ProxyConfig:
    """Return panes with the settings and rules of a file.

    Parameters
    ----------
    text : str
        TOML.
    panes : sequence of Pane
        Panes that the file may name.
    name : str
        File name in messages.

    Raises
    ------
    SettingsError, UnknownNameError
        If the file is invalid; the message names the file, the rule or field, and a fix.
    """
    table = parse(text, name=name)
    check_keys(table, ["proxy", "rule"], name)
    fields, entries = table.get("proxy", {}), table.get("rule", [])
    if not isinstance(fields, dict):
        raise SettingsError(f"{name}: proxy is not a table; write [proxy]")
    if not isinstance(entries, list):
        raise SettingsError(f"{name}: rules are written as [[rule]], with two brackets")
    try:
        settings = cast("ProxySettings", from_table(ProxySettings, fields))
    except SettingsError as error:
        raise SettingsError(f"{name}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(name) from error
    rules = [_rule(entry, f"{name}: rule {number}") for number, entry in enumerate(entries, 1)]
    return checked(ProxyConfig(tuple(panes), settings, tuple(rules)), name=name)


def load(file: Path, panes: Sequence[Pane]) -> ProxyConfig:
    """Return panes with the settings and rules of a file on disk; raise the errors of `read`."""
    return read(read_text(file), panes, name=str(file))


def checked(config: ProxyConfig, *, name: str = "proxy") -> ProxyConfig:
    """Check that a configuration has the panes that its rules name, and return it.

    Raises
    ------
    SettingsError
        If it has no pane.
    UnknownNameError
        If a rule or the settings name an unknown pane.
    """
    names = [pane.name for pane in config.panes]
    if not names:
        raise SettingsError(f"{name} has no pane; name an extractor or a settings file")
    references = {"[proxy]": config.settings.pane or names[0]}
    references |= {f"rule {number}": rule.pane for number, rule in enumerate(config.rules, 1)}
    for where, pane in references.items():
        if pane not in names and pane != NO_PANE:
            raise UnknownNameError("pane", pane, [*names, NO_PANE], place=f"{name}: {where}")
    return config


def _rule(entry: Any, where: str) -> Rule:
    if not isinstance(entry, dict):
        raise SettingsError(f"{where} is not a table. Start it with [[rule]]")
    check_keys(entry, ["match", "pane"], place=where)
    match, pane = entry.get("match"), entry.get("pane")
    if not isinstance(match, str) or not _HOST.fullmatch(match.strip().partition("/")[0]):
        raise SettingsError(
            f'{where} names no address; add match = "example.org" or, with port and path,'
            ' match = "example.org:8080/news/*"'
        )
    if not isinstance(pane, str):
        raise SettingsError(f'{where} names no pane; add pane = "..." or pane = "{NO_PANE}"')
    return Rule(match.strip(), pane)


class LiveConfig:
    """Configuration in force, reloaded when one of its files changes.

    Parameters
    ----------
    read : callable
        Returns the configuration; raises a `BoilerscopeError` if it is invalid.
    files : sequence of Path
        Files that `read` reads.

    Attributes
    ----------
    config : ProxyConfig
        Last valid configuration.
    fault : str
        Error in the files; empty if they are in force.
    """

    def __init__(self, read: Callable[[], ProxyConfig], files: Sequence[Path] = ()) -> None:
        self._read, self._files = read, tuple(files)
        self._stamps = self._stamp()
        self.config = read()
        self.fault = ""

    def has_changed(self) -> bool:
        """Return whether a file has changed since the last read."""
        return self._stamp() != self._stamps

    def refresh(self) -> bool:
        """Read the files again if a file has changed; return whether it has."""
        stamps = self._stamp()
        if stamps == self._stamps:
            return False
        self._stamps = stamps
        try:
            self.config = self._read()
        except BoilerscopeError as error:
            self.fault = str(error)
        else:
            self.fault = ""
        return True

    def change(self, config: ProxyConfig) -> None:
        """Replace the configuration.

        Raises
        ------
        SettingsError, UnknownNameError
            If the new configuration is invalid; the previous one stays.
        """
        self.config = checked(config)
        self.fault = ""

    def _stamp(self) -> tuple[_Stamp | None, ...]:
        return tuple(stamp_of(file) for file in self._files)


def stamp_of(file: Path) -> _Stamp | None:
    """Return a value that differs once a file has changed; None without the file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
