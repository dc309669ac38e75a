"""Records of the proxy: options, messages, and the pages that went through."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from extractors.folders import config_folder
from extractors.proxy.unpacking import unpack

if TYPE_CHECKING:
    from pathlib import Path

PORT = 8700
LOOPBACK = "127.0.0.1"


def certificate_folder() -> Path:
    """Return the folder with the certificate authority of this user."""
    return config_folder() / "proxy"


@dataclass(frozen=True, slots=True)
class ProxyOptions:
    """Options of the proxy that stay the same from its start to its end.

    Attributes
    ----------
    host : str
        Numeric address on which it listens.
    port : int
        Port; 0 for a free one.
    folder : Path
        Folder of the certificate authority, which the first start creates.
    passwords : Path or None
        htpasswd file; without it clients need no password.
    allow_private : bool
        Whether this machine and its private networks can be read through it.
    trust : Path or None
        Certificates of authorities that servers are checked against; the usual ones if None.
    jobs : int
        Worker processes.
    kept_pages : int
        Pages whose bytes are kept in memory.
    kept_mb : float
        Memory limit of these bytes, MB.
    """

    host: str = LOOPBACK
    port: int = PORT
    folder: Path = field(default_factory=certificate_folder)
    passwords: Path | None = None
    allow_private: bool = False
    trust: Path | None = None
    jobs: int = 2
    kept_pages: int = 20
    kept_mb: float = 64.0


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page that went through.

    Attributes
    ----------
    number : int
        Counts pages from 1.
    time : float
        Of the request, seconds since 1970.
    client : str
        Numeric address of the reader.
    url : str
        Address of the page.
    status : int
        Of the response.
    cleaned : bool
        Whether the reader got what the pane left, not the original.
    pane : str
        Name of the pane, empty for none.
    reason : str
        Why the original was sent; empty if it was not.
    kept : float or None
        Kept share of the page's tokens; None if the pane has no result.
    milliseconds : float
        From the last byte received to the first byte sent.
    before : int
        Bytes received, as the server packed them; 0 where an original streamed on uncounted.
    after : int
        Bytes sent.
    title : str
        Title of the page.
    """

    number: int
    time: float
    client: str
    url: str
    status: int
    cleaned: bool
    pane: str
    reason: str
    kept: float | None
    milliseconds: float
    before: int
    after: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class PageCopy:
    """The bytes of a page that went through.

    Attributes
    ----------
    record : PageRecord
        The page.
    received : bytes
        The body as it came.
    codings : str
        How the server packed it (``Content-Encoding``).
    charset : str or None
        The charset that the server named.
    sent : bytes
        The body that the reader got.
    """

    record: PageRecord
    received: bytes
    codings: str
    charset: str | None
    sent: bytes

    @property
    def size(self) -> int:
        """Return the bytes that it holds."""
        return len(self.received) + len(self.sent)

    def unpacked(self, limit: int) -> bytes:
        """Return the body as it was before it was packed; raises as `unpack` does."""
        return unpack(self.received, self.codings, limit=limit, name=self.record.url)


@dataclass(frozen=True, slots=True)
class Started:
    """The proxy listens.

    Attributes
    ----------
    host, port
        Where.
    certificate : Path
        Certificate of its authority, for browsers to trust.
    """

    host: str
    port: int
    certificate: Path

    @property
    def address(self) -> str:
        """Host and port, as a browser takes them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ConfigReply:
    """Panes, settings or rules have changed, or were refused.

    Attributes
    ----------
    fault : str
        Why they were refused and the last good ones stay; empty if they are in force.
    """

    fault: str = ""


@dataclass(frozen=True, slots=True)
class PageReply:
    """A page as it came, for who asked for it.

    Attributes
    ----------
    number : int
        The page.
    url : str
        Its address.
    data : bytes
        Its body, unpacked; else byte for byte as the server sent it.
    charset : str or None
        The charset that the server named.
    pane : str
        Name of the pane that cleaned it.
    fault : str
        Why the body is missing; empty if it is there.
    """

    number: int
    url: str = ""
    data: bytes = b""
    charset: str | None = None
    pane: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The proxy has ended.

    Attributes
    ----------
    fault : str
        Reason, if the parent did not ask for it.
    """

    fault: str = ""


Event = Started | PageRecord | ConfigReply | PageReply | Stopped
"""Message of the proxy to its owner."""
