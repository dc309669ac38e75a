"""A page view without an engine: what a program asks of it is written down.

`test_stub_page_view.py` holds it to the signals and methods of the real one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from extractors.page import segments
from widgets.page.policy import RequestLog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from extractors.page import Page, Segments
    from widgets.page.isolated_view import IsolatedView
    from widgets.page.policy import Access, Policy, RecordedResources
    from widgets.records import BoxLayer, Layer, PaneRecord
    from widgets.selection import SelectionModel


class Call(NamedTuple):
    """One call of a method: its name and what it was given."""

    method: str
    details: tuple[Any, ...]


class StubPageView(QWidget):
    """Stands in for `PageView`: every page is ready at once, nothing is drawn.

    Attributes
    ----------
    calls : list of Call
        What was asked, in order.
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
    zoom_changed = Signal(float)
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
        """Return what a method was given, call by call."""
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
        """Its segments."""
        return None if self._page is None else segments(self._page)

    @property
    def log(self) -> RequestLog:
        """No page asks for anything here."""
        return RequestLog()

    @property
    def zoom(self) -> float:
        """One to one."""
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
        """Take a page; it is ready at once."""
        self._note("show_page", page, policy, base_url, local_folder, recorded)
        self._page = page
        self.ready.emit(page)

    def load_live(self, url_text: str, access: Access | None = None) -> None:
        """Note the address; the test says when it is captured."""
        self._note("load_live", url_text, access)

    def allow_private(self) -> None:
        """Note it."""
        self._note("allow_private")

    def adopt(self, page: Page) -> None:
        """Take a captured page."""
        self._note("adopt", page)
        self._page = page
        self.ready.emit(page)

    def capture_again(self) -> bool:
        """Note it; no document is live here."""
        self._note("capture_again")
        return False

    def cancel(self) -> bool:
        """Nothing is ever on its way."""
        self._note("cancel")
        return False

    def clear(self) -> None:
        """Forget the page."""
        self._note("clear")
        self._page = None

    def show_layer(self, layer: Layer | None) -> None:
        """Note the layer and say it is painted."""
        self._note("show_layer", layer)
        self.painted.emit(0, 0)

    def show_boxes(self, boxes: BoxLayer | None) -> None:
        """Note the boxes."""
        self._note("show_boxes", boxes)

    def set_intensity(self, intensity: float) -> None:
        """Note it."""
        self._note("set_intensity", intensity)

    def set_heatmap_shown(self, shown: bool) -> None:  # noqa: FBT001 - as in PageView
        """Note it."""
        self._note("set_heatmap_shown", shown)

    def set_values_shown(self, shown: bool) -> None:  # noqa: FBT001 - as in PageView
        """Note it."""
        self._note("set_values_shown", shown)

    def set_picking(self, picking: bool) -> None:  # noqa: FBT001 - as in PageView
        """Note it."""
        self._note("set_picking", picking)

    def set_reference(self, pane: PaneRecord | None) -> None:
        """Note it."""
        self._note("set_reference", pane)

    def align(self, segment: int, y: float) -> None:
        """Note it."""
        self._note("align", segment, y)

    def locate(self, token: int, then: Callable[[Any], None]) -> bool:
        """Note it; nothing is to be seen here."""
        self._note("locate", token, then)
        return False

    def on_screen(self, box: Sequence[float]) -> list[float]:
        """Return the same box."""
        self._note("on_screen", box)
        return list(box)

    def set_zoom(self, factor: float) -> None:
        """Note it."""
        self._note("set_zoom", factor)

    def set_capture_width(self, width: int) -> None:
        """Note it."""
        self._note("set_capture_width", width)

    def grab_image(self) -> QImage:
        """Return a grey picture."""
        self._note("grab_image")
        return _grey(self.width(), self.height())

    def grab_page(self) -> None:
        """Answer with a grey picture."""
        self._note("grab_page")
        self.picture_ready.emit(_grey(100, 100))

    def collect_layout(self, width: int | None = None) -> None:
        """Note it; the test gives the layout."""
        self._note("collect_layout", width)

    def collect_archive(self) -> None:
        """Note it and give none."""
        self._note("collect_archive")
        self.archive_ready.emit(b"")


def _grey(width: int, height: int) -> QImage:
    image = QImage(max(width, 1), max(height, 1), QImage.Format.Format_RGB32)
    image.fill(0xFF808080)
    return image
