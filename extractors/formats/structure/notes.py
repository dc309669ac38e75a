"""Footnotes of a page: references, the elements that they lead to, and the links back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag

import numpy as np

from boilerscope.extractors.formats.structure.mathml import raw_text

if TYPE_CHECKING:
    from lxml import etree

    from boilerscope.extractors.formats.structure.kept_part import KeptPart
    from boilerscope.extractors.page import Page

_BLOCKS = frozenset(["li", "p", "div", "dd", "dt", "td", "aside", "section"])
_REFERENCE = re.compile(r"footnote|noteref|fnref|note-ref|reference|citation", re.IGNORECASE)
_NAME = re.compile(r"fn|ftn|edn|foot|note|ref|cite|bib", re.IGNORECASE)
_LABEL = re.compile(r"^[\[(]?(?:\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§¶]{1,3})[\])]?\.?$", re.IGNORECASE)
_BACK = re.compile(r"back|reverse|return|jump", re.IGNORECASE)
_ARROWS = frozenset("↩↑↵⤴^⏎")
_MAX_LABEL = 12
_MAX_WORDS = 400
"""Maximum number of words of a note; what is longer is a part of the page."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The footnotes of the kept part of a page.

    Attributes
    ----------
    number : dict of int to int
        Number of the note to which a reference leads, by the row of the reference, from 1.
    note_of : dict of int to int
        Number of each note, by the row of its element.
    back_links : set of int
        Rows of the links in notes that lead back.
    arrows : set of int
        Text slots with an arrow before these links (``^ a b``).
    """

    number: dict[int, int] = field(default_factory=dict)
    note_of: dict[int, int] = field(default_factory=dict)
    back_links: set[int] = field(default_factory=set)
    arrows: set[int] = field(default_factory=set)


def find_notes(kept: KeptPart) -> Notes:
    """Return the notes with a kept reference and kept words, in the order of the references."""
    page = kept.page
    links = _links_inside(page)
    targets = _targets(page, set(links.values()))
    notes = Notes()
    for row, fragment in links.items():
        target = _note_element(page, row, targets.get(fragment, -1))
        if target < 0 or not _is_reference(page, row, fragment):
            continue
        if not _is_kept(kept, row) or not kept.has_words(target):
            continue
        if not any(other <= target < page.elements.subtree_end[other] for other in notes.note_of):
            notes.note_of[target] = len(notes.note_of) + 1
        if target in notes.note_of:
            notes.number[row] = notes.note_of[target]
    _find_back_links(page, links, targets, notes)
    notes.arrows.update(slot for row in notes.back_links if (slot := _arrow_before(page, row)) >= 0)
    return notes


def _is_kept(kept: KeptPart, row: int) -> bool:
    elements = kept.page.elements
    if elements.token_end[row] > elements.token_start[row]:
        return kept.has_words(row)
    return kept.is_kept_between(row, int(elements.token_start[row]))


def _links_inside(page: Page) -> dict[int, str]:
    """Return the identifiers to which links inside of the page lead, by row."""
    links: dict[int, str] = {}
    own = urldefrag(page.url or "")[0]
    for row in np.flatnonzero(page.elements.tagged({"a"})).tolist():
        href = (page.elements.node[row].get("href") or "").strip()
        before, mark, fragment = href.partition("#")
        if mark and fragment and before in {"", own}:
            links[row] = unquote(fragment)
    return links


def _targets(page: Page, fragments: set[str]) -> dict[str, int]:
    rows: dict[str, int] = {}
    if not fragments:
        return rows
    for row, node in enumerate(page.elements.node):
        for name in (node.get("id"), node.get("name") if page.elements.tag[row] == "a" else None):
            if name and name in fragments:
                rows.setdefault(name, row)
    return rows


def _note_element(page: Page, reference: int, target: int) -> int:
    """Return the element of a note: the block at or around the target, after the reference."""
    elements = page.elements
    row = target
    while row >= 0 and elements.tag[row] not in _BLOCKS:
        if elements.tag[row] in {"ol", "ul", "table", "article", "main", "body"}:
            return -1
        row = int(elements.parent[row])
    if row <= reference or (target > row and elements.token_start[target] > _first(page, row) + 3):
        return -1
    n_words = int(elements.token_end[row] - elements.token_start[row])
    return row if 0 < n_words <= _MAX_WORDS else -1


def _first(page: Page, row: int) -> int:
    return int(page.elements.token_start[row])


def _is_reference(page: Page, row: int, fragment: str) -> bool:
    elements, node = page.elements, page.elements.node[row]
    text = raw_text(node)
    label = "".join(text.split()) if len(text) <= 40 else text
    if len(label) > _MAX_LABEL:
        return False
    role = f"{node.get('role') or ''} {node.get('epub:type') or ''}"
    if "noteref" in role:
        return True
    parent = int(elements.parent[row])
    around = {elements.tag[parent], *elements.tag[row + 1 : int(elements.subtree_end[row])]}
    is_raised = "sup" in around or (parent > 0 and elements.tag[elements.parent[parent]] == "sup")
    classes = f"{node.get('class') or ''} {elements.node[parent].get('class') or ''}"
    if not _LABEL.match(label):
        return is_raised and _REFERENCE.search(classes) is not None
    return bool(is_raised or _REFERENCE.search(classes) or _NAME.search(fragment))


def _find_back_links(
    page: Page, links: dict[int, str], targets: dict[str, int], notes: Notes
) -> None:
    elements = page.elements
    references = sorted(notes.number)
    for row, fragment in links.items():
        note = row
        while note >= 0 and note not in notes.note_of:
            note = int(elements.parent[note])
        target = targets.get(fragment, -1)
        if note < 0 or row in notes.number:
            continue
        is_back = 0 <= target < note and bool(
            _near(page, references, target) or _looks_back(elements.node[row])
        )
        if is_back or (target < 0 and _looks_back(elements.node[row])):
            notes.back_links.add(row)


def _arrow_before(page: Page, row: int) -> int:
    """Return the text slot directly before an element if it is an arrow, else -1."""
    slots = page.slots
    slot = int(page.elements.slot_start[row]) - 1
    while slot >= 0 and slots.start[slot] == slots.end[slot]:
        slot -= 1
    return slot if slot >= 0 and page.slot_text(slot).strip() in _ARROWS else -1


def _near(page: Page, references: list[int], target: int) -> bool:
    """Return whether an element is at, in or directly around a reference."""
    index = int(np.searchsorted(references, target))
    end = int(page.elements.subtree_end[target])
    if index < len(references) and target <= references[index] < max(end, target + 3):
        return True
    return index > 0 and target < page.elements.subtree_end[references[index - 1]]


def _looks_back(node: etree._Element) -> bool:
    text = raw_text(node).strip()
    names = f"{node.get('class') or ''} {node.get('role') or ''} {node.get('rev') or ''}"
    return bool(_BACK.search(names)) or text[:1] in _ARROWS
