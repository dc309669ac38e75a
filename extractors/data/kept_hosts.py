"""The list of advertisement hosts in use: the shipped one until another one takes its place.

The other one is kept in the user's folder (`kept_file`) and says in its first line where it is
from. `refresh` writes it from a file or an address, whole or not at all; nothing else here reaches
the network.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from extractors.atomic_write import atomic_write
from extractors.data.ad_hosts import (
    MAX_LIST_BYTES,
    HostList,
    age_days,
    as_text,
    one_line,
    origin_of,
    read_hosts,
    read_text,
    reason,
    require_list,
    shipped_hosts,
)
from extractors.errors import FetchCancelledError, SettingsError
from extractors.folders import config_folder

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "ad_hosts.txt"
_ADDRESSES = ("http://", "https://")
_RIGHT = "name a file, or an address that begins with http:// or https://"


def kept_file() -> Path:
    """Return where the list is kept that is used instead of the shipped one."""
    return config_folder() / _NAME


def hosts_in_use() -> HostList:
    """Return the kept list, or the shipped one where none is kept or it cannot be read."""
    file = kept_file()
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return shipped_hosts()
    except OSError:
        pass  # it is there, and reading it says what is wrong
    return read_hosts(str(file))


def refreshed_at() -> datetime | None:
    """Return when the kept list was written, None where the shipped one is in use."""
    try:
        return datetime.fromtimestamp(kept_file().stat().st_mtime, UTC)
    except OSError:
        return None


def is_due(source: str, every_days: float, now: float | None = None) -> bool:
    """Return whether the list is to be refreshed: it is old, missing, or from somewhere else.

    Parameters
    ----------
    source : str
        Where it is refreshed from; nothing is due where it is empty.
    every_days : float
        How old it may get; 0 is for ever.
    now : float, optional
        Seconds since 1970.
    """
    if not source or every_days <= 0:
        return False
    age = age_days(kept_file(), now)
    return age is None or age >= every_days or origin_of(kept_file()) != shown(source)


def shown(source: str) -> str:
    """Return a source as results and files name it: an address without user and password."""
    try:
        parts = urlsplit(source) if is_address(source) else None
    except ValueError:
        parts = None
    if parts is not None:
        source = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return one_line(source)


def is_address(source: str) -> bool:
    """Return whether a source is reached over the network."""
    return source.lower().startswith(_ADDRESSES)


def check_source(typed: str) -> str:
    """Return a source as it is remembered: an address, or the full path of a file.

    Raises
    ------
    SettingsError
        If it is neither; the message says what would be right.
    """
    source = typed.strip()
    if not source:
        raise SettingsError(f"There is no source of hosts; {_RIGHT}")
    if is_address(source):
        return _checked_address(source)
    scheme, separator, _ = source.partition("://")
    if separator:
        raise SettingsError(f"{source} has the scheme {scheme!r}; {_RIGHT}")
    try:
        file = Path(source).expanduser().absolute()
        found = file.is_file()
    except (OSError, ValueError, RuntimeError) as error:
        raise SettingsError(f"{source} cannot be read: {reason(error)}; {_RIGHT}") from error
    if not found:
        raise SettingsError(f"{source} is not a file; {_RIGHT}")
    return str(file)


def refresh(
    source: str,
    *,
    timeout_s: float = 30.0,
    on_progress: Callable[[int, int | None], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> HostList:
    """Keep a fresh list of hosts from a file or an address, and return it.

    Parameters
    ----------
    source : str
        Path or http(s) address of a list or a file in hosts format.
    timeout_s : float
        For the whole answer of an address, seconds.
    on_progress : function of (int, int or None)
        Called with the bytes received and the bytes announced.
    cancelled : function
        Asked before and while an address is read, and before anything is written.

    Raises
    ------
    PageError
        If the address cannot be read, or the reader asked to stop (`FetchCancelledError`).
    SettingsError
        If a file cannot be read or written, or the source is not a list. Whatever is raised, the
        list in use stays as it was.
    """
    checked = check_source(source)
    name = shown(checked)
    if is_address(checked):
        text = _fetched(checked, timeout_s, on_progress, cancelled)
    else:
        try:
            text = read_text(Path(checked))
        except (OSError, ValueError) as error:
            raise SettingsError(f"{checked} cannot be read: {reason(error)}") from error
    found = require_list(text, name)
    if cancelled is not None and cancelled():
        raise FetchCancelledError(f"Reading {name} was cancelled.")
    atomic_write(kept_file(), found.text())
    return found


def use_shipped() -> Path | None:
    """Put the shipped list in use again; return where the kept one went, None if there was none.

    Raises
    ------
    SettingsError
        If the kept list cannot be moved away.
    """
    file = kept_file()
    aside = file.with_name(f"{_NAME}.old")
    try:
        file.replace(aside)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{file} cannot be moved away: {reason(error)}") from error
    return aside


def _checked_address(source: str) -> str:
    try:
        has_host = bool(urlsplit(source).hostname)
    except ValueError:
        has_host = False
    if not has_host or any(sign.isspace() for sign in source):
        raise SettingsError(
            f"{source} is not an address; write one such as https://example.org/hosts"
        )
    return source


def _fetched(
    address: str,
    timeout_s: float,
    on_progress: Callable[[int, int | None], None] | None,
    cancelled: Callable[[], bool] | None,
) -> str:
    from extractors.page.fetching import FetchControl, fetch

    control = FetchControl(timeout_s, MAX_LIST_BYTES, on_progress, cancelled)
    return as_text(fetch(address, control, pages_only=False).data)
