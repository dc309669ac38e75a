"""The list of advertisement hosts in use: the built-in list, or the user's list.

The user's list is in the user's folder (`kept_file`); its first line names its source. `refresh`
writes it from a file or an address, completely or not at all. Nothing else in this module uses the
network.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from boilerscope.extractors.data.ad_hosts import (
    MAX_LIST_BYTES,
    HostList,
    age_days,
    as_text,
    built_in_hosts,
    one_line,
    origin_of,
    read_hosts,
    read_text,
    reason,
    require_list,
)
from boilerscope.extractors.errors import FetchCancelledError, SettingsError
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "ad_hosts.txt"
_ADDRESSES = ("http://", "https://")
_ADVICE = "Name a file, or an address that begins with http:// or https://"


def kept_file() -> Path:
    """Return the file of the user's list."""
    return config_folder() / _NAME


def hosts_in_use() -> HostList:
    """Return the user's list, or the built-in list if there is none or it cannot be read."""
    file = kept_file()
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return built_in_hosts()
    except OSError:
        pass  # the file exists; reading it gives the reason
    return read_hosts(str(file))


def refreshed_at() -> datetime | None:
    """Return when the user's list was written, None if the built-in list is in use."""
    try:
        return datetime.fromtimestamp(kept_file().stat().st_mtime, UTC)
    except OSError:
        return None


def is_due(source: str, every_days: float, now: float | None = None) -> bool:
    """Return whether the list should be refreshed: it is old, missing, or from another source.

    Parameters
    ----------
    source : str
        Source of the list; False if it is empty.
    every_days : float
        Maximum age; 0 for no maximum.
    now : float, optional
        Seconds since 1970.
    """
    if not source or every_days <= 0:
        return False
    age = age_days(kept_file(), now)
    return age is None or age >= every_days or origin_of(kept_file()) != shown(source)


def shown(source: str) -> str:
    """Return a source as results name it: an address without user and password."""
    try:
        parts = urlsplit(source) if is_address(source) else None
    except ValueError:
        parts = None
    if parts is not None:
        source = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return one_line(source)


def is_address(source: str) -> bool:
    """Return whether a source is a web address."""
    return source.lower().startswith(_ADDRESSES)


def check_source(typed: str) -> str:
    """Return a source to remember: an address, or the full path of a file.

    Raises
    ------
    SettingsError
        If it is neither an address nor a file.
    """
    source = typed.strip()
    if not source:
        raise SettingsError(f"The source of the list of hosts is missing. {_ADVICE}")
    if is_address(source):
        return _checked_address(source)
    scheme, separator, _ = source.partition("://")
    if separator:
        raise SettingsError(f"{source} has the scheme {scheme!r}. {_ADVICE}")
    try:
        file = Path(source).expanduser().absolute()
        is_file = file.is_file()
    except (OSError, ValueError, RuntimeError) as error:
        raise SettingsError(f"{source} cannot be read: {reason(error)}. {_ADVICE}") from error
    if not is_file:
        raise SettingsError(f"{source} is not a file. {_ADVICE}")
    return str(file)


def refresh(
    source: str,
    *,
    timeout_s: float = 30.0,
    on_progress: Callable[[int, int | None], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> HostList:
    """Read a list of hosts from a file or an address, put it in use, and return it.

    Parameters
    ----------
    source : str
        Path or http(s) address of a list or a file in hosts format.
    timeout_s : float
        Maximum time for reading an address, seconds.
    on_progress : function of (int, int or None)
        Called with the bytes received and the bytes announced.
    cancelled : function
        Called before and while an address is read, and before anything is written; True cancels.

    Raises
    ------
    PageError
        If the address cannot be read, or the user cancelled (`FetchCancelledError`).
    SettingsError
        If a file cannot be read or written, or the source is not a list. After an error the list
        in use is unchanged.
    """
    checked = check_source(source)
    name = shown(checked)
    if is_address(checked):
        text = _fetch_text(checked, timeout_s, on_progress, cancelled)
    else:
        try:
            text = read_text(Path(checked))
        except (OSError, ValueError) as error:
            raise SettingsError(f"{checked} cannot be read: {reason(error)}") from error
    hosts = require_list(text, name)
    if cancelled is not None and cancelled():
        raise FetchCancelledError(f"Reading {name} was cancelled.")
    atomic_write(kept_file(), hosts.text())
    return hosts


def use_built_in() -> Path | None:
    """Put the built-in list in use again.

    Returns
    -------
    Path or None
        The new path of the user's list, None if there was none.

    Raises
    ------
    SettingsError
        If the user's list cannot be moved.
    """
    file = kept_file()
    backup = file.with_name(f"{_NAME}.old")
    try:
        file.replace(backup)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(
            f"{file} cannot be renamed to {backup.name}: {reason(error)}"
        ) from error
    return backup


def _checked_address(source: str) -> str:
    try:
        has_host = bool(urlsplit(source).hostname)
    except ValueError:
        has_host = False
    if not has_host or any(character.isspace() for character in source):
        raise SettingsError(
            f"{source} is not an address. Write one such as https://example.org/hosts"
        )
    return source


def _fetch_text(
    address: str,
    timeout_s: float,
    on_progress: Callable[[int, int | None], None] | None,
    cancelled: Callable[[], bool] | None,
) -> str:
    from boilerscope.extractors.page.fetching import FetchControl, fetch

    control = FetchControl(timeout_s, MAX_LIST_BYTES, on_progress, cancelled)
    return as_text(fetch(address, control, pages_only=False).data)
