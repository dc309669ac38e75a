"""Record of the objects that controllers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boilerscope.app.session.presets import Presets
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.app.window.corpus.controller import CorpusController
    from boilerscope.app.window.notifier import Notifier
    from boilerscope.app.window.preference_store import PreferenceStore
    from boilerscope.app.window.scene_views import SceneViews
    from boilerscope.app.window.session_controller import SessionController
    from boilerscope.app.window.work.work import Work
    from boilerscope.widgets.records import PaneRecord


@dataclass(frozen=True, slots=True)
class Context:
    """Objects that several controllers need; each controller keeps the objects that it uses.

    Attributes
    ----------
    session_controller : SessionController
        Changes the session.
    preferences : PreferenceStore
        The user's preferences, and the program's memory.
    presets : Presets
        Presets of all extractors.
    notifier : Notifier
        Shows messages in the status bar.
    views : SceneViews
        Scene on screen, and its views.
    corpus : CorpusController
        The corpus, and the state of the Corpus face.
    """

    session_controller: SessionController
    preferences: PreferenceStore
    presets: Presets
    notifier: Notifier
    views: SceneViews
    corpus: CorpusController

    @property
    def work(self) -> Work:
        """Background jobs of the window."""
        return self.session_controller.work

    @property
    def session(self) -> SessionView:
        """The session, read-only."""
        return self.session_controller.session

    @property
    def active_pane(self) -> PaneRecord | None:
        """The active pane with its result, even while a step is on screen; None without panes."""
        return self.session.pane(self.session.active) if self.session.active else None

    @property
    def address(self) -> str:
        """Address of the page on screen, empty without a page."""
        request = self.session_controller.request
        return request.address if request is not None else ""
