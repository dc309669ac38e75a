"""Row of one setting in the panel: name, editor, help line and error message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QVBoxLayout,
    QWhatsThis,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import entry
from boilerscope.widgets.settings.help_text import help_html, one_line, value_text
from boilerscope.widgets.settings.kinds import MakeEditor, plain_editor
from boilerscope.widgets.shown import set_shown
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Knob, Settings
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.settings.editors import Editor


class KnobRow(QWidget):
    """Row that shows and edits one field.

    Signals
    -------
    edited(str, object)
        Field and new value.
    rejected(str, str)
        Field, and the reason why the typed text is not a value.
    given_up(str)
        Discard the typed text of this field, even if it was rejected.
    reset_wanted(str)
        Reset this field to its default.
    """

    margins = (16, 4, 16, 6)
    """Left, top, right and bottom, pixels at 100 % interface size."""
    spacing = 2

    edited = Signal(str, object)
    rejected = Signal(str, str)
    given_up = Signal(str)
    reset_wanted = Signal(str)

    def __init__(
        self,
        knob: Knob,
        label: str = "",
        parent: QWidget | None = None,
        make_editor: MakeEditor = plain_editor,
    ) -> None:
        super().__init__(parent)
        self.knob = knob
        self._label = label or declared(knob.label)
        self.setObjectName(f"setting:{knob.name}")
        self.editor: Editor = make_editor(knob, self)
        self.name = TextLabel(self._label, wrap=True, parent=self)
        self.reset = IconButton("restore", self.tr("Reset to the default"), size=14, parent=self)
        self.reset.keep_room()  # otherwise the row would grow during a drag
        self.help_line = TextLabel(one_line(knob), size=12, role="ink2", wrap=True, parent=self)
        self.message = ErrorLine(self)
        self._changed = False
        self._show_changed(changed=False)
        self._assemble()
        self._connect()
        theme.follow(self._restyle)

    def show_value(
        self,
        settings: Settings,
        values: FloatArray | None,
        error: str = "",
        *,
        keep_typed: bool = False,
    ) -> None:
        """Show the field's value in a record.

        Parameters
        ----------
        settings : Settings
            The last valid record.
        values : array of float, optional
            Values of the quantity that the field bounds, one for each block.
        error : str
            Error message of the field.
        keep_typed : bool
            Whether to keep a rejected value in the editor, so that the user can correct it.
        """
        if not keep_typed:
            self.editor.show_value(settings, values)
        self.show_error(error)
        value = getattr(settings, self.knob.name)
        self._show_changed(changed=value != self.knob.default or keep_typed)
        help_text = self._help(settings)
        if help_text != self.whatsThis():
            self.setWhatsThis(help_text)
            self.name.setToolTip(help_text)
            default = value_text(self.knob, self.knob.default, settings)
            self.reset.set_label(self.tr("Reset to {default}").format(default=default))

    @property
    def is_changed(self) -> bool:
        """Whether the field differs from its default."""
        return self._changed

    def matches(self, words: list[str]) -> bool:
        """Return whether name, field and help contain all words (lower case)."""
        knob = self.knob
        text = f"{self._label} {knob.name} {declared(knob.help)} {knob.label}".lower()
        return all(word in text for word in words)

    def focus(self) -> None:
        """Put the keyboard focus on the editor."""
        self.editor.focus_widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_help(self) -> None:
        """Show the full help beside the name."""
        QWhatsThis.showText(self.mapToGlobal(self.name.geometry().bottomLeft()), self.whatsThis())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1:
            self.show_help()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        reset = QAction(theme.icon("restore"), entry(self.reset.accessibleName()), menu)
        reset.setEnabled(self._changed)
        reset.triggered.connect(lambda: self.reset_wanted.emit(self.knob.name))
        helping = QAction(theme.icon("help-circle-outline"), self.tr("Help"), menu)
        helping.setShortcut(QKeySequence(Qt.Key.Key_F1))
        helping.triggered.connect(self.show_help)
        menu.addActions([reset, helping])
        menu.exec(event.globalPos())
        menu.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._changed:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("ink"))
            middle = self.name.geometry().center().y() + 1
            painter.drawEllipse(QPointF(theme.px(8), middle), theme.px(2.5), theme.px(2.5))

    def _help(self, settings: Settings) -> str:
        return help_html(self.knob, settings)

    def _assemble(self) -> None:
        self._column = QVBoxLayout(self)
        self._top = theme.spaced(QHBoxLayout(), spacing=4)
        self._top.addWidget(self.name, 1)
        if self.editor.line is not None:
            self._top.addWidget(self.editor.line)
        self._column.addLayout(self._top)
        # Message and reset are beside or below the editor, so that a dragged slider does not move.
        self._bottom = theme.spaced(QHBoxLayout(), spacing=4)
        self._assemble_body(self.editor.body)

    def _assemble_body(self, body: QWidget | None) -> None:
        if body is not None:
            self._column.addWidget(body)
        self._column.addWidget(self.message)
        self._bottom.addWidget(self.help_line, 1)
        self._bottom.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(self._bottom)

    def _connect(self) -> None:
        field = self.knob.name
        self.editor.edited.connect(lambda value: self.edited.emit(field, value))
        self.editor.rejected.connect(lambda message: self.rejected.emit(field, message))
        self.editor.given_up.connect(lambda: self.given_up.emit(field))
        self.reset.clicked.connect(lambda: self.reset_wanted.emit(field))
        label = f"{self._label}, {declared(self.knob.unit)}".rstrip(", ")
        for widget in (self.editor.focus_widget, self.editor.body):
            if widget is not None:
                widget.setAccessibleName(label)
                widget.setAccessibleDescription(declared(self.knob.help))
        self.name.setBuddy(self.editor.focus_widget)

    def show_error(self, error: str) -> None:
        """Show the error of the value in the editor; an empty text means no error."""
        self.message.show_message(error)
        for widget in (self.editor.focus_widget, self.editor.body):
            if widget is not None and bool(widget.property("invalid")) != bool(error):
                widget.setProperty("invalid", bool(error))
                widget.style().unpolish(widget)
                widget.style().polish(widget)

    def _show_changed(self, *, changed: bool) -> None:
        if changed != self._changed:
            self._changed = changed
            self.name.set_weight(600 if changed else 400)
            self.update()
        set_shown(self.reset, self._changed)

    def _restyle(self) -> None:
        self._column.setContentsMargins(*(theme.px(margin) for margin in self.margins))
        self._column.setSpacing(theme.px(self.spacing))
        self.update()


class ErrorLine(QWidget):
    """Error message with an icon; hidden without an error."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = TextLabel(size=12, role="error", wrap=True, parent=self)
        self._grid = theme.spaced(QGridLayout(self), (20, 2, 0, 2))
        self._grid.addWidget(self.text)
        self.hide()

    def show_message(self, message: str) -> None:
        """Show a message; an empty one hides the line."""
        self.text.setText(message)
        set_shown(self, bool(message))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        side = theme.px(14)
        target = QRectF(0, theme.px(3), side, side)
        QPainter(self).drawPixmap(target.toRect(), theme.pixmap("alert-circle", 14, "error"))
