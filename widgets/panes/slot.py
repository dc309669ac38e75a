"""A place in the row of panes: the pane, or its spine, or nothing while it is a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from widgets import theme
from widgets.panes.output_pane import MAX_WIDTH, MIN_WIDTH, OutputPane
from widgets.panes.spine import WIDTH, Spine

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

    from widgets.records import Scene
    from widgets.selection import SelectionModel


_FRAME = 32
"""Room for the title bar of a window, pixels at 100 %."""


class PaneWindow(QWidget):
    """A pane as a window of its own, which stays in front of the main one.

    Signals
    -------
    closed()
        The window was closed; the pane goes back into its row.
    """

    closed = Signal()

    def __init__(self, pane: OutputPane, parent: QWidget) -> None:
        # a dialog to the window manager: a plain window would vanish behind the main one
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.WindowMaximizeButtonHint)
        self.setObjectName("paneWindow")
        self._pane = pane
        self.setWindowTitle(pane.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(pane)
        pane.setMaximumWidth(16_777_215)
        pane.show()

    def place_at(self, wanted: QRect) -> None:
        """Take a place on screen, as far as it lies within the work area."""
        room = self.screen().availableGeometry()
        size = wanted.size().boundedTo(room.size())
        frame = theme.px(_FRAME)  # unknown before the window manager has drawn it
        left = min(max(wanted.left(), room.left()), room.right() - size.width() - frame)
        top = min(max(wanted.top(), room.top()), room.bottom() - size.height() - frame)
        self.setGeometry(QRect(left, max(top, room.top() + frame), size.width(), size.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._pane.activated.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


class Slot(QStackedWidget):
    """Holds what is shown of one pane in the row.

    Parameters
    ----------
    name : str
        Name of the pane.
    selection : SelectionModel
        The window's selection.

    Signals
    -------
    pane_made(OutputPane)
        The pane was opened for the first time.
    """

    pane_made = Signal(object)
    attached = Signal()

    def __init__(self, name: str, selection: SelectionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self._selection = selection
        self._scene: Scene | None = None
        self._window: PaneWindow | None = None
        self._pane: OutputPane | None = None
        self.folded = False
        self.spine = Spine(name, selection)
        self.addWidget(self.spine)

    @property
    def pane(self) -> OutputPane:
        """The pane; made when it is opened for the first time."""
        if self._pane is None:
            self._pane = OutputPane(self.name, self._selection)
            self.addWidget(self._pane)
            self.pane_made.emit(self._pane)
        return self._pane

    @property
    def open_pane(self) -> OutputPane | None:
        """The pane if its text is on view, in the row or as a window."""
        return None if self.folded and self._window is None else self._pane

    @property
    def detached(self) -> bool:
        """Whether the pane is a window of its own."""
        return self._window is not None

    def show_scene(self, scene: Scene) -> None:
        """Show the pane's record of a scene, if anything of it is on view."""
        self._scene = scene
        if self.folded and not self.detached:
            self.spine.show_scene(scene)
        else:
            self.pane.show_scene(scene)

    def set_folded(self, folded: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show the spine or the pane."""
        self.folded = folded
        if not self.detached:
            self.setCurrentWidget(self.spine if folded else self.pane)
        if self._scene is not None:
            self.show_scene(self._scene)
        self.set_limits()

    def set_limits(self) -> None:
        """Take the widths that the state asks for."""
        low, high = (WIDTH, WIDTH) if self.folded else (MIN_WIDTH, MAX_WIDTH)
        self.setMinimumWidth(theme.px(low))
        self.setMaximumWidth(theme.px(high))

    def detach(self) -> PaneWindow:
        """Make the pane a window; the slot is hidden meanwhile."""
        if self._window is None:
            pane = self.pane
            place = QRect(self.mapToGlobal(self.rect().topLeft()), self.size())
            self.removeWidget(pane)
            self._window = PaneWindow(pane, self)
            self._window.closed.connect(self.attach)
            pane.header.menu.set_detached(detached=True)
            place.setSize(QSize(theme.px(480), theme.px(640)))
            self._window.place_at(place)
            self._window.show()
            self.hide()
            pane.setFocus(Qt.FocusReason.OtherFocusReason)
        return self._window

    def raise_window(self) -> None:
        """Bring the pane's own window to the front, if it has one."""
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
