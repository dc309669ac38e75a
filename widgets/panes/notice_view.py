"""Views of a pane without text: a notice with buttons, and grey lines while it runs."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.flow_layout import FlowLayout
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.panes.pane_status import Notice
from boilerscope.widgets.plain import entry

_LINES = (
    (0.62, 0.0),
    *((0.86, 28.0), (0.88, 14.0), (0.9, 14.0), (0.36, 14.0)),
    *((0.84, 28.0), (0.87, 14.0), (0.74, 14.0), (0.55, 14.0)),
    *((0.85, 28.0), (0.62, 14.0)),
)
"""Lengths of the grey lines as shares of the width, and distances to the previous line."""


class NoticeView(QWidget):
    """Title, sentence, remark and buttons.

    Signals
    -------
    command(str)
        Command of the pressed button.
    """

    command = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice = Notice()
        self._title = TextLabel(weight=600, wrap=True)
        self._text = TextLabel(wrap=True)
        self._remark = TextLabel(size=12, role="ink2", wrap=True)
        self._details = TextLabel(size=12, role="ink2", wrap=True)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons = FlowLayout()
        self._column = QVBoxLayout(self)
        for label in (self._title, self._text, self._remark):
            self._column.addWidget(label)
        self._column.addLayout(self._buttons)
        self._column.addWidget(self._details)
        self._column.addStretch(1)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.signals().changed.connect(self._restyle)
        self._restyle()
        self.show_notice(Notice())

    @property
    def notice(self) -> Notice:
        """The notice on view."""
        return self._notice

    def show_notice(self, notice: Notice) -> None:
        """Show a notice."""
        if notice == self._notice and self._title.text() == notice.title:
            return
        if notice.buttons != self._notice.buttons:
            self._make_buttons(notice.buttons)
        self._notice = notice
        for label, text in (
            (self._title, notice.title),
            (self._text, notice.text),
            (self._remark, notice.remark),
            (self._details, notice.details),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        self._details.hide()
        self.setAccessibleName(". ".join(filter(None, [notice.title, notice.text, notice.remark])))
        self.updateGeometry()

    def toggle_details(self) -> None:
        """Show or hide the details."""
        self._details.setVisible(not self._details.isVisibleTo(self))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.rect(), theme.colour("surface"))

    def _make_buttons(self, buttons: tuple[tuple[str, str], ...]) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        for command, label in buttons:
            button = QPushButton(entry(label))
            button.setProperty("role", "chip")
            button.setObjectName(command)
            button.clicked.connect(lambda _=False, command=command: self._press(command))
            self._buttons.addWidget(button)

    def _press(self, command: str) -> None:
        if command == "details":
            self.toggle_details()
        else:
            self.command.emit(command)

    def _restyle(self) -> None:
        side = theme.px(16)
        self._column.setContentsMargins(side, theme.px(14), side, theme.px(14))
        self._column.setSpacing(theme.px(8))
        self._buttons.set_spacing(theme.px(6))
        self.update()


class GreyLines(QWidget):
    """Placeholder for text that is not ready yet.

    Signals
    -------
    cancel_wanted()
        Cancel the run.
    """

    cancel_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cancel = QPushButton(self.tr("Cancel"), self)
        self._cancel.setProperty("role", "chip")
        self._cancel.clicked.connect(self.cancel_wanted)
        self._cancel.hide()

    def set_cancellable(self, offered: bool) -> None:  # noqa: FBT001 - Qt setter
        """Show or hide the button that cancels the run."""
        if offered != self._cancel.isVisibleTo(self):
            self._cancel.setVisible(offered)
            self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("hover"))
        left, y = theme.px(16), float(theme.px(16))
        room = self.width() - 2 * left
        for length, below in _LINES:
            y += theme.px(below)
            painter.drawRoundedRect(QRectF(left, y, room * length, theme.px(7)), 3, 3)

    def _place(self) -> None:
        size = self._cancel.sizeHint()
        self._cancel.setGeometry(
            theme.px(16), self.height() - size.height() - theme.px(14), size.width(), size.height()
        )
