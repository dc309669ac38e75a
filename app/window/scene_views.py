"""The scene on screen, and the views that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.session.changes import What
from app.session.scene import scene_of
from app.window.refresher import Refresher
from app.window.translation import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.session.changes import Changed
    from app.session.read_only import SessionView
    from app.window.refresher import View
    from widgets.records import Scene


class SceneViews(QObject):
    """Makes the scene of a session when it is read, and refreshes the views that show it.

    Parameters
    ----------
    session : SessionView
        What is open.
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
        """Keep these views up to date from now on, in this order."""
        self._refresher = Refresher(views, self)

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

    def follow(self, change: Changed) -> None:
        """Refresh the views that show a part of a change."""
        if change.what != What.SELECTION:  # which is not in the scene
            self._is_stale = True
        self._refresher.follow(change)

    def refresh(self, *names: str) -> None:
        """Bring views up to date with a session that has changed; without names all of them."""
        self._is_stale = True
        self._refresher.ask(names or None)

    def refresh_only(self, *names: str) -> None:
        """Bring views up to date with what is not in the scene: the selection, the presets."""
        self._refresher.ask(names)

    def flush(self) -> None:
        """Bring everything up to date now."""
        self._refresher.flush()
