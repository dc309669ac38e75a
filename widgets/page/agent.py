"""The page agent's side in the program: its script, what it is asked, what it says."""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QFile, QIODevice, QObject, QTimer, Signal, Slot
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineCore import QWebEngineScript

from widgets.page.profile import AGENT_WORLD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWebEngineCore import QWebEnginePage

AGENT_FILES = (
    "clock.js",
    "names.js",
    "map.js",
    "build.js",
    "boxes.js",
    "paint.js",
    "sheet.js",
    "tree.js",
    "outlines.js",
    "overlay.js",
    "follow.js",
    "pick.js",
    "capture.js",
    "layout.js",
    "agent.js",
)
"""Parts of the agent in the folder ``agent`` of the resources, in the order they are loaded."""

PATIENCE_MS = 3_000
"""A page that has not answered a question for so long is said to be silent."""

_log = logging.getLogger(__name__)


@cache
def agent_source(folder: Path) -> str:
    """Return the whole agent as one script.

    Parameters
    ----------
    folder : Path
        Where `AGENT_FILES` are.
    """
    parts = "\n".join((folder / name).read_text(encoding="utf-8") for name in AGENT_FILES)
    once = "if (globalThis.boilerscopeAsk) return;"
    return f"(() => {{\n{once}\n{_channel_source()}\n(() => {{\n{parts}\n}})();\n}})();"


def _channel_source() -> str:
    file = QFile(":/qtwebchannel/qwebchannel.js")
    if not file.open(QIODevice.OpenModeFlag.ReadOnly):
        raise FileNotFoundError("Qt's web channel script is missing from this installation of Qt")
    try:
        return bytes(file.readAll().data()).decode("utf-8")
    finally:
        file.close()


class Agent(QObject):
    """Talks to the agent of one page.

    Signals
    -------
    heard(message)
        A dict with ``kind``: ready, measured, styled, settled, still, changed, hover, click,
        scrolled.
    broken(message)
        The agent could not do what it was asked; nothing else about the page can be trusted.
    silent(bool)
        The page leaves what it was asked unanswered, or answers again.
    """

    heard = Signal(object)
    broken = Signal(str)
    silent = Signal(bool)

    def __init__(self, page: QWebEnginePage, folder: Path) -> None:
        super().__init__(page)
        self._page = page
        self._source = agent_source(folder)
        self._is_there = False
        self._then: list[Callable[[], None]] = []
        self._n_open = 0  # questions without an answer
        self.is_silent = False
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._set_silent(True))
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
    def tell(self, text: str) -> None:
        """Take a message of the agent (called from the page)."""
        message = json.loads(text)
        if message["kind"] == "wait":
            QTimer.singleShot(message["ms"], self, lambda: self.ask("wake", message["number"]))
            return
        if message["kind"] == "ready":
            self._is_there = True
            for then in self._then:
                then()
            self._then.clear()
        self.heard.emit(message)

    def when_there(self, then: Callable[[], None]) -> None:
        """Call when the agent of a document that has loaded can be asked.

        The engine leaves our script out of a document that tries to go elsewhere while it loads;
        then it is run here.
        """
        if self._is_there:
            then()
        else:
            self._then.append(then)
            self._page.runJavaScript(self._source, AGENT_WORLD)

    def ask(self, method: str, *details: Any, then: Callable[[Any], None] | None = None) -> None:
        """Have the agent do something.

        Parameters
        ----------
        method : str
            Name of a method of the agent.
        *details
            Arguments, as JSON knows them.
        then : callable, optional
            Takes the answer. It is not called when the page is gone by then.
        """
        self.ask_raw(method, [json.dumps(one, ensure_ascii=False) for one in details], then=then)

    def ask_raw(
        self, method: str, details: list[str], then: Callable[[Any], None] | None = None
    ) -> None:
        """Do the same with arguments that are JSON already."""
        script = f"boilerscopeAsk({', '.join([json.dumps(method), *details])})"
        self._n_open += 1
        if not self._patience.isActive():
            self._patience.start()
        self._page.runJavaScript(script, AGENT_WORLD, lambda reply: self._answered(reply, then))

    def _set_silent(self, silent: bool) -> None:  # noqa: FBT001 - one switch
        if silent != self.is_silent:
            self.is_silent = silent
            self.silent.emit(silent)

    def _answered(self, reply: object, then: Callable[[Any], None] | None) -> None:
        self._n_open -= 1
        self._set_silent(False)
        if self._n_open:
            self._patience.start()
        else:
            self._patience.stop()
        if not isinstance(reply, str) or not reply:
            return  # the page went away meanwhile
        answer = json.loads(reply)
        if "error" in answer:
            _log.error("page agent: %s", answer["error"])
            self.broken.emit(answer["error"])
        elif then is not None:
            then(answer["answer"])
