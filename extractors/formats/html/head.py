"""What every written page says of itself: its encoding, and where its links lead from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.page.addresses import base_address

if TYPE_CHECKING:
    from lxml import etree

    from extractors.page import Page
    from extractors.page.dom_tree import Step


def facts(page: Page) -> list[Step]:
    """Return the steps that declare UTF-8 and, where it is known, the page's address.

    Links of the page lead from its own address unless it names another one itself.
    """
    steps: list[Step] = [["meta", "charset", "utf-8"], 1]
    address = base_address(page)
    if address:
        steps += [["base", "href", address], 1]
    return steps


def is_replaced(node: etree._Element) -> bool:
    """Return whether an element says what `facts` says instead."""
    if node.tag == "base":
        return True
    declares = (node.get("http-equiv") or "").lower() == "content-type"
    return node.tag == "meta" and (declares or node.get("charset") is not None)
