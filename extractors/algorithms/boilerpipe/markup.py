"""The page as HTML with the kept text highlighted, or with the kept text only.

These are the two outputs of the original's highlighter. Both work on a copy of the tree, text by
text: punctuation in its own text slot belongs to its block although it is not a token.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree
from lxml import html as lxml_html

from boilerscope.extractors.algorithms.boilerpipe.block_list import text_blocks
from boilerscope.extractors.algorithms.boilerpipe.settings import BlockSettings

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import BoolArray, IntArray, Page

HIGHLIGHT_CLASS = "boilerscope-kept"
"""Class of the elements around highlighted text."""

_NEVER = ("style", "script", "option", "noscript", "object", "embed", "applet", "link")
_TEXT_ONLY = frozenset(["title", "textarea", "iframe", "noembed", "noframes", "xmp"])
_EMPTY = "boilerscope-empty"
_HIGHLIGHT_STYLE = f".{HIGHLIGHT_CLASS} {{ background: #ff6; color: #000; }}"


def highlighted_html(page: Page, extraction: Extraction) -> str:
    """Return the page with an element around every kept text.

    Parameters
    ----------
    page : Page
        The page of the extraction.
    extraction : Extraction
        Result of one of boilerpipe's extractors.
    """
    root, copies = _copy(page)
    for slot in kept_slots(page, extraction).tolist():
        holder = copies[id(page.slots.holder[slot])]
        _highlight(holder, is_tail=bool(page.slots.is_tail[slot]))
    return _written(root, _HIGHLIGHT_STYLE)


def extracted_html(page: Page, extraction: Extraction) -> str:
    """Return the kept texts in their elements, without other text and emptied elements.

    Parameters
    ----------
    page : Page
        The page of the extraction.
    extraction : Extraction
        Result of one of boilerpipe's extractors.
    """
    root, copies = _copy(page)
    is_kept = np.zeros(len(page.slots), dtype=np.bool_)
    is_kept[kept_slots(page, extraction)] = True
    for slot in np.flatnonzero(~is_kept).tolist():
        holder = copies[id(page.slots.holder[slot])]
        if page.slots.is_tail[slot]:
            holder.tail = None
        else:
            holder.text = None
    for row in np.flatnonzero(_without_text(page, is_kept)).tolist():
        node = copies[id(page.elements.node[row])]
        if node.tag not in ("html", "head", "body"):
            node.tag = _EMPTY
    etree.strip_elements(root, _EMPTY, with_tail=False)
    return _written(root, "")


def kept_slots(page: Page, extraction: Extraction) -> IntArray:
    """Return the text slots of the kept blocks, in order.

    Raises
    ------
    TypeError
        If the extraction is not boilerpipe's.
    """
    settings = extraction.settings
    if not isinstance(settings, BlockSettings):
        raise TypeError(f"{extraction.extractor} does not decide on boilerpipe's text blocks")
    unwrapped = text_blocks(page, settings.tag_actions(), settings.max_line_length).unwrapped
    if not len(extraction.content):
        return unwrapped.slots[:0]
    return unwrapped.slots[np.repeat(extraction.content, np.diff(unwrapped.first_slot))]


def _copy(page: Page) -> tuple[etree._Element, dict[int, etree._Element]]:
    """Return a copy of the tree, and its nodes by the identity of the original nodes."""
    root = copy.deepcopy(page.root)
    originals = list(page.root.iter())  # kept in memory, so that identities stay unique
    return root, dict(zip(map(id, originals), root.iter(), strict=True))


def _highlight(holder: etree._Element, *, is_tail: bool) -> None:
    if not is_tail and holder.tag in _TEXT_ONLY:
        return  # markup is not allowed there
    mark = etree.Element("span")
    mark.set("class", HIGHLIGHT_CLASS)
    if is_tail:
        mark.text, holder.tail = holder.tail, None
        holder.addnext(mark)
    else:
        mark.text, holder.text = holder.text, None
        holder.insert(0, mark)


def _without_text(page: Page, is_kept: BoolArray) -> BoolArray:
    """Return which elements have no kept text below them."""
    kept_before = np.append(0, np.cumsum(is_kept))
    elements = page.elements
    is_empty: BoolArray = kept_before[elements.slot_end] == kept_before[elements.slot_start]
    return is_empty


def _written(root: etree._Element, style: str) -> str:
    """Return the markup of a tree without hidden elements, with a minimal head."""
    etree.strip_elements(root, *_NEVER, etree.Comment, etree.PI, with_tail=False)
    for old_head in root.findall("head"):
        root.remove(old_head)
    head = etree.Element("head")
    etree.SubElement(head, "meta").set("charset", "utf-8")
    if style:
        etree.SubElement(head, "style").text = style
    root.insert(0, head)
    markup: str = lxml_html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>")
    return markup + "\n"
