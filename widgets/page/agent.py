"""The program's side of the page agent: its script, its calls and its messages."""

from __future__ import annotations

import json
import logging
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QFile, QIODevice, QObject, QTimer, Signal, Slot
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineCore import QWebEngineScript

from boilerscope.widgets.page.profile import AGENT_WORLD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWebEngineCore import QWebEnginePage

_START = "start.js"
_IMPORT = re.compile(r'^import \{[^}]+\} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=class |const |function )", re.MULTILINE)

ANSWER_LIMIT_MS = 3_000
"""A page is silent if it does not answer a call within this time."""

_log = logging.getLogger(__name__)


@cache
def agent_source(folder: Path) -> str:
    """Join the agent's modules into one script: an isolated world cannot import modules.

    In the script, the modules share one scope. No two modules may define the same name at their
    top level.
    """
    modules = (file.read_text(encoding="utf-8") for file in agent_files(folder))
    parts = "\n".join(_EXPORT.sub("", _IMPORT.sub("", module)) for module in modules)
    once = "if (globalThis.boilerscopeAsk) return;"
    agent = f'(() => {{\n"use strict";\n{parts}\n}})();'
    return f"(() => {{\n{once}\n{_channel_source()}\n{agent}\n}})();"


def agent_files(folder: Path) -> tuple[Path, ...]:
    """Return the modules of the agent, each module after its imports."""
    ordered: list[Path] = []
    visited: set[Path] = set()

    def add(file: Path) -> None:
        if file in visited:
            return
        visited.add(file)
        for imported in _IMPORT.findall(file.read_text(encoding="utf-8")):
            add(folder / imported)
        ordered.append(file)

    add(folder / _START)
    return tuple(ordered)


def _channel_source() -> str:
    file = QFile(":/qtwebchannel/qwebchannel.js")
    if not file.open(QIODevice.OpenModeFlag.ReadOnly):
        raise FileNotFoundError("Qt's web channel script is missing from this installation of Qt")
    try:
        return bytes(file.readAll().data()).decode("utf-8")
    finally:
        file.close()


class Agent(QObject):
    """Connection to the agent of one page.

    Signals
    -------
    message_received(message)
        A dict with ``kind``: ready, measured, styled, settled, still, changed, hover, click,
        scrolled.
    broken(message)
        A call of the agent failed; do not rely on the page any more.
    silent(bool)
        The page stopped answering calls, or answers again.
    """

    message_received = Signal(object)
    broken = Signal(str)
    silent = Signal(bool)

    def __init__(self, page: QWebEnginePage, folder: Path) -> None:
        super().__init__(page)
        self._page = page
        self._source = agent_source(folder)
        self._is_ready = self._is_closed = False
        self._when_ready: list[Callable[[], None]] = []
        self._n_open = 0  # calls without an answer
        self.is_silent = False
        self._answer_timer = QTimer(self, singleShot=True, interval=ANSWER_LIMIT_MS)
        self._answer_timer.timeout.connect(lambda: self._set_silent(True))
        script = QWebEngineScript()
        script.setName("boilerscope")
        script.setSourceCode(self._source)
        script.setWorldId(AGENT_WORLD)
        script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentReady)
        script.setRunsOnSubFrames(False)
        page.scripts().insert(script)
        self._channel = QWebChannel(self)
        self._channel.registerObject("boilerscope", self)
        page.setWebChannel(self._channel, AGENT_WORLD)

    @Slot(str)
    def receive(self, text: str) -> None:
        """Receive a message of the agent (called from the page)."""
        message = json.loads(text)
        if message["kind"] == "wait":
            QTimer.singleShot(message["ms"], self, lambda: self.ask("wake", message["number"]))
            return
        if message["kind"] == "ready":
            self._is_ready = True
            for then in self._when_ready:
                then()
            self._when_ready.clear()
        self.message_received.emit(message)

    def when_ready(self, then: Callable[[], None]) -> None:
        """Call `then` when the agent of a loaded document can be called.

        The engine does not inject the script into a document that navigates while it loads, so
        this method runs it.
        """
        if self._is_ready:
            then()
        elif not self._is_closed:
            self._when_ready.append(then)
            self._page.runJavaScript(self._source, AGENT_WORLD)

    def close(self) -> None:
        """Stop: the page will be closed, so make no further calls."""
        self.blockSignals(True)
        self._is_closed = True
        self._when_ready.clear()
        self._answer_timer.stop()

    def ask(self, method: str, *details: Any, then: Callable[[Any], None] | None = None) -> None:
        """Call a method of the agent.

        Parameters
        ----------
        *details
            Arguments that JSON can represent.
        then : callable, optional
            Called with the answer, unless the page is closed by then.
        """
        self.ask_raw(
            method, [json.dumps(detail, ensure_ascii=False) for detail in details], then=then
        )

    def ask_raw(
        self, method: str, details: list[str], then: Callable[[Any], None] | None = None
    ) -> None:
        """Call a method of the agent with arguments that are JSON text."""
        if self._is_closed:
            return
        script = f"boilerscopeAsk({', '.join([json.dumps(method), *details])})"
        self._n_open += 1
        if not self._answer_timer.isActive():
            self._answer_timer.start()
        self._page.runJavaScript(script, AGENT_WORLD, lambda reply: self._answered(reply, then))

    def _set_silent(self, silent: bool) -> None:  # noqa: FBT001 - one switch
        if silent != self.is_silent:
            self.is_silent = silent
            self.silent.emit(silent)

    def _answered(self, reply: object, then: Callable[[Any], None] | None) -> None:
        self._n_open -= 1
        self._set_silent(False)
        if self._n_open:
            self._answer_timer.start()
        else:
            self._answer_timer.stop()
        if not isinstance(reply, str) or not reply:
            return  # the page was closed meanwhile
        answer = json.loads(reply)
        if "error" in answer:
            _log.error("page agent: %s", answer["error"])
            self.broken.emit(answer["error"])
        elif then is not None:
            then(answer["answer"])
