"""Shows a page in the browser with what it may load: its own folder, the network, or a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.sources import read_resource_folder
from extractors.page import snapshot
from widgets.page.policy import Policy

if TYPE_CHECKING:
    from pathlib import Path

    from app.sources import PageRequest
    from extractors.page import Page
    from widgets.page import PageView


def is_snapshot(request: PageRequest) -> bool:
    """Return whether a request names a snapshot file."""
    return not request.text and not request.is_live and snapshot.is_snapshot(request.address)


def folder_of(request: PageRequest) -> Path | None:
    """Return the folder whose files a page may load; a snapshot has everything in itself."""
    return None if is_snapshot(request) else read_resource_folder(request)


def show_in(view: PageView, page: Page, request: PageRequest) -> None:
    """Show a page as it was fetched.

    Raises
    ------
    SnapshotError
        If the resources of a snapshot cannot be read; nothing is shown then.
    """
    base = page.url or ""
    if is_snapshot(request):
        recorded = snapshot.read_resources(request.address)
        view.show_page(page, Policy.SNAPSHOT, base_url=base, recorded=recorded)
        return
    folder = folder_of(request)
    policy = Policy.LIVE if request.is_live else Policy.LOCAL if folder else Policy.SNAPSHOT
    view.show_page(page, policy, base_url=base, local_folder=folder)
