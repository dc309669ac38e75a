"""The row above the page that goes through the rounds in which the boxes over it were made.

Comes in: boxes. Goes out: the round to show, another permitted degree. Nothing is remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QSpinBox, QWidget

from extractors.model.settings import find_knob
from widgets import theme
from widgets.buttons import IconButton
from widgets.labels import ElidedLabel, TextLabel
from widgets.plain import plain
from widgets.words import declared, number

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

    from extractors.model.knob import Knob
    from widgets.records import BoxLayer


class _Limit(QSpinBox):
    """The permitted degree; the wheel turns it only while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class RoundRow(QWidget):
    """Slider, steps and figures of the rounds; hidden while no boxes are drawn.

    Signals
    -------
    round_chosen(object)
        The round to draw as far as, None for the last one whatever it is.
    limit_changed(str, str, float)
        Pane, field and value of the setting that says how far boxes are divided.
    """

    round_chosen = Signal(object)
    limit_changed = Signal(str, str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._boxes: BoxLayer | None = None
        self._title = TextLabel(self.tr("Round"), size=12, role="ink2")
        self.back = IconButton("chevron-left", self.tr("Round before (Alt+Left)"))
        self.on = IconButton("chevron-right", self.tr("Round after (Alt+Right)"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Round"))
        self.slider.setToolTip(self.tr("Round (Alt+Home, Alt+Left, Alt+Right, Alt+End)"))
        self.slider.setPageStep(1)
        self.place = TextLabel(size=12, weight=600)
        self.said = ElidedLabel(size=12, role="ink2")
        self.limit = _Limit()
        self._row = QHBoxLayout(self)
        for control in (self._title, self.back, self.slider, self.on):
            self._row.addWidget(control)
        self._row.addWidget(self.place)
        self._row.addWidget(self.said, 1)
        self._row.addWidget(self.limit)
        self.slider.valueChanged.connect(self._choose)
        self.back.clicked.connect(lambda: self._choose(self.slider.value() - 1))
        self.on.clicked.connect(lambda: self._choose(self.slider.value() + 1))
        self.limit.valueChanged.connect(self._on_limit)
        theme.signals().changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def show_boxes(self, boxes: BoxLayer | None) -> None:
        """Show where among the rounds the boxes are; hide where there are none."""
        self._boxes = boxes
        self.setVisible(boxes is not None)
        if boxes is None:
            return
        last = max(boxes.last_round, 1)
        self.slider.blockSignals(True)
        self.slider.setRange(1, last)
        self.slider.setValue(boxes.round)
        self.slider.blockSignals(False)
        for control, usable in (
            (self.slider, last > 1),
            (self.back, boxes.round > 1),
            (self.on, boxes.round < last),
        ):
            control.setEnabled(usable)
        self.place.setText(
            self.tr("{round} of {last}").format(round=number(boxes.round), last=number(last))
        )
        said = self._figures(boxes)
        self.said.setText(said)
        self.slider.setAccessibleDescription(f"{self.place.text()}, {said}")
        self._show_limit(boxes)

    def _figures(self, boxes: BoxLayer) -> str:
        made = boxes.boxes
        n_boxes = int(np.count_nonzero(made.round == boxes.round))
        n_bands = int(np.count_nonzero(made.separator_round == boxes.round))
        return self.tr("+{boxes} boxes, +{separators} separators").format(
            boxes=number(n_boxes), separators=number(n_bands)
        )

    def _show_limit(self, boxes: BoxLayer) -> None:
        knob = self._knob(boxes)
        self.limit.setVisible(knob is not None)
        if knob is None:
            return
        value = getattr(boxes.pane.settings.resolve(), knob.name)
        degree = boxes.degree
        self.limit.blockSignals(True)
        self.limit.setRange(round(knob.low or 0), round(knob.high or value))
        self.limit.setPrefix("" if degree is None else f"{declared(degree.label)} ≥ ")
        if not self.limit.lineEdit().isModified():
            self.limit.setValue(value)
        self.limit.blockSignals(False)
        self.limit.setAccessibleName(declared(knob.label))
        self.limit.setToolTip(plain(f"{declared(knob.label)}\n{declared(knob.help)}"))

    def _knob(self, boxes: BoxLayer) -> Knob | None:
        field = boxes.boxes.threshold_field
        return find_knob(type(boxes.pane.settings), field) if field else None

    def _on_limit(self, value: int) -> None:
        if self._boxes is not None:
            field = self._boxes.boxes.threshold_field
            self.limit_changed.emit(self._boxes.pane.name, field, float(value))

    def _choose(self, wanted: int) -> None:
        if self._boxes is not None:
            last = self.slider.maximum()
            wanted = min(max(wanted, 1), last)
            self.round_chosen.emit(None if wanted == last else wanted)

    def _restyle(self) -> None:
        px = theme.px
        self._row.setContentsMargins(px(12), 0, px(8), px(4))
        self._row.setSpacing(px(4))
        self.slider.setFixedWidth(px(72))
        self.setFixedHeight(px(34))
        self.limit.setFixedWidth(px(88))
