"""Cards of a pipeline's steps, which the user can unfold, move by keys and drag."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from boilerscope.extractors.model.settings import PipelineStep, Settings, StepKind, changed
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.settings.form import SettingsForm
from boilerscope.widgets.words import declared, number

_HEADER = 28
_DRAG_DISTANCE = 4


class StepCard(QWidget):
    """Card of a step: its number, its name, and its own settings when unfolded.

    Signals
    -------
    chosen()
        The card became the current card.
    changed()
        One of its settings changed.
    asked(str)
        Request by key: ``up``, ``down``, ``remove``, ``add``, ``previous``, ``next``.
    dragged(QPoint, bool)
        Position of a drag in the list's coordinates; whether the card was dropped there.
    """

    chosen = Signal()
    changed = Signal()
    asked = Signal(str)
    dragged = Signal(QPoint, bool)

    def __init__(self, kind: StepKind, use: PipelineStep, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self._use = use
        self._current = False
        self._pressed: QPoint | None = None
        self._moving = False
        self._form: SettingsForm | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(plain(declared(kind.help)))
        self.position = TextLabel(size=12, role="ink3")
        self.name = ElidedLabel(declared(kind.label))
        self.note = TextLabel(size=12, role="ink3")
        self._chevron = IconButton("chevron-right", self.tr("Settings of this step"))
        self._chevron.keep_room()  # so that cards without settings have the same height
        self._chevron.setVisible(self._has_knobs)
        self._chevron.clicked.connect(lambda: self.unfold(not self.is_open))
        self._assemble()
        theme.follow(self._restyle)

    @property
    def use(self) -> PipelineStep:
        """The step with its settings."""
        return self._use

    @property
    def is_open(self) -> bool:
        """Whether the settings are shown."""
        return self._form is not None and not self._form.isHidden()

    @property
    def form(self) -> SettingsForm | None:
        """The form of the settings, created when it is first shown."""
        return self._form

    def show_use(self, position: int, use: PipelineStep, *, current: bool) -> None:
        """Show a step of the same kind; `position` counts from 1."""
        self._use = use
        self.position.setText(number(position))
        count = len(changed(use.settings))
        self.note.setText(self.tr("{count} changed").format(count=number(count)))
        self.note.setVisible(bool(count))
        if self._form is not None:
            self._form.show_settings(use.settings)
        name = self.tr("Step {number}: {name}")
        self.setAccessibleName(name.format(number=position, name=declared(self.kind.label)))
        if current != self._current:
            self._current = current
            self.update()

    def unfold(self, opened: bool) -> None:  # noqa: FBT001 - the only value
        """Show or hide the step's own settings."""
        if not self._has_knobs:
            return
        if opened and self._form is None:
            self._form = SettingsForm(self.kind.settings_class, self)
            self._form.show_settings(self._use.settings)
            self._form.changed.connect(self._set)
            self._column.addWidget(self._form)
        if self._form is not None:
            self._form.setVisible(opened)
        self._chevron.set_icon("chevron-down" if opened else "chevron-right")
        self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.chosen.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return to unfold the step, and the keys that move or remove it."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        return is_enter(event) or (Qt.Key(event.key()), alt) in _KEYS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if key == Qt.Key.Key_Space or is_enter(event):
            self.unfold(not self.is_open)
        elif (key, alt) in _KEYS:
            self.asked.emit(_KEYS[key, alt])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._in_header(event):
            self._pressed = event.position().toPoint()
            self.chosen.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        distance = event.position().toPoint() - self._pressed
        if self._moving or distance.manhattanLength() >= theme.px(_DRAG_DISTANCE):
            self._moving = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(self.mapToParent(event.position().toPoint()), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        self._pressed = None
        if self._moving:
            self._moving = False
            self.unsetCursor()
            self.dragged.emit(self.mapToParent(event.position().toPoint()), True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._in_header(event):
            self.unfold(not self.is_open)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        header = QRectF(frame.left(), frame.top(), frame.width(), theme.px(_HEADER) - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("hover" if self._current else "raised"))
        painter.drawRoundedRect(header, theme.px(4), theme.px(4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("control_line" if self._current else "line"), 1))
        painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
        painter.drawPixmap(theme.px(4), theme.px(6), theme.pixmap("drag-vertical", 16, "ink3"))
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()))

    @property
    def _has_knobs(self) -> bool:
        return bool(self._use.settings.__dataclass_fields__)

    def _in_header(self, event: QMouseEvent) -> bool:
        return event.position().y() <= theme.px(_HEADER)

    def _set(self, settings: Settings) -> None:
        self._use = PipelineStep(self._use.kind, settings)
        self.changed.emit()

    def _assemble(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._top = theme.spaced(QHBoxLayout(), spacing=6)
        for widget in (self.position, self.name, self.note, self._chevron):
            self._top.addWidget(widget, 1 if widget is self.name else 0)
        self._column.addLayout(self._top)

    def _restyle(self) -> None:
        edge = (theme.px(_HEADER) - theme.px(24)) // 2
        self._top.setContentsMargins(theme.px(24), edge, theme.px(4), edge)
        self.update()


_KEYS = {
    (Qt.Key.Key_Up, True): "up",
    (Qt.Key.Key_Down, True): "down",
    (Qt.Key.Key_Up, False): "previous",
    (Qt.Key.Key_Down, False): "next",
    (Qt.Key.Key_Delete, False): "remove",
    (Qt.Key.Key_Backspace, False): "remove",
    (Qt.Key.Key_Insert, False): "add",
}


class StepList(QWidget):
    """List of cards, with a line at the target of a dragged card."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[StepCard] = []
        self._gap: int | None = None
        self._column = theme.spaced(QVBoxLayout(self), spacing=4)
        self._column.setContentsMargins(0, 1, 0, 1)
        self._column.addStretch(1)

    def insert(self, index: int, card: StepCard) -> None:
        """Insert a card at an index."""
        self.cards.insert(index, card)
        self._column.insertWidget(index, card)

    def take(self, index: int) -> StepCard:
        """Remove a card from the list and return it."""
        card = self.cards.pop(index)
        self._column.removeWidget(card)
        return card

    def gap_at(self, y: int) -> int:
        """Return the index of the card below a height."""
        middles = [card.geometry().center().y() for card in self.cards]
        return sum(middle < y for middle in middles)

    def show_gap(self, gap: int | None) -> None:
        """Show the line of a drag; None hides it."""
        if gap != self._gap:
            self._gap = gap
            self.update()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), theme.px(_HEADER)))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._gap is None or not self.cards:
            return
        if self._gap < len(self.cards):
            y = self.cards[self._gap].geometry().top() - self._column.spacing() / 2
        else:
            y = self.cards[-1].geometry().bottom() + 1
        painter = QPainter(self)
        painter.setPen(QPen(theme.colour("ink"), theme.px(2)))
        painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
