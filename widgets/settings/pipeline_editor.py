"""Editor of custom pipelines: a list of steps to add, order, configure and remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from boilerscope.extractors.model.settings import Knob, PipelineStep, Settings
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import entry, plain
from boilerscope.widgets.settings.editors import Editor
from boilerscope.widgets.settings.help_text import value_text
from boilerscope.widgets.settings.kinds import plain_editor
from boilerscope.widgets.settings.step_cards import StepCard, StepList
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page.records import FloatArray


class PipelineEditor(Editor):
    """Editor for a list of steps from a catalogue."""

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(knob, parent)
        self._kinds = dict(knob.catalogue()) if knob.catalogue is not None else {}
        self._current = 0
        self.list = StepList()
        self.note = TextLabel(size=12, role="ink3")
        self.add_button = QToolButton()
        self.menu = QMenu(self.add_button)
        self.menu.setToolTipsVisible(True)
        self._fill_menu()
        self.body = QWidget()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.list)
        column.addLayout(self._buttons())

    @property
    def focus_widget(self) -> QWidget:
        return self.list.cards[self._current] if self.list.cards else self.add_button

    @property
    def uses(self) -> tuple[PipelineStep, ...]:
        """The current steps."""
        return tuple(card.use for card in self.list.cards)

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        del values
        value = getattr(settings, self.knob.name)
        uses = getattr(settings.resolve(), self.knob.name) if value is None else value
        self.note.setText(value_text(self.knob, value, settings) if value is None else "")
        self._match_cards(uses or ())
        self._show(uses or ())

    def add(self, name: str) -> None:
        """Add a step of a kind after the current step."""
        kind = self._kinds[name]
        index = min(self._current + 1, len(self.list.cards))
        self._insert(index, PipelineStep(name, kind.settings_class()))
        self._go(index)
        self._emit_steps()

    def remove(self) -> None:
        """Remove the current step."""
        if not self.list.cards:
            return
        had_focus = self.list.cards[self._current].hasFocus()
        self._drop(self._current)
        self._current = max(min(self._current, len(self.list.cards) - 1), 0)
        if had_focus and self.list.cards:
            self.list.cards[self._current].setFocus()
        self._emit_steps()

    def move_to(self, index: int) -> None:
        """Move the current step to an index."""
        if index == self._current or not 0 <= index < len(self.list.cards):
            return
        had_focus = self.list.cards[self._current].hasFocus()
        self.list.insert(index, self.list.take(self._current))
        self._current = index
        if had_focus:
            self.list.cards[index].setFocus()
        self._emit_steps()

    def _fill_menu(self) -> None:
        for name, kind in self._kinds.items():
            action = self.menu.addAction(entry(declared(kind.label)))
            action.setToolTip(plain(declared(kind.help)))
            action.triggered.connect(lambda _checked=False, name=name: self.add(name))

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.add_button.setText(self.tr("Add step"))
        theme.follow(self._restyle)
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add_button.setMenu(self.menu)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.add_button)
        row.addStretch(1)
        row.addWidget(self.note)
        for icon, label, action in (
            ("minus", self.tr("Remove the step"), self.remove),
            ("chevron-up", self.tr("Move the step up"), lambda: self.move_to(self._current - 1)),
            (
                "chevron-down",
                self.tr("Move the step down"),
                lambda: self.move_to(self._current + 1),
            ),
        ):
            button = IconButton(icon, label)
            button.clicked.connect(lambda _checked=False, action=action: action())
            row.addWidget(button)
        return row

    def _restyle(self) -> None:
        self.add_button.setIcon(theme.icon("plus"))

    def _match_cards(self, uses: Sequence[PipelineStep]) -> None:
        """Keep matching cards at the start and the end; replace the cards between."""
        kinds = [use.kind for use in uses]
        shown = [card.use.kind for card in self.list.cards]
        if kinds == shown:
            return
        start = _common(kinds, shown)
        end = _common(kinds[start:][::-1], shown[start:][::-1])
        had_focus = self._focused() is not None
        for index in range(len(shown) - end - 1, start - 1, -1):
            self._drop(index)
        for index in range(start, len(kinds) - end):
            self._insert(index, uses[index])
        focused = self._focused()
        self._current = max(min(self._current if focused is None else focused, len(kinds) - 1), 0)
        if had_focus and focused is None and self.list.cards:
            self.list.cards[self._current].setFocus()

    def _focused(self) -> int | None:
        """Return the index of the card with the focus, None for none."""
        return next((index for index, card in enumerate(self.list.cards) if card.hasFocus()), None)

    def _insert(self, index: int, use: PipelineStep) -> None:
        card = StepCard(self._kinds[use.kind], use)
        card.chosen.connect(lambda: self._go(self.list.cards.index(card)))
        card.changed.connect(lambda: self.edited.emit(self.uses))
        card.asked.connect(lambda request: self._asked(card, request))
        card.dragged.connect(self._drag)
        self.list.insert(index, card)

    def _drop(self, index: int) -> None:
        card = self.list.take(index)
        card.hide()
        card.deleteLater()

    def _show(self, uses: Sequence[PipelineStep]) -> None:
        for index, (card, use) in enumerate(zip(self.list.cards, uses, strict=True)):
            card.show_use(index + 1, use, current=index == self._current)

    def _go(self, index: int) -> None:
        self._current = index
        self._show(self.uses)

    def _emit_steps(self) -> None:
        self._show(self.uses)
        self.edited.emit(self.uses)

    def _asked(self, card: StepCard, request: str) -> None:
        self._current = self.list.cards.index(card)  # the card with the focus
        steps = {"up": -1, "previous": -1, "down": 1, "next": 1}.get(request, 0)
        target = self._current + steps
        if request == "remove":
            self.remove()
        elif request == "add":
            self.add_button.showMenu()
        elif request in {"up", "down"}:
            self.move_to(target)
        elif 0 <= target < len(self.list.cards):
            self.list.cards[target].setFocus()

    def _drag(self, position: QPoint, dropped: bool) -> None:  # noqa: FBT001 - a slot
        gap = self.list.gap_at(position.y())
        if not dropped:
            self.list.show_gap(gap)
            return
        self.list.show_gap(None)
        self.move_to(gap - 1 if gap > self._current else gap)


def make_editor(knob: Knob, parent: QWidget) -> Editor:
    """Return the editor for a declaration; the settings of a pipeline's steps get plain editors."""
    return (PipelineEditor if knob.kind == "pipeline" else plain_editor)(knob, parent)


def _common(kinds: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of equal kinds at the start."""
    count = 0
    for kind, other_kind in zip(kinds, other, strict=False):
        if kind != other_kind:
            break
        count += 1
    return count
