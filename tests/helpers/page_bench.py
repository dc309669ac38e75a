"""A real page view on a real engine, and a server that counts its requests."""

from __future__ import annotations

import http.server
import json
import socketserver
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.page import Page
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.policy import Policy
from boilerscope.widgets.page.profile import AGENT_WORLD
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.records import Layer, LayerKind
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.isolated_view import IsolatedView

LOAD_MS = 20_000


class Bench:
    """A page view with the actions that tests repeat."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.selection = SelectionModel()
        self.view = PageView(self.selection, resource_path("agent"))
        self.view.resize(1000, 700)
        # The capture width equals the width of the view, so that pixels correspond.
        self.view.set_capture_width(1000)

    def show(self, html: str | Page, policy: Policy = Policy.SNAPSHOT, **access: Any) -> Page:
        """Show a page and wait until it is on screen."""
        page = Page.from_text(html, name="test") if isinstance(html, str) else html
        with self.qtbot.waitSignal(self.view.ready, timeout=LOAD_MS):
            self.view.show_page(page, policy, **access)
        return page

    def paint(self, layer: Layer | None) -> tuple[int, int]:
        """Show a layer and wait until the page shows it; return (n_sent, n_marks)."""
        with self.qtbot.waitSignal(self.view.painted, timeout=LOAD_MS) as waited:
            self.view.show_layer(layer)
        n_sent, n_marks = waited.args
        return n_sent, n_marks

    @property
    def web_view(self) -> IsolatedView:
        """The web view on screen."""
        web_view = self.view.web_view
        assert web_view is not None
        return web_view

    def ask(self, method: str, *details: Any) -> Any:
        """Ask the page agent and wait for its answer."""
        answers: list[Any] = []
        self.web_view.agent.ask(method, *details, then=answers.append)
        self.qtbot.waitUntil(lambda: bool(answers), timeout=LOAD_MS)
        return answers[0]

    def js(self, script: str) -> Any:
        """Run a script in the agent's world and return its value, through JSON."""
        answers: list[Any] = []
        self.web_view.guarded.runJavaScript(
            f"JSON.stringify((() => {{ return {script} }})() ?? null)",
            AGENT_WORLD,
            answers.append,
        )
        self.qtbot.waitUntil(lambda: bool(answers), timeout=LOAD_MS)
        return json.loads(answers[0])

    def close(self) -> None:
        """Close the view and wait until its engine is deleted."""
        waiting = {"view"}
        self.view.destroyed.connect(lambda: waiting.discard("view"))
        for name, web_view in vars(self.view.switcher).items():
            if name in {"front", "back"} and web_view is not None:
                waiting.add(name)
                web_view.guarded.destroyed.connect(
                    lambda _gone=None, name=name: waiting.discard(name)
                )
        self.view.close()
        self.view.deleteLater()
        self.qtbot.waitUntil(lambda: not waiting, timeout=LOAD_MS)


def label_layer(page: Page, kept: Callable[[int], bool], key: str = "label:a") -> Layer:
    """Return a label layer from a predicate on token numbers."""
    values = np.array([float(kept(token)) for token in range(page.n_tokens)])
    return Layer(key, "Label", LayerKind.LABEL, values)


@dataclass
class CountingServer:
    """A server on this machine that records all of its connections and requests.

    Attributes
    ----------
    url : str
        Its address, without a slash at the end.
    connections : int
        Number of opened connections, even those without a request.
    paths : list of str
        Requested paths.
    pages : dict
        Path to the served (media type, body); any other path is not found.
    redirects : dict
        Path to the path it redirects to.
    """

    url: str = ""
    connections: int = 0
    paths: list[str] = field(default_factory=list)
    pages: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)


@contextmanager
def counting_server() -> Iterator[CountingServer]:
    """Serve pages on this machine and count requests."""
    counts = CountingServer()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            counts.paths.append(self.path)
            kind, body = counts.pages.get(self.path, ("", b""))
            target = counts.redirects.get(self.path)
            self.send_response(302 if target else 200 if kind else 404)
            if target:
                self.send_header("Location", target)
            self.send_header("Content-Type", kind or "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the name the server looks for

        def log_message(self, *_details: object) -> None:
            """Log nothing."""

    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
        daemon_threads = True

        def verify_request(self, *_details: object) -> bool:
            counts.connections += 1
            return True

    with Server(("127.0.0.1", 0), Handler) as running:
        counts.url = f"http://127.0.0.1:{running.server_address[1]}"
        thread = threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield counts
        running.shutdown()
        thread.join()
