"""Markup that Crunch inserts: descriptions of images, and the table of removed links."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.algorithms.crunch.nodes import Nodes
    from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

_IMAGE_LINK, _IMAGE = 4, 5

HEADING = "Removed Links:"
"""Heading above the removed links."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """Markup inserted before an element.

    Attributes
    ----------
    texts : tuple of str
        Text nodes of the markup.
    links : int
        Number of links in the markup.
    """

    row: int
    markup: str
    texts: tuple[str, ...]
    links: int


def image_insertions(
    page: Page, nodes: Nodes, rule: IntArray, is_removed: BoolArray, settings: CrunchSettings
) -> tuple[tuple[Insertion, ...], list[int]]:
    """Return the descriptions of removed images, and the links that become empty without them.

    Parameters
    ----------
    nodes : Nodes
        Facts about its nodes.
    rule : array of int, shape (n_elements,)
        Rule of each element.
    is_removed : array of bool, shape (n_elements,)
        Elements that the walk removes.
    settings : CrunchSettings
        Switches for the descriptions.
    """
    insertions: list[Insertion] = []
    emptied: list[int] = []
    is_described = np.zeros(len(rule), dtype=np.bool_)
    if settings.display_image_link_alts:
        is_described |= rule == _IMAGE_LINK
    if settings.display_image_alts:
        is_described |= rule == _IMAGE
    node = page.elements.node
    for row in np.flatnonzero(is_described & is_removed).tolist():
        parent = int(page.elements.parent[row])
        if rule[row] == _IMAGE:
            insertions.extend(_image(page, row))
        elif parent < 0 or not nodes.link[parent]:
            insertions.append(_image_link(page, row, row, "#", "Image Map"))
        else:
            address, description = node[parent].get("href"), node[row].get("alt")
            insertions.append(_image_link(page, row, parent, address, description))
            if _is_emptied(page, row, parent, is_removed):
                emptied.append(parent)
    return tuple(insertions), emptied


def removed_links_markup(links: Iterable[Link]) -> str:
    """Return the markup of the table of removed links."""
    rows = "".join(
        f'<a href="{escape(link.address)}" style="color: blue">{escape(link.text)}</a><br>'
        for link in links
    )
    return (
        '<table cellpadding="5" width="100%"><tr><td bgcolor="white">'
        f"<center><h3>{HEADING}</h3></center>{rows}</td></tr></table>"
    )


def links_of(page: Page, rows: Sequence[int]) -> tuple[Link, ...]:
    """Return links with the text of their first child; empty if that child is an element."""
    node = page.elements.node
    return tuple(Link(node[row].text or "", node[row].get("href") or "") for row in rows)


def _image_link(
    page: Page, row: int, before: int, target: str | None, description: str | None
) -> Insertion:
    source = escape(page.elements.node[row].get("src") or "")
    text = description or "-Link-"
    markup = (
        f'<b>[<a href="{source}">Image</a> | '
        f'<i><a href="{escape(target or "")}">{escape(text)}</a></i>]</b>'
    )
    return Insertion(before, markup, ("[", "Image", " | ", text, "]"), 2)


def _image(page: Page, row: int) -> list[Insertion]:
    alt, source = page.elements.node[row].get("alt"), page.elements.node[row].get("src")
    if not alt or not source:
        return []
    text = f"[{alt}]"
    return [Insertion(row, f'<a href="{escape(source)}"><b>{escape(text)}</b></a>', (text,), 1)]


def _is_emptied(page: Page, row: int, link: int, is_removed: BoolArray) -> bool:
    """Return whether an image is the last node of its link, and all earlier nodes are removed."""
    elements = page.elements
    node = elements.node[link]
    if elements.subtree_end[row] != elements.subtree_end[link] or node.text or node[-1].tail:
        return False
    child, n_children = link + 1, 0
    while child < elements.subtree_end[link]:
        if not is_removed[child] or elements.node[child].tail:
            return False
        n_children += 1
        child = int(elements.subtree_end[child])
    return n_children == len(node)  # otherwise a comment remains
