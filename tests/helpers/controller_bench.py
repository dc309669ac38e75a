"""Shared parts of controllers without the window: session, records in a folder, messages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from boilerscope.app.session.changes import NOTHING
from boilerscope.app.session.preferences import Memory, Preferences
from boilerscope.app.session.presets import Presets
from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.action_registry import ActionRegistry
from boilerscope.app.window.controllers.context import Context
from boilerscope.app.window.corpus.controller import CorpusController
from boilerscope.app.window.notifier import Notifier
from boilerscope.app.window.preference_store import PreferenceStore
from boilerscope.app.window.refresher import View
from boilerscope.app.window.scene_views import SceneViews
from boilerscope.app.window.session_controller import SessionController
from boilerscope.extractors.page import Page
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from PySide6.QtCore import SignalInstance
    from pytestqt.qtbot import QtBot

ARTICLE, LINK_RATIO = "boilerpipe.article", "link_ratio"
VIEWS = (
    *("overlay", "strips", "actions", "page head", "panes", "settings", "curves", "blocks"),
    *(
        "steps",
        "tree",
        "agreement",
        "candidates",
        "comparison",
        "element tree",
        "scores",
        "elements",
        "expected F1",
    ),
    *("inspector", "status", "what if"),
)
_RUN_MS = 30_000

MARKUP = """<!DOCTYPE html><html><head><title>Quiet lake</title></head><body>
<div><a href="/">Home</a> <a href="/n">News</a></div>
<p>{}.</p>
<p>A short line.</p>
<div><a href="/p">Privacy</a> <a href="/t">Terms of use</a></div>
</body></html>""".format(" ".join(f"alpha{number}" for number in range(60)))


class ControllerBench:
    """A context whose views and messages a test can read.

    Attributes
    ----------
    context : Context
        Context of the tested controller.
    actions : ActionRegistry
        Its actions; all of their needs are met.
    folder : Path
        Configuration folder with preferences and presets.
    messages : list of str
        Messages that the notifier has shown.
    """

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self._qtbot = qtbot
        self.folder = folder
        self.messages: list[str] = []
        self.window = QWidget()
        self.controller = SessionController(Preferences(), parent=self.window)
        self.selection = SelectionModel()
        notifier = Notifier(lambda text, _stays_ms, _kind: self.messages.append(text))
        self.context = Context(
            self.controller,
            PreferenceStore(Preferences(), Memory(), folder, notifier),
            Presets(folder),
            notifier,
            SceneViews(self.controller.session, self.window),
            CorpusController(self.controller, folder / "cache", parent=self.window),
        )
        self._refreshed: list[str] = []
        views = [View(name, partial(self._refresh, name), ~NOTHING) for name in VIEWS]
        self._views = views
        self.show()
        needs = ("page", "opened", "pane", "settings", "selection", "boxes", "gold", "list")
        self.actions = ActionRegistry(self.window, dict.fromkeys(needs, lambda: True))
        self.controller.changed.connect(self.context.views.follow)
        self.context.corpus.changed.connect(self.context.views.follow)

    def show(self, *views: View) -> None:
        """Refresh these views of a tested controller, too."""
        self.context.views.show_by([*self._views, *views])

    def add_panes(self, *extractors: str) -> None:
        """Add panes; without a page they do not run."""
        for extractor in extractors:
            self.controller.add_pane(extractor)
        self.controller.activate(extractors[0])

    def open(self, markup: str = MARKUP) -> Page:
        """Show a page and wait until every pane has run."""
        page = Page.from_text(markup, name="lake.html")
        self.controller.show_page(PageRequest("pasted:lake", markup), page)
        self.finish()
        return page

    def finish(self) -> None:
        """Wait until every pane has run."""
        self._qtbot.waitUntil(lambda: not self.controller.running(), timeout=_RUN_MS)

    def wait_for_work(self) -> None:
        """Wait until every background job was answered and every view shows the answers."""
        work, views = self.context.work, self.context.views
        self._qtbot.waitUntil(lambda: work.is_idle and views.idle, timeout=_RUN_MS)

    def wait_for_message(self) -> None:
        """Wait until the notifier has shown a message."""
        self._qtbot.waitUntil(lambda: bool(self.messages), timeout=_RUN_MS)

    def waits(self, signal: SignalInstance) -> AbstractContextManager[object]:
        """Return a context that ends when a signal is emitted."""
        waiting: AbstractContextManager[object] = self._qtbot.waitSignal(signal, timeout=_RUN_MS)
        return waiting

    def do(self, identifier: str) -> None:
        """Trigger an action."""
        self.actions.refresh()
        self.actions.trigger(identifier)

    def names(self) -> list[str]:
        """Return the names of the panes in their order."""
        return [pane.name for pane in self.controller.session.panes]

    def refreshed(self) -> list[str]:
        """Return the views that were refreshed so far."""
        self.context.views.flush()
        return self._refreshed

    def _refresh(self, name: str) -> None:
        self._refreshed.append(name)

    def close(self) -> None:
        """End loader and runs, and delete all objects.

        Otherwise Python would delete timers during a garbage collection, perhaps in the wrong
        thread.
        """
        self.context.corpus.stop()
        self.controller.stop()
        with self._qtbot.waitSignal(self.window.destroyed, timeout=_RUN_MS):
            self.window.deleteLater()
