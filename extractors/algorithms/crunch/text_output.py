"""Text output of Crunch: the printer writes the text of the remaining tree."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.crunch.insertions import HEADING
from boilerscope.extractors.page.segments import breaks_before

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.algorithms.crunch.decisions import Decisions
    from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
    from boilerscope.extractors.model.extraction import Link
    from boilerscope.extractors.page import Page


def text_of(
    page: Page, decisions: Decisions, settings: CrunchSettings, links: Iterable[Link] | None
) -> str:
    """Return the remaining text of the body, including inserted text.

    Text nodes that are not blank are written unchanged, one after the other; a ``br`` ends a line.

    Parameters
    ----------
    decisions : Decisions
        Decisions on its elements.
    settings : CrunchSettings
        Line breaks and blank lines.
    links : iterable of Link or None
        Removed links to list at the end; None for no list.
    """
    printer = _Printer(settings)
    for _, text, starts_block in sorted(_parts(page, decisions), key=itemgetter(0)):
        if text is None:
            printer.end_line()
            continue
        if starts_block and settings.block_breaks:
            printer.end_block()
        printer.write(text)
    if links is not None:
        if settings.block_breaks:
            printer.end_block()
        printer.write(HEADING)
        for link in links:
            printer.write(link.text)
            printer.end_line()
    return printer.text()


def _parts(page: Page, decisions: Decisions) -> list[tuple[tuple[int, int], str | None, bool]]:
    """Return the parts of the text: order, text (None for a br), whether the text starts a block.

    The order is twice the slot, plus one for the text in it, and the row of an element before it.
    """
    elements, slots = page.elements, page.slots
    has_text = decisions.nodes.is_written & (decisions.lost == 0)[slots.owner]
    text_slots = np.flatnonzero(has_text)
    line = breaks_before(page)[text_slots]
    starts_block = np.append(True, line[1:] != line[:-1])[: len(line)]
    starts, ends = slots.start[text_slots].tolist(), slots.end[text_slots].tolist()
    parts: list[tuple[tuple[int, int], str | None, bool]] = [
        ((2 * slot + 1, 0), page.text[start:end], is_start)
        for slot, start, end, is_start in zip(
            text_slots.tolist(), starts, ends, starts_block.tolist(), strict=True
        )
    ]
    is_break = elements.tagged({"br"}) & (decisions.cause == 0)
    parts += [
        ((2 * int(elements.slot_start[row]), row), None, False)
        for row in np.flatnonzero(is_break).tolist()
    ]
    for insertion in decisions.insertions:
        parent = elements.parent[insertion.row]
        if parent >= 0 and decisions.cause[parent] == 0:
            order = (2 * int(elements.slot_start[insertion.row]), insertion.row)
            parts.append((order, "".join(insertion.texts), False))
    return parts


class _Printer:
    """Writer of lines, with a maximum number of consecutive blank lines if it is set."""

    def __init__(self, settings: CrunchSettings) -> None:
        self._max_blank = settings.max_breaks if settings.limit_breaks else None
        self._flush = settings.flush_at_end
        self._buffer: list[str] = []
        self._lines: list[str] = []
        self._n_blank = 0

    def write(self, text: str) -> None:
        """Add a text to the line."""
        self._buffer.append(text)

    def end_line(self) -> None:
        """End the line."""
        line = "".join(self._buffer)
        self._buffer.clear()
        if line.strip():
            self._n_blank = 0
        else:
            self._n_blank += 1
            if self._max_blank is not None and self._n_blank > self._max_blank:
                return
        self._lines.append(line + "\n")

    def end_block(self) -> None:
        """End the line if it contains text."""
        if any(not text.isspace() for text in self._buffer):
            self.end_line()

    def text(self) -> str:
        """Return all lines; an unfinished last line only if `flush_at_end` is on."""
        if self._flush:
            self.end_block()
        return "".join(self._lines)
