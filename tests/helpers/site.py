"""Servers on this machine that send the exact bytes a test sets: http, https, HTTP/2."""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

HOST = "127.0.0.1"
NAME = "tides.example"
"""Second name in the certificate; a test can resolve it to this machine."""
_HOLD_S = 20.0


@dataclass(slots=True)
class Reply:
    """Answer to a path.

    Attributes
    ----------
    body : bytes
        The body, or its first part.
    headers : dict
        Headers besides Content-Length, which is added unless `length` is set.
    pieces : callable, optional
        Returns the body in pieces.
    chunked : bool
        Whether the body is sent in chunks.
    length : int, optional
        Announced length.
    rest : bytes
        Second part of the body, sent when `go` is set.
    go : asyncio.Event, optional
        Event between `body` and `rest`; `Site.open` sets it.
    raw : bytes
        Complete answer that replaces all of the above.
    is_cut : bool
        Whether the connection is closed after the body.
    """

    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200
    pieces: Callable[[], Iterable[bytes]] | None = None
    chunked: bool = False
    length: int | None = None
    rest: bytes = b""
    go: asyncio.Event | None = None
    raw: bytes = b""
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """A received request: its path, and its headers by name in lower case."""

    path: str
    headers: dict[str, str]
    version: str


class Site:
    """A server of pages in its own thread.

    Parameters
    ----------
    folder : Path
        Folder for the certificate of https.

    Attributes
    ----------
    replies : dict
        Path to its reply; any other path is not found.
    asked : list of ReceivedRequest
        Received requests, in order.
    trust : Path
        Certificate of the authority behind https.
    """

    def __init__(self, folder: Path) -> None:
        self.replies: dict[str, Reply] = {}
        self.asked: list[ReceivedRequest] = []
        self.trust, chain = make_certificates(folder)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(chain)
        self._tls.set_alpn_protocols(["h2", "http/1.1"])
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="site")
        self._thread.start()
        self.port, self.tls_port = asyncio.run_coroutine_threadsafe(
            self._listen(), self._loop
        ).result(10)

    @property
    def url(self) -> str:
        """Return the address of the plain server, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    @property
    def tls_url(self) -> str:
        """Return the address of the server with https."""
        return f"https://{HOST}:{self.tls_port}"

    def put(self, path: str, body: bytes = b"", **facts: Any) -> Reply:
        """Answer a path with an HTML page, or as `facts` specify."""
        facts.setdefault("headers", {"Content-Type": "text/html"})
        reply = self.replies[path] = Reply(body, **facts)
        return reply

    def open(self, go: asyncio.Event) -> None:
        """Let a waiting reply continue."""
        self._loop.call_soon_threadsafe(go.set)

    def last(self, path: str) -> ReceivedRequest:
        """Return the last request for a path."""
        return next(request for request in reversed(self.asked) if request.path == path)

    def close(self) -> None:
        """Stop the servers and close all connections."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _listen(self) -> tuple[int, int]:
        self._servers = [
            await asyncio.start_server(self._serve, HOST, 0),
            await asyncio.start_server(self._serve, HOST, 0, ssl=self._tls),
        ]
        plain, tls = (server.sockets[0].getsockname()[1] for server in self._servers)
        return plain, tls

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        tls: Any = writer.get_extra_info("ssl_object")
        try:
            with suppress(OSError, EOFError, asyncio.CancelledError):
                if tls is not None and tls.selected_alpn_protocol() == "h2":
                    await self._serve_http2(reader, writer)
                else:
                    while await self._answer_one(reader, writer):
                        pass
        finally:
            writer.close()

    async def _answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        pairs = (line.partition(":") for line in lines)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        await reader.readexactly(int(headers.get("content-length", "0")))
        method, path, _ = first.split(" ")
        self.asked.append(ReceivedRequest(path, headers, "1.1"))
        reply = self.replies.get(path, Reply(b"nothing here", status=404))
        if headers.get("upgrade", "").lower() == "websocket":
            await _echo_websocket(headers, reader, writer)
            return False
        if reply.raw:
            writer.write(reply.raw)
        else:
            await self._write(reply, writer, has_body=method != "HEAD")
        await writer.drain()
        return not (reply.raw or reply.is_cut)

    async def _write(self, reply: Reply, writer: asyncio.StreamWriter, *, has_body: bool) -> None:
        writer.write(_head(reply).encode("latin-1"))
        if not has_body or reply.status in {204, 304}:
            return
        for piece in reply.pieces() if reply.pieces is not None else _parts(reply.body):
            writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if reply.chunked else piece)
            await writer.drain()
        if reply.go is not None:
            await asyncio.wait_for(reply.go.wait(), _HOLD_S)
            writer.write(reply.rest)
        if reply.chunked:
            writer.write(b"0\r\n\r\n")

    async def _serve_http2(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        from h2.config import H2Configuration
        from h2.connection import H2Connection
        from h2.events import RequestReceived

        connection: Any = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        while data := await reader.read(65_536):
            for event in connection.receive_data(data):
                if isinstance(event, RequestReceived):
                    headers: dict[str, str] = dict(cast("Any", event.headers))
                    path = headers[":path"]
                    self.asked.append(ReceivedRequest(path, headers, "2"))
                    reply = self.replies.get(path, Reply(b"nothing here", status=404))
                    named = [(name.lower(), value) for name, value in reply.headers.items()]
                    connection.send_headers(
                        event.stream_id, [(":status", str(reply.status)), *named]
                    )
                    for piece in _parts(reply.body):
                        connection.send_data(event.stream_id, piece)
                    connection.end_stream(event.stream_id)
            writer.write(connection.data_to_send())
            await writer.drain()


def make_certificates(folder: Path) -> tuple[Path, Path]:
    """Return the certificate of an authority, and key and certificate of this machine's address."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    now = dt.datetime.now(dt.UTC)
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)]) for text in ("test root", HOST)
    ]
    certificates = []
    for number in range(2):
        builder = (
            x509.CertificateBuilder()
            .subject_name(names[number])
            .issuer_name(names[0])
            .public_key(keys[number].public_key())
            .serial_number(number + 1)
            .not_valid_before(now - dt.timedelta(days=1))
            .not_valid_after(now + dt.timedelta(days=2))
            .add_extension(x509.BasicConstraints(ca=number == 0, path_length=None), critical=True)
        )
        if number:
            own = [x509.IPAddress(ipaddress.ip_address(HOST)), x509.DNSName(NAME)]
            builder = builder.add_extension(x509.SubjectAlternativeName(own), critical=False)
        certificates.append(builder.sign(keys[0], hashes.SHA256()))
    pem = serialization.Encoding.PEM
    trust, chain = folder / "root.pem", folder / "site.pem"
    trust.write_bytes(certificates[0].public_bytes(pem))
    key = keys[1].private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    chain.write_bytes(key + certificates[1].public_bytes(pem))
    return trust, chain


def _head(reply: Reply) -> str:
    lines = [f"HTTP/1.1 {reply.status} Told"]
    lines += [f"{name}: {value}" for name, value in reply.headers.items()]
    if reply.chunked:
        lines.append("Transfer-Encoding: chunked")
    elif reply.status not in {204, 304}:
        length = len(reply.body) + len(reply.rest) if reply.length is None else reply.length
        lines.append(f"Content-Length: {length}")
    return "\r\n".join(lines) + "\r\n\r\n"


def _parts(body: bytes) -> list[bytes]:
    half = len(body) // 2
    return [part for part in (body[:half], body[half:]) if part]


async def _echo_websocket(
    headers: dict[str, str], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Accept the connection and send each message back."""
    from wsproto import ConnectionType, WSConnection
    from wsproto.events import AcceptConnection, CloseConnection, Request, TextMessage

    connection = WSConnection(ConnectionType.SERVER)
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    connection.initiate_upgrade_connection(sent, "/")
    for first in connection.events():
        if isinstance(first, Request):
            writer.write(connection.send(AcceptConnection()))
    while data := await reader.read(65_536):
        connection.receive_data(data)
        for event in connection.events():
            if isinstance(event, TextMessage):
                writer.write(connection.send(TextMessage(event.data.upper())))
            elif isinstance(event, CloseConnection):
                writer.write(connection.send(event.response()))
                return
