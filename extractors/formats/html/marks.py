"""A page without the elements that an algorithm removed; the rest keeps its appearance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import html as lxml_html

from boilerscope.extractors.formats.html.head import facts, is_replaced
from boilerscope.extractors.page import END, START, SlotFlag
from boilerscope.extractors.page.dom_tree import walk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Edit, Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.dom_tree import Step
    from boilerscope.extractors.page.records import BoolArray

_WRAPPERS = frozenset(["html", "body"])


def steps_by_marks(page: Page, extraction: Extraction) -> list[Step]:
    """Return the steps (see `build_dom`) of a document without the removed elements.

    A removed element is left out with its contents. If elements are marked as kept, the body
    contains only the outermost kept elements, side by side. Comments are left out.
    """
    return _Writer(page, extraction).run()


class _Writer:
    """Collects the steps of one document."""

    def __init__(self, page: Page, extraction: Extraction) -> None:
        self.page = page
        self.steps: list[Step] = []
        marks = extraction.marks
        if marks is None:
            marks = np.zeros(len(page.elements), dtype=np.int8)
        self.edits: dict[int, list[Edit]] = {}
        for edit in extraction.edits:
            self.edits.setdefault(edit.element, []).append(edit)
        self.written = _written(page, marks)
        unwrapped = [edit.element for edit in extraction.edits if edit.action == "unwrap"]
        self.shown = self.written | page.elements.tagged(_WRAPPERS)
        self.shown[unwrapped] = False
        self.head = _head(page, self.shown)
        dropped = [edit for edit in extraction.edits if edit.action == "drop-text"]
        self.silent = {edit.element for edit in dropped if not edit.value}
        self.silent_slots = {int(edit.value) for edit in dropped if edit.value}

    def run(self) -> list[Step]:
        events = self.page.events
        for kind, row in zip(events.kind.tolist(), events.index.tolist(), strict=True):
            if kind == START:
                self._open(row)
            elif kind == END:
                self._close(row)
            else:
                self._text(row)
        return self.steps

    def _open(self, row: int) -> None:
        parent = int(self.page.elements.parent[row])
        if parent >= 0 and self.written[parent]:
            self._insert(row, "insert-before")
        if self.shown[row]:
            node: Any = self.page.elements.node[row]
            dropped = {edit.value for edit in self._edits(row, "drop-attribute")}
            kept = [pair for pair in node.items() if pair[0] not in dropped]
            self.steps.append([node.tag, *(text for pair in kept for text in pair)])
        if row == self.head:
            self.steps += facts(self.page)
        elif row == 0 and self.head < 0:
            self.steps += [["head"], *facts(self.page), 1]
        if self.written[row]:
            self._insert(row, "insert-inside")

    def _close(self, row: int) -> None:
        if self.written[row]:
            self._insert(row, "insert-end")
        if self.shown[row]:
            self.steps.append(1)

    def _text(self, slot: int) -> None:
        slots = self.page.slots
        owner = int(slots.owner[slot])
        is_silent = owner in self.silent or slot in self.silent_slots
        is_written = self.written[owner] and not is_silent
        if is_written and not slots.flags[slot] & SlotFlag.COMMENT:
            self.steps.append(slots.raw_text(slot))

    def _insert(self, row: int, action: str) -> None:
        for edit in self._edits(row, action):
            self.steps += _steps_of_markup(edit.value)

    def _edits(self, row: int, action: str) -> list[Edit]:
        return [edit for edit in self.edits.get(row, ()) if edit.action == action]


def _written(page: Page, marks: NDArray[np.int8]) -> BoolArray:
    """Return which elements are written with their contents."""
    elements = page.elements
    replaced = np.zeros(len(elements), dtype=np.bool_)
    for row in np.flatnonzero(elements.tagged({"base", "meta"})).tolist():
        replaced[row] = is_replaced(elements.node[row])
    kept = elements.at_or_below(marks > 0)
    body = elements.tagged({"body"})
    if (marks > 0).any() and not kept[body].all():
        inside = kept | ~elements.at_or_below(body)
    else:
        inside = np.ones(len(elements), dtype=np.bool_)
    return inside & ~elements.at_or_below(((marks < 0) & inside) | replaced)


def _head(page: Page, shown: BoolArray) -> int:
    """Return the row of the document element's first written head, -1 if none."""
    elements = page.elements
    rows = np.flatnonzero(elements.tagged({"head"}) & (elements.parent == 0) & shown)
    return int(rows[0]) if len(rows) else -1


def _steps_of_markup(markup: str) -> list[Step]:
    steps: list[Step] = []
    pieces: Any = lxml_html.fragments_fromstring(markup)
    for piece in pieces:
        if isinstance(piece, str):
            steps.append(piece)
        else:
            steps += walk(piece)
            if piece.tail:
                steps.append(piece.tail)
    return steps
