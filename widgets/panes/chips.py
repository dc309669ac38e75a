"""Chips of a pane: whether its library was traced, and each setting that is not at its default."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale, QSize, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from boilerscope.extractors.model.settings import changed, find_knob, to_table
from boilerscope.widgets import theme
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.plain import entry, plain
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings

_MAX_LENGTH = 24


class Chip(NamedTuple):
    """Chip of a changed setting: field, text and tooltip; the field of a trace is empty."""

    field: str
    text: str
    tip: str


def trace_chips(extraction: Extraction | None) -> tuple[Chip, ...]:
    """Return the chip of a traced run, or of a run that was to be traced; none for others."""
    if extraction is None:
        return ()
    if extraction.trace_problem:
        differs = extraction.trace_problem.startswith("Trace differs")
        text = _tr("Trace differs") if differs else _tr("No trace")
        return (Chip("", text, extraction.trace_problem),)
    if extraction.traced is None:
        return ()
    percent = QLocale().toString(100 * extraction.traced, "f", 1)
    tip = _tr("Share of the dropped words whose rule in the library is known")
    return (Chip("", _tr("Traced {share} %").format(share=percent), tip),)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChipRow", text)


def chips_of(settings: Settings) -> tuple[Chip, ...]:
    """Return a chip for every setting that differs from its default."""
    table = to_table(settings)
    chips = []
    for name in changed(settings):
        knob = find_knob(type(settings), name)
        value = _formatted(table[name])
        unit = f" {declared(knob.unit)}" if knob.unit else ""
        tip = f"{declared(knob.label)}: {value}{unit}\n{declared(knob.help)}"
        short = value if len(value) <= _MAX_LENGTH else value[: _MAX_LENGTH - 1] + "…"
        chips.append(Chip(name, f"{name} {short}", tip))
    return tuple(chips)


def _formatted(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return QLocale().toString(float(value), "g", 6)
    if isinstance(value, list):
        return f"({len(value)})"
    return str(value)


class ChipRow(QWidget):
    """Row of chips; the chips that do not fit are in a menu of the button `+2`.

    Signals
    -------
    clicked(str)
        Go to this setting.
    """

    clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: tuple[Chip, ...] = ()
        self._buttons: list[QPushButton] = []
        self._more = self._button()
        self._more.setMenu(QMenu(self._more))
        self._none = ElidedLabel(
            self.tr("All settings at default"), size=12, role="ink3", parent=self
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._arrange()

    def show_chips(self, chips: tuple[Chip, ...]) -> None:
        """Show these chips."""
        if chips == self._chips:
            return
        self._chips = chips
        while len(self._buttons) < len(chips):
            index, button = len(self._buttons), self._button()
            button.clicked.connect(lambda _=False, index=index: self._emit_clicked(index))
            self._buttons.append(button)
        for button, chip in zip(self._buttons, chips, strict=False):
            button.setText(entry(chip.text))
            button.setToolTip(plain(chip.tip))
            button.setAccessibleName(
                self.tr("Changed setting {chip}, go to it").format(chip=chip.text)
                if chip.field
                else f"{chip.text}: {chip.tip}"
            )
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(180), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, theme.px(24))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _button(self) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("role", "chip")
        button.hide()
        return button

    def _emit_clicked(self, index: int) -> None:
        if index < len(self._chips) and self._chips[index].field:
            self.clicked.emit(self._chips[index].field)

    def _arrange(self) -> None:
        """Show the chips that fit, from the left; reserve space for `+n` unless all fit."""
        self._none.setGeometry(self.rect())
        self._none.setVisible(not self._chips)
        widths = [button.sizeHint().width() for button in self._buttons[: len(self._chips)]]
        space = theme.px(4)
        fitting = _fitting(widths, self.width(), space, theme.px(40))
        x = 0
        for index, button in enumerate(self._buttons):
            fits = index < fitting
            button.setVisible(fits)
            if fits:
                width = min(widths[index], max(self.width() - x, theme.px(24)))
                button.setGeometry(x, 0, width, self.height())
                x += width + space
        hidden = self._chips[fitting:]
        self._more.setVisible(bool(hidden))
        if hidden:
            self._more.setText(f"+{len(hidden)}")
            self._more.setAccessibleName(self.tr("{n} more").format(n=len(hidden)))
            self._more.setGeometry(x, 0, theme.px(36), self.height())
            self._fill_menu(hidden)

    def _fill_menu(self, hidden: tuple[Chip, ...]) -> None:
        menu = self._more.menu()
        menu.clear()
        for chip in hidden:
            action = menu.addAction(entry(chip.text))
            action.setToolTip(plain(chip.tip))
            action.triggered.connect(lambda _=False, field=chip.field: self.clicked.emit(field))


def _fitting(widths: list[int], room: int, space: int, more: int) -> int:
    """Return the number of chips that fit; the first chip is always shown, cut if necessary."""
    if sum(widths) + space * (len(widths) - 1) <= room:
        return len(widths)
    used = 0
    for index, width in enumerate(widths):
        used += width + space
        if used + more > room:
            return max(index, 1)
    return len(widths)
