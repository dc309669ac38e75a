"""Row of choices of a sweep: pane, one or two settings with ranges, pages and split.

Input: the panes, a choice, and an estimate of the time. Output: another choice, and the start.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from boilerscope.extractors.model.settings import Knob, knobs
from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.names import pane_name
from boilerscope.widgets.corpus.sweep.records import Over, SweepChoice, SweptRange
from boilerscope.widgets.flow_layout import FlowLayout, WrappingRow
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.settings.entry_field import DraftField
from boilerscope.widgets.settings.number_box import parse_number
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.records import PaneRecord

NUMBERS = ("int", "float")
STEPS, SECOND_STEPS = 21, 10
GRID_STEPS = 11
"""Number of values of the first of two settings: cells stay wide enough for their values."""

MAX_STEPS = 200
SHARES = (0.5, 2 / 3, 1.0)

_NO_SECOND = ""
_AROUND = 22
"""Padding, border and the text cursor of a field for numbers, pixels."""


def swept_knobs(settings_class: type[Settings]) -> tuple[Knob, ...]:
    """Return the settings that can be swept: numbers, switches and choices."""
    return tuple(
        knob for knob in knobs(settings_class) if knob.kind in {*NUMBERS, "bool", "choice"}
    )


def default_range(knob: Knob, settings: Settings, steps: int) -> SweptRange:
    """Return the declared range of a setting, else the range from 0 to twice the present value."""
    if knob.kind not in NUMBERS:
        return SweptRange(knob.name)
    present = float(getattr(settings.resolve(), knob.name) or 0.0)
    low = 0.0 if knob.low is None else knob.low
    high = knob.high if knob.high is not None else max(2 * present, low + 1.0)
    if knob.kind == "int":
        steps = min(steps, round(high - low) + 1)
    return SweptRange(knob.name, low, high, steps)


class NumberField(DraftField):
    """Small field for a number.

    Signals
    -------
    entered(float)
        The user entered another number.
    """

    entered = Signal(float)

    def __init__(self, label: str, width: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = width
        self._value = 0.0
        self.setAccessibleName(label)
        self.setToolTip(plain(label))
        self.setProperty("role", "number")
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.editingFinished.connect(self._enter)
        theme.follow(self._restyle)

    def show_value(self, value: float) -> None:
        """Show a number; the field gets wider for a long number."""
        self._value = value
        self.show_text(number(value))
        self._restyle()

    def _enter(self) -> None:
        value = parse_number(self.text())
        if not self.has_draft:
            return
        if value is None:
            self.show_text(self.shown)
        else:
            self.entered.emit(value)

    def _restyle(self) -> None:
        needed = self.fontMetrics().horizontalAdvance(self.shown) + theme.px(_AROUND)
        self.setFixedWidth(max(theme.px(self._width), needed))


class RangeChoice(QWidget):
    """A setting with its range and steps.

    Signals
    -------
    changed(object)
        The `SweptRange` that the user has chosen, None for none.
    """

    changed = Signal(object)

    def __init__(
        self, label: str, *, steps: int, is_optional: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._steps, self._is_optional = steps, is_optional
        self._settings: Settings | None = None
        self._range: SweptRange | None = None
        self.field = Combo()
        self.field.setAccessibleName(label)
        self.low = NumberField(self.tr("Lowest value"), 40)
        self.high = NumberField(self.tr("Highest value"), 40)
        self.steps = NumberField(self.tr("Number of values"), 34)
        self._words = [
            TextLabel(text, size=12, role="ink2") for text in (self.tr("to"), self.tr("in"))
        ]
        self._row = theme.spaced(QHBoxLayout(self), spacing=4)
        self._row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.field, self.low, self._words[0], self.high, self._words[1], self.steps):
            self._row.addWidget(widget)
        self.field.activated.connect(self._choose_field)
        self.low.entered.connect(lambda value: self._enter(low=value))
        self.high.entered.connect(lambda value: self._enter(high=value))
        self.steps.entered.connect(
            lambda value: self._enter(steps=min(max(round(value), 2), MAX_STEPS))
        )
        theme.follow(self._restyle)

    def show_range(
        self, settings: Settings | None, swept: SweptRange | None, *, without: str = ""
    ) -> None:
        """Show a range and the settings to choose from, except the setting chosen elsewhere."""
        self._settings, self._range = settings, swept
        fields = () if settings is None else swept_knobs(type(settings))
        entries: list[tuple[str, str | None]] = [
            (knob.name, knob.name) for knob in fields if knob.name != without
        ]
        if self._is_optional:
            entries.insert(0, (self.tr("one setting"), _NO_SECOND))
        self.field.set_entries(entries, _NO_SECOND if swept is None else swept.field)
        has_numbers = swept is not None and swept.low is not None
        for widget in (self.low, self.high, self.steps, *self._words):
            widget.setVisible(has_numbers)
        if swept is not None and swept.low is not None and swept.high is not None:
            self.low.show_value(swept.low)
            self.high.show_value(swept.high)
            self.steps.show_value(swept.steps)

    def _choose_field(self) -> None:
        name = self.field.currentData()
        if self._settings is None or not name:
            self.changed.emit(None)
            return
        [knob] = [knob for knob in swept_knobs(type(self._settings)) if knob.name == name]
        self.changed.emit(default_range(knob, self._settings, self._steps))

    def _enter(self, **parts: float) -> None:
        if self._range is not None:
            self.changed.emit(replace(self._range, **parts))  # type: ignore[arg-type]  # its fields

    def _restyle(self) -> None:
        self.field.setFixedWidth(theme.px(108 if self._is_optional else 144))


class SweepChoices(WrappingRow):
    """The row of choices.

    Signals
    -------
    changed(SweepChoice)
        The user has changed the choice.
    started()
        Begin the sweep.
    cancelled()
        End the sweep in progress.
    """

    changed = Signal(object)
    started = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = SweepChoice("", None)
        self.pane = Combo()
        self.pane.setAccessibleName(self.tr("Pane to sweep"))
        self.first = RangeChoice(self.tr("Setting"), steps=STEPS, is_optional=False)
        self.second = RangeChoice(self.tr("Second setting"), steps=SECOND_STEPS, is_optional=True)
        self.over, self.split = Combo(), Combo()
        self.over.setAccessibleName(self.tr("Pages to score"))
        self.split.setAccessibleName(self.tr("Split into training and validation pages"))
        self.split.setToolTip(
            self.tr("Training pages decide which value is best. Pages of a site stay together.")
        )
        self.button = QPushButton(self.tr("Sweep"))
        self.estimate = TextLabel(size=12, role="ink2")
        self._is_busy = False
        self._assemble()
        self._connect()
        theme.follow(self._restyle)

    @property
    def choice(self) -> SweepChoice:
        """The present choice."""
        return self._choice

    def show_choice(
        self, choice: SweepChoice, panes: Sequence[PaneRecord], *, has_page: bool
    ) -> None:
        """Show a choice.

        Parameters
        ----------
        choice : SweepChoice
            What to sweep.
        panes : sequence of PaneRecord
            Panes to choose from.
        has_page : bool
            Whether a page with gold is selected, which can be swept alone.
        """
        self._choice = choice
        self.pane.set_entries([(pane_name(pane), pane.name) for pane in panes], choice.pane)
        settings = next((pane.settings for pane in panes if pane.name == choice.pane), None)
        self.first.show_range(settings, choice.first)
        without = "" if choice.first is None else choice.first.field
        self.second.show_range(settings, choice.second, without=without)
        over: list[tuple[str, str | None]] = [(self.tr("Over: corpus"), Over.CORPUS)]
        if has_page or choice.over is Over.PAGE:
            over.append((self.tr("Over: this page"), Over.PAGE))
        self.over.set_entries(over, choice.over)
        self.split.set_entries(
            [
                (self.tr("Split: half"), "0.5"),
                (self.tr("Split: 2 to 1"), str(2 / 3)),
                (self.tr("Split: none"), "1.0"),
            ],
            str(choice.share),
        )
        self.split.setEnabled(choice.over is Over.CORPUS)

    def show_estimate(self, text: str, tip: str = "") -> None:
        """Show the estimated time before the start, or the progress of the sweep."""
        self.estimate.setText(text)
        self.estimate.setToolTip(plain(tip) if tip != text else "")

    def show_busy(self, *, busy: bool, enabled: bool) -> None:
        """Turn the button into Cancel while the sweep runs."""
        self._is_busy = busy
        self.button.setText(self.tr("Cancel") if busy else self.tr("Sweep"))
        self.button.setEnabled(busy or enabled)
        self._restyle()

    def entry(self) -> QWidget:
        """Return the widget that takes the focus."""
        return self.first.field

    # -- parts -----------------------------------------------------------------------------

    def _assemble(self) -> None:
        self._flow = FlowLayout()
        for widget in (
            *(self.pane, self.first, self.second, self.over, self.split, self.button),
            self.estimate,
        ):
            self._flow.addWidget(widget)
        self._column = theme.spaced(QVBoxLayout(self), (12, 5, 12, 5))
        self._column.addLayout(self._flow)

    def _connect(self) -> None:
        self.pane.activated.connect(lambda: self._change(pane=self.pane.currentData()))
        self.first.changed.connect(self._choose_first)
        self.second.changed.connect(self._choose_second)
        self.over.activated.connect(lambda: self._change(over=Over(self.over.currentData())))
        self.split.activated.connect(lambda: self._change(share=float(self.split.currentData())))
        self.button.clicked.connect(self._press)

    def _choose_first(self, swept: SweptRange | None) -> None:
        second = self._choice.second
        is_same = swept is not None and second is not None and second.field == swept.field
        self._change(first=swept, second=None if is_same else second)

    def _choose_second(self, swept: SweptRange | None) -> None:
        """Set the second setting; the number of settings decides the default steps of the first."""
        first, had_second = self._choice.first, self._choice.second is not None
        usual = (STEPS, GRID_STEPS) if not had_second else (GRID_STEPS, STEPS)
        if first is not None and (swept is not None) != had_second and first.steps == usual[0]:
            first = replace(first, steps=usual[1])
        self._change(first=first, second=swept)

    def _change(self, **parts: object) -> None:
        if "pane" in parts and parts["pane"] != self._choice.pane:
            parts |= {"first": None, "second": None}
        self.changed.emit(replace(self._choice, **parts))  # type: ignore[arg-type]  # its fields

    def _press(self) -> None:
        (self.cancelled if self._is_busy else self.started).emit()

    def _restyle(self) -> None:
        self._flow.set_spacing(theme.px(8))
        self.pane.setFixedWidth(theme.px(160))
        self.estimate.setFixedHeight(self.button.sizeHint().height())
        self.over.setFixedWidth(theme.px(128))
        self.split.setFixedWidth(theme.px(116))
        self.button.setIcon(theme.icon("close" if self._is_busy else "play", "ink"))
