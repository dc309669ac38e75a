"""Where the links of a page lead."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from extractors.page import Page

_NO_ADDRESS = ("javascript:", "vbscript:", "data:", "#")


def base_address(page: Page) -> str:
    """Return the address links are relative to: the page's own word, else where it came from.

    Empty where neither is an address; a path on this machine is none.
    """
    named = next((node.get("href") for node in page.root.iter("base") if node.get("href")), None)
    address = named or page.url or ""
    return address if address.startswith(("http://", "https://")) else ""


def link_address(page: Page, row: int, base: str) -> str:
    """Return where a link leads, empty for one that leads nowhere outside the page.

    Parameters
    ----------
    page : Page
        The page.
    row : int
        Row of the ``a`` element.
    base : str
        What `base_address` says; where it is empty the address stays as the page has it.
    """
    return whole_address(page.elements.node[row].get("href") or "", base)


def whole_address(written: str, base: str) -> str:
    """Return where an address leads, empty for one that leads nowhere outside the page.

    Parameters
    ----------
    written : str
        The address as the page has it.
    base : str
        What `base_address` says; where it is empty the address stays as it is.
    """
    address = written.strip()
    if not address or address.lower().startswith(_NO_ADDRESS):
        return ""
    if base:
        with contextlib.suppress(ValueError):  # no address; what the page says is shown
            return urljoin(base, address)
    return address
