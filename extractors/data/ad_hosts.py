"""Lists of hosts that serve advertisements: the built-in list, and lists in files.

A list is plain text: one host on each line, or hosts format (an address, then host names). Text
after ``#`` is a comment. `kept_hosts` decides which list is in use, and refreshes it.
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

from boilerscope.extractors.errors import BoilerscopeError, SettingsError
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_LIST_BYTES = 20 * 1024 * 1024
"""Maximum size of a list, bytes."""

AD_HOSTS = "crunch.ad_hosts"
"""Key in `Extraction.used` for the list of advertisement hosts."""

BUILT_IN = "built-in list"
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
    """A list of hosts, with the name that results give it.

    Attributes
    ----------
    hosts : frozenset of str
        Complete host names in lower case.
    ordered : tuple of str
        The host names, sorted.
    origin : str
        `BUILT_IN`, `GIVEN`, or the file or address that the list is from.
    digest : str
        First digits of the SHA-256 of the sorted hosts, each with a line end. Lists of the same
        hosts have the same digest.
    remark : str
        A problem with the list that the user should know, empty without one.
    """

    hosts: frozenset[str]
    ordered: tuple[str, ...]
    origin: str
    digest: str
    remark: str = ""

    @property
    def name(self) -> str:
        """Origin, number of hosts and digest: the name of the list in results."""
        return f"{self.origin}, {counted(len(self.ordered), 'host')}, sha256 {self.digest}"

    def text(self) -> str:
        """Return the content of a file with this list."""
        return f"{_FROM}{one_line(self.origin)}\n" + "".join(f"{host}\n" for host in self.ordered)


def host_list(hosts: Iterable[str], origin: str) -> HostList:
    """Return a list of hosts with an origin."""
    ordered = tuple(sorted(set(hosts)))
    text = "".join(f"{host}\n" for host in ordered)
    digest = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
    return HostList(frozenset(ordered), ordered, origin, digest)


@cache
def built_in_hosts() -> HostList:
    """Return the built-in list of hosts."""
    text = files("boilerscope.extractors.data").joinpath("ad_hosts.txt").read_text(encoding="utf-8")
    return host_list(parse_hosts(text), BUILT_IN)


@lru_cache(maxsize=8)
def given_hosts(hosts: tuple[str, ...]) -> HostList:
    """Return the hosts in settings as a list."""
    return host_list((host.strip().lower() for host in hosts), GIVEN)


def parse_hosts(text: str) -> frozenset[str]:
    """Return the hosts of a list, in lower case.

    A line in hosts format has an address, then host names; any other line is a host name. Invalid
    host names and names of the local machine, such as localhost, are left out.
    """
    return frozenset(name for names in _lines(text) for name in names) - _NOT_ADS


def require_list(text: str, origin: str) -> HostList:
    """Parse a host list.

    Raises
    ------
    SettingsError
        If the text is not a host list: it has no host, or most of its lines have none, as in a web
        page.
    """
    lines = list(_lines(text))
    hosts = frozenset(name for names in lines for name in names) - _NOT_ADS
    advice = "Use one host on each line, or hosts format such as 0.0.0.0 ads.example.net"
    if not any("." in host for host in hosts):
        raise SettingsError(f"{origin} contains no host. {advice}")
    n_without = sum(not names for names in lines)
    if 2 * n_without > len(lines):
        raise SettingsError(
            f"{origin} is not a list of hosts: {counted(len(lines), 'line')}, {n_without:,} without"
            f" a host. {advice}"
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
        raise SettingsError(f"{file} is larger than {MAX_LIST_BYTES:,} bytes. Use a shorter list")
    return as_text(data)


def as_text(data: bytes) -> str:
    """Decode a list; bytes that are not UTF-8 are replaced, since they cannot be hosts."""
    return data.decode("utf-8-sig", "replace")


def read_hosts(path: str, max_age_days: float = float("inf")) -> HostList:
    """Return the list in a file, which is read again only if it changed.

    Parameters
    ----------
    max_age_days : float
        Maximum age of the file without a remark.

    Returns
    -------
    HostList
        The built-in list if the file cannot be read; `HostList.remark` gives the reason.
    """
    file = Path(path).expanduser()
    try:
        file_facts = file.stat()
        hosts = _read(file, file_facts.st_mtime_ns, file_facts.st_size)
    except (OSError, ValueError, BoilerscopeError) as error:
        problem = f"Hosts file {path!r}: {reason(error)}. The built-in list is used."
        return replace(built_in_hosts(), remark=problem)
    age = age_days(file)
    if age is not None and age > max_age_days:
        problem = f"Hosts file {path!r} is {age:.0f} days old and should be refreshed."
        return replace(hosts, remark=problem)
    return hosts


def one_line(origin: str) -> str:
    """Return a name in one line, without characters that UTF-8 cannot encode."""
    return " ".join(origin.split()).encode("utf-8", "backslashreplace").decode("utf-8")


def origin_of(file: Path) -> str:
    """Return the origin in the first line of a list file, empty if there is none."""
    try:
        with file.open("rb") as stream:
            return _origin(as_text(stream.readline(_LONGEST_LINE)))
    except OSError:
        return ""


def reason(error: Exception) -> str:
    """Return the reason why a file cannot be read, without its name."""
    return getattr(error, "strerror", None) or str(error)


def age_days(file: Path, now: float | None = None) -> float | None:
    """Return the age of a list file in days, None if it is missing."""
    try:
        written = file.stat().st_mtime
    except OSError:
        return None
    return ((time.time() if now is None else now) - written) / _DAY


def _lines(text: str) -> Iterator[list[str]]:
    """Yield the host names of each line that contains more than a comment."""
    for line in text.lower().splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        is_address = _ADDRESS.fullmatch(words[0])
        names = words[1:] if is_address else words if len(words) == 1 else []
        yield [name for name in names if _HOST.fullmatch(name)]


@lru_cache(maxsize=4)
def _read(file: Path, written_ns: int, size: int) -> HostList:
    """Return the list in a file; time and size are part of the cache key."""
    del written_ns, size
    text = read_text(file)
    return host_list(parse_hosts(text), _origin(text) or str(file))


def _origin(text: str) -> str:
    head = text.partition("\n")[0]
    return head.removeprefix(_FROM).strip() if head.startswith(_FROM) else ""
