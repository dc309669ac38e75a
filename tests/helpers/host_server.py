"""A server of host lists on this machine, with limits on requests and time."""

from __future__ import annotations

import http.server
import socketserver
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_REQUESTS = 20
HOLD_S = 10.0


class HostServer:
    """Server that gives the answers set by a test.

    Attributes
    ----------
    url : str
        Address, without a slash at the end.
    answers : dict
        Path to (status, body); any other path is not found.
    paths : list of str
        Requested paths; after `MAX_REQUESTS` requests the server only refuses.
    """

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, bytes]] = {}
        self.paths: list[str] = []
        self._held: dict[str, threading.Event] = {}
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    @contextmanager
    def holding(self, path: str) -> Iterator[threading.Event]:
        """Hold the answer to a path until the block ends or the event is set."""
        self._held[path] = event = threading.Event()
        try:
            yield event
        finally:
            event.set()

    def stop(self) -> None:
        """Stop the server; a second call does nothing."""
        for event in self._held.values():
            event.set()
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def answer(self, path: str) -> tuple[int, bytes]:
        """Return status and body for a path, after it is no longer held."""
        self.paths.append(path)
        if len(self.paths) > MAX_REQUESTS:
            return 503, b""
        if path in self._held:
            self._held[path].wait(HOLD_S)
        return self.answers.get(path, (404, b"not found"))


@contextmanager
def host_server() -> Iterator[HostServer]:
    """Run a server for the duration of a block."""
    running = HostServer()
    try:
        yield running
    finally:
        running.stop()


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that disconnected."""


def _handler(counts: HostServer) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = counts.answer(self.path)
            self.send_response(status)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_details: object) -> None:
            """Log nothing."""

    return Handler
