"""Head of a written page: its encoding and the base address of its links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from boilerscope.extractors.page.addresses import base_address

if TYPE_CHECKING:
    from lxml import etree

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.dom_tree import Step


def facts(page: Page) -> list[Step]:
    """Return the steps that declare UTF-8 and, if it is known, the page's base address."""
    steps: list[Step] = [["meta", "charset", "utf-8"], 1]
    address = base_address(page)
    if address:
        steps += [["base", "href", address], 1]
    return steps


def base_markup(page: Page) -> str:
    """Return the element with the page's base address, empty if it is unknown."""
    address = base_address(page)
    return f'<base href="{escape(address)}">' if address else ""


def is_replaced(node: etree._Element) -> bool:
    """Return whether `facts` replaces an element."""
    if node.tag == "base":
        return True
    declares = (node.get("http-equiv") or "").lower() == "content-type"
    return node.tag == "meta" and (declares or node.get("charset") is not None)
