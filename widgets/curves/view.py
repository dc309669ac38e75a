"""Curves of a pane: combo boxes, plot, and a threshold linked to its setting.

Input: a scene. Output: the value of the setting after a drag, and the shared selection. The
program, not this widget, saves the pane.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.curves.of_setting import curves_with, threshold_knob
from boilerscope.widgets.curves.plot import CurvePlot
from boilerscope.widgets.curves.shapes import field_value, neighbour_point, point_of_block
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.picking import leading_block, selection_of_block
from boilerscope.widgets.records import Scene
from boilerscope.widgets.settings.scale import fitting, round_step
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Curve
    from boilerscope.extractors.model.settings import Knob
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord, Selection
    from boilerscope.widgets.selection import SelectionModel


class CurvesView(QWidget):
    """View of one curve of one pane.

    Attributes
    ----------
    bar : QWidget
        Choosers and buttons; a window with tabs may take it into the row of the tabs.

    Signals
    -------
    threshold_dragged(str, str, object)
        Pane, field and its new value while the user drags the line.
    pane_chosen(str)
        The user selected this pane.
    export_asked(str)
        Write the plot to a file: ``png`` or ``svg``; see `save`.
    """

    threshold_dragged = Signal(str, str, object)
    pane_chosen = Signal(str)
    export_asked = Signal(str)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curves")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._selection = selection
        self._scene = Scene(None)
        self._pane = ""
        self._names: dict[str, str] = {}
        """Curve selected by the user for each pane."""
        self._followed: dict[str, str] = {}
        """Setting changed last in each pane."""
        self._shown: tuple[str, str, Page | None] = ("", "", None)
        self.plot = CurvePlot()
        self._make_head()
        self._assemble()
        self._connect()
        theme.follow(self._restyle)

    # -- display ---------------------------------------------------------------------------

    @property
    def pane(self) -> PaneRecord | None:
        """The pane whose curves are shown."""
        return self._scene.pane(self._pane or self._scene.active)

    @property
    def curve(self) -> Curve | None:
        """The curve on view, None for none."""
        curves, name = self._curves()
        first = curves[0] if curves else None
        return next((curve for curve in curves if curve.name == name), first)

    def follow(self, pane: str, field: str) -> None:
        """Show the curve of a setting that changes, with the line at its value.

        Do nothing if the setting does not bound a measured quantity.
        """
        record = self._scene.pane(pane)
        if record is None or record.shown is None or not curves_with(record.shown, field)[1]:
            return
        if self._pane != pane or self._followed.get(pane) != field or pane in self._names:
            self._pane = "" if pane == self._scene.active else pane
            self._followed[pane] = field
            self._names.pop(pane, None)
            self._fill_choosers()
            self._show_curve()

    def show_scene(self, scene: Scene, pane: str | None = None) -> None:
        """Show a scene.

        Parameters
        ----------
        scene : Scene
            Page and panes.
        pane : str, optional
            Pane to show; empty for the active pane, None for the same pane as before.
        """
        self._scene = scene
        if pane is not None:
            self._pane = pane
        if scene.pane(self._pane) is None:
            self._pane = ""
        self._fill_choosers()
        self._show_curve()

    def _curves(self) -> tuple[Sequence[Curve], str]:
        """Return the curves of the pane, and the name of the curve to show (empty: the first)."""
        pane = self.pane
        if pane is None or pane.shown is None:
            return (), ""
        curves, followed = curves_with(pane.shown, self._followed.get(pane.name, ""))
        return curves, self._names.get(pane.name, followed)

    # -- parts -----------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.panes, self.curves = Combo(), Combo()
        self.panes.setAccessibleName(self.tr("Pane whose curves are shown"))
        self.curves.setAccessibleName(self.tr("Curve"))
        for chooser in (self.panes, self.curves):
            chooser.setMinimumContentsLength(8)
        self.log = IconButton("math-log", self.tr("Draw the height in powers of ten"))
        self.log.setCheckable(True)
        self.fit = IconButton("arrow-expand-horizontal", self.tr("Show all of the curve"))
        self.export = IconButton("tray-arrow-down", self.tr("Export the plot"))
        menu = QMenu(self.export)
        for kind, label in (("png", self.tr("Save as PNG…")), ("svg", self.tr("Save as SVG…"))):
            action = QAction(label, menu)
            action.triggered.connect(lambda _checked=False, kind=kind: self.export_asked.emit(kind))
            menu.addAction(action)
        self.export.setMenu(menu)
        self.export.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)

    def _assemble(self) -> None:
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        self._top = theme.spaced(QHBoxLayout(self.bar), (12, 0, 8, 0), 4)
        self._top.addWidget(self.curves)
        self._top.addWidget(self.panes)
        self._top.addStretch(1)
        for widget in (self.log, self.fit, self.export):
            self._top.addWidget(widget)
        self.empty = TextLabel(role="ink2", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addLayout(self._stack, 1)  # before its widgets: the first is shown when it is added
        self._stack.addWidget(self.plot)
        self._stack.addWidget(self.empty)
        self._stack.setCurrentWidget(self.empty)  # an empty plot has axes that mean nothing

    def _connect(self) -> None:
        self.plot.dragged.connect(self._drag)
        self.plot.dropped.connect(self._drop)
        self.plot.clicked.connect(self._click)
        self.plot.pointed.connect(self._point)
        self.plot.installEventFilter(self)
        self.log.toggled.connect(self.plot.set_log)
        self.fit.clicked.connect(self.plot.fit)
        self.plot.getViewBox().sigXRangeChanged.connect(self._describe)
        self.panes.activated.connect(self._choose_pane)
        self.curves.activated.connect(self._choose_curve)
        self._selection.selected.connect(self._show_selection)

    def entry(self) -> QWidget | None:
        """Return the plot, without a curve the chooser of the pane."""
        return self.plot if self.plot.isVisible() else self.panes

    def _fill_choosers(self) -> None:
        pane = self.pane
        entries = [(f"{record.number}  {record.name}", record.name) for record in self._scene.panes]
        self.panes.set_entries(entries, "" if pane is None else pane.name)
        self.panes.setVisible(bool(entries))
        curves, _ = self._curves()
        curve = self.curve
        names = [(declared(other.name), other.name) for other in curves]
        self.curves.set_entries(names, "" if curve is None else curve.name)
        self.curves.setVisible(len(curves) > 1)
        for button in (self.log, self.fit, self.export):
            button.setVisible(curve is not None)

    def _show_curve(self) -> None:
        pane, curve = self.pane, self.curve
        self._stack.setCurrentIndex(0 if curve is not None else 1)
        if pane is None or curve is None:
            self.empty.setText(self._empty_note(pane))
            self.plot.show_curve(None)
            self._shown = ("", "", None)
            return
        page = self._scene.page
        name, drawn, before = self._shown
        same_page = page is not None and page.is_same_tree(before)
        same = same_page and (name, drawn) == (pane.name, curve.name)
        self._shown = (pane.name, curve.name, page)
        self.plot.show_threshold(self._threshold(pane, curve))
        self.plot.show_curve(curve, same_kind=same)
        self.plot.setAccessibleName(self._name(curve))
        self._describe()
        self._show_selection()

    def _empty_note(self, pane: PaneRecord | None) -> str:
        if pane is None:
            return self.tr("Add an extractor to see its curves.")
        if pane.shown is None:
            return self.tr("{pane} has no result yet.").format(pane=pane.name)
        return self.tr("{pane} has no curves.").format(pane=pane.name)

    # -- the threshold ---------------------------------------------------------------------

    def _threshold(self, pane: PaneRecord, curve: Curve) -> float:
        """Return the position of the line from the current setting, even before its run ends."""
        if _knob_of(pane, curve) is None:
            return curve.threshold
        value = getattr(pane.settings.resolve(), curve.threshold_field)
        if value is None:  # automatic, and only the page decides
            return curve.threshold
        return float(value) * curve.threshold_scale

    def _drag(self, position: float) -> None:
        pane, curve = self.pane, self.curve
        knob = None if pane is None or curve is None else _knob_of(pane, curve)
        if pane is None or curve is None or knob is None:
            return
        step = round_step(field_value(curve, self.plot.resolution))
        value = fitting(knob, round(field_value(curve, position) / step) * step)
        self.plot.show_threshold(value * curve.threshold_scale)
        if value != getattr(pane.settings.resolve(), knob.name):
            self.threshold_dragged.emit(pane.name, knob.name, value)

    def _drop(self) -> None:
        """Move the line to the rounded threshold."""
        self.plot.show_threshold(self.plot.threshold)

    def _step(self, steps: int) -> None:
        pane, curve = self.pane, self.curve
        knob = None if pane is None or curve is None else _knob_of(pane, curve)
        if pane is None or curve is None or knob is None:
            return
        now = field_value(curve, self._threshold(pane, curve))
        value = fitting(knob, now + steps * (knob.step or (1.0 if knob.kind == "int" else 0.01)))
        self.plot.show_threshold(value * curve.threshold_scale)
        self.threshold_dragged.emit(pane.name, knob.name, value)

    # -- the selection ---------------------------------------------------------------------

    def _show_selection(self, selected: object = None, origin: object = None) -> None:
        del selected, origin
        selection, pane, curve = self._selection.selection, self.pane, self.curve
        x = math.nan
        if selection is not None and pane is not None and curve is not None:
            x = point_of_block(curve, leading_block(pane, selection))
        self.plot.show_marker(x)

    def _selection_at(self, point: int) -> Selection | None:
        pane, curve = self.pane, self.curve
        if pane is None or curve is None or curve.block is None or point < 0:
            return None
        return selection_of_block(pane, int(curve.block[point]))

    def _click(self, point: int) -> None:
        selection = self._selection_at(point)
        if selection is not None:
            self._selection.select(selection, self)
            self._show_selection()

    def _point(self, point: int) -> None:
        curve = self.curve
        self._selection.point(self._selection_at(point), self)
        if curve is None or point < 0:
            self.plot.show_readout("")
            return
        x_text = (
            curve.tick_labels[point]
            if point < len(curve.tick_labels)
            else number(float(curve.x[point]))
        )
        value = number(float(curve.y[point]))
        self.plot.show_readout(
            f"{declared(curve.x_label)} {x_text}: {value} {declared(curve.y_label)}"
        )

    def _walk(self, direction: int) -> None:
        curve = self.curve
        if curve is None:
            return
        point = neighbour_point(curve, self.plot.marker, direction)
        self._click(point)

    # -- keys and choosers -----------------------------------------------------------------

    def eventFilter(self, watched: object, event: object) -> bool:
        if watched is self.plot and isinstance(event, QKeyEvent) and _is_press(event):
            action = {
                Qt.Key.Key_Up: lambda: self._step(1),
                Qt.Key.Key_Down: lambda: self._step(-1),
                Qt.Key.Key_PageUp: lambda: self._step(10),
                Qt.Key.Key_PageDown: lambda: self._step(-10),
                Qt.Key.Key_Left: lambda: self._walk(-1),
                Qt.Key.Key_Right: lambda: self._walk(1),
                Qt.Key.Key_Home: self.plot.fit,
            }.get(Qt.Key(event.key()))
            if action is not None:
                action()
                return True
        return False

    def _choose_pane(self, index: int) -> None:
        name = self.panes.itemData(index)
        self.show_scene(self._scene, name)
        self.pane_chosen.emit(name)

    def _choose_curve(self, index: int) -> None:
        pane = self.pane
        if pane is not None:
            self._names[pane.name] = self.curves.itemData(index)
            self._show_curve()

    def _name(self, curve: Curve) -> str:
        label = self.tr("{name}: {y} over {x}").format(
            name=declared(curve.name), y=declared(curve.y_label), x=declared(curve.x_label)
        )
        if math.isfinite(self.plot.threshold):
            threshold = self.tr("threshold {value}").format(value=number(self.plot.threshold))
            label = f"{label}, {threshold}"
        return label

    def _describe(self) -> None:
        """Describe the visible part of the curve for screen readers."""
        curve = self.curve
        if curve is not None and len(curve.x):
            visible, _ = self.plot.getViewBox().viewRange()
            low, high = np.clip(visible, np.min(curve.x), np.max(curve.x)).tolist()
            label = self.tr("{x} {low} to {high}").format(
                x=declared(curve.x_label), low=number(round(low)), high=number(round(high))
            )
            self.plot.setAccessibleDescription(label)

    def _restyle(self) -> None:
        for combo in (self.panes, self.curves):
            combo.setFixedWidth(theme.px(176))


def _knob_of(pane: PaneRecord, curve: Curve) -> Knob | None:
    return threshold_knob(curve, type(pane.settings))


def _is_press(event: QKeyEvent) -> bool:
    return event.type() == QKeyEvent.Type.KeyPress and not event.modifiers() & (
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
