"""Scene on screen, and the views that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.changes import Changed, SessionPart
from boilerscope.app.session.scene import scene_of
from boilerscope.app.window.refresher import Refresher
from boilerscope.app.window.translation import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.app.session.corpus import CorpusChanged
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.app.window.refresher import View
    from boilerscope.widgets.records import Scene


class SceneViews(QObject):
    """Creates the scene of a session when it is read, and refreshes the views that show it.

    Parameters
    ----------
    parent : QObject, optional
        Qt parent.
    """

    def __init__(self, session: SessionView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._scene: Scene | None = None
        self._is_stale = True
        self._refresher = Refresher((), self)

    def show_by(self, views: Sequence[View]) -> None:
        """Refresh these views from now on, in this order."""
        self._refresher = Refresher(views, self)

    def add(self, views: Sequence[View]) -> None:
        """Refresh these views from now on, too, after the others."""
        self._refresher.add(views)

    @property
    def scene(self) -> Scene:
        """The scene on screen."""
        if self._scene is None or self._is_stale:
            self._scene = scene_of(self._session, translate, self._scene)
            self._is_stale = False
        return self._scene

    @property
    def idle(self) -> bool:
        """Whether every view is up to date."""
        return self._refresher.idle

    def follow(self, change: Changed | CorpusChanged) -> None:
        """Refresh the views that show a part of a change."""
        # The scene contains neither the selection nor the corpus.
        if isinstance(change, Changed) and change.parts != SessionPart.SELECTION:
            self._is_stale = True
        self._refresher.follow(change)

    def refresh(self, *names: str) -> None:
        """Refresh views after a change of the session; without names, refresh all views."""
        self._is_stale = True
        self._refresher.ask(names or None)

    def refresh_only(self, *names: str) -> None:
        """Refresh views after a change outside the scene: selection, presets."""
        self._refresher.ask(names)

    def flush(self) -> None:
        """Refresh all stale views now."""
        self._refresher.flush()
