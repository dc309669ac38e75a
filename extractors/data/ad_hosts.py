"""Lists of hosts that serve advertisements: the shipped one, and those in files.

A list is plain text: one host a line, or hosts format (an address, then host names). What follows
``#`` is a remark. Which list is in use, and where a fresh one comes from, stands in `kept_hosts`.
"""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.errors import BoilerscopeError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_LIST_BYTES = 20 * 1024 * 1024
"""Longest list that is read, bytes."""

SHIPPED = "shipped list"
GIVEN = "list in the settings"

_DAY = 86_400.0
_DIGITS = 16
_LONGEST_LINE = 65_536
_FROM = "# From "
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?")
_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f.]{0,15}){1,8}")
_NOT_ADS = frozenset(
    ("localhost", "localhost.localdomain", "local", "broadcasthost", "ip6-localhost")
)


@dataclass(frozen=True, slots=True)
class HostList:
    """Hosts, and by what a result names them.

    Attributes
    ----------
    hosts : frozenset of str
        Whole host names in lower case.
    ordered : tuple of str
        The same, sorted.
    origin : str
        `SHIPPED`, `GIVEN`, or the file or address the list is from.
    digest : str
        Beginning of the SHA-256 of the sorted hosts, each with a line end: lists with the same
        hosts have the same, however they are written.
    remark : str
        What the reader should know, empty where all is well.
    """

    hosts: frozenset[str]
    ordered: tuple[str, ...]
    origin: str
    digest: str
    remark: str = ""

    @property
    def name(self) -> str:
        """The list in words, with what tells it from any other one."""
        return f"{self.origin}, {len(self.ordered):,} hosts, sha256 {self.digest}"

    def text(self) -> str:
        """Return the list as a file holds it."""
        return f"{_FROM}{one_line(self.origin)}\n" + "".join(f"{host}\n" for host in self.ordered)


def host_list(hosts: Iterable[str], origin: str) -> HostList:
    """Return hosts as a list of that origin."""
    ordered = tuple(sorted(set(hosts)))
    text = "".join(f"{host}\n" for host in ordered)
    digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
    return HostList(frozenset(ordered), ordered, origin, digest)


@cache
def shipped_hosts() -> HostList:
    """Return the hosts that come with the program."""
    text = files("extractors.data").joinpath("ad_hosts.txt").read_text(encoding="utf-8")
    return host_list(parse_hosts(text), SHIPPED)


@lru_cache(maxsize=8)
def given_hosts(hosts: tuple[str, ...]) -> HostList:
    """Return the hosts that stand in settings."""
    return host_list((host.strip().lower() for host in hosts), GIVEN)


def parse_hosts(text: str) -> frozenset[str]:
    """Return the hosts of a list, in lower case.

    A line in hosts format names its hosts behind an address; any other line is a host itself.
    Invalid host names and the names of the machine itself are left out.
    """
    return frozenset(name for names in _lines(text) for name in names) - _NOT_ADS


def require_list(text: str, origin: str) -> HostList:
    """Return the list a text is.

    Raises
    ------
    SettingsError
        If it is none: it names no host, or most of its lines name none, as in a web page.
    """
    lines = list(_lines(text))
    hosts = frozenset(name for names in lines for name in names) - _NOT_ADS
    right = "a list has one host a line, or lines in hosts format such as 0.0.0.0 ads.example.net"
    if not any("." in host for host in hosts):
        raise SettingsError(f"{origin} names no host; {right}")
    empty = sum(not names for names in lines)
    if 2 * empty > len(lines):
        raise SettingsError(
            f"{origin} is not a list of hosts: {empty:,} of {len(lines):,} lines name none; {right}"
        )
    return host_list(hosts, origin)


def read_text(file: Path) -> str:
    """Return the text of a list.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read.
    SettingsError
        If it is too large.
    """
    with file.open("rb") as stream:
        data = stream.read(MAX_LIST_BYTES + 1)
    if len(data) > MAX_LIST_BYTES:
        raise SettingsError(f"{file} is larger than {MAX_LIST_BYTES:,} bytes")
    return as_text(data)


def as_text(data: bytes) -> str:
    """Return the bytes of a list as text; what is no UTF-8 can be no host."""
    return data.decode("utf-8-sig", "replace")


def read_hosts(path: str, max_age_days: float = float("inf")) -> HostList:
    """Return the list in a file; it is read again when it has changed.

    Parameters
    ----------
    path : str
        The file.
    max_age_days : float
        A file older than this is reported.

    Returns
    -------
    HostList
        The shipped one where the file cannot be read; `HostList.remark` says why.
    """
    file = Path(path).expanduser()
    try:
        facts = file.stat()
        found = _read(file, facts.st_mtime_ns, facts.st_size)
    except (OSError, ValueError, BoilerscopeError) as error:
        problem = f"Hosts file {path!r}: {reason(error)}. The shipped list is used."
        return replace(shipped_hosts(), remark=problem)
    age = age_days(file)
    if age is not None and age > max_age_days:
        due = f"Hosts file {path!r} is {age:.0f} days old and due to be refreshed."
        return replace(found, remark=due)
    return found


def one_line(origin: str) -> str:
    """Return a name as it can stand in one line of a file."""
    return " ".join(origin.split()).encode("utf-8", "backslashreplace").decode("utf-8")


def origin_of(file: Path) -> str:
    """Return where a list says it is from, reading its first line alone; empty if it does not."""
    try:
        with file.open("rb") as stream:
            return _origin(as_text(stream.readline(_LONGEST_LINE)))
    except OSError:
        return ""


def reason(error: Exception) -> str:
    """Return why a file cannot be read, without its name."""
    return getattr(error, "strerror", None) or str(error)


def age_days(file: Path, now: float | None = None) -> float | None:
    """Return how many days ago a list was written, None if there is no such file."""
    try:
        written = file.stat().st_mtime
    except OSError:
        return None
    return ((time.time() if now is None else now) - written) / _DAY


def _lines(text: str) -> Iterator[list[str]]:
    """Yield the host names of each line that is more than a remark."""
    for line in text.lower().splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        is_address = _ADDRESS.fullmatch(words[0])
        names = words[1:] if is_address else words if len(words) == 1 else []
        yield [name for name in names if _HOST.fullmatch(name)]


@lru_cache(maxsize=4)
def _read(file: Path, written_ns: int, size: int) -> HostList:
    """Return the list in a file; time and size are the key, so that a change is seen."""
    del written_ns, size
    text = read_text(file)
    return host_list(parse_hosts(text), _origin(text) or str(file))


def _origin(text: str) -> str:
    head = text.partition("\n")[0]
    return head.removeprefix(_FROM).strip() if head.startswith(_FROM) else ""
