"""Page in Chromium; the rest of the program uses the web engine only through this class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtQuickWidgets import QQuickWidget
from PySide6.QtWebEngineCore import QWebEngineSettings
from PySide6.QtWidgets import QWidget

from boilerscope.extractors.page import touching_slots
from boilerscope.widgets import theme
from boilerscope.widgets.page import paint, tree_json
from boilerscope.widgets.page.capture_queue import CaptureQueue
from boilerscope.widgets.page.frame import PageFrame
from boilerscope.widgets.page.heatmap import OverlayState
from boilerscope.widgets.page.page_switcher import Job, PageSwitcher
from boilerscope.widgets.page.pointer import PagePointer
from boilerscope.widgets.page.policy import Access, Policy, RequestLog, host_of
from boilerscope.widgets.page.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from boilerscope.extractors.page import Page, Segments
    from boilerscope.widgets.page.isolated_view import IsolatedView
    from boilerscope.widgets.page.policy import RecordedResources
    from boilerscope.widgets.records import BoxLayer, Layer, PaneRecord, Selection
    from boilerscope.widgets.selection import SelectionModel

_COUNT_MS = 100
_MAX_PAIRS = 4000


class PageView(QWidget):
    """View of a page with its heatmap; turns the pointer's actions into selections.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection; the view follows it and changes it.
    agent_folder : Path
        Folder of the page agent's scripts (``resources/agent``).
    parent : QWidget, optional
        Qt parent.

    Attributes
    ----------
    shows_scroll_bars : bool
        Whether pages that are opened from now on have scroll bars.

    Signals
    -------
    ready(Page)
        The page is on screen with its heatmap.
    failed(message)
        The newest request cannot be shown; the page on screen stays.
    captured(tree, url_text)
        The address given to `load_live` is rendered; `tree` is the JSON text that `Page.from_dom`
        reads. Pass the resulting page to `adopt`.
    changed_since_capture()
        Scripts of the page on screen changed elements or texts after the capture.
    progress(share)
        0 to 1 while a page is loaded or built; 1 when it is ready.
    painted(n_sent, n_marks)
        The page shows the last layer; number of values sent and of marks that changed.
    pointed(token, position)
        The user moved the pointer over a token, at a position on screen (QPoint). The token is -1
        if there is none, or if the page moved and not the pointer.
    scrolled(segment, y)
        The user scrolled and the selection is out of sight: the first segment that is wholly
        visible (-1: none) and the height of its start, in the coordinates of `Level`.
    settled()
        Style sheets, images and fonts of the page on screen have arrived.
    texts_measured(first, second, Page)
        Boxes of both texts of each pair of `touching_slots`, shape (n_pairs, 4); after `settled`.
    layout_ready(Layout, Page)
        Result of `collect_layout`, and the measured page.
    archive_ready(bytes)
        Result of `collect_archive`: a MIME archive (MHTML), empty if there is none.
    picture_ready(QImage)
        Result of `grab_page`. Pictures of very tall pages are scaled down. If that is not enough,
        the picture is cut and its text `page_capture.CUT` states how much of the page it shows.
    requests_changed(n_allowed, n_blocked)
        The page on screen requested a resource.
    link_refused(url_text)
        The page tried to open another address.
    silent(bool)
        The page stopped answering the agent's calls, or answers again.
    text_hidden(bool)
        Whether the page has text but shows none of it, after `settled`.
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
    silent = Signal(bool)
    text_hidden = Signal(bool)

    def __init__(
        self, selection: SelectionModel, agent_folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Page"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Without it, Qt would replace the window on screen when the first page arrives, because its
        # surface has to be of another type; keys pressed at that moment would be lost.
        QQuickWidget(self).hide()
        self._selection = selection
        self.overlay = OverlayState()
        self.shows_scroll_bars = True
        self._home = ""
        self._may_reach_private: set[str] = set()
        self._frame = PageFrame(self.overlay, self)
        self._frame.moved.connect(self._arrange)
        self._request_timer = QTimer(self, singleShot=True, interval=_COUNT_MS)
        self._request_timer.timeout.connect(self._emit_requests)
        self.switcher = switcher = PageSwitcher(self.overlay, agent_folder, self)
        switcher.opened.connect(self._on_opened)
        switcher.arrived.connect(self._on_arrived)
        switcher.failed.connect(self.failed)
        switcher.captured.connect(self.captured)
        switcher.progress.connect(self.progress)
        switcher.silent.connect(self.silent)
        switcher.message_received.connect(self._on_message)
        self._captures = captures = CaptureQueue(switcher, self)
        captures.released.connect(lambda: self._arrange(again=True))
        captures.picture_ready.connect(self.picture_ready)
        captures.layout_ready.connect(self.layout_ready)
        captures.failed.connect(self.failed)
        self._pointer = pointer = PagePointer(selection, switcher, self.overlay, self)
        pointer.pointed.connect(self.pointed)
        pointer.scrolled.connect(self.scrolled)
        self._message_handlers = {
            "hover": pointer.on_hover,
            "click": pointer.on_click,
            "drag": pointer.on_drag,
            "scrolled": pointer.on_scrolled,
            "held": pointer.on_held,
            "changed": self._on_changed,
            "settled": self._on_settled,
        }
        selection.level.set_ground(self, float)
        selection.level.changed.connect(pointer.first_line.follow)
        selection.selected.connect(lambda selected, _origin: self._outline("selected", selected))
        selection.hovered.connect(lambda hover, _origin: self._outline("hover", hover))
        theme.signals().changed.connect(self._restyle)

    # -- pages -----------------------------------------------------------------------------

    @property
    def page(self) -> Page | None:
        """The page on screen."""
        return self.switcher.heatmap.page if self.switcher.heatmap is not None else None

    @property
    def web_view(self) -> IsolatedView | None:
        """The web view of the page on screen."""
        return self.switcher.front

    @property
    def segments(self) -> Segments | None:
        """The page's segments, the units of the heatmap."""
        return self.switcher.heatmap.segments if self.switcher.heatmap is not None else None

    @property
    def log(self) -> RequestLog:
        """The requests of the page on screen."""
        return self.switcher.front.log if self.switcher.front is not None else RequestLog()

    def show_page(
        self,
        page: Page,
        policy: Policy,
        *,
        base_url: str = "",
        local_folder: Path | None = None,
        recorded: RecordedResources | None = None,
    ) -> None:
        """Build a page and show it when it is complete, without running its scripts.

        Parameters
        ----------
        policy : Policy
            Allowed sources of style sheets, images and fonts.
        base_url : str
            Base of relative addresses; if empty, the page's own address.
        local_folder : Path, optional
            For LOCAL: the folder of the page's file.
        recorded : RecordedResources, optional
            For SNAPSHOT: the resources recorded with the page.
        """
        address = tree_json.base_address(page, base_url or page.url or "")
        access = Access(policy, local_folder, recorded)
        # The page's origin counts, not the address in its base element.
        self.switcher.open(Job(page, self._at_home(access, page.url or base_url), address))

    def load_live(self, url_text: str, access: Access | None = None) -> None:
        """Load an address, run its scripts, and emit `captured` when the page is still.

        Parameters
        ----------
        url_text : str
            Address in the browser's form.
        access : Access, optional
            Allowed requests of the page; by default all of http and https.
        """
        home_access = self._at_home(access or Access(Policy.LIVE), url_text)
        self.switcher.open(Job(None, home_access, url_text))

    def allow_private(self) -> None:
        """Allow this page to reach this machine and private networks when it is opened again."""
        self._may_reach_private.add(self._home)

    def _at_home(self, access: Access, address: str) -> Access:
        """Return the access of a page at its own address; remember the address."""
        self._home = address
        private = address in self._may_reach_private
        return replace(access, home=host_of(address), private=private)

    def adopt(self, page: Page) -> None:
        """Show the live document of the last `captured`; `page` was parsed from it."""
        self.switcher.adopt(page)

    def capture_again(self) -> bool:
        """Capture the live document on screen again; return whether `captured` will follow."""
        return self.switcher.capture_again()

    def cancel(self) -> bool:
        """Cancel the newest request, and drop a page on screen that does not answer.

        Return whether there was a request.
        """
        was_loading = self.switcher.cancel()
        if self.switcher.front is None:
            self._captures.stop()
        return was_loading

    def clear(self) -> None:
        """Show nothing."""
        self._captures.stop()
        self.switcher.clear()
        self.update()

    # -- overlay ---------------------------------------------------------------------------

    def show_layer(self, layer: Layer | None) -> None:
        """Colour the page by a layer (None: no layer); only changed values are sent."""
        if layer is not self.overlay.layer:
            self.overlay.layer = layer
            if self.switcher.heatmap is not None:
                self.switcher.heatmap.show_layer()

    def show_boxes(self, boxes: BoxLayer | None) -> None:
        """Draw the boxes of a tree up to a round; None removes them.

        The page is shown at the width at which its boxes were measured.
        """
        if boxes is not self.overlay.boxes:
            self.overlay.boxes = boxes
            self._arrange()
            if self.switcher.heatmap is not None:
                self.switcher.heatmap.show_boxes()

    def set_intensity(self, intensity: float) -> None:
        """Set the strength of the tints, 0 to 1; bars and letters do not change."""
        self._switch(intensity=min(max(intensity, 0.0), 1.0))

    def set_heatmap_shown(self, shown: bool) -> None:  # noqa: FBT001 - one switch
        """Switch the heatmap on or off, but not the outlines."""
        self._switch(shown=shown)

    def set_values_shown(self, shown: bool) -> None:  # noqa: FBT001 - one switch
        """Show the values on the page, or hide them."""
        self._switch(values_shown=shown)

    def set_letters_shown(self, shown: bool) -> None:  # noqa: FBT001 - one switch
        """Show the letters of the marks, where there is room, or hide them."""
        self._switch(letters_shown=shown)

    def set_picking(self, picking: bool) -> None:  # noqa: FBT001 - one switch
        """Select blocks by clicks, or leave clicks and Tab to the page."""
        self._switch(picking=picking)
        for web_view in (self.switcher.back, self.switcher.front):
            if web_view is not None:
                web_view.is_evidence = picking

    def set_reference(self, pane: PaneRecord | None) -> None:
        """Select blocks of this pane; None selects segments."""
        self._pointer.set_reference(pane)

    def _restyle(self) -> None:
        """Draw labels in the size of the interface."""
        if self.switcher.heatmap is not None:
            self.switcher.heatmap.show_switches()

    def _switch(self, **switches: Any) -> None:
        previous = replace(self.overlay)
        for name, value in switches.items():
            setattr(self.overlay, name, value)
        if self.overlay != previous and self.switcher.heatmap is not None:
            self.switcher.heatmap.show_switches()

    # -- scrolling and zooming -------------------------------------------------------------

    def align(self, segment: int, y: float) -> None:
        """Scroll a segment to a height, in the coordinates of `Level`."""
        web_view = self.switcher.front
        if web_view is not None:
            below = self._selection.level.to_view(web_view, y)
            web_view.agent.ask("align", segment, below * web_view.devicePixelRatioF())

    def locate(self, token: int, then: Callable[[Any], None]) -> bool:
        """Ask the page for the position of a token; return whether there is such a token.

        `then` gets left, top, width and height of the token in pixels of the page's view, or None
        if the token is not visible; `on_screen` turns them into screen pixels.
        """
        page, web_view = self.page, self.switcher.front
        if web_view is None or page is None or not 0 <= token < page.n_tokens:
            return False
        web_view.agent.ask("place_of_text", *paint.span(page, token, token + 1), then=then)
        return True

    def on_screen(self, box: Sequence[float]) -> list[float]:
        """Convert left, top, width and height from the page's view to the screen."""
        web_view = self.switcher.front
        corner = (web_view or self).mapToGlobal(QPoint())
        left, top, width, height = (length * self.zoom for length in box)
        return [left + corner.x(), top + corner.y(), width, height]

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the page."""
        return self._frame.zoom

    def set_zoom(self, factor: float) -> None:
        """Magnify the page; at 1 it fits the width of the view."""
        self._frame.set_zoom(factor)

    def set_capture_width(self, width: int) -> None:
        """Set the width of page layouts, CSS pixels."""
        self._frame.set_capture_width(width)

    # -- pictures and layout ---------------------------------------------------------------

    def grab_image(self) -> QImage:
        """Return a picture of the view as it is on screen."""
        return self.grab().toImage()

    @property
    def page_width(self) -> int:
        """Width at which the page is laid out, CSS pixels."""
        return self._frame.page_width

    def grab_page(self, scale: float = 1.0) -> None:
        """Take a picture of the whole page with its heatmap; `picture_ready` follows.

        Parameters
        ----------
        scale : float
            Pixels per CSS pixel; a page that is too tall for that has fewer.
        """
        self._captures.take_picture(self._frame.page_width, scale)

    def show_selection(self, selection: Selection | None) -> None:
        """Outline this text, or nothing, until the selection changes again."""
        self._outline("selected", selection)

    def collect_layout(self, width: int | None = None) -> None:
        """Read boxes and styles at a width, by default the capture width; `layout_ready` follows.

        If another page comes on screen meanwhile, `layout_ready` does not follow.
        """
        self._captures.read_layout(width or self._frame.capture_width)

    def collect_archive(self) -> None:
        """Collect the style sheets and images that the page loaded; `archive_ready` follows."""
        web_view = self.switcher.front
        if web_view is None:
            self.archive_ready.emit(b"")
            return
        recorder = Recorder(web_view, web_view.profile)
        recorder.finished.connect(self.archive_ready)
        recorder.start()

    # -- messages of the page ----------------------------------------------------------------

    def _on_opened(self, web_view: IsolatedView) -> None:
        web_view.is_evidence = self.overlay.picking
        scroll_bars = QWebEngineSettings.WebAttribute.ShowScrollBars
        web_view.settings().setAttribute(scroll_bars, self.shows_scroll_bars)
        web_view.zoom_wanted.connect(self._frame.zoom_by)
        web_view.guarded.refused.connect(self.link_refused)
        web_view.interceptor.noted.connect(self._request_timer.start)
        self._frame.place(web_view)
        web_view.show()
        web_view.lower()

    def _on_arrived(self, page: Page) -> None:
        self._captures.stop()
        if self.switcher.front is not None:
            self.setFocusProxy(self.switcher.front)
        if self.switcher.heatmap is not None:
            self.switcher.heatmap.painted.connect(self.painted)
        self._arrange(again=True)
        self._emit_requests()
        self.ready.emit(page)

    def _on_message(self, message: dict[str, Any]) -> None:
        handle = self._message_handlers.get(message["kind"])
        if handle is not None and not self._captures.is_running:
            handle(message)

    def _on_settled(self, message: dict[str, Any]) -> None:
        del message
        self._emit_requests()
        if self.switcher.front is not None:
            self.switcher.front.agent.ask("hides_text", then=self.text_hidden.emit)
        self._measure_texts()
        self.settled.emit()

    def _measure_texts(self) -> None:
        """Ask for the boxes of adjacent texts without white space between; at most `_MAX_PAIRS`."""
        web_view, page = self.switcher.front, self.page
        if web_view is None or page is None:
            return
        first, second = (slots[:_MAX_PAIRS].tolist() for slots in touching_slots(page))
        n_pairs = len(touching_slots(page)[0])

        def emit_boxes(values: list[float | None]) -> None:
            boxes = np.full((2, n_pairs, 4), np.nan)
            boxes[:, : len(first)] = np.array(values, dtype=np.float64).reshape(2, -1, 4)
            self.texts_measured.emit(boxes[0], boxes[1], page)

        if first:
            web_view.agent.ask("slot_boxes", [*first, *second], then=emit_boxes)

    def _on_changed(self, message: dict[str, Any]) -> None:
        del message
        self.changed_since_capture.emit()

    def _emit_requests(self) -> None:
        self.requests_changed.emit(self.log.n_allowed, self.log.n_blocked)

    def _outline(self, kind: str, selection: Selection | None) -> None:
        self.overlay.outlined[kind] = selection
        if self.switcher.heatmap is not None:
            self.switcher.heatmap.show_outline(kind)

    # -- geometry --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), theme.colour("surface"))

    def _arrange(self, *, again: bool = False) -> None:
        """Lay the web views out at the capture width, zoomed; a scroll bar reaches the rest."""
        if self._captures.is_running:
            return
        self._frame.arrange((self.switcher.back, self.switcher.front))
        if self.switcher.heatmap is not None:
            self.switcher.heatmap.set_zoom(self.zoom, again=again)
        self._pointer.first_line.follow()
