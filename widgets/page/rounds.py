"""Row above the page that steps through the rounds of the boxes drawn on it.

Input: boxes. Output: the round to show and the value of the limit. The row keeps no state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QSpinBox, QWidget

from boilerscope.extractors.model.settings import find_knob
from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

    from boilerscope.extractors.model.settings import Knob
    from boilerscope.widgets.records import BoxLayer


class _Limit(QSpinBox):
    """Field of the limit; the wheel changes it only while it has the focus."""

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
    """Slider, buttons and counts of the rounds; hidden while no boxes are drawn.

    Signals
    -------
    round_chosen(object)
        The last round to draw; None for the tree's last round.
    limit_changed(str, str, float)
        Pane, field and value of the setting that limits the division of boxes.
    """

    round_chosen = Signal(object)
    limit_changed = Signal(str, str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._boxes: BoxLayer | None = None
        self._title = TextLabel(self.tr("Round"), size=12, role="ink2")
        self.back = IconButton("chevron-left", self.tr("Previous round (Alt+Left)"))
        self.on = IconButton("chevron-right", self.tr("Next round (Alt+Right)"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Round"))
        self.slider.setToolTip(self.tr("Round (Alt+Home, Alt+Left, Alt+Right, Alt+End)"))
        self.slider.setPageStep(1)
        self.position = TextLabel(size=12, weight=600)
        self.counts = ElidedLabel(size=12, role="ink2")
        self.limit = _Limit()
        self._row = theme.spaced(QHBoxLayout(self), (12, 0, 8, 4), 4)
        for control in (self._title, self.back, self.slider, self.on):
            self._row.addWidget(control)
        self._row.addWidget(self.position)
        self._row.addWidget(self.counts, 1)
        self._row.addWidget(self.limit)
        self.slider.valueChanged.connect(self._choose)
        self.back.clicked.connect(lambda: self._choose(self.slider.value() - 1))
        self.on.clicked.connect(lambda: self._choose(self.slider.value() + 1))
        self.limit.valueChanged.connect(self._on_limit)
        theme.follow(self._restyle)
        self.hide()

    def show_boxes(self, boxes: BoxLayer | None) -> None:
        """Show the round of the boxes; hide the row without boxes."""
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
        self.position.setText(
            self.tr("{round} of {last}").format(round=number(boxes.round), last=number(last))
        )
        counts = self._counts(boxes)
        self.counts.setText(counts)
        self.slider.setAccessibleDescription(f"{self.position.text()}, {counts}")
        self._show_limit(boxes)

    def _counts(self, boxes: BoxLayer) -> str:
        n_boxes = int(np.count_nonzero(boxes.boxes.round == boxes.round))
        n_separators = int(np.count_nonzero(boxes.boxes.separator_round == boxes.round))
        return self.tr("Boxes +{boxes}, separators +{separators}").format(
            boxes=number(n_boxes), separators=number(n_separators)
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

    def _choose(self, requested: int) -> None:
        if self._boxes is not None:
            last = self.slider.maximum()
            selected = min(max(requested, 1), last)
            self.round_chosen.emit(None if selected == last else selected)

    def _restyle(self) -> None:
        px = theme.px
        self.slider.setFixedWidth(px(72))
        self.setFixedHeight(px(34))
        self.limit.setFixedWidth(px(88))
