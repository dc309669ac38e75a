"""Expected columns of a page, computed in the slow and plain way."""

from __future__ import annotations

import unicodedata
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from boilerscope.extractors.page import SlotFlag
from boilerscope.extractors.page.raw_text import without_tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.page import Page

_HIDDEN = ("script", "style")
_ALONE_NAMES = (
    "CJK UNIFIED",
    "CJK COMPATIBILITY IDEOGRAPH",
    "HIRAGANA",
    "KATAKANA",
    "HALFWIDTH KATA",
    "HENTAIGANA",
    "IDEOGRAPHIC ITERATION",
    "IDEOGRAPHIC CLOSING",
    "IDEOGRAPHIC NUMBER",
    "HANGZHOU NUMERAL",
    "VERTICAL IDEOGRAPHIC",
    "MASU MARK",
)


def plain_tokens(text: str) -> list[tuple[int, int]]:
    """Return the tokens of a text, character by character, after the definition in prose."""
    tokens: list[tuple[int, int]] = []
    state = ""
    for index, character in enumerate(text):
        major = unicodedata.category(character)[0]
        if major in "LN" and unicodedata.name(character, "").startswith(_ALONE_NAMES):
            tokens.append((index, index + 1))
            state = "alone"
        elif major in "LN" and state == "run":
            tokens[-1] = (tokens[-1][0], index + 1)
        elif major in "LN":
            tokens.append((index, index + 1))
            state = "run"
        elif major == "M" and state:
            tokens[-1] = (tokens[-1][0], index + 1)
        else:
            state = ""
    return tokens


def plain_slots(page: Page) -> list[dict[str, Any]]:
    """Return owner, previous sibling, text and kind of every text, from a walk by events."""
    row_of = {node: row for row, node in enumerate(page.elements.node)}
    slots = []
    for node, is_tail in _texts(page.root):
        holder_is_element = isinstance(node.tag, str)
        owner = node if holder_is_element and not is_tail else node.getparent()
        assert owner is not None
        sibling: etree._Element | None = None
        if is_tail and holder_is_element:
            sibling = node
        elif not holder_is_element:
            sibling = next(node.itersiblings("*", preceding=True), None)
        around = [owner, *owner.iterancestors()]
        slots.append(
            {
                "owner": row_of[owner],
                "after": -1 if sibling is None else row_of[sibling],
                "holder": node,
                "is_tail": is_tail,
                "text": node.tail if is_tail else node.text,
                "comment": not holder_is_element and not is_tail,
                "hidden": any(element.tag in _HIDDEN for element in around),
                "tags": {element.tag for element in around},
            }
        )
    return slots


def _texts(root: etree._Element) -> Iterator[tuple[etree._Element, bool]]:
    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start" and node.text:
            yield node, False
        if event in ("comment", "pi") and node.text:
            yield node, False
        if event != "start" and node.tail and node is not root:
            yield node, True


def assert_columns_hold(page: Page) -> None:
    """Fail if a column of the page differs from the plain walk."""
    _assert_elements_hold(page)
    _assert_slots_hold(page)
    _assert_tokens_hold(page)


def _assert_elements_hold(page: Page) -> None:
    elements = page.elements
    nodes = list(page.root.iter("*"))
    row_of = {node: row for row, node in enumerate(nodes)}

    assert elements.node == nodes
    assert elements.tag == [node.tag for node in nodes]
    assert [elements.tag_names[number] for number in elements.tag_id] == elements.tag
    parents = [node.getparent() for node in nodes]
    assert elements.parent.tolist() == [-1 if up is None else row_of[up] for up in parents]
    sizes = [sum(1 for _ in node.iter("*")) for node in nodes]
    assert elements.subtree_end.tolist() == [row + size for row, size in enumerate(sizes)]
    depths = [sum(1 for _ in node.iterancestors()) for node in nodes]
    assert elements.depth.tolist() == depths


