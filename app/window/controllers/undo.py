"""Undo and redo: of marks while a gold standard is marked, else of panes and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.marking import MarkingController
    from boilerscope.app.window.session_controller import SessionController


class UndoController:
    """Undoes the last change of marks, or of panes and settings, depending on the focus.

    Parameters
    ----------
    actions : ActionRegistry
        Registry of the handlers.
    settings : QWidget
        Settings panel; with the focus in it, settings are undone also during marking.
    """

    def __init__(
        self,
        actions: ActionRegistry,
        session_controller: SessionController,
        marking: MarkingController,
        settings: QWidget,
    ) -> None:
        self._session_controller, self._marking = session_controller, marking
        self._settings = settings
        actions.add("undo", self.undo, enabled=self._can_undo)
        actions.add("redo", self.redo, enabled=self._can_redo)

    def undo(self) -> None:
        """Undo the last mark or the last change of panes and settings."""
        if self._is_for_marks():
            self._marking.undo()
        else:
            self._session_controller.undo()

    def redo(self) -> None:
        """Redo the last undone change."""
        if self._is_for_marks():
            self._marking.redo()
        else:
            self._session_controller.redo()

    def _can_undo(self) -> bool:
        session = self._session_controller.session
        return self._marking.can_undo() if self._is_for_marks() else session.can_undo()

    def _can_redo(self) -> bool:
        session = self._session_controller.session
        return self._marking.can_redo() if self._is_for_marks() else session.can_redo()

    def _is_for_marks(self) -> bool:
        focus = QApplication.focusWidget()
        in_settings = focus is not None and self._settings.isAncestorOf(focus)
        return self._marking.is_on() and not in_settings
