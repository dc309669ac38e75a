"""A server that counts requests of pages, and pages that try every way to send one.

Each way uses its own address below the name of the page, so that every request shows its origin,
however late it arrives.
"""

from __future__ import annotations

import http.server
import select
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = "The lake has been quiet since the ferry stopped, and nobody crosses it in winter any more."

# Requests of the page's markup alone. {out} is a second origin on the page's own host.
BY_MARKUP = {
    "script": '<script src="{out}/script"></script>',
    "module preload": '<link rel="modulepreload" href="{out}/module-preload">',
    "style sheet": '<link rel="stylesheet" href="{out}/style-sheet">',
    "@import": '<style>@import url("{out}/@import");</style>',
    "CSS image": '<style>body {{ background: url("{out}/CSS-image") }}</style>',
    "font": '<style>@font-face {{ font-family: x; src: url("{out}/font") }}'
    " p {{ font-family: x }}</style>",
    "image": '<img src="{out}/image">',
    "image by base": '<base href="{out}/"><img src="image-by-base">',
    "SVG image": '<svg width=9 height=9><image href="{out}/SVG-image"/></svg>',
    "SVG use": '<svg><use href="{out}/SVG-use#a"/></svg>',
    "video": '<video src="{out}/video" autoplay preload=auto></video>',
    "poster": '<video poster="{out}/poster"></video>',
    "frame": '<iframe src="{out}/frame"></iframe>',
    "object": '<object data="{out}/object"></object>',
    "embed": '<embed src="{out}/embed">',
    "favicon": '<link rel="icon" href="{out}/favicon">',
    "manifest": '<link rel="manifest" href="{out}/manifest">',
    "prefetch": '<link rel="prefetch" href="{out}/prefetch">',
    "preload": '<link rel="preload" as="image" href="{out}/preload">',
    "refresh": '<meta http-equiv="refresh" content="0; url={out}/refresh">',
    "image of a private address": '<img src="{private}/image-of-a-private-address">',
    "frame of a private address": '<iframe src="{private}/frame-of-a-private-address"></iframe>',
    "script of a private address": '<script src="{private}/script-of-a-private-address"></script>',
}

# Requests of its scripts.
BY_SCRIPT = {
    "fetch": 'fetch("{out}/fetch", {{mode: "no-cors"}})',
    "beacon": 'navigator.sendBeacon("{out}/beacon")',
    "WebSocket": 'new WebSocket("{out}/WebSocket".replace("http", "ws"))',
    "event stream": 'new EventSource("{out}/event-stream")',
    "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('{out}/worker')`])))",
    "link with ping": "(a => {{ a.href = '#'; a.ping = '{out}/link-with-ping'; a.click() }})"
    '(document.createElement("a"))',
    "pop-up": 'window.open("{out}/pop-up")',
    "form": "(f => {{ f.action = '{out}/form'; f.method = 'post'; document.body.append(f);"
    ' f.submit() }})(document.createElement("form"))',
    "location": 'location = "{out}/location"',
    "fetch of a private address": 'fetch("{private}/fetch-of-a-private-address",'
    ' {{mode: "no-cors"}})',
    "WebRTC": '(c => {{ c.createDataChannel("x"); c.createOffer().then(o =>'
    " c.setLocalDescription(o)) }})(new RTCPeerConnection({{iceServers:"
    ' [{{urls: "stun:localhost:{udp}"}}]}}))',
}

PRECONNECT = "preconnect (an empty connection)"
WAYS = (*BY_MARKUP, PRECONNECT, *BY_SCRIPT)


class Outside:
    """A second site: two HTTP servers, and a socket for packets.

    Attributes
    ----------
    paths : list of str
        Requested paths, in order.
    packets : int
        Number of received packets.
    connections : int
        Connections to the port that only a preconnection uses.
    """

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.pages: dict[str, str] = {}
        self.packets = self.connections = 0
        self._http = http.server.ThreadingHTTPServer(("localhost", 0), _handler(self))
        self._http.daemon_threads = True
        self._plain = socket.create_server(("localhost", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        self._stopping, self._stop = socket.socketpair()
        self._threads = [
            threading.Thread(target=self._http.serve_forever),
            threading.Thread(target=self._listen),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def address(self) -> str:
        """The site under the name that pages have too: their own host."""
        return f"http://localhost:{self._http.server_port}"

    def page(self, name: str) -> str:
        """Return a page that tries every way out, under a name."""
        addresses = {
            "out": f"{self.address}/{name}",
            "private": f"http://127.0.0.1:{self._http.server_port}/{name}",
            "udp": self._udp.getsockname()[1],
        }
        preconnect = f"http://localhost:{self._plain.getsockname()[1]}"
        tries = "".join(
            f"try {{ {template.format(**addresses)} }} catch (e) {{}}\n"
            for template in BY_SCRIPT.values()
        )
        markup = "\n".join(template.format(**addresses) for template in BY_MARKUP.values())
        return (
            f"<!DOCTYPE html><title>{name}</title><link rel=preconnect href={preconnect}>"
            f"<h1>The lake {name}</h1><p>{WORDS} {WORDS}<p>{WORDS} {WORDS}\n{markup}"
            f"<p>{WORDS} {WORDS}<script>{tries}"
            f'document.body.append("{WORDS}")</script>'
        )

    def came_out(self, name: str, paths: list[str]) -> set[str]:
        """Return the ways by which requests left the page of a name."""
        paths_below = {
            path.removeprefix(f"/{name}/") for path in paths if path.startswith(f"/{name}/")
        }
        return {way for way in WAYS if way.replace(" ", "-") in paths_below}

    def stop(self) -> None:
        """End the servers."""
        self._stop.close()
        self._http.shutdown()
        self._http.server_close()
        for thread in self._threads:
            thread.join()
        for channel in (self._plain, self._udp, self._stopping):
            channel.close()

    def _listen(self) -> None:
        watched = [self._plain, self._udp, self._stopping]
        while self._stopping not in (ready := select.select(watched, [], [])[0]):
            if self._plain in ready:
                self._plain.accept()[0].close()
                self.connections += 1
            if self._udp in ready:
                self._udp.recv(2048)
                self.packets += 1


@contextmanager
def outside() -> Iterator[Outside]:
    """Serve a second site for a while."""
    site = Outside()
    try:
        yield site
    finally:
        site.stop()


def _handler(site: Outside) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.paths.append(self.path)
            body = site.pages.get(self.path, "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if body else "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the name the server looks for

        def log_message(self, *_details: object) -> None:
            """Log nothing."""

    return Handler
