"""A page reduced to its kept text and the elements that contain it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.formats.html.head import facts
from boilerscope.extractors.page import END, START
from boilerscope.extractors.page.kept_text import kept_lines
from boilerscope.extractors.page.segments import INLINE_TAGS

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.dom_tree import Step
    from boilerscope.extractors.page.records import BoolArray

NEVER = frozenset(
    [
        "applet",
        "embed",
        "head",
        "link",
        "noscript",
        "object",
        "option",
        "script",
        "style",
        "template",
    ]
)
"""Elements that are left out with their contents."""

_WRAPPERS = frozenset(["html", "body"])
_CELLS = frozenset(["td", "th"])
_SPACED = frozenset(["pre", "textarea"])


def steps_by_mask(page: Page, mask: BoolArray) -> list[Step]:
    """Return the steps (see `build_dom`) of a document with the kept tokens of a page.

    Line breaks between kept texts and the empty cells of kept table rows are also kept, so that
    lines and columns do not run together.
    """
    writer = _Writer()
    title: list[Step] = [["title"], page.title, 1] if page.title else []
    writer.steps += [["html"], ["head"], *facts(page), *title, 1, ["body"]]
    _write_body(page, mask, writer)
    writer.steps.append(2)
    return writer.steps


def _write_body(page: Page, mask: BoolArray, writer: _Writer) -> None:
    tags, nodes = page.elements.tag, page.elements.node
    texts, shown = _shown(page, mask)
    around = shown | page.elements.tagged(_WRAPPERS)
    is_break = page.elements.tagged({"br"}) & _parent_in(page, around)
    kinds, rows = page.events.kind.tolist(), page.events.index.tolist()
    for kind, row in zip(kinds, rows, strict=True):
        if kind == START:
            if shown[row]:
                writer.open(tags[row], [text for pair in nodes[row].items() for text in pair])
            elif is_break[row]:
                writer.n_breaks += 1
        elif kind == END:
            if shown[row]:
                writer.close(tags[row])
        elif texts[row]:
            writer.text(texts[row])


def _shown(page: Page, mask: BoolArray) -> tuple[list[str], BoolArray]:
    """Return the kept text of each slot, and which elements below the body contain kept text."""
    elements = page.elements
    never = elements.at_or_below(elements.tagged(NEVER))
    texts = [""] * len(page.slots)
    for line in kept_lines(page, mask):
        for piece in line.pieces:
            if not never[page.slots.owner[piece.slot]]:
                texts[piece.slot] += piece.text
    filled = np.append(0, np.cumsum([bool(text) and not text.isspace() for text in texts]))
    shown = filled[elements.slot_end] > filled[elements.slot_start]
    shown |= elements.tagged(_CELLS) & _parent_in(page, shown)
    return texts, shown & ~never & ~elements.tagged(_WRAPPERS)


def _parent_in(page: Page, mask: BoolArray) -> BoolArray:
    parent = page.elements.parent
    return (parent >= 0) & mask[parent]


@dataclass(slots=True)
class _Writer:
    """Collects steps; delays line breaks until text follows in the same element.

    Attributes
    ----------
    steps : list
        Steps so far.
    n_breaks : int
        Number of delayed line breaks.
    """

    steps: list[Step] = field(default_factory=list)
    n_breaks: int = 0
    _has_text: list[bool] = field(default_factory=lambda: [False])
    _n_spaced: int = 0

    def open(self, tag: str, attributes: list[str]) -> None:
        self._write_breaks()
        self.steps.append([tag, *attributes])
        self._has_text[-1] = True
        self._has_text.append(False)
        self._n_spaced += tag in _SPACED

    def text(self, text: str) -> None:
        if not text.isspace():
            self._write_breaks()
            self._has_text[-1] = True
        self.steps.append(text)

    def close(self, tag: str) -> None:
        self.n_breaks = 0
        self.steps.append(1)
        self._has_text.pop()
        self._n_spaced -= tag in _SPACED
        if tag not in INLINE_TAGS and not self._n_spaced:
            self.steps.append("\n")

    def _write_breaks(self) -> None:
        if self._has_text[-1]:
            self.steps += [["br"], 1] * self.n_breaks
        self.n_breaks = 0
