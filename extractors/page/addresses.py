"""Addresses of a page's links, made absolute."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from boilerscope.extractors.page.page import Page

_NO_ADDRESS = ("javascript:", "vbscript:", "data:", "#")


def base_address(page: Page) -> str:
    """Return the address that links are relative to: the declared one, else the page's own.

    Empty if neither is a web address; a local path is not.
    """
    url = page.url or ""
    return next((address for address in (declared_base(page, url), url) if _is_web(address)), "")


def declared_base(page: Page, url: str) -> str:
    """Return the address in the first ``base`` element of a page, in absolute form.

    Parameters
    ----------
    url : str
        Its address, which the declared address may be relative to; returned if the page declares
        none or an invalid one.
    """
    hrefs = (node.get("href") for node in page.root.iter("base"))
    written = next((href for href in hrefs if href is not None), "")
    with contextlib.suppress(ValueError):  # not a valid address
        return urljoin(url, written.strip())
    return url


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def link_address(page: Page, row: int, base: str) -> str:
    """Return the address of a link, empty if it does not lead away from the page.

    Parameters
    ----------
    row : int
        Row of the ``a`` element.
    base : str
        The result of `base_address`; if empty, the address stays as the page has it.
    """
    return absolute_address(page.elements.node[row].get("href") or "", base)


def absolute_address(written: str, base: str) -> str:
    """Return an address in absolute form, empty if it does not lead away from the page.

    Parameters
    ----------
    written : str
        The address as the page has it.
    base : str
        The result of `base_address`; if empty, the address stays as it is.
    """
    address = written.strip()
    if not address or address.lower().startswith(_NO_ADDRESS):
        return ""
    if base:
        with contextlib.suppress(ValueError):  # not a valid address: shown as written
            return urljoin(base, address)
    return address
