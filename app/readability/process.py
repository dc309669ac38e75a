"""Answers requests to run Readability.js, in the web engine and without a window.

The engine has one blank page. A request is markup; `resources/readability/run.js` parses it into a
document of its own, in a world that scripts of pages cannot reach, so that nothing of it runs and
nothing is fetched. All requests of the profile are refused as well. A process of the engine that
uses more memory than allowed ends this process, and so does the end of the parent.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from PySide6.QtCore import QCoreApplication, QSocketNotifier, QTimer, QUrl
from PySide6.QtWidgets import QApplication

from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.engine import prepare_engine
from boilerscope.widgets.page.policy import Access
from boilerscope.widgets.page.profile import (
    AGENT_WORLD,
    GuardedPage,
    Profile,
)

_CHECK_MS = 250
"""Time between two looks at the memory of the processes."""

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_FAULT = "the web engine could not run it"


def main(descriptor: int, memory: int) -> None:
    """Answer requests until the parent has ended.

    Parameters
    ----------
    descriptor : int
        Our end of the pipe.
    memory : int
        Maximum memory of all processes together, in bytes; 0 for no limit.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    silent = os.open(os.devnull, os.O_WRONLY)  # the engine reports a missing graphics card, for one
    for stream in (sys.stdout, sys.stderr):
        os.dup2(silent, stream.fileno())
    prepare_engine()
    application = QApplication([*sys.argv[:1], "-platform", "offscreen"])
    server = _Server(Connection(descriptor), memory, application)
    server.start()
    application.exec()


class _Server:
    """Reads requests from the pipe, and runs them one after the other."""

    def __init__(
        self, pipe: Connection[Any, Any], memory: int, application: QCoreApplication
    ) -> None:
        self._pipe, self._memory = pipe, memory
        self._profile = Profile(Access(), scripts=False, parent=application)
        self._page = GuardedPage(self._profile, application)
        self._page.loadFinished.connect(self._on_loaded)
        self._page.renderProcessTerminated.connect(lambda *_: _end())
        self._notifier = QSocketNotifier(pipe.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._on_request)
        self._timer = QTimer(interval=_CHECK_MS)
        self._timer.timeout.connect(self._check_memory)

    def start(self) -> None:
        """Load the blank page; the process is ready when the scripts are in it."""
        self._page.expect_navigation()
        self._page.setHtml("<!doctype html><title></title>", QUrl("about:blank"))
        self._timer.start()

    def _on_loaded(self, is_loaded: bool) -> None:  # noqa: FBT001 - Qt's signature
        self._page.arrived()
        if not is_loaded:
            self._say(_FAULT)
            _end()
        names = ("Readability.js", "run.js")
        library, ours = (resource_path(f"readability/{name}") for name in names)
        # The address of a script in the engine, so that stacks name it with its own lines.
        texts = (
            f"{library.read_text(encoding='utf-8')}\n//# sourceURL={names[0]}",
            f"{ours.read_text(encoding='utf-8')}\nwindow.runReadability = runReadability; true;",
        )
        self._page.runJavaScript(texts[0], AGENT_WORLD)
        self._page.runJavaScript(texts[1], AGENT_WORLD, self._on_ready)

    def _on_ready(self, is_there: object) -> None:
        self._say("" if is_there is True else _FAULT)

    def _say(self, problem: str) -> None:
        """Say that the process is ready, or why it is not; the parent asks nothing before."""
        try:
            self._pipe.send(problem)
        except OSError:  # the parent has ended
            _end()

    def _on_request(self) -> None:
        try:
            request = json.loads(self._pipe.recv_bytes())
        except (EOFError, OSError):
            _end()
        arguments = ", ".join(json.dumps(request[name]) for name in ("html", "options", "explains"))
        self._page.runJavaScript(
            f"window.runReadability({arguments})", AGENT_WORLD, self._on_result
        )

    def _on_result(self, result: object) -> None:
        text = result if isinstance(result, str) else json.dumps({"fault": _FAULT})
        try:
            self._pipe.send_bytes(text.encode("utf-8", "surrogatepass"))
        except OSError:  # the parent has ended
            _end()

    def _check_memory(self) -> None:
        if self._memory and _used_memory() > self._memory:
            _end()


def _used_memory() -> int:
    """Return the memory of the processes of this session, in bytes."""
    session, total = os.getsid(0), 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if os.getsid(int(folder.name)) == session:
                    sizes = (folder / "statm").read_text(encoding="ascii").split()
                    total += (int(sizes[1]) - int(sizes[2])) * _PAGE_BYTES
            except OSError:
                continue  # it has ended
    return total


def _end() -> NoReturn:
    """End this process and those of the engine at once."""
    os.killpg(0, signal.SIGKILL)
    os._exit(1)
