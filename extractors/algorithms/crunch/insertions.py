"""Markup that Crunch writes into the page: words for images, and the table of removed links."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from extractors.algorithms.crunch.nodes import Nodes
    from extractors.algorithms.crunch.settings import CrunchSettings
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

_IMAGE_LINK, _IMAGE = 4, 5

HEADING = "Removed Links:"
"""Heading above the removed links."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """Markup put before an element.

    Attributes
    ----------
    row : int
        The element it stands before.
    markup : str
        As HTML.
    texts : tuple of str
        Its text nodes.
    links : int
        Its links.
    """

    row: int
    markup: str
    texts: tuple[str, ...]
    links: int


def image_insertions(
    page: Page, facts: Nodes, rule: IntArray, removed: BoolArray, settings: CrunchSettings
) -> tuple[tuple[Insertion, ...], list[int]]:
    """Return what stands for removed images, and the links that lost their last child by it.

    Parameters
    ----------
    page : Page
        The page.
    facts : Nodes
        Its facts.
    rule : array of int, shape (n_elements,)
        Rule of each element.
    removed : array of bool, shape (n_elements,)
        Elements that the walk removes.
    settings : CrunchSettings
        Which images are described.
    """
    made: list[Insertion] = []
    emptied: list[int] = []
    described = np.zeros(len(rule), dtype=np.bool_)
    if settings.display_image_link_alts:
        described |= rule == _IMAGE_LINK
    if settings.display_image_alts:
        described |= rule == _IMAGE
    for row in np.flatnonzero(described & removed).tolist():
        if rule[row] == _IMAGE:
            made.extend(_image(page, row))
            continue
        parent = int(page.elements.parent[row])
        if parent < 0 or not facts.link[parent]:
            made.append(_image_link(page, row, row, "#", "Image Map"))
            continue
        node = page.elements.node
        made.append(_image_link(page, row, parent, node[parent].get("href"), node[row].get("alt")))
        if _is_emptied(page, row, parent, removed):
            emptied.append(parent)
    return tuple(made), emptied


def removed_links_markup(links: Iterable[Link]) -> str:
    """Return the table of removed links."""
    rows = "".join(
        f'<a href="{escape(link.address)}" style="color: blue">{escape(link.text)}</a><br>'
        for link in links
    )
    return (
        '<table cellpadding="5" width="100%"><tr><td bgcolor="white">'
        f"<center><h3>{HEADING}</h3></center>{rows}</td></tr></table>"
    )


def links_of(page: Page, rows: Sequence[int]) -> tuple[Link, ...]:
    """Return links with the text of their first child, as Crunch remembers them.

    A link whose first child is an element has no text.
    """
    node = page.elements.node
    return tuple(Link(node[row].text or "", node[row].get("href") or "") for row in rows)


def _image_link(
    page: Page, row: int, before: int, target: str | None, words: str | None
) -> Insertion:
    source = escape(page.elements.node[row].get("src") or "")
    says = words or "-Link-"
    markup = (
        f'<b>[<a href="{source}">Image</a> | '
        f'<i><a href="{escape(target or "")}">{escape(says)}</a></i>]</b>'
    )
    return Insertion(before, markup, ("[", "Image", " | ", says, "]"), 2)


def _image(page: Page, row: int) -> list[Insertion]:
    alt, source = page.elements.node[row].get("alt"), page.elements.node[row].get("src")
    if not alt or not source:
        return []
    words = f"[{alt}]"
    return [Insertion(row, f'<a href="{escape(source)}"><b>{escape(words)}</b></a>', (words,), 1)]


def _is_emptied(page: Page, row: int, link: int, removed: BoolArray) -> bool:
    """Return whether an image is the last node of its link, all others being removed before."""
    elements = page.elements
    here = elements.node[link]
    if elements.subtree_end[row] != elements.subtree_end[link] or here.text or here[-1].tail:
        return False
    child, n_children = link + 1, 0
    while child < elements.subtree_end[link]:
        if not removed[child] or elements.node[child].tail:
            return False
        n_children += 1
        child = int(elements.subtree_end[child])
    return n_children == len(here)  # else a comment is left
