"""Records of the proxy: options, messages and processed pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.page.bodies import body_of_page
from boilerscope.extractors.system.folders import config_folder

if TYPE_CHECKING:
    from pathlib import Path

PORT = 8700
LOOPBACK = "127.0.0.1"


def certificate_folder() -> Path:
    """Return the folder of this user's certificate authority."""
    return config_folder() / "proxy"


@dataclass(frozen=True, slots=True)
class ProxyOptions:
    """Options of the proxy that stay the same from its start to its end.

    Attributes
    ----------
    host : str
        Numeric address to listen on.
    port : int
        Port; 0 for any free port.
    folder : Path
        Folder of the certificate authority; the first start creates the authority.
    passwords : Path or None
        htpasswd file; without it clients need no password.
    allow_private : bool
        Whether the proxy reads pages of this machine and its private networks.
    trust : Path or None
        Certificates of trusted authorities for servers; None for the usual authorities.
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
    """Record of a page that passed the proxy.

    Attributes
    ----------
    number : int
        Number of the page, from 1.
    time : float
        Time of the request, seconds since 1970.
    client : str
        Numeric address of the reader.
    url : str
        Address of the page.
    status : int
        Status code that the reader got; that of the server if the reader left before.
    cleaned : bool
        Whether the reader got the cleaned page, not the original.
    pane : str
        Name of the pane, empty for none.
    reason : str
        Reason for sending the original; empty if the page was cleaned.
    kept : float or None
        Kept share of the page's tokens; None if the pane has no result.
    milliseconds : float
        Time from the last byte received to the first byte sent.
    before : int
        Bytes received, still compressed; 0 if the original was streamed uncounted or the page
        broke off before anything was sent.
    after : int
        Bytes sent.
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
    """Bytes of a page that passed the proxy.

    Attributes
    ----------
    received : bytes
        Body as received.
    codings : str
        Its ``Content-Encoding``.
    charset : str or None
        Charset from the ``Content-Type`` header.
    sent : bytes
        Body that the reader got; empty for an original.
    """

    record: PageRecord
    received: bytes
    codings: str
    charset: str | None
    sent: bytes

    @property
    def size(self) -> int:
        """Size of both bodies in bytes."""
        return len(self.received) + len(self.sent)

    def unpacked(self, limit: int) -> bytes:
        """Return the decompressed body; raise the errors of `body_of_page`."""
        return body_of_page(self.received, self.codings, limit=limit, name=self.record.url)


@dataclass(frozen=True, slots=True)
class Started:
    """Message: the proxy listens.

    Attributes
    ----------
    host, port
        Address and port that it listens on.
    certificate : Path
        Certificate of its authority, to be imported by browsers.
    """

    host: str
    port: int
    certificate: Path

    @property
    def address(self) -> str:
        """Host and port in the form for browsers."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ConfigReply:
    """Message: a new configuration is in force or was refused.

    Attributes
    ----------
    fault : str
        Reason for keeping the last valid configuration; empty if the new one is in force.
    """

    fault: str = ""


@dataclass(frozen=True, slots=True)
class PageReply:
    """Message: the original of a requested page.

    Attributes
    ----------
    url : str
        Address of the page.
    data : bytes
        Decompressed body, otherwise unchanged.
    charset : str or None
        Charset from the ``Content-Type`` header.
    pane : str
        Name of the pane chosen for it.
    fault : str
        Reason for a missing body; empty if it is present.
    """

    number: int
    url: str = ""
    data: bytes = b""
    charset: str | None = None
    pane: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Message: the proxy has ended.

    Attributes
    ----------
    fault : str
        Reason; empty if the parent stopped it.
    """

    fault: str = ""


Event = Started | PageRecord | ConfigReply | PageReply | Stopped
"""Message of the proxy to its owner."""
