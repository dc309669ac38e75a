"""Where the links of a written page lead from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractors.page import Page


def base_address(page: Page) -> str:
    """Return the address links are relative to: the page's own word, else where it came from.

    Empty where neither is an address; a path on this machine is none.
    """
    named = next((node.get("href") for node in page.root.iter("base") if node.get("href")), None)
    address = named or page.url or ""
    return address if address.startswith(("http://", "https://")) else ""
