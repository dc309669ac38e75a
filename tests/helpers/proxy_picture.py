"""The picture of docs/proxy.md: ``python -m tests.helpers.proxy_picture docs/proxy.png``.

The window runs its proxy, a client reads our sample pages through it, and one of the pages is
opened in the workbench.
"""

from __future__ import annotations

import urllib.request
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError

import click

from boilerscope.app.session.preferences import Language, Preferences, ThemeChoice
from boilerscope.app.window.picture import turn_until, wait_until_quiet, wait_until_shown
from boilerscope.app.window.program import go_headless, make_application, make_window
from boilerscope.resources.loader import resource_path, samples
from boilerscope.widgets.proxy.state import Phase

if TYPE_CHECKING:
    from boilerscope.app.window.controllers.window import WindowController

SIZE = (1600, 1100)
EXTRACTORS = ("crunch", "boilerpipe.article")
MISSING = "news-en/gone.html"


class _Samples(SimpleHTTPRequestHandler):
    """Server of the sample pages without log output."""

    def log_message(self, *_words: object) -> None:
        """Keep requests out of the terminal."""


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--dark", is_flag=True, help="In dark colours.")
@click.option("--language", default="en", help="Language of the window.")
def main(file: Path, *, dark: bool, language: str) -> None:
    """Save a picture of the window with pages that went through its proxy."""
    go_headless()
    app = make_application()
    theme = ThemeChoice.DARK if dark else ThemeChoice.LIGHT
    with TemporaryDirectory() as folder:
        preferences = Preferences(theme=theme, language=Language(language))
        controller = make_window(app, folder=Path(folder), preferences=preferences)
        controller.window.resize(*SIZE)
        controller.window.show()
        _read_and_open(controller)
        wait_until_quiet(controller)
        controller.window.grab().save(str(file))
        controller.window.close()
        controller.window.page.view.clear()


def _read_and_open(controller: WindowController) -> None:
    """Read every sample page through the proxy of the window, and open one of them."""
    view = controller.window.proxy
    for extractor in EXTRACTORS:
        controller.session_controller.add_pane(extractor)
    controller.session_controller.activate(EXTRACTORS[0])
    controller.actions.trigger("tab_proxy")
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Samples, directory=resource_path("samples"))
    )
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        view.start_asked.emit(view.controls.port_field.value(), True)
        turn_until(lambda: view.state.phase is Phase.RUNNING)
        # The first row is the latest page.
        paths = [MISSING, *(sample.file for sample in reversed(samples()))]
        addresses = [f"http://localhost:{server.server_port}/{path}" for path in paths]
        readers = Thread(target=_read, args=(addresses, view.state.address), daemon=True)
        readers.start()
        turn_until(lambda: view.model.rowCount() == len(addresses))
        view.table.selectRow(0)
        view.controls.open_button.click()
        turn_until(lambda: controller.session_controller.session.page is not None)
        wait_until_shown(controller)
    finally:
        server.shutdown()


def _read(addresses: list[str], proxy: str) -> None:
    """Read pages as any program with a proxy does."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": f"http://{proxy}"}))
    for address in addresses:
        with suppress(HTTPError), opener.open(address) as answer:
            answer.read()


if __name__ == "__main__":
    main()