def _assert_slots_hold(page: Page) -> None:
    slots, elements = page.slots, page.elements
    plain = plain_slots(page)

    assert [slots.raw_text(slot) for slot in range(len(slots))] == [slot["text"] for slot in plain]
    assert slots.owner.tolist() == [slot["owner"] for slot in plain]
    assert slots.after.tolist() == [slot["after"] for slot in plain]
    assert slots.holder == [slot["holder"] for slot in plain]
    assert slots.is_tail.tolist() == [slot["is_tail"] for slot in plain]
    flags = [SlotFlag(flag) for flag in slots.flags.tolist()]
    assert [SlotFlag.COMMENT in flag for flag in flags] == [slot["comment"] for slot in plain]
    assert [SlotFlag.RAW in flag for flag in flags] == [slot["hidden"] for slot in plain]
    assert [SlotFlag.IFRAME in flag for flag in flags] == [
        not slot["tags"].isdisjoint(("iframe", "noembed")) for slot in plain
    ]
    for named in ("title", "noscript", "template", "textarea", "option", "svg", "head"):
        held = [SlotFlag[named.upper()] in flag for flag in flags]
        assert held == [named in slot["tags"] for slot in plain]
    pieces = [_page_text(page, slot) for slot in plain]
    assert page.text == "".join(pieces)
    assert [page.slot_text(slot) for slot in range(len(slots))] == pieces
    ends = np.cumsum([len(piece) for piece in pieces]).tolist()
    assert slots.end.tolist() == ends
    assert slots.start.tolist() == [0, *ends[:-1]][: len(ends)]
    # An element contains the slots owned by itself or by its descendants.
    for row, (first, last) in enumerate(
        zip(elements.slot_start.tolist(), elements.slot_end.tolist(), strict=True)
    ):
        inside = range(row, int(elements.subtree_end[row]))
        assert all(int(slots.owner[slot]) in inside for slot in range(first, last))
        assert sum(int(owner) in inside for owner in slots.owner) == last - first


def _page_text(page: Page, slot: dict[str, Any]) -> str:
    """Return the page text of a slot: nothing of what is hidden, no tags where they are text."""
    if slot["hidden"] or slot["comment"] or slot["tags"] & {"iframe", "noembed"}:
        return ""
    is_alternative = page.elements.tag[slot["owner"]] == "noframes"
    return without_tags(slot["text"]) if is_alternative else str(slot["text"])


def _assert_tokens_hold(page: Page) -> None:
    tokens, slots = page.tokens, page.slots
    plain = [
        (slot, start + begin, start + end)
        for slot, start in enumerate(slots.start.tolist())
        for begin, end in plain_tokens(page.slot_text(slot))
    ]
    actual = zip(tokens.slot.tolist(), tokens.start.tolist(), tokens.end.tolist(), strict=True)

    assert list(actual) == plain
    for held in (page.slots, page.elements):
        firsts, lasts = held.token_start.tolist(), held.token_end.tolist()
        for row, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
            text = page.slot_text(row) if held is page.slots else page.element_text(row)
            inside = [page.token_text(token) for token in range(first, last)]
            pieces = [text] if held is page.slots else _slot_texts(page, row)
            assert inside == [
                piece[begin:end] for piece in pieces for begin, end in plain_tokens(piece)
            ]


def _slot_texts(page: Page, row: int) -> list[str]:
    first, last = int(page.elements.slot_start[row]), int(page.elements.slot_end[row])
    pieces = [page.slot_text(slot) for slot in range(first, last)]
    assert "".join(pieces) == page.element_text(row)
    return pieces


def columns_of(page: Page) -> dict[str, Any]:
    """Return every column of a page as plain lists, to compare two pages."""
    tables = (page.elements, page.slots, page.tokens)
    return {
        f"{type(table).__name__}.{column.name}": np.asarray(getattr(table, column.name)).tolist()
        for table in tables
        for column in fields(table)
        if column.name not in ("node", "holder")
    }
