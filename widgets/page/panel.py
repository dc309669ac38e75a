"""The page with its header, legend and notices.

Comes in: scenes, what the page is coloured by, preferences. Goes out: what the user wants to see.
Remembered by the program, not here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSlider,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from widgets import theme
from widgets.buttons import IconButton
from widgets.combo import Combo
from widgets.labels import ElidedLabel, TextLabel
from widgets.page.legend import Legend
from widgets.page.view import PageView
from widgets.panes.kinds import looks
from widgets.picking import leading_block, selection_at
from widgets.records import Scene
from widgets.sentences import block_tip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from widgets.selection import SelectionModel

AGREEMENT = "agreement"
ALL_PANES = ""
_TIP_MS = 300


class NoticeRow(QFrame):
    """One line above the page with a button.

    Signals
    -------
    asked()
        The button was pressed.
    """

    asked = Signal()

    def __init__(self, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self._text = ElidedLabel(size=12, role="warning")
        self._button = QPushButton(button)
        self._button.clicked.connect(self.asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 2)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        theme.signals().changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def say(self, text: str) -> None:
        """Show a text, or hide the row where it is empty."""
        self._text.setText(text)
        self.setVisible(bool(text))

    def _restyle(self) -> None:
        self.setStyleSheet(theme.fill("QFrame[role=notice] { background: @warning_fill; }"))


class PagePanel(QWidget):
    """Everything about the page on screen.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    agent_folder : Path
        Where the scripts of the page agent are.
    parent : QWidget, optional
        Qt parent.

    Signals
    -------
    colour_by_changed(str)
        Colour the page by the layer of this key.
    intensity_changed(float)
        Strength of the tints, 0 to 1.
    heatmap_toggled(bool)
        The heatmap should be shown, or hidden.
    back_to_result_asked()
        A step is on screen; the result should be.
    capture_asked()
        The rendered page should be captured again.
    """

    colour_by_changed = Signal(str)
    intensity_changed = Signal(float)
    heatmap_toggled = Signal(bool)
    back_to_result_asked = Signal()
    capture_asked = Signal()

    def __init__(
        self, selection: SelectionModel, agent_folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pagePanel")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.view = PageView(selection, agent_folder)
        self.legend = Legend()
        self.what = Combo()
        self.what.setAccessibleName(self.tr("Colour the page by"))
        self.whose = Combo()
        self.whose.setAccessibleName(self.tr("Pane that colours the page"))
        self.eye = IconButton("eye-outline", self.tr("Heatmap on or off (H)"), size=18)
        self.eye.setCheckable(True)
        self.eye.setChecked(True)
        self.intensity = QSlider(Qt.Orientation.Horizontal)
        self.intensity.setRange(0, 100)
        self.intensity.setAccessibleName(self.tr("Intensity of the heatmap"))
        self.intensity.setToolTip(self.tr("Intensity of the heatmap (Alt+Up, Alt+Down)"))
        self.picker = IconButton("crosshairs", self.tr("Pick a block on the page (P)"), size=18)
        self.picker.setCheckable(True)
        self.picker.setChecked(True)
        self.step_row = NoticeRow(self.tr("Back to result"))
        self.change_row = NoticeRow(self.tr("Capture again"))
        self._title = TextLabel(self.tr("Page"), weight=600)
        self._of = TextLabel(self.tr("of"), role="ink2")
        self._choices: Mapping[str, Sequence[tuple[str, str]]] = {}
        self._scene = Scene(None)
        self._tip = QTimer(self, singleShot=True, interval=_TIP_MS)
        self._pointed = (-1, QPoint())
        self._assemble()
        self._connect()

    # -- what is shown ---------------------------------------------------------------------

    def show_scene(
        self, scene: Scene, key: str, choices: Mapping[str, Sequence[tuple[str, str]]]
    ) -> None:
        """Show what the page is coloured by, and what it could be.

        Parameters
        ----------
        scene : Scene
            Page, panes and layers.
        key : str
            Layer in force.
        choices : mapping of str to sequence of (str, str)
            By pane, the keys and labels of its layers.
        """
        self._scene, self._choices = scene, choices
        whose = self._pane_of(key)
        panes = [(f"{pane.number}  {pane.name}", pane.name) for pane in scene.panes]
        everything = self.tr("all {count} panes").format(count=len(panes))
        self.whose.set_entries([*panes, (everything, ALL_PANES)], whose)
        listed = choices.get(whose, [(AGREEMENT, self.tr("Agreement"))])
        self.what.set_entries([(label, each) for each, label in listed], key)
        shown = [pane for pane in scene.panes if pane.shown is not None]
        wide = scene.page is not None and looks(scene.page).wide
        units = self.tr("characters") if wide else self.tr("words")
        self.legend.show_layer(scene.layers.get(key), len(shown), units)

    def show_step(self, text: str) -> None:
        """Say which step is on screen, nothing where it is the result."""
        self.step_row.say(text)

    def show_preferences(self, *, intensity: float, heatmap: bool, values: bool) -> None:
        """Put strength and switches of the heatmap in force."""
        self.view.set_intensity(intensity)
        self.view.set_heatmap_shown(heatmap)
        self.view.set_values_shown(values)
        self.intensity.blockSignals(True)
        self.intensity.setValue(round(intensity * 100))
        self.intensity.blockSignals(False)
        self.eye.setChecked(heatmap)
        self.eye.set_icon("eye-outline" if heatmap else "eye-off-outline")
        self.legend.setVisible(heatmap)

    def start_picking(self) -> None:
        """Have clicks select blocks, and give the page the focus."""
        self.picker.setChecked(True)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- assembly --------------------------------------------------------------------------

    def _assemble(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 8, 2)
        head.setSpacing(6)
        for widget in (self._title, self.what, self._of, self.whose):
            head.addWidget(widget)
        head.setStretch(1, 2)
        head.setStretch(3, 3)
        head.addStretch(1)
        self.intensity.setMaximumWidth(theme.px(72))
        for control in (self.eye, self.intensity, self.picker):
            head.addWidget(control)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.legend)
        column.addWidget(self.step_row)
        column.addWidget(self.change_row)
        column.addWidget(self.view, 1)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self.what.activated.connect(
            lambda place: self.colour_by_changed.emit(self.what.itemData(place))
        )
        self.whose.activated.connect(self._on_whose)
        self.eye.clicked.connect(self.heatmap_toggled)
        self.intensity.valueChanged.connect(lambda value: self.intensity_changed.emit(value / 100))
        self.picker.toggled.connect(self.view.set_picking)
        self.step_row.asked.connect(self.back_to_result_asked)
        self.change_row.asked.connect(self.capture_asked)
        self.view.changed_since_capture.connect(
            lambda: self.change_row.say(self.tr("The page changed since it was captured."))
        )
        self.view.ready.connect(lambda _page: self.change_row.say(""))
        self.view.pointed.connect(self._on_pointed)
        self._tip.timeout.connect(self._show_tip)

    def _on_whose(self, place: int) -> None:
        """Take the same kind of layer of another pane, its label where it has none."""
        name = self.whose.itemData(place)
        if name == ALL_PANES:
            self.colour_by_changed.emit(AGREEMENT)
            return
        listed = self._choices.get(name, ())
        wanted = self.what.currentText()
        same = [key for key, label in listed if label == wanted]
        keys = [key for key, _ in listed]
        if same or keys:
            self.colour_by_changed.emit((same or keys)[0])

    def _pane_of(self, key: str) -> str:
        for name, listed in self._choices.items():
            if any(each == key for each, _ in listed):
                return name
        return ALL_PANES

    # -- tip -------------------------------------------------------------------------------

    def _on_pointed(self, token: int, place: QPoint) -> None:
        self._pointed = (token, place)
        if token < 0:
            self._tip.stop()
            QToolTip.hideText()
        else:
            self._tip.start()

    def _show_tip(self) -> None:
        token, place = self._pointed
        pane = self._scene.pane(self._pane_of(self._key()) or self._scene.active)
        here = selection_at(self._scene, token, "" if pane is None else pane.name)
        page = self._scene.page
        if pane is None or here is None or page is None:
            return
        text = block_tip(page, pane, leading_block(pane, here))
        if text:
            QToolTip.showText(place, text, self.view)

    def _key(self) -> str:
        return str(self.what.currentData() or "")
