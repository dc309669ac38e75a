"""A server that misbehaves in every way a page load must survive, and records disconnects."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAUSE_S = 0.1
"""Time between two bytes of a slow answer."""

HOLD_S = 60.0
"""Time after which even an endless answer is abandoned."""

PAGE = b"""<!DOCTYPE html><html><head><title>Harbour</title></head><body><h1>Harbour</h1>
<p>The ferry leaves the old harbour at seven in the morning, and nobody has to hurry for it.</p>
</body></html>"""
LOOPING = PAGE.replace(b"</body>", b"<script>for (;;) {}</script></body>")
LOOPING_LATER = PAGE.replace(
    b"</body>",
    b"<script>addEventListener('click', () => { for (;;) {} }, true)</script></body>",
)
HIDDEN = PAGE.replace(b"<head>", b"<head><style>html { display: none }</style>")
SHOWN_BY_SCRIPT = HIDDEN.replace(
    b"</body>", b"<script>document.documentElement.style.display = 'block'</script></body>"
)


class HostileServer:
    """Server with its own misbehaviour for each path.

    Attributes
    ----------
    url : str
        Address, without a slash at the end.
    asked : list of str
        Requested paths, in order.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._hung_up: dict[str, threading.Event] = {}
        self._ended = threading.Event()
        self._answers: dict[str, Callable[[socket.socket, str], None]] = {
            "/never": self._hold,
            "/trickle-head": self._trickle_head,
            "/trickle-body": self._trickle_body,
            "/reset": _reset,
            "/circle": lambda peer, _path: _send(peer, 302, b"", "Location: /circle"),
            "/204": lambda peer, _path: peer.sendall(b"HTTP/1.1 204 No Content\r\n\r\n"),
            "/empty": lambda peer, _path: _send(peer, 200, b""),
            "/pdf": lambda peer, _path: _send(peer, 200, b"%PDF-1.4\n", kind="application/pdf"),
            "/binary": lambda peer, _path: _send(
                peer, 200, bytes(range(256)), kind="application/octet-stream"
            ),
            "/loops": lambda peer, _path: _send(peer, 200, LOOPING),
            "/loops-later": lambda peer, _path: _send(peer, 200, LOOPING_LATER),
            "/hidden": lambda peer, _path: _send(peer, 200, HIDDEN),
            "/shown-by-script": lambda peer, _path: _send(peer, 200, SHOWN_BY_SCRIPT),
            "/page": lambda peer, _path: _send(peer, 200, PAGE),
        }
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, name="hostile server", daemon=True).start()

    def hung_up(self, path: str) -> threading.Event:
        """Return the event that is set when the client closes a held connection of this path."""
        return self._hung_up.setdefault(path, threading.Event())

    def stop(self) -> None:
        """Stop the server and close held connections."""
        self._ended.set()
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(peer,), daemon=True).start()

    def _serve(self, peer: socket.socket) -> None:
        with peer, suppress(OSError):  # the client may disconnect at any moment
            head = b""
            while b"\r\n\r\n" not in head:
                piece = peer.recv(4096)
                if not piece:
                    return
                head += piece
            path = head.split(b" ", 2)[1].decode("latin-1").partition("?")[0]
            self.asked.append(path)
            answer = self._answers.get(path)
            if answer is None:
                _send(peer, 404, b"<p>Nothing here")
            else:
                answer(peer, path)

    def _hold(self, peer: socket.socket, path: str) -> None:
        """Send nothing until the client disconnects."""
        peer.settimeout(HOLD_S)
        try:
            is_closed = not peer.recv(1)
        except ConnectionError:
            is_closed = True
        except TimeoutError:
            is_closed = False
        if is_closed:
            self.hung_up(path).set()

    def _trickle_head(self, peer: socket.socket, path: str) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        self._trickle(peer, path)

    def _trickle_body(self, peer: socket.socket, path: str) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
        self._trickle(peer, path)

    def _trickle(self, peer: socket.socket, path: str) -> None:
        """Send a byte from time to time until the client disconnects."""
        try:
            while not self._ended.wait(PAUSE_S):
                peer.sendall(b"x")
        except OSError:
            self.hung_up(path).set()


@contextmanager
def hostile_server() -> Iterator[HostileServer]:
    """Run a server for the duration of a block."""
    running = HostileServer()
    try:
        yield running
    finally:
        running.stop()


def _send(
    peer: socket.socket, status: int, body: bytes, *headers: str, kind: str = "text/html"
) -> None:
    lines = [
        f"HTTP/1.1 {status} Whatever",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
    ]
    peer.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def _reset(peer: socket.socket, _path: str) -> None:
    """Close the connection with a reset."""
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
