"""A window that continues its last session and then changes at random until it is killed.

``python -m tests.helpers.killed_window HOME PAGE JOURNAL SEED`` appends a line to JOURNAL for each
state of the window: monotonic time, ``begun`` or ``changed``, and the state as JSON.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer

from boilerscope.app.session.preferences import Preferences
from boilerscope.app.window.program import make_application, make_window
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import knobs
from boilerscope.widgets.records import Lock, Selection, ShowAs

if TYPE_CHECKING:
    from boilerscope.app.session.last_session import LastSession
    from boilerscope.app.window.controllers.window import WindowController

CHANGE_MS = 120
EXTRACTORS = ("boilerpipe.article", "bte", "link_ratio", "text_distribution", "cx_extractor")


def as_json(session: LastSession) -> str:
    """Return a session as one line of JSON, without its time."""
    table = asdict(session)
    del table["when"]
    return json.dumps(table, sort_keys=True, default=str)


class Killed:
    """Drives a window.

    Parameters
    ----------
    journal : Path
        File to which the states are appended.
    """

    def __init__(self, window: WindowController, page: Path, journal: Path, seed: int) -> None:
        self._window, self._page = window, page
        self._random = random.Random(seed)
        self._journal = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._begun = QTimer(window, interval=20)
        self._begun.timeout.connect(self._wait_for_begin)
        self._begun.start()
        self._changes = QTimer(window, interval=CHANGE_MS)
        self._changes.timeout.connect(self._change)

    def _wait_for_begin(self) -> None:
        controller = self._window.session_controller
        page = controller.session.page
        is_shown = page is not None and page.is_same_tree(self._window.window.page.view.page)
        if is_shown and not controller.running() and self._window.views.idle:
            self._begun.stop()
            self._note("begun")
            self._changes.start()

    def _note(self, kind: str) -> None:
        state = as_json(self._window.last_session.current())
        os.write(self._journal, f"{time.monotonic()}\t{kind}\t{state}\n".encode())

    def _change(self) -> None:
        self._random.choice(
            (self._set, self._add, self._remove, self._select, self._view, self._colour)
        )()
        self._note("changed")

    def _pane(self) -> Any:
        return self._random.choice(self._window.session_controller.session.panes)

    def _set(self) -> None:
        pane = self._pane()
        field = self._random.choice([knob for knob in knobs(type(pane.settings)) if knob.low == 0])
        value: float = self._random.randrange(1, 40) / (40 if field.kind == "float" else 1)
        try:
            settings = pane.settings.replace(**{field.name: value})
        except BoilerscopeError:
            return
        self._window.session_controller.set_settings({pane.name: settings}, field.name)

    def _add(self) -> None:
        if len(self._window.session_controller.session.panes) < 7:
            self._window.session_controller.add_pane(self._random.choice(EXTRACTORS))

    def _remove(self) -> None:
        if len(self._window.session_controller.session.panes) > 2:
            self._window.session_controller.remove_pane(self._pane().name)

    def _select(self) -> None:
        page = self._window.session_controller.session.page
        if page is not None:
            start = self._random.randrange(page.n_tokens - 1)
            self._window.window.selection.select(Selection(((start, start + 1),)))

    def _view(self) -> None:
        controller, pane = self._window.session_controller, self._pane()
        self._random.choice(
            (
                partial(controller.show_pane_as, pane.name, ShowAs.PLAIN),
                partial(controller.activate, pane.name),
                partial(controller.link_pane, pane.name, Lock.EQUAL),
                partial(self._window.window.tables.setCurrentIndex, self._random.randrange(4)),
            )
        )()

    def _colour(self) -> None:
        self._window.session_controller.colour_by(f"label:{self._pane().name}")


def main(home: str, page: str, journal: str, seed: str) -> None:
    """Open the window and change it until the process is killed."""
    app = make_application()
    window = make_window(app, folder=Path(home), preferences=Preferences(lay_out=False))
    window.window.resize(1600, 1000)
    window.window.show()
    killed = Killed(window, Path(page), Path(journal), int(seed))
    if window.actions.reason("continue_last"):
        window.open(page)
    else:
        window.actions.trigger("continue_last")
    app.exec()
    del killed


if __name__ == "__main__":
    main(*sys.argv[1:])
