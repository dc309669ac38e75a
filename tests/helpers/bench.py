"""The whole window on a real engine, with the actions that tests repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from boilerscope.app.session.preferences import Preferences, ThemeChoice
from boilerscope.app.window.program import make_window
from boilerscope.extractors.page.segments import segments
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.page.view import PageView
    from boilerscope.widgets.records import PaneRecord

ARTICLE = "boilerpipe.article"


class WindowBench:
    """A window of 1600 x 1000 pixels with its own home folder."""

    def __init__(self, qtbot: QtBot, folder: Path, preferences: Preferences | None = None) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.qtbot = qtbot
        self.home = folder / "home"
        # Pages are laid out only if a test requests it.
        preferences = preferences or Preferences(theme=ThemeChoice.LIGHT, lay_out=False)
        self.window_controller = make_window(app, folder=self.home, preferences=preferences)
        self.controller, self.window = (
            self.window_controller.session_controller,
            self.window_controller.window,
        )
        self.window.resize(1600, 1000)
        self.window.show()

    @property
    def view(self) -> PageView:
        """The page view."""
        return self.window.page.view

    @property
    def page(self) -> Page:
        """The page on screen."""
        page = self.controller.session.page
        assert page is not None
        return page

    def open(self, typed: str) -> None:
        """Open a page and wait until every view shows it."""
        with self.qtbot.waitSignal(self.view.ready, timeout=LOAD_MS):
            self.controller.open(typed)
        self.settle()

    def settle(self) -> None:
        """Wait until every pane has run and every view is up to date."""
        self.qtbot.waitUntil(
            lambda: not self.controller.running() and self.window_controller.views.idle,
            timeout=LOAD_MS,
        )
        self.window_controller.views.flush()

    def do(self, action: str) -> None:
        """Do an action and wait for its effect."""
        self.window_controller.actions.refresh()
        self.window_controller.actions.trigger(action)
        self.settle()

    def pane(self, name: str = ARTICLE) -> PaneRecord:
        """Return a pane of the session."""
        return self.controller.session.pane(name)

    def extraction(self, name: str = ARTICLE) -> Extraction:
        """Return the result that a pane shows."""
        extraction = self.pane(name).shown
        assert extraction is not None
        return extraction

    def token(self, word: str) -> int:
        """Return the first token that is this word."""
        return next(t for t in range(self.page.n_tokens) if self.page.token_text(t) == word)

    def block(self, word: str, name: str = ARTICLE) -> int:
        """Return the block of a pane that contains a word."""
        owner = self.extraction(name).blocks.block_of_token(self.page.n_tokens)
        return int(owner[self.token(word)])

    def segment(self, word: str) -> int:
        """Return the segment that contains a word."""
        return int(segments(self.page).of_token()[self.token(word)])

    def ask(self, method: str, *details: Any) -> Any:
        """Ask the page agent and wait for its answer."""
        web_view = self.view.web_view
        assert web_view is not None
        answers: list[Any] = []
        web_view.agent.ask(method, *details, then=answers.append)
        self.qtbot.waitUntil(lambda: bool(answers), timeout=LOAD_MS)
        return answers[0]

    def drawn(self, word: str) -> Any:
        """Return how the browser draws the mark of the segment that contains a word."""
        return self.ask("drawn", self.segment(word))

    def close(self) -> None:
        """Close the window and wait until its engine is deleted."""
        web_view = self.view.web_view
        if web_view is None:
            self.window.close()
            self.window.deleteLater()
            return
        with self.qtbot.waitSignal(web_view.guarded.destroyed, timeout=LOAD_MS):
            self.window.close()
            self.window.deleteLater()


def colours(image: QImage) -> list[tuple[int, int, int]]:
    """Return every third pixel of a picture as red, green, blue."""
    picked = (
        image.pixelColor(x, y)
        for y in range(0, image.height(), 3)
        for x in range(0, image.width(), 3)
    )
    return [(colour.red(), colour.green(), colour.blue()) for colour in picked]
