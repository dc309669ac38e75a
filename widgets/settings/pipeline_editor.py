"""Editor of custom pipelines: steps as building blocks to add, order, set and take away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from extractors.model.settings import Knob, PipelineStep, Settings
from widgets import theme
from widgets.buttons import IconButton
from widgets.labels import TextLabel
from widgets.plain import entry, plain
from widgets.settings.editors import Editor
from widgets.settings.help_text import value_words
from widgets.settings.kinds import plain_editor
from widgets.settings.step_cards import StepCard, StepList
from widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import FloatArray


class PipelineEditor(Editor):
    """A list of steps from a catalogue."""

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
        """The steps as they stand."""
        return tuple(card.use for card in self.list.cards)

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        del values
        value = getattr(settings, self.knob.name)
        uses = getattr(settings.resolve(), self.knob.name) if value is None else value
        self.note.setText(value_words(self.knob, value, settings) if value is None else "")
        self._match_cards(uses or ())
        self._show(uses or ())

    def add(self, name: str) -> None:
        """Add a step of a kind after the current one."""
        kind = self._kinds[name]
        place = min(self._current + 1, len(self.list.cards))
        self._insert(place, PipelineStep(name, kind.settings_class()))
        self._go(place)
        self._tell()

    def remove(self) -> None:
        """Take the current step away."""
        if not self.list.cards:
            return
        had_focus = self.list.cards[self._current].hasFocus()
        self._drop(self._current)
        self._current = max(min(self._current, len(self.list.cards) - 1), 0)
        if had_focus and self.list.cards:
            self.list.cards[self._current].setFocus()
        self._tell()

    def move_to(self, place: int) -> None:
        """Move the current step to another place."""
        if place == self._current or not 0 <= place < len(self.list.cards):
            return
        had_focus = self.list.cards[self._current].hasFocus()
        self.list.insert(place, self.list.take(self._current))
        self._current = place
        if had_focus:
            self.list.cards[place].setFocus()
        self._tell()

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
        theme.signals().changed.connect(self._restyle)
        self._restyle()
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add_button.setMenu(self.menu)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.add_button)
        row.addStretch(1)
        row.addWidget(self.note)
        for icon, words, act in (
            ("minus", self.tr("Remove the step"), self.remove),
            ("chevron-up", self.tr("Move the step up"), lambda: self.move_to(self._current - 1)),
            (
                "chevron-down",
                self.tr("Move the step down"),
                lambda: self.move_to(self._current + 1),
            ),
        ):
            button = IconButton(icon, words)
            button.clicked.connect(lambda _checked=False, act=act: act())
            row.addWidget(button)
        return row

    def _restyle(self) -> None:
        self.add_button.setIcon(theme.icon("plus"))

    def _match_cards(self, uses: Sequence[PipelineStep]) -> None:
        """Keep the cards that fit at the start and the end; make the ones between anew."""
        kinds = [use.kind for use in uses]
        shown = [card.use.kind for card in self.list.cards]
        if kinds == shown:
            return
        start = _common(kinds, shown)
        end = _common(kinds[start:][::-1], shown[start:][::-1])
        had_focus = self._ring() is not None
        for place in range(len(shown) - end - 1, start - 1, -1):
            self._drop(place)
        for place in range(start, len(kinds) - end):
            self._insert(place, uses[place])
        ring = self._ring()
        self._current = max(min(self._current if ring is None else ring, len(kinds) - 1), 0)
        if had_focus and ring is None and self.list.cards:
            self.list.cards[self._current].setFocus()

    def _ring(self) -> int | None:
        """Return the place of the card that has the focus."""
        return next((at for at, card in enumerate(self.list.cards) if card.hasFocus()), None)

    def _insert(self, place: int, use: PipelineStep) -> None:
        card = StepCard(self._kinds[use.kind], use)
        card.chosen.connect(lambda: self._go(self.list.cards.index(card)))
        card.changed.connect(lambda: self.edited.emit(self.uses))
        card.settled.connect(self.settled)
        card.asked.connect(lambda wish: self._asked(card, wish))
        card.dragged.connect(self._drag)
        self.list.insert(place, card)

    def _drop(self, place: int) -> None:
        card = self.list.take(place)
        card.hide()
        card.deleteLater()

    def _show(self, uses: Sequence[PipelineStep]) -> None:
        for place, (card, use) in enumerate(zip(self.list.cards, uses, strict=True)):
            card.show_use(place + 1, use, current=place == self._current)

    def _go(self, place: int) -> None:
        self._current = place
        self._show(self.uses)

    def _tell(self) -> None:
        self._show(self.uses)
        self.change(self.uses)

    def _asked(self, card: StepCard, wish: str) -> None:
        self._current = self.list.cards.index(card)  # the one with the ring
        steps = {"up": -1, "previous": -1, "down": 1, "next": 1}.get(wish, 0)
        place = self._current + steps
        if wish == "remove":
            self.remove()
        elif wish == "add":
            self.add_button.showMenu()
        elif wish in {"up", "down"}:
            self.move_to(place)
        elif 0 <= place < len(self.list.cards):
            self.list.cards[place].setFocus()

    def _drag(self, place: QPoint, let_go: bool) -> None:  # noqa: FBT001 - a slot
        gap = self.list.gap_at(place.y())
        if not let_go:
            self.list.show_gap(gap)
            return
        self.list.show_gap(None)
        self.move_to(gap - 1 if gap > self._current else gap)


def make_editor(knob: Knob, parent: QWidget) -> Editor:
    """Return the editor for a declaration; the settings of a pipeline's steps get plain editors."""
    return (PipelineEditor if knob.kind == "pipeline" else plain_editor)(knob, parent)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
