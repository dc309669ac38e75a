"""A page view without an engine that records its calls.

`test_stub_page_view.py` compares its signals and methods with those of the real view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from boilerscope.extractors.page import segments
from boilerscope.widgets.page.policy import RequestLog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from boilerscope.extractors.page import Page, Segments
    from boilerscope.widgets.page.isolated_view import IsolatedView
    from boilerscope.widgets.page.policy import Access, Policy, RecordedResources
    from boilerscope.widgets.records import BoxLayer, Layer, PaneRecord, Selection
    from boilerscope.widgets.selection import SelectionModel


class Call(NamedTuple):
    """One call of a method: its name and arguments."""

    method: str
    details: tuple[Any, ...]


class StubPageView(QWidget):
    """Stand-in for `PageView`: every page is ready at once, nothing is drawn.

    Attributes
    ----------
    calls : list of Call
        Calls, in order.
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
    layout_ready = Signal(object, object)
    archive_ready = Signal(object)
    picture_ready = Signal(QImage)
    requests_changed = Signal(int, int)
    link_refused = Signal(str)
    silent = Signal(bool)
    text_hidden = Signal(bool)
    texts_measured = Signal(object, object, object)

    def __init__(
        self,
        selection: SelectionModel,
        agent_folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.calls: list[Call] = []
        self.selection = selection
        self.agent_folder = agent_folder
        self._page: Page | None = None

    def asked(self, method: str) -> list[tuple[Any, ...]]:
        """Return the arguments of each call of a method."""
        return [call.details for call in self.calls if call.method == method]

    def _note(self, method: str, *details: Any) -> None:
        self.calls.append(Call(method, details))

    @property
    def page(self) -> Page | None:
        """The page on screen."""
        return self._page

    @property
    def web_view(self) -> IsolatedView | None:
        """No web view: nothing is drawn."""
        return None

    @property
    def segments(self) -> Segments | None:
        """The segments of the page."""
        return None if self._page is None else segments(self._page)

    @property
    def log(self) -> RequestLog:
        """An empty log: no page sends requests here."""
        return RequestLog()

    @property
    def zoom(self) -> float:
        """The zoom factor 1."""
        return 1.0

    def show_page(
        self,
        page: Page,
        policy: Policy,
        *,
        base_url: str = "",
        local_folder: Path | None = None,
        recorded: RecordedResources | None = None,
    ) -> None:
        """Accept a page; it is ready at once."""
        self._note("show_page", page, policy, base_url, local_folder, recorded)
        self._page = page
        self.ready.emit(page)

    def load_live(self, url_text: str, access: Access | None = None) -> None:
        """Record the address; the test decides when it is captured."""
        self._note("load_live", url_text, access)

    def allow_private(self) -> None:
        """Record the call."""
        self._note("allow_private")

    def adopt(self, page: Page) -> None:
        """Accept a captured page."""
        self._note("adopt", page)
        self._page = page
        self.ready.emit(page)

    def capture_again(self) -> bool:
        """Record the call; no document is live here."""
        self._note("capture_again")
        return False

    def cancel(self) -> bool:
        """Return at once; nothing ever loads."""
        self._note("cancel")
        return False

    def clear(self) -> None:
        """Remove the page."""
        self._note("clear")
        self._page = None

    def show_layer(self, layer: Layer | None) -> None:
        """Record the layer and report it as painted."""
        self._note("show_layer", layer)
        self.painted.emit(0, 0)

    def show_boxes(self, boxes: BoxLayer | None) -> None:
        """Record the boxes."""
        self._note("show_boxes", boxes)

    def set_intensity(self, intensity: float) -> None:
        """Record the call."""
        self._note("set_intensity", intensity)

    def set_heatmap_shown(self, shown: bool) -> None:  # noqa: FBT001 - as in PageView
        """Record the call."""
        self._note("set_heatmap_shown", shown)

    def set_values_shown(self, shown: bool) -> None:  # noqa: FBT001 - as in PageView
        """Record the call."""
        self._note("set_values_shown", shown)

    def set_letters_shown(self, shown: bool) -> None:  # noqa: FBT001 - as in PageView
        """Record the call."""
        self._note("set_letters_shown", shown)

    def set_picking(self, picking: bool) -> None:  # noqa: FBT001 - as in PageView
        """Record the call."""
        self._note("set_picking", picking)

    def set_reference(self, pane: PaneRecord | None) -> None:
        """Record the call."""
        self._note("set_reference", pane)

    def align(self, segment: int, y: float) -> None:
        """Record the call."""
        self._note("align", segment, y)

    def locate(self, token: int, then: Callable[[Any], None]) -> bool:
        """Record the call; no text is visible here."""
        self._note("locate", token, then)
        return False

    def on_screen(self, box: Sequence[float]) -> list[float]:
        """Return the same box."""
        self._note("on_screen", box)
        return list(box)

    def set_zoom(self, factor: float) -> None:
        """Record the call."""
        self._note("set_zoom", factor)

    def set_capture_width(self, width: int) -> None:
        """Record the call."""
        self._note("set_capture_width", width)

    def grab_image(self) -> QImage:
        """Return a grey image."""
        self._note("grab_image")
        return _grey(self.width(), self.height())

    @property
    def page_width(self) -> int:
        """Width of a usual page."""
        return 1280

    def grab_page(self, scale: float = 1.0) -> None:
        """Answer with a grey image."""
        self._note("grab_page", scale)
        self.picture_ready.emit(_grey(100, 100))

    def show_selection(self, selection: Selection | None) -> None:
        """Record the call."""
        self._note("show_selection", selection)

    def collect_layout(self, width: int | None = None) -> None:
        """Record the call; the test gives the layout."""
        self._note("collect_layout", width)

    def collect_archive(self) -> None:
        """Record the call and give no archive."""
        self._note("collect_archive")
        self.archive_ready.emit(b"")


def _grey(width: int, height: int) -> QImage:
    image = QImage(max(width, 1), max(height, 1), QImage.Format.Format_RGB32)
    image.fill(0xFF808080)
    return image
