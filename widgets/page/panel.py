"""Panel of the page: header, legend, notices and the page view.

Input: scenes, the key of the layer, preferences. Output: the user's requests. The program keeps
the state, not this widget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider, QToolTip, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.folding_row import FoldingRow
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.page.legend.view import Legend
from boilerscope.widgets.page.marking_bar import MarkingBar
from boilerscope.widgets.page.notice import NoticeRow
from boilerscope.widgets.page.rounds import RoundRow
from boilerscope.widgets.page.tip import node_lines, tip_lines
from boilerscope.widgets.page.veil import Veil
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.picking import node_of_selection
from boilerscope.widgets.plain import plain
from boilerscope.widgets.records import Scene
from boilerscope.widgets.words import declared, number, unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import Layer
    from boilerscope.widgets.selection import SelectionModel

AGREEMENT = "agreement"
INSTEAD = ("would change", "gold")
"""Layers that the page shows instead of the chosen one, the first that there is."""
ALL_PANES = ""
OTHER_PAGES = "\0other pages"
"""Owner of the layer that is about the other pages of the site, beside the panes."""
_TIP_MS = 300


class PagePanel(QWidget):
    """Panel of the page on screen.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    agent_folder : Path
        Folder of the page agent's scripts.
    view : PageView, optional
        View of the page; by default a new view.
    parent : QWidget, optional
        Qt parent.

    Signals
    -------
    colour_by_changed(str)
        Colour the page by the layer with this key.
    intensity_changed(float)
        Strength of the tints, 0 to 1.
    heatmap_toggled(bool)
        Show or hide the heatmap.
    back_to_result_asked()
        Show the result in place of a step.
    capture_asked()
        Capture the rendered page again.
    private_asked()
        Open the page again with access to this machine and its private networks.
    rendering_asked()
        Render the page with its scripts.
    round_chosen(object)
        Draw the boxes up to this round; None: up to the last round.
    limit_changed(str, str, float)
        Pane, field and value of the setting that limits the division of boxes.
    """

    colour_by_changed = Signal(str)
    intensity_changed = Signal(float)
    heatmap_toggled = Signal(bool)
    back_to_result_asked = Signal()
    capture_asked = Signal()
    private_asked = Signal()
    rendering_asked = Signal()
    round_chosen = Signal(object)
    limit_changed = Signal(str, str, float)

    def __init__(
        self,
        selection: SelectionModel,
        agent_folder: Path,
        view: PageView | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pagePanel")
        self.setAccessibleName(self.tr("Page"))
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.view = view or PageView(selection, agent_folder)
        self.veil = Veil(self.view)
        self.legend = Legend()
        self.what = _chooser(self.tr("Colour the page by"))
        self.whose = _chooser(self.tr("Pane that colours the page"))
        self.eye = IconButton("eye-outline", self.tr("Hide the heatmap (H)"), size=18)
        self.picker = IconButton("crosshairs", "", size=18)
        self.intensity = QSlider(Qt.Orientation.Horizontal)
        self.intensity.setRange(0, 100)
        self.intensity.setValue(50)
        self.intensity.setAccessibleName(self.tr("Intensity of the heatmap"))
        self.intensity.setToolTip(self.tr("Intensity of the heatmap (Alt+Up, Alt+Down)"))
        self.rounds = RoundRow()
        self.step_row = NoticeRow(self.tr("Back to result"))
        self.change_row = NoticeRow(self.tr("Capture again"))
        self.private_row = NoticeRow(self.tr("Allow for this page"))
        self.hidden_row = NoticeRow(self.tr("Show as rendered"))
        self.marking_bar = MarkingBar()
        self._selection = selection
        self._choices: Mapping[str, Sequence[tuple[str, str]]] = {}
        self._scene = Scene(None)
        self._key = ""
        self._pointed = (-1, QPoint())
        self.tip_lines: tuple[str, ...] = ()
        self._heatmap = True
        self._tip_timer = QTimer(self, singleShot=True, interval=_TIP_MS)
        self._assemble()
        self._connect()
        self._set_picking(True)
        theme.follow(self._restyle)

    # -- display ---------------------------------------------------------------------------

    def show_scene(
        self,
        scene: Scene,
        key: str,
        choices: Mapping[str, Sequence[tuple[str, str]]],
        n_others: int = 0,
    ) -> None:
        """Show the layer that colours the page, and the available layers.

        Parameters
        ----------
        scene : Scene
            Page, panes and layers.
        choices : mapping of str to sequence of (str, str)
            Keys and labels of the layers of each pane, and of `OTHER_PAGES`.
        n_others : int
            Number of other pages of the site that are known.
        """
        self._scene, self._key, self._choices = scene, key, choices
        whose = self._pane_of(key)
        panes = [(f"{pane.number}  {pane.name}", pane.name) for pane in scene.panes]
        everything = self.tr("1 pane") if len(panes) == 1 else self.tr("all {count} panes")
        everything = everything.format(count=len(panes))
        if scene.compared:
            first, second = (pane.number for pane in scene.judged)
            everything = self.tr("{first} and {second}").format(first=first, second=second)
        of_page = [(everything, ALL_PANES)]
        if OTHER_PAGES in choices:
            others = self.tr("1 other page") if n_others == 1 else self.tr("{count} other pages")
            of_page.append((others.format(count=number(n_others)), OTHER_PAGES))
        self.whose.set_entries([*panes, *of_page], whose)
        layers = choices.get(whose, [(AGREEMENT, self.tr("Agreement"))])
        self.what.set_entries([(declared(label), layer_key) for layer_key, label in layers], key)
        instead = next((scene.layers[other] for other in INSTEAD if other in scene.layers), None)
        self._show_instead(instead)
        self.legend.show_layer(
            instead or scene.layers.get(key),
            self._units(scene.page),
            scene.boxes if instead is None else None,
        )
        self.rounds.show_boxes(scene.boxes)

    def _show_instead(self, layer: Layer | None) -> None:
        """Name the layer that the page shows instead of the chosen one; None: the chosen one."""
        reason = ""
        if layer is not None:
            label = declared(layer.label)
            self.what.set_entries([(label, layer.key)], layer.key)
            reason = self.tr("The page shows “{layer}” until that ends (Esc).").format(layer=label)
        for chooser in (self.what, self.whose):
            chooser.setEnabled(layer is None)
            chooser.setToolTip(plain(reason))

    def show_hidden(self, *, hidden: bool, can_render: bool) -> None:
        """Show a notice if the page shows none of its text; offer to render it if that helps."""
        self.hidden_row.button.setVisible(can_render)
        if not hidden:
            self.hidden_row.show_text("")
        elif can_render:
            self.hidden_row.show_text(self.tr("This page hides its text until its scripts run."))
        else:
            self.hidden_row.show_text(self.tr("This page hides its text. The panes show it."))

    def show_step(self, text: str) -> None:
        """Show the name of the step on screen; an empty text hides the row."""
        self.step_row.show_text(text)

    def show_preferences(self, *, intensity: float, heatmap: bool, values: bool) -> None:
        """Apply the strength and the switches of the heatmap."""
        self.view.set_intensity(intensity)
        self.view.set_heatmap_shown(heatmap)
        self.view.set_values_shown(values)
        self.intensity.blockSignals(True)
        self.intensity.setValue(round(intensity * 100))
        self.intensity.blockSignals(False)
        self.intensity.setEnabled(heatmap)
        self._heatmap = heatmap
        self.eye.set_icon("eye-outline" if heatmap else "eye-off-outline")
        self.eye.set_label(
            self.tr("Hide the heatmap (H)") if heatmap else self.tr("Show the heatmap (H)")
        )
        self.legend.setVisible(heatmap)

    def toggle_picking(self) -> None:
        """Let clicks select blocks, or use the links of the page, and give the page the focus."""
        self._set_picking(not self._picking)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _set_picking(self, picking: bool) -> None:  # noqa: FBT001 - one switch
        self._picking = picking
        self.view.set_picking(picking)
        self.picker.set_icon("crosshairs" if picking else "cursor-default-outline")
        self.picker.set_label(
            self.tr("Clicks select blocks. Turn off to use the page's links (P)")
            if picking
            else self.tr("Clicks use the page's links. Turn on to select blocks (P)")
        )

    def _units(self, page: Page | None) -> str:
        return unit(characters=counts_characters(page))

    def _pane_of(self, key: str) -> str:
        for name, layers in self._choices.items():
            if any(layer_key == key for layer_key, _ in layers):
                return name
        return ALL_PANES

    # -- assembly --------------------------------------------------------------------------

    def _assemble(self) -> None:
        head = FoldingRow((12, 8, 8, 2), 6)
        head.set_shares(1, 0)
        for widget, stretch in (
            (TextLabel(self.tr("Page"), size=14, weight=600), 0),
            (self.what, 4),
            (TextLabel(self.tr("of"), role="ink2"), 0),
            (self.whose, 6),
        ):
            head.first.addWidget(widget, stretch)
        head.first.addStretch(1)
        for control in (self.eye, self.intensity, self.picker):
            head.second.addWidget(control)
        self._foot = theme.spaced(QHBoxLayout(), (12, 2, 8, 4))
        self._foot.addWidget(self.legend)
        line = QFrame()
        line.setProperty("role", "line")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addLayout(self._foot)
        rows = (self.rounds, self.step_row, self.change_row, self.private_row, self.hidden_row)
        for row in (self.marking_bar, *rows, line):
            column.addWidget(row)
        column.addWidget(self.view, 1)
        self.setFocusProxy(self.view)

    def _restyle(self) -> None:
        px = theme.px
        self.intensity.setFixedWidth(px(72))
        self.intensity.setMinimumHeight(px(24))
        self.setMinimumSize(px(280), px(160))

    def _connect(self) -> None:
        self.what.activated.connect(
            lambda index: self.colour_by_changed.emit(self.what.itemData(index))
        )
        self.whose.activated.connect(self._on_whose)
        self.eye.clicked.connect(lambda: self.heatmap_toggled.emit(not self._heatmap))
        self.intensity.valueChanged.connect(lambda value: self.intensity_changed.emit(value / 100))
        self.picker.clicked.connect(lambda: self._set_picking(not self._picking))
        self.rounds.round_chosen.connect(self.round_chosen)
        self.rounds.limit_changed.connect(self.limit_changed)
        self.step_row.asked.connect(self.back_to_result_asked)
        self.change_row.asked.connect(self.capture_asked)
        self.private_row.asked.connect(self.private_asked)
        self.view.requests_changed.connect(self._say_private)
        self.view.changed_since_capture.connect(
            lambda: self.change_row.show_text(self.tr("Changed since capture"))
        )
        self.view.ready.connect(lambda _page: self.change_row.show_text(""))
        self.view.ready.connect(lambda _page: self.hidden_row.show_text(""))
        self.hidden_row.asked.connect(self.rendering_asked)
        self.view.pointed.connect(self._on_pointed)
        self._selection.selected.connect(self._hide_tip)
        self._tip_timer.timeout.connect(self._show_tip)

    def _say_private(self) -> None:
        """Show the number of blocked requests to private addresses."""
        count = self.view.log.n_private
        message = ""
        if count == 1:
            message = self.tr("1 request to this machine or its private networks was blocked")
        elif count:
            message = self.tr("{n} requests to this machine or its private networks were blocked")
        self.private_row.show_text(message.format(n=number(count)))

    def _on_whose(self, index: int) -> None:
        """Colour by another pane: by its layer with the same label, or by its first layer."""
        name = self.whose.itemData(index)
        if name == ALL_PANES:
            self.colour_by_changed.emit(AGREEMENT)
            return
        layers = self._choices.get(name, ())
        current = self.what.currentText()
        same = [key for key, label in layers if declared(label) == current]
        keys = [key for key, _ in layers]
        if same or keys:
            self.colour_by_changed.emit((same or keys)[0])

    # -- tip -------------------------------------------------------------------------------

    def _watch_input(self) -> None:
        handle = self.window().windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the tip at any key press or turn of the wheel in the window."""
        if event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.Wheel}:
            self._hide_tip()
        return super().eventFilter(watched, event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hide_tip()

    def _on_pointed(self, token: int, position: QPoint) -> None:
        self._pointed = (token, position)
        lines = self._lines(token)
        if lines != self.tip_lines:
            self._hide_tip()
            self.tip_lines = lines
        if lines and not QToolTip.isVisible():
            self._tip_timer.start()
            self._watch_input()

    def _lines(self, token: int) -> tuple[str, ...]:
        boxes, hover = self._scene.boxes, self._selection.hover
        node = -1
        if boxes is not None and hover is not None:
            node = node_of_selection(boxes.pane, hover)
        if boxes is not None and node >= 0:
            return node_lines(boxes, node)
        return tip_lines(self._scene, self._pane_of(self._key), token)

    def _show_tip(self) -> None:
        position = self._pointed[1] + QPoint(theme.px(10), theme.px(14))
        QToolTip.showText(position, plain("\n".join(self.tip_lines)), self.view)

    def _hide_tip(self, *_selected: object) -> None:
        self._tip_timer.stop()
        self.tip_lines = ()
        QToolTip.hideText()


def _chooser(name: str) -> Combo:
    combo = Combo()
    combo.setAccessibleName(name)
    combo.setMinimumContentsLength(4)
    return combo
