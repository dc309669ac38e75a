"""Shows a page in the browser with what it may load: its own folder, the network, or a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.sources import read_resource_folder
from extractors.page import snapshot
from widgets.page.policy import Access, Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.sources import PageRequest
    from extractors.page import Page
    from widgets.page import PageView


def is_snapshot(request: PageRequest) -> bool:
    """Return whether a request names a snapshot file."""
    return not request.text and not request.is_live and snapshot.is_snapshot(request.address)


def access_of(request: PageRequest) -> Access:
    """Return what a page may load.

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
        If the resources of a snapshot cannot be read; nothing is shown then.
    """
    access = access_of(request)
    view.show_page(
        page,
        access.policy,
        base_url=page.url or "",
        local_folder=access.folder,
        recorded=access.recorded,
    )


def when_shown(view: PageView, page: Page, do: Callable[[], None]) -> None:
    """Do something as soon as a view shows a page; never, if another page comes on screen first."""

    def arrived(shown: Page) -> None:
        if page.is_same_tree(shown):
            do()

    if page.is_same_tree(view.page):
        do()
    else:
        view.ready.connect(arrived, Qt.ConnectionType.SingleShotConnection)
