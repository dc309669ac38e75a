"""Editors of settings, one for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QWidget,
)

from boilerscope.extractors.model.settings import AUTO, Knob, Settings
from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.distribution import Extent, extent_of
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.settings.entry_field import DraftField
from boilerscope.widgets.settings.help_text import value_text
from boilerscope.widgets.settings.main_knobs import default_value
from boilerscope.widgets.settings.number_box import NumberBox
from boilerscope.widgets.settings.scale import scale_for
from boilerscope.widgets.settings.slider import ValueSlider
from boilerscope.widgets.settings.switch import Switch
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray

_UNIT_WIDTH = 64


class Editor(QObject):
    """Editor of one field.

    Attributes
    ----------
    line : QWidget or None
        Part beside the name.
    body : QWidget or None
        Part on its own line.
    decided : float or None
        Value that the page gave to the field if it is automatic and the record leaves it to it.

    Signals
    -------
    edited(object)
        The user set a value; the record checks it.
    rejected(str)
        The typed text is not a value; the reason.
    given_up()
        Discard the typed text, even if it was rejected.
    """

    edited = Signal(object)
    rejected = Signal(str)
    given_up = Signal()

    line: QWidget | None = None
    body: QWidget | None = None
    decided: float | None = None

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(parent)
        self.knob = knob

    @property
    def focus_widget(self) -> QWidget:
        """The widget that takes the focus, and the accessible name."""
        widget = self.line if self.line is not None else self.body
        assert widget is not None  # noqa: S101 - each editor has at least one part
        return widget

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        """Show the field's value in a record.

        Parameters
        ----------
        values : array of float, optional
            Values of the quantity that the field bounds, one for each block.
        """
        raise NotImplementedError


class UnitLabel(ElidedLabel):
    """Unit beside a number, in a column of fixed width."""

    def __init__(self, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(declared(unit), size=12, role="ink2", parent=parent)

    @property
    def preferred_width(self) -> int:
        """Preferred width of the column for this unit."""
        return min(self.sizeHint().width(), theme.px(_UNIT_WIDTH))


class NumberEditor(Editor):
    """Number box with its unit, and a slider with the page's distribution."""

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(knob, parent)
        self.line = QWidget(parent)
        self.box = NumberBox(knob, self.line)
        self.unit = UnitLabel(knob.unit, self.line)
        self._values: FloatArray | None = None
        self._extent: Extent | None = None
        self.slider = ValueSlider(parent)
        _beside(self.line, self.box, self.unit)
        self.body = self.slider
        self.box.edited.connect(self.edited)
        self.box.rejected.connect(self.rejected)
        self.box.stepped.connect(self._step)
        self.box.given_up.connect(self.given_up)
        self.slider.moved.connect(self._slide)

    @property
    def focus_widget(self) -> QWidget:
        return self.box

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        value = getattr(settings, self.knob.name)
        resolved = getattr(settings.resolve(), self.knob.name)
        if resolved is None:
            resolved = self.decided
        amount = float(0 if resolved is None else resolved)
        self.box.show_number(value, None if resolved is None else amount)
        if values is not self._values:  # most runs return the same columns
            self._values, self._extent = values, extent_of(values)
        scale, default = self.slider.number_scale, default_value(settings, self.knob)
        self.slider.set_default(None if self.knob.auto else default)
        if not self.slider.is_dragging:
            scale = scale_for(self.knob, default, amount, self._extent)
        self.slider.show_number(amount, scale)
        self.slider.show_distribution(values)

    def _slide(self, value: float) -> None:
        self.edited.emit(int(value) if self.knob.kind == "int" else float(value))

    def _step(self, steps: int) -> None:
        scale = self.slider.number_scale
        value = self.slider.number + steps * scale.step
        if self.knob.low is not None:
            value = max(value, self.knob.low)
        if self.knob.high is not None:
            value = min(value, self.knob.high)
        self.edited.emit(round(value) if scale.whole else round(value, scale.decimals + 2))


class ChoiceEditor(Editor):
    """Combo box; its first entry is the automatic value with the actual value."""

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(knob, parent)
        self.combo = Combo(parent)
        self.body = self.combo
        self._values: list[Any] = [*([None] if knob.auto else []), *_choices(knob)]
        for value in self._values:
            self.combo.addItem(value_text(knob, value))
        self.combo.activated.connect(self._choose)

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        del values
        if self.knob.auto:
            self.combo.setItemText(0, value_text(self.knob, None, settings))
        value = getattr(settings, self.knob.name)
        if value not in self._values:  # an unknown name from a file
            self._values.append(value)
            self.combo.addItem(self.tr("{name} (unknown)").format(name=value))
        self.combo.setCurrentIndex(self._values.index(value))

    def _choose(self, index: int) -> None:
        self.edited.emit(self._values[index])


class SwitchEditor(Editor):
    """Switch for on and off."""

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(knob, parent)
        self.switch = Switch(parent)
        self.line = self.switch
        self.switch.clicked.connect(self._on_click)

    def _on_click(self, is_on: bool) -> None:  # noqa: FBT001 - Qt slot
        self.edited.emit(is_on)

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        del values
        self.switch.setChecked(bool(getattr(settings, self.knob.name)))


class TextEditor(Editor):
    """Line of text; if the declaration allows it, an empty text means automatic."""

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(knob, parent)
        self.field = DraftField(parent)
        self.body = self.field
        self.field.given_up.connect(self.given_up)
        self.field.editingFinished.connect(self._commit)

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        del values
        value = getattr(settings, self.knob.name)
        if self.knob.auto:
            self.field.setPlaceholderText(value_text(self.knob, None, settings))
        text = "" if value is None else str(value)
        typing = self.field.isModified() and self.field.hasFocus()
        if not (typing and text == self.field.shown):
            self.field.show_text(text)

    def _commit(self) -> None:
        if not self.field.isModified():
            return
        self.field.setModified(False)
        text = self.field.text()
        automatic = self.knob.auto and text.strip().lower() in {"", AUTO}
        self.edited.emit(None if automatic else text)


def _choices(knob: Knob) -> list[Any]:
    if knob.names is not None:
        return list(knob.names())
    return [False, True] if knob.kind == "bool" else list(knob.choices)


def _beside(holder: QWidget, box: QWidget, unit: QWidget) -> None:
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.px(6))
    row.addWidget(box)
    row.addWidget(unit)
