"""The page in Chromium: the one class through which the program meets the web engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from extractors.page import Layout, touching_slots
from widgets import theme
from widgets.page import paint, tree_json
from widgets.page.camera import Camera
from widgets.page.first_line import FirstLine
from widgets.page.heatmap import Wanted
from widgets.page.policy import Access, Policy, RequestLog, host_of
from widgets.page.recorder import Recorder
from widgets.page.stages import Job, Stages
from widgets.picking import node_around, selection_at, selection_of_node
from widgets.records import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from extractors.page import Page, Segments
    from widgets.page.policy import RecordedResources
    from widgets.page.stage import Stage
    from widgets.records import BoxLayer, Layer, PaneRecord, Selection
    from widgets.selection import SelectionModel

CAPTURE_WIDTH = 1280
"""Width pages are laid out at, CSS pixels, unless another one is set."""

_MIN_ZOOM, _MAX_ZOOM = 0.25, 5.0  # what Chromium takes
_MAX_USER_ZOOM = 8.0
_NOTCH = 1.1  # one notch of the wheel with Ctrl
_COUNT_MS = 100
_MAX_PAIRS = 4000


class PageView(QWidget):
    """Shows a page with its heatmap, and tells what the pointer does there.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection; the view follows it and selects in it.
    agent_folder : Path
        Where the scripts of the page agent are (``resources/agent``).
    parent : QWidget, optional
        Qt parent.

    Signals
    -------
    ready(Page)
        The page is on screen with its heatmap.
    failed(message)
        The newest request cannot be shown; what was on screen stays.
    captured(tree, url_text)
        The address given to `load_live` is rendered: the JSON text that `Page.from_dom` reads.
        Hand the page made of it to `adopt`.
    changed_since_capture()
        Scripts of the page on screen changed elements or texts after it was captured.
    progress(share)
        0 to 1 while a page is loaded or built; 1 when it is ready.
    painted(n_sent, n_marks)
        The page shows the last layer: values sent, marks that look different now.
    pointed(token, place)
        The pointer was moved over a token, at a place of the screen (QPoint); -1 where it is over
        none, or was not moved itself.
    scrolled(segment, y)
        The reader scrolled and does not see the selection: the first segment wholly visible (-1
        none), and at which height it begins, counted as the window's `Level` counts.
    settled()
        Style sheets, images and fonts of the page on screen have arrived.
    texts_measured(first, second, Page)
        Boxes of both texts of each pair of `touching_slots`, shape (n_pairs, 4), once settled.
    layout_ready(Layout, Page)
        Answer to `collect_layout`, and the page it was measured on.
    archive_ready(bytes)
        Answer to `collect_archive`: a MIME archive (MHTML), empty if there is none.
    picture_ready(QImage)
        Answer to `grab_page`. Very tall pages are made smaller; one that is higher still is cut,
        and its picture carries the text `camera.CUT`, which says how much is there.
    requests_changed(n_allowed, n_blocked)
        The page on screen asked for something.
    link_refused(url_text)
        The page wanted to go to another address.
    zoom_changed(factor)
        Screen pixels per pixel of the page.
    silent(bool)
        The page leaves our questions unanswered, or answers again.
    text_hidden(bool)
        Whether the page that has settled has text and shows none of it.
    """

    ready = Signal(object)
    failed = Signal(str)
    captured = Signal(str, str)
    changed_since_capture = Signal()
    progress = Signal(float)
    painted = Signal(int, int)
    pointed = Signal(int, QPoint)
    scrolled = Signal(int, float)
    settled = Signal()
    texts_measured = Signal(object, object, object)
    layout_ready = Signal(object, object)
    archive_ready = Signal(object)
    picture_ready = Signal(QImage)
    requests_changed = Signal(int, int)
    link_refused = Signal(str)
    zoom_changed = Signal(float)
    silent = Signal(bool)
    text_hidden = Signal(bool)

    def __init__(
        self, selection: SelectionModel, agent_folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Page"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._selection = selection
        self._wanted = Wanted()
        self._reference: PaneRecord | None = None
        self._capture_width = CAPTURE_WIDTH
        self._user_zoom = 1.0
        self._home = ""
        self._may_reach_private: set[str] = set()
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._bar.hide()
        self._bar.valueChanged.connect(self._arrange)
        self._camera: Camera | None = None
        self._shots: list[tuple[Callable[[Camera], None], int]] = []
        self._counting = QTimer(self, singleShot=True, interval=_COUNT_MS)
        self._counting.timeout.connect(self._tell_requests)
        self._stages = stages = Stages(self._wanted, agent_folder, self)
        stages.opened.connect(self._on_opened)
        stages.arrived.connect(self._on_arrived)
        stages.failed.connect(self.failed)
        stages.captured.connect(self.captured)
        stages.progress.connect(self.progress)
        stages.silent.connect(self.silent)
        stages.heard.connect(self._on_heard)
        self._hears = {
            "hover": self._on_hover,
            "click": self._on_click,
            "scrolled": self._on_scrolled,
            "held": self._on_held,
            "changed": self._on_changed,
            "settled": self._on_settled,
        }
        self._first_line = FirstLine(selection, stages)
        selection.level.set_ground(self, float)
        selection.level.changed.connect(self._first_line.follow)
        selection.selected.connect(lambda chosen, _origin: self._outline("selected", chosen))
        selection.hovered.connect(self._on_hovered)
        theme.signals().changed.connect(self._restyle)

    # -- pages -----------------------------------------------------------------------------

    @property
    def page(self) -> Page | None:
        """The page on screen."""
        return self._stages.heatmap.page if self._stages.heatmap is not None else None

    @property
    def segments(self) -> Segments | None:
        """Its segments, the units the heatmap is drawn in."""
        return self._stages.heatmap.segments if self._stages.heatmap is not None else None

    @property
    def log(self) -> RequestLog:
        """What the page on screen asked for."""
        return self._stages.front.log if self._stages.front is not None else RequestLog()

    def show_page(
        self,
        page: Page,
        policy: Policy,
        *,
        base_url: str = "",
        local_folder: Path | None = None,
        recorded: RecordedResources | None = None,
    ) -> None:
        """Build a page and show it when it is complete; its scripts never run.

        Parameters
        ----------
        page : Page
            To be shown.
        policy : Policy
            Where style sheets, images and fonts may come from.
        base_url : str
            Address that relative addresses start from; the page's own, if there is none.
        local_folder : Path, optional
            For LOCAL: the folder of the page's file.
        recorded : RecordedResources, optional
            For SNAPSHOT: what was recorded with the page.
        """
        address = tree_json.base_address(page, base_url or page.url or "")
        access = Access(policy, local_folder, recorded)
        # where the page came from, not where a base element of it points
        self._stages.open(Job(page, self._at_home(access, page.url or base_url), address))

    def load_live(self, url_text: str, access: Access | None = None) -> None:
        """Load an address, let its scripts run, and send `captured` when it is still.

        Parameters
        ----------
        url_text : str
            As the browser knows it.
        access : Access, optional
            What the page may load; by default all of http and https.
        """
        chosen = self._at_home(access or Access(Policy.LIVE), url_text)
        self._stages.open(Job(None, chosen, url_text))

    def allow_private(self) -> None:
        """Let this page reach this machine and its private networks when it is opened again."""
        self._may_reach_private.add(self._home)

    def _at_home(self, access: Access, address: str) -> Access:
        self._home = address
        private = address in self._may_reach_private
        return replace(access, home=host_of(address), private=private)

    def adopt(self, page: Page) -> None:
        """Show the live document behind the last `captured`, of which `page` was made."""
        self._stages.adopt(page)

    def capture_again(self) -> bool:
        """Capture the live document on screen once more; return whether `captured` will follow."""
        return self._stages.capture_again()

    def cancel(self) -> bool:
        """Give the newest request up, and a page on screen that does not answer.

        Return whether there was a request.
        """
        on_its_way = self._stages.cancel()
        if self._stages.front is None:
            self._stop_camera()
        return on_its_way

    def clear(self) -> None:
        """Show nothing."""
        self._stop_camera()
        self._stages.clear()
        self.update()

    # -- what is drawn over it -------------------------------------------------------------

    def show_layer(self, layer: Layer | None) -> None:
        """Colour the page by a layer, None by nothing; only what differs travels."""
        if layer is not self._wanted.layer:
            self._wanted.layer = layer
            if self._stages.heatmap is not None:
                self._stages.heatmap.show_layer()

    def show_boxes(self, boxes: BoxLayer | None) -> None:
        """Draw the boxes of a tree as far as a round, None for none.

        The page is shown as wide as it was when the boxes were measured.
        """
        if boxes is not self._wanted.boxes:
            self._wanted.boxes = boxes
            self._arrange()
            if self._stages.heatmap is not None:
                self._stages.heatmap.show_boxes()

    def set_intensity(self, intensity: float) -> None:
        """Set the strength of the tints, 0 to 1; bars and letters stay."""
        self._switch(intensity=min(max(intensity, 0.0), 1.0))

    def set_heatmap_shown(self, shown: bool) -> None:  # noqa: FBT001 - one switch
        """Switch the heatmap on or off; outlines stay."""
        self._switch(shown=shown)

    def set_values_shown(self, shown: bool) -> None:  # noqa: FBT001 - one switch
        """Show the values on the page, or hide them."""
        self._switch(figures=shown)

    def set_picking(self, picking: bool) -> None:  # noqa: FBT001 - one switch
        """Have a click select a block, or leave clicks and Tab to the page."""
        self._switch(picking=picking)
        for stage in (self._stages.back, self._stages.front):
            if stage is not None:
                stage.is_evidence = picking

    def set_reference(self, pane: PaneRecord | None) -> None:
        """Select by the blocks of a pane; None selects segments."""
        self._reference = pane

    def _restyle(self) -> None:
        """Write labels in the size of the interface."""
        if self._stages.heatmap is not None:
            self._stages.heatmap.show_switches()

    def _switch(self, **switches: Any) -> None:
        before = replace(self._wanted)
        for name, value in switches.items():
            setattr(self._wanted, name, value)
        if self._wanted != before and self._stages.heatmap is not None:
            self._stages.heatmap.show_switches()

    # -- scrolling and zooming -------------------------------------------------------------

    def align(self, segment: int, y: float) -> None:
        """Bring a segment to a height, counted as the window's `Level` counts."""
        stage = self._stages.front
        if stage is not None:
            below = self._selection.level.to_view(stage, y)
            stage.agent.ask("align", segment, below * stage.devicePixelRatioF())

    def locate(self, token: int, then: Callable[[Any], None]) -> bool:
        """Ask where the line with a token is; return whether there is a page to be asked.

        `then` takes left, top, width and height of the token in pixels of the page's view, None
        where it is not to be seen; `on_screen` turns them into pixels of the screen.
        """
        page, stage = self.page, self._stages.front
        if stage is None or page is None or not 0 <= token < page.n_tokens:
            return False
        stage.agent.ask("place_of_text", *paint.span(page, token, token + 1), then=then)
        return True

    def on_screen(self, place: Sequence[float]) -> list[float]:
        """Return the pixels of the screen that pixels of the page's view are."""
        stage = self._stages.front
        corner = (stage or self).mapToGlobal(QPoint())
        left, top, width, height = (one * self.zoom for one in place)
        return [left + corner.x(), top + corner.y(), width, height]

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the page."""
        return min(max(self._fit() * self._user_zoom, _MIN_ZOOM), _MAX_ZOOM)

    def set_zoom(self, factor: float) -> None:
        """Magnify beyond the width of the view; 1 fits."""
        factor = min(max(factor, 1.0), _MAX_USER_ZOOM)
        if factor != self._user_zoom:
            self._user_zoom = factor
            self._arrange()

    def set_capture_width(self, width: int) -> None:
        """Lay pages out at another width, CSS pixels."""
        if width != self._capture_width:
            self._capture_width = width
            self._arrange()

    # -- pictures and layout ---------------------------------------------------------------

    def grab_image(self) -> QImage:
        """Return the view as it is on screen."""
        return self.grab().toImage()

    def grab_page(self) -> None:
        """Make a picture of the whole page with its heatmap; `picture_ready` follows."""
        self._take(lambda camera: camera.take_picture(), self._page_width())

    def collect_layout(self, width: int | None = None) -> None:
        """Read boxes and looks at a width, by default the capture width; `layout_ready` follows.

        It does not where another page comes on screen meanwhile.
        """
        self._take(lambda camera: camera.read_layout(), width)

    def collect_archive(self) -> None:
        """Write down the style sheets and images the page has loaded; `archive_ready` follows."""
        stage = self._stages.front
        if stage is None:
            self.archive_ready.emit(b"")
            return
        recorder = Recorder(stage, stage.profile)
        recorder.finished.connect(self.archive_ready)
        recorder.start()

    def _take(self, shot: Callable[[Camera], None], width: int | None = None) -> None:
        self._shots.append((shot, width or self._capture_width))
        self._next_shot()

    def _next_shot(self) -> None:
        stage, page = self._stages.front, self.page
        if self._camera is None and self._shots and stage is not None and page is not None:
            shot, width = self._shots.pop(0)
            self._camera = Camera(stage, page, self, width=width, scripts=self._stages.is_live)
            self._camera.finished.connect(self._on_shot)
            shot(self._camera)

    def _on_shot(self, result: object) -> None:
        page, self._camera = self.page, None
        self._arrange(again=True)
        if isinstance(result, QImage):
            self.picture_ready.emit(result)
        elif isinstance(result, Layout):
            self.layout_ready.emit(result, page)
        else:
            self.failed.emit(self.tr("The browser engine did not draw the whole page in time."))
        self._next_shot()

    def _stop_camera(self) -> None:
        self._shots.clear()
        if self._camera is not None:
            self._camera.stop()
            self._camera = None

    # -- stages ----------------------------------------------------------------------------

    def _on_opened(self, stage: Stage) -> None:
        stage.is_evidence = self._wanted.picking
        stage.zoom_wanted.connect(lambda steps: self.set_zoom(self._user_zoom * _NOTCH**steps))
        stage.guarded.refused.connect(self.link_refused)
        stage.interceptor.noted.connect(self._counting.start)
        self._place(stage)
        stage.show()
        stage.lower()

    def _on_arrived(self, page: Page) -> None:
        self._stop_camera()
        if self._stages.front is not None:
            self.setFocusProxy(self._stages.front)
        if self._stages.heatmap is not None:
            self._stages.heatmap.painted.connect(self.painted)
        self._arrange(again=True)
        self._tell_requests()
        self.ready.emit(page)

    def _on_heard(self, message: dict[str, Any]) -> None:
        hear = self._hears.get(message["kind"])
        if hear is not None and self._camera is None:
            hear(message)

    def _on_settled(self, message: dict[str, Any]) -> None:
        del message
        self._tell_requests()
        if self._stages.front is not None:
            self._stages.front.agent.ask("hides_text", then=self.text_hidden.emit)
        self._measure_texts()
        self.settled.emit()

    def _measure_texts(self) -> None:
        """Ask where texts are that no white space parts; of very many the first ones."""
        stage, page = self._stages.front, self.page
        if stage is None or page is None:
            return
        first, second = (slots[:_MAX_PAIRS].tolist() for slots in touching_slots(page))
        n_pairs = len(touching_slots(page)[0])

        def take(values: list[float | None]) -> None:
            boxes = np.full((2, n_pairs, 4), np.nan)
            boxes[:, : len(first)] = np.array(values, dtype=np.float64).reshape(2, -1, 4)
            self.texts_measured.emit(boxes[0], boxes[1], page)

        if first:
            stage.agent.ask("slot_boxes", [*first, *second], then=take)

    def _on_held(self, message: dict[str, Any]) -> None:
        self._first_line.arrive(message["y"], int(message["place"]))

    def _on_changed(self, message: dict[str, Any]) -> None:
        del message
        self.changed_since_capture.emit()

    def _tell_requests(self) -> None:
        self.requests_changed.emit(self.log.n_allowed, self.log.n_blocked)

    # -- the pointer and the selection -----------------------------------------------------

    def _on_hover(self, message: dict[str, Any]) -> None:
        stage = self._stages.front
        if stage is None:
            return
        token = self._token(message)
        place = QPointF(message["x"], message["y"]) * stage.zoomFactor()
        self._selection.point(self._selection_around(int(message["node"]), token), self)
        token = token if message["moved"] else -1  # what was scrolled below it needs no tip
        self.pointed.emit(token, stage.mapToGlobal(place.toPoint()))

    def _on_click(self, message: dict[str, Any]) -> None:
        node, boxes = int(message["node"]), self._wanted.boxes
        if boxes is not None and node >= 0 and self._stages.heatmap is not None:
            chosen = self._stages.heatmap.node_of(self._selection.selection)
            node = node_around(boxes.tree, node, chosen)
        selection = self._selection_around(node, self._token(message))
        if selection is None:
            self._selection.select(None, self)
        else:
            self._first_line.select(selection, self._token(message), self)

    def _selection_around(self, node: int, token: int) -> Selection | None:
        """Return what a node of the tree on screen stands for, or what a token belongs to."""
        boxes = self._wanted.boxes
        while boxes is not None and node >= 0:
            found = selection_of_node(boxes.pane, node)
            if found is not None:
                return found
            node = int(boxes.tree.parent[node])  # a box without text: what is around it
        return self._selection_at(token)

    def _on_scrolled(self, message: dict[str, Any]) -> None:
        stage, level = self._stages.front, self._selection.level
        if message["own"] or stage is None:
            return
        held = message["held"]
        if held is None or not self._first_line.lead(held):
            level.release()
            y = level.from_view(stage, message["y"] / stage.devicePixelRatioF())
            self.scrolled.emit(int(message["segment"]), y)

    def _token(self, message: dict[str, Any]) -> int:
        """Return the token at a place the agent names, -1 for none."""
        page, found, segment = self.page, self.segments, int(message["segment"])
        if page is None or found is None or not 0 <= segment < len(found):
            return -1
        token = -1
        if message["slot"] >= 0:
            token = paint.token_at(page, int(message["slot"]), int(message["char"]))
        return token if token >= 0 else int(found.token_start[segment])

    def _selection_at(self, token: int) -> Selection | None:
        """Return the block of the reference pane at a token, else the token's segment."""
        page, pane = self.page, self._reference
        if page is None:
            return None
        if pane is None or pane.shown is None or len(pane.shown.mask) != page.n_tokens:
            return selection_at(Scene(page), token)
        return selection_at(Scene(page, (pane,), pane.name), token)

    def _on_hovered(self, hover: Selection | None, origin: object) -> None:
        del origin
        self._outline("hover", hover)

    def _outline(self, kind: str, selection: Selection | None) -> None:
        self._wanted.outlined[kind] = selection
        if self._stages.heatmap is not None:
            self._stages.heatmap.show_outline(kind)

    # -- geometry --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), theme.colour("surface"))

    def _page_width(self) -> int:
        boxes = self._wanted.boxes
        return self._capture_width if boxes is None else boxes.layout.view_width

    def _fit(self) -> float:
        return max(self.width(), 1) / self._page_width()

    def _arrange(self, _value: int = 0, *, again: bool = False) -> None:
        """Lay the stages out at the capture width, zoomed; a bar reaches what is too wide."""
        if self._camera is not None:
            return
        hidden = max(self._stage_width() - self.width(), 0)
        self._bar.setRange(0, hidden)
        self._bar.setPageStep(self.width())
        self._bar.setVisible(hidden > 0)
        bar = self._bar.sizeHint().height()
        self._bar.setGeometry(0, self.height() - bar, self.width(), bar)
        for stage in (self._stages.back, self._stages.front):
            if stage is not None:
                self._place(stage)
        if self._stages.heatmap is not None:
            self._stages.heatmap.set_zoom(self.zoom, again=again)
        self._first_line.follow()
        self.zoom_changed.emit(self.zoom)

    def _stage_width(self) -> int:
        return max(round(self._page_width() * self.zoom), 1)

    def _place(self, stage: Stage) -> None:
        bar = self._bar.height() if self._bar.maximum() else 0
        stage.setGeometry(-self._bar.value(), 0, self._stage_width(), self.height() - bar)
        stage.setZoomFactor(self.zoom)
