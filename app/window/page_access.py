"""Pages in the browser, each with its access: its own folder, the network, or a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from boilerscope.app.session.sources import LISTED, local_path, read_resource_folder
from boilerscope.extractors.errors import PageError
from boilerscope.extractors.page import Recorded, snapshot
from boilerscope.widgets.page.policy import Access, Policy, recorded_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.session.sources import PageRequest
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.page.view import PageView

_PASTED_URL = "http://pasted.invalid/"


def is_snapshot(request: PageRequest) -> bool:
    """Return whether a request names a snapshot file."""
    return not request.text and not request.is_live and snapshot.is_snapshot(request.address)


def access_of(request: PageRequest) -> Access:
    """Return the access of a page to files and addresses.

    Raises
    ------
    SnapshotError
        If the resources of a snapshot cannot be read.
    """
    if is_snapshot(request):
        return Access(Policy.SNAPSHOT, recorded=snapshot.read_resources(request.address))
    folder = read_resource_folder(request)
    policy = Policy.LIVE if request.is_live else Policy.LOCAL if folder else Policy.SNAPSHOT
    return Access(policy, folder)


def show_in(view: PageView, page: Page, request: PageRequest) -> None:
    """Show a page as it was fetched.

    Raises
    ------
    SnapshotError
        If the resources of a snapshot cannot be read. Nothing is shown then.
    """
    access = access_of(request)
    view.show_page(
        page,
        access.policy,
        base_url=page.url or "",
        local_folder=access.folder,
        recorded=access.recorded,
    )


def render_in(view: PageView, request: PageRequest) -> None:
    """Load a page with its scripts; a local page reaches its own folder and no network.

    Raises
    ------
    PageError
        If the page cannot be rendered: a snapshot, or a sample that does not exist.
    """
    if is_snapshot(request):
        raise PageError(f"{request.address} is a snapshot. It is shown only as it was saved.")
    if request.text:
        access = Access(Policy.SNAPSHOT, recorded=_Pasted(request.text))
        view.load_live(recorded_address(_PASTED_URL), access)
        return
    if request.address.startswith(LISTED):
        raise PageError(f"{request.address} is a part of a file. It is shown only as fetched.")
    path = local_path(request)
    if path is None and not request.is_live:
        raise PageError("Pasted HTML is not saved. Paste it again.")
    address = request.address if path is None else path.resolve().as_uri()
    view.load_live(address, access_of(request))


class _Pasted:
    """Serves pasted HTML to the browser, as the only page of an invented site."""

    def __init__(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        self._page = Recorded(data, "text/html; charset=utf-8")

    def get(self, url_text: str, /) -> Recorded | None:
        return self._page if url_text == _PASTED_URL else None


def when_shown(view: PageView, page: Page, do: Callable[[], None]) -> None:
    """Call `do` as soon as a view shows a page; never, if another page is shown first."""

    def arrived(shown_page: Page) -> None:
        if page.is_same_tree(shown_page):
            do()

    if page.is_same_tree(view.page):
        do()
    else:
        view.ready.connect(arrived, Qt.ConnectionType.SingleShotConnection)
