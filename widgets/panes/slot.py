"""One position in the row of panes: pane, spine, or empty while the pane is detached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.fitted import NO_LIMIT
from boilerscope.widgets.panes.output_pane import MAX_WIDTH, MIN_WIDTH, OutputPane
from boilerscope.widgets.panes.spine import WIDTH, Spine
from boilerscope.widgets.tab_order import move_focus

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.widgets.records import Scene
    from boilerscope.widgets.selection import SelectionModel


_FRAME = 32
"""Estimated height of a window's title bar, pixels at 100 %."""


class PaneWindow(QWidget):
    """Window of a detached pane; stays in front of the main window.

    Signals
    -------
    closed()
        The window was closed; the pane returns to its row.
    """

    closed = Signal()

    def __init__(self, pane: OutputPane, parent: QWidget) -> None:
        # A dialog for the window manager: a plain window would go behind the main window.
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.WindowMaximizeButtonHint)
        self.setObjectName("paneWindow")
        self._pane = pane
        self.setWindowTitle(pane.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(pane)
        pane.setMaximumWidth(NO_LIMIT)
        pane.show()

    def place_at(self, requested: QRect) -> None:
        """Move to a rectangle on screen, limited to the work area."""
        room = self.screen().availableGeometry()
        size = requested.size().boundedTo(room.size())
        frame = theme.px(_FRAME)  # unknown before the window manager has drawn it
        left = min(max(requested.left(), room.left()), room.right() - size.width() - frame)
        top = min(max(requested.top(), room.top()), room.bottom() - size.height() - frame)
        self.setGeometry(QRect(left, max(top, room.top() + frame), size.width(), size.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._pane.activated.emit()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's own name
        """Move the focus as Tab does, in visual order."""
        return move_focus([self._pane], forward=next)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


class Slot(QStackedWidget):
    """Container of one pane in the row, or of its spine.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.

    Signals
    -------
    pane_created(OutputPane)
        The pane was created, because it was opened for the first time.
    """

    pane_created = Signal(object)
    attached = Signal()

    def __init__(self, name: str, selection: SelectionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self._selection = selection
        self._scene: Scene | None = None
        self._window: PaneWindow | None = None
        self._pane: OutputPane | None = None
        self._expected: ExpectedF1 | None = None
        self.folded = False
        self.spine = Spine(name, selection)
        self.addWidget(self.spine)

    @property
    def pane(self) -> OutputPane:
        """The pane, created when it is opened for the first time."""
        if self._pane is None:
            self._pane = OutputPane(self.name, self._selection)
            self._pane.header.show_expected(self._expected)
            self.addWidget(self._pane)
            self.pane_created.emit(self._pane)
        return self._pane

    @property
    def open_pane(self) -> OutputPane | None:
        """The pane if its text is visible, in the row or in its own window."""
        return None if self.folded and self._window is None else self._pane

    @property
    def detached(self) -> bool:
        """Whether the pane has its own window."""
        return self._window is not None

    def show_scene(self, scene: Scene) -> None:
        """Show the pane's record of a scene, in the spine or the pane."""
        self._scene = scene
        if self.folded and not self.detached:
            self.spine.show_scene(scene)
        else:
            self.pane.show_scene(scene)

    def show_expected(self, expected: ExpectedF1 | None) -> None:
        """Show an expected F1 in the header, or none."""
        self._expected = expected
        if self._pane is not None:
            self._pane.header.show_expected(expected)

    def veil_expected(self) -> None:
        """Mark the expected F1 as outdated."""
        if self._pane is not None:
            self._pane.header.veil_expected()

    def set_folded(self, folded: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the spine or the pane."""
        self.folded = folded
        if not self.detached:
            self.setCurrentWidget(self.spine if folded else self.pane)
        if self._scene is not None:
            self.show_scene(self._scene)
        self.set_limits()

    def set_limits(self, *, alone: bool = False, room: int = NO_LIMIT) -> None:
        """Set the limits of the width for the current state.

        Parameters
        ----------
        alone : bool
            Whether an open pane has no maximum.
        room : int
            Pixels for an open pane; with less than its minimum it would cover its neighbour.
        """
        low = theme.px(WIDTH) if self.folded else min(theme.px(MIN_WIDTH), room)
        self.setMinimumWidth(low)
        if self._pane is not None and not self.folded and not self.detached:
            self._pane.setMinimumWidth(low)
        high = theme.px(WIDTH if self.folded else MAX_WIDTH)
        self.setMaximumWidth(NO_LIMIT if alone and not self.folded else high)

    def detach(self) -> PaneWindow:
        """Move the pane to its own window and hide the slot."""
        if self._window is None:
            pane = self.pane
            rect = QRect(self.mapToGlobal(self.rect().topLeft()), self.size())
            self.removeWidget(pane)
            self._window = PaneWindow(pane, self)
            self._window.closed.connect(self.attach)
            pane.header.menu.set_detached(detached=True)
            rect.setSize(QSize(theme.px(480), theme.px(640)))
            self._window.place_at(rect)
            self._window.show()
            self.hide()
            pane.setFocus(Qt.FocusReason.OtherFocusReason)
        return self._window

    def raise_window(self) -> None:
        """Bring the window of a detached pane to the front."""
        if self._window is not None:
            self._window.showNormal() if self._window.isMinimized() else self._window.show()
            self._window.raise_()
            self._window.activateWindow()

    def attach(self) -> None:
        """Put the pane back into the row."""
        window, self._window = self._window, None
        if window is None or self._pane is None:
            return
        self.addWidget(self._pane)
        self._pane.header.menu.set_detached(detached=False)
        window.hide()
        window.deleteLater()
        self.show()
        self.set_folded(self.folded)
        self.attached.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.set_limits()
