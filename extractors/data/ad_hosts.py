"""Hosts that serve advertisements: the list shipped, and lists of the user's own.

A list is plain text: one host a line, or hosts format (an address, then host names). Lines that
begin with ``#`` are remarks. Nothing here reaches the network but `refresh`.
"""

from __future__ import annotations

import re
import time
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from extractors.errors import BoilerscopeError, SettingsError
from extractors.page.fetching import Watch, fetch
from extractors.whole_file import write_whole

MAX_LIST_BYTES = 20 * 1024 * 1024
"""Longest list that is read, bytes."""

_DAY = 86_400.0
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?")
_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f.]{0,15}){1,8}")
_NOT_ADS = frozenset(
    ("localhost", "localhost.localdomain", "local", "broadcasthost", "ip6-localhost")
)


@cache
def shipped_hosts() -> frozenset[str]:
    """Return the hosts that come with the program."""
    text = files("extractors.data").joinpath("ad_hosts.txt").read_text(encoding="utf-8")
    return parse_hosts(text)


def parse_hosts(text: str) -> frozenset[str]:
    """Return the hosts of a list, in lower case.

    A line in hosts format names its hosts behind an address; any other line is a host itself.
    What is no host name, and the names of the machine itself, are left out.
    """
    found: set[str] = set()
    for line in text.lower().splitlines():
        words = line.partition("#")[0].split()
        if words and _ADDRESS.fullmatch(words[0]):
            found.update(words[1:])
        elif len(words) == 1:
            found.add(words[0])
    return frozenset(host for host in found - _NOT_ADS if _HOST.fullmatch(host))


def read_hosts(path: str, max_age_days: int) -> tuple[frozenset[str], str]:
    """Return the hosts of a file, and what the reader should know of it.

    Parameters
    ----------
    path : str
        The file; it is read again when it has changed.
    max_age_days : int
        A file older than this is reported.

    Returns
    -------
    hosts : frozenset of str
        Those of the file; the shipped ones where it cannot be read.
    remark : str
        Empty where all is well.
    """
    file = Path(path).expanduser()
    try:
        facts = file.stat()
        hosts = _read(file, facts.st_mtime_ns, facts.st_size)
    except (OSError, ValueError, BoilerscopeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return shipped_hosts(), f"Hosts file {path!r}: {reason}. The shipped list is used."
    age = age_days(file)
    if age is not None and age > max_age_days:
        return hosts, f"Hosts file {path!r} is {age:.0f} days old and due to be refreshed."
    return hosts, ""


def age_days(file: Path, now: float | None = None) -> float | None:
    """Return how many days ago a list was written, None if there is no such file."""
    try:
        written = file.stat().st_mtime
    except OSError:
        return None
    return ((time.time() if now is None else now) - written) / _DAY


def is_due(file: Path, every_days: float, now: float | None = None) -> bool:
    """Return whether a list is missing or older than some days."""
    age = age_days(file, now)
    return age is None or age >= every_days


def refresh(source: str, target: Path, *, every_days: float = 0.0, timeout_s: float = 30.0) -> int:
    """Write a fresh list of hosts from a file or an address, if one is due.

    Parameters
    ----------
    source : str
        Path or http(s) address of a list or a file in hosts format.
    target : Path
        Where the list is kept; replaced whole or not at all.
    every_days : float
        A target younger than this is left as it is; 0 always refreshes.
    timeout_s : float
        For the answer of an address, seconds.

    Returns
    -------
    int
        Hosts written; 0 where nothing was due.

    Raises
    ------
    FetchError
        If the address cannot be read.
    SettingsError
        If a file cannot be read or written, or the source names no host: the old list stays.
    """
    if every_days > 0 and not is_due(target, every_days):
        return 0
    hosts = parse_hosts(_source_text(source, timeout_s))
    if not hosts:
        raise SettingsError(f"{source} names no host; a list has one host a line")
    write_whole(target, f"# From {source}\n" + "\n".join(sorted(hosts)) + "\n")
    return len(hosts)


def _source_text(source: str, timeout_s: float) -> str:
    if source.lower().startswith(("http://", "https://")):
        data = fetch(source, Watch(timeout_s=timeout_s, max_bytes=MAX_LIST_BYTES)).data
        return data.decode("utf-8", "replace")
    try:
        return _text(Path(source).expanduser())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"{source} cannot be read: {reason}") from error


def _text(file: Path) -> str:
    with file.open("rb") as stream:
        data = stream.read(MAX_LIST_BYTES + 1)
    if len(data) > MAX_LIST_BYTES:
        raise SettingsError(f"{file} is larger than {MAX_LIST_BYTES:,} bytes")
    return data.decode("utf-8", "replace")


@lru_cache(maxsize=4)
def _read(file: Path, written_ns: int, size: int) -> frozenset[str]:
    """Return the hosts of a file; time and size are the key, so that a change is seen."""
    del written_ns, size
    return parse_hosts(_text(file))
