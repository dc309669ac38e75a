"""State of the window for tests of the whole program: one JSON text per connection.

``boilerscope open --state FILE`` creates the local socket FILE. It answers each connection with the
current state, and reads nothing.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtNetwork import QLocalServer
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from boilerscope.app.session import layers
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import to_table
from boilerscope.widgets import inventory, theme

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtNetwork import QLocalSocket
    from PySide6.QtWidgets import QWidget

    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.window import Window
    from boilerscope.widgets.load_state import LoadState
    from boilerscope.widgets.records import PaneRecord

_PAGE_ANSWERS_MS = 500


class StateServer(QObject):
    """Answers each connection with the state of the window.

    Parameters
    ----------
    context : Context
        Session, preferences and the scene on screen.
    file : Path
        Path of the socket; a socket that an earlier program left there is replaced.

    Raises
    ------
    BoilerscopeError
        If the socket cannot be created.
    """

    def __init__(self, context: Context, window: Window, file: Path) -> None:
        super().__init__(window)
        self._context, self._window = context, window
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self._stops = _StopClock(self)
        context.session_controller.load.changed.connect(self._stops.note_load)
        QLocalServer.removeServer(str(file))
        if not self._server.listen(str(file)):
            reason = self._server.errorString()
            raise BoilerscopeError(f"{file}: the socket cannot be created: {reason}")

    def _on_connection(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.disconnected.connect(socket.deleteLater)
        self._stops.watch(self._window)
        self._locate(lambda place: self._answer(socket, place))

    def _locate(self, then: Callable[[Any], None]) -> None:
        """Ask the page for the rectangle of the selection's first line; None without an answer."""
        selection = self._window.selection.selection
        once = _Once(then, self)
        QTimer.singleShot(_PAGE_ANSWERS_MS, once, once.give_up)
        view = self._window.page.view
        if selection is None or not view.locate(self._window.selection.first, once.take):
            once.give_up()

    def _answer(self, socket: QLocalSocket, place: Any) -> None:
        try:
            socket.write(json.dumps(self.state(place), ensure_ascii=False).encode("utf-8"))
        finally:  # even after an error, so that the client does not wait
            socket.disconnectFromServer()

    def state(self, place: Any) -> dict[str, Any]:
        """Return the state; `place` is the rectangle of the selection's first line on the page."""
        context, session, window = self._context, self._context.session, self._window
        preferences = context.preferences.current
        focus, front = QApplication.focusWidget(), QApplication.activeWindow()
        selection = window.selection.selection
        return {
            "settled": self._settled(),
            "focus": None if focus is None else inventory.describe(focus),
            "front": "" if front is None else type(front).__name__,
            "dialogs": [
                type(widget).__name__
                for widget in QApplication.topLevelWidgets()
                if isinstance(widget, QDialog | QMenu) and widget.isVisible()
            ],
            "window": {
                "title": window.windowTitle(),
                "frame": inventory.numbers(window.frameGeometry()),
                "rect": inventory.numbers(window.geometry()),
                "work_area": inventory.numbers(window.screen().availableGeometry()),
                "active": window.isActiveWindow(),
            },
            "address": context.address,
            "load": asdict(context.session_controller.load.state)
            | {"stopped_after_ms": self._stops.took_ms},
            "page": self._page(place),
            "panes": [self._pane(pane) for pane in context.views.scene.panes],
            "active": session.active,
            "selection": None
            if selection is None
            else {"runs": selection.runs, "pane": selection.pane, "block": selection.block},
            "step": session.step,
            "colour": layers.key_in_force(
                session.colour_key, session.panes, has_gold=session.gold is not None
            ),
            "corpus": self._corpus(),
            "can_undo": session.can_undo(),
            "message": window.statusBar().currentMessage(),
            "preferences": {
                "theme": "dark" if theme.current() is theme.DARK else "light",
                "interface_size": preferences.interface_size,
                "intensity": preferences.intensity,
                "heatmap": preferences.heatmap,
                "values": preferences.values,
            },
            "widgets": inventory.describe_all(),
        }

    def _corpus(self) -> dict[str, Any]:
        corpus = self._context.corpus
        table, run = corpus.state.table, corpus.state.run
        return {
            "shown": corpus.state.is_shown,
            "record": asdict(corpus.state.record),
            "run": {"life": run.life.value, "number": run.number, "problem": run.problem},
            "done": 0 if table is None else int(table.is_done.sum()),
            "kept": 0 if run.progress is None else run.progress.n_kept,
            "pending": corpus.state.pending(),
            "outdated": corpus.state.outdated(),
            "row": corpus.state.choice.row,
            "pane": corpus.state.choice.pane,
            "tab": corpus.state.choice.tab.value,
            "listed": None if corpus.state.order is None else corpus.state.order.rows[:50].tolist(),
        }

    def _settled(self) -> bool:
        """Return whether no run, load or refresh is in progress."""
        controller, view = self._context.session_controller, self._window.page.view
        page = controller.session.page
        is_shown = page is None or page.is_same_tree(view.page)
        idle = not controller.load.state.busy and not controller.running()
        return is_shown and idle and self._context.views.idle

    def _page(self, place: Any) -> dict[str, Any] | None:
        page, view = self._context.session.page, self._window.page.view
        if page is None:
            return None
        return {
            "name": page.name,
            "words": page.n_tokens,
            "has_layout": page.layout is not None,
            "shown": page.is_same_tree(view.page),
            "zoom": view.zoom,
            "selection": view.on_screen(place) if place else None,
            "requests": [view.log.n_allowed, view.log.n_blocked],
        }

    def _pane(self, pane: PaneRecord) -> dict[str, Any]:
        extraction = pane.extraction
        return {
            "name": pane.name,
            "number": pane.number,
            "extractor": pane.extractor,
            "state": pane.state.value,
            "status": None if extraction is None else extraction.status.value,
            "kept": None if pane.shown is None else int(pane.shown.mask.sum()),
            "f1": None if pane.gold_score is None else round(pane.gold_score.f1, 6),
            "show_as": pane.show_as.value,
            "settings": to_table(pane.settings, everything=True),
            **self._window.panes.on_screen(pane.name),
        }


class _StopClock(QObject):
    """Measures how long Escape takes, from the key at the X server to the end of the load.

    Events contain the time of the X server, which on Linux is the clock of `time.monotonic`.

    Attributes
    ----------
    took_ms : int or None
        Milliseconds of the last stop.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.took_ms: int | None = None
        self._pressed_ms: int | None = None

    def watch(self, window: QWidget) -> None:
        """Note when Escape is pressed in a window that is on screen."""
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def note_load(self, state: LoadState) -> None:
        """Take the time if a load has ended."""
        if not state.busy and self._pressed_ms is not None:
            self.took_ms = round(time.monotonic() * 1000) - self._pressed_ms
            self._pressed_ms = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            escape = event.key() == Qt.Key.Key_Escape
            self._pressed_ms = event.timestamp() if escape else None
        return False


class _Once(QObject):
    """Passes on an answer, or None after a time limit, whichever comes first.

    Its parent owns it until then, because a replaced page never answers.
    """

    def __init__(self, then: Callable[[Any], None], parent: QObject) -> None:
        super().__init__(parent)
        self._then: Callable[[Any], None] | None = then

    def take(self, answer: Any) -> None:
        then, self._then = self._then, None
        if then is not None:
            then(answer)
            self.deleteLater()

    def give_up(self) -> None:
        self.take(None)
