"""HTML of an extraction: a copy of the page with what was dropped left out.

Where the algorithm decides on elements (`Extraction.marks`) those are removed and its edits are
made; otherwise the text that is not kept is removed, then elements without text, as boilerpipe's
highlighter does.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, cast

from lxml import etree
from lxml import html as lxml_html

from extractors.page.kept import kept_lines

if TYPE_CHECKING:
    from extractors.formats.record import Result
    from extractors.model.extraction import Extraction
    from extractors.page import Page

_NEVER = frozenset(["script", "style", "noscript", "object", "embed", "applet", "link", "template"])


def write(result: Result) -> str:
    """Return the cleaned page as one HTML document."""
    if result.page is None:
        return ""
    return cleaned(result.page, result.extraction)


def cleaned(page: Page, extraction: Extraction) -> str:
    """Return the cleaned page as one HTML document in UTF-8 terms.

    Parameters
    ----------
    page : Page
        Never edited; a copy is made.
    extraction : Extraction
        Marks and edits decide where there are any, else the mask.
    """
    root = copy.deepcopy(page.root)
    rows = list(root.iter(etree.Element))
    if extraction.marks is not None:
        _apply_marks(root, rows, extraction)
    else:
        _apply_mask(page, root, rows, extraction)
    _declare_utf8(root)
    body: str = lxml_html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>")
    return body if body.endswith("\n") else body + "\n"


def _apply_marks(root: etree._Element, rows: list[etree._Element], extraction: Extraction) -> None:
    marks = extraction.marks
    assert marks is not None  # noqa: S101 - asked for before
    for edit in extraction.edits:
        _edit(rows[edit.element], edit.action, edit.value)
    for row in (marks < 0).nonzero()[0].tolist():
        _remove(rows[row])
    kept = (marks > 0).nonzero()[0].tolist()
    if kept:
        _only(root, [rows[row] for row in kept])


def _edit(node: etree._Element, action: str, value: str) -> None:
    if action == "drop-attribute":
        node.attrib.pop(value, "")
    elif action == "unwrap":
        _unwrap(node)
    else:
        _insert(node, action, value)


def _insert(node: etree._Element, action: str, markup: str) -> None:
    pieces = cast("list[Any]", lxml_html.fragments_fromstring(markup))
    parent: Any = node.getparent()
    if action == "insert-before" and parent is not None:
        _insert_at(parent, parent.index(node), pieces)
    else:
        place = 0 if action == "insert-inside" else len(node)
        _insert_at(node, place, pieces)


def _insert_at(parent: etree._Element, place: int, pieces: list[Any]) -> None:
    """Put text and elements before the child at a place, in order."""
    for piece in pieces:
        if isinstance(piece, str):
            _add_text_before(parent, place, piece)
        else:
            parent.insert(place, piece)
            place += 1


def _add_text_before(parent: etree._Element, place: int, text: str) -> None:
    if place == 0:
        parent.text = (parent.text or "") + text
    else:
        parent[place - 1].tail = (parent[place - 1].tail or "") + text


def _unwrap(node: etree._Element) -> None:
    parent = node.getparent()
    if parent is None:
        return
    place = parent.index(node)
    _add_text_before(parent, place, node.text or "")
    for child in list(node):
        parent.insert(parent.index(node), child)
    _add_text_before(parent, parent.index(node), node.tail or "")
    parent.remove(node)


def _remove(node: etree._Element) -> None:
    """Take an element out; its tail stays."""
    parent = node.getparent()
    if parent is None:
        return
    if node.tail:
        before = node.getprevious()
        if before is None:
            parent.text = (parent.text or "") + node.tail
        else:
            before.tail = (before.tail or "") + node.tail
        node.tail = None
    parent.remove(node)


def _only(root: etree._Element, kept: list[etree._Element]) -> None:
    """Leave nothing in the body but the outermost kept elements."""
    body = root.find("body")
    body = root if body is None else body
    if body in kept:
        return
    chosen = set(kept)
    outermost = [node for node in kept if not any(up in chosen for up in node.iterancestors())]
    if any(node is root or body in node.iterdescendants() for node in outermost):
        return
    for node in outermost:
        node.tail = None
    for child in list(body):
        body.remove(child)
    body.text = None
    body.extend(outermost)


def _apply_mask(
    page: Page, root: etree._Element, rows: list[etree._Element], extraction: Extraction
) -> None:
    kept: dict[int, str] = {}
    for line in kept_lines(page, extraction.mask):
        for piece in line.pieces:
            kept[piece.slot] = kept.get(piece.slot, "") + piece.text
    originals = list(page.root.iter())  # held, so that identities stay their own
    copies = dict(zip(map(id, originals), root.iter(), strict=True))
    for slot, holder in enumerate(page.slots.holder):
        text = kept.get(slot, " " if page.slots.raw_text(slot).isspace() else "")
        if page.slots.is_tail[slot]:
            copies[id(holder)].tail = text
        else:
            copies[id(holder)].text = text
    _drop_empty(root, rows)


def _drop_empty(root: etree._Element, rows: list[etree._Element]) -> None:
    """Remove elements without text, the innermost first; the head keeps its title."""
    head, body = root.find("head"), root.find("body")
    in_head = set() if head is None else set(head.iter())
    for node in reversed(rows):
        if node is root or node is body:
            continue
        if node.tag in _NEVER or (node not in in_head and _is_empty(node)):
            _remove(node)
    for comment in list(root.iter(etree.Comment, etree.ProcessingInstruction)):
        _remove(comment)


def _is_empty(node: etree._Element) -> bool:
    return len(node) == 0 and not (node.text or "").strip()


def _declare_utf8(root: etree._Element) -> None:
    head = root.find("head")
    if head is None:
        head = etree.Element("head")
        root.insert(0, head)
    for meta in list(head.iter("meta")):
        if meta.get("charset") or (meta.get("http-equiv") or "").lower() == "content-type":
            _remove(meta)
    declared = etree.Element("meta")
    declared.set("charset", "utf-8")
    head.insert(0, declared)
