"""Shortened pages: copies of long articles with most of their main content removed.

Short articles on busy pages are rare in gold standards and common elsewhere. A copy has the first
few paragraphs of its page, and everything that is not main content.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree

from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from lxml.etree import _Element

    from boilerscope.extractors.page.records import BoolArray


def shortened(page: Page, gold: BoolArray, first_removed: int) -> tuple[Page, BoolArray] | None:
    """Return a copy of a page without the main content after a token, and the gold of the copy.

    Parameters
    ----------
    page : Page
        The page; it is not changed.
    gold : array of bool, shape (n_tokens,)
        Main content.
    first_removed : int
        Main content from this token on is removed.

    Returns
    -------
    tuple of Page and array of bool, or None
        None if the copy has other words than expected, because writing and parsing changed its
        markup.
    """
    slots = page.slots
    late = gold.copy()
    late[:first_removed] = False
    in_slot = np.add.reduceat(np.append(late, False), slots.token_start) * (
        slots.token_end > slots.token_start
    )
    is_removed = 2 * in_slot > slots.token_end - slots.token_start
    kept = ~is_removed[page.tokens.slot]
    source = etree.tostring(_without(page, is_removed, kept), encoding="unicode", method="html")
    shorter = Page.from_text(source, name=f"{page.name} (shortened)", url=page.url)
    return (shorter, gold[kept]) if shorter.n_tokens == int(kept.sum()) else None


def _without(page: Page, is_removed: BoolArray, kept: BoolArray) -> _Element:
    """Return a copy of the tree without some texts, and without elements of only such texts."""
    root = copy.deepcopy(page.root)
    copy_of = dict(zip(page.root.iter(), root.iter(), strict=True))
    for slot in is_removed.nonzero()[0].tolist():
        holder = copy_of[page.slots.holder[slot]]
        if page.slots.is_tail[slot]:
            holder.tail = None
        else:
            holder.text = None
    elements = page.elements
    before = np.concatenate(([0], kept.cumsum()))
    n_kept = before[elements.token_end] - before[elements.token_start]
    is_empty = (elements.token_end > elements.token_start) & (n_kept == 0)
    is_empty[0] = False
    for row in (is_empty & ~elements.below(is_empty)).nonzero()[0].tolist():
        _remove(copy_of[elements.node[row]])
    return root


def _remove(node: _Element) -> None:
    """Remove an element, but not the text after it."""
    parent, before, tail = node.getparent(), node.getprevious(), node.tail or ""
    if parent is None:
        return
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    node.tail = None
    parent.remove(node)
