"""Crunch's text: what its printer writes of the tree that is left."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.crunch.insertions import HEADING
from extractors.page.segments import breaks_before

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.algorithms.crunch.decisions import Decisions
    from extractors.algorithms.crunch.settings import CrunchSettings
    from extractors.model.extraction import Link
    from extractors.page import Page


def text_of(
    page: Page, decisions: Decisions, settings: CrunchSettings, links: Iterable[Link] | None
) -> str:
    """Return the text of the body that is left, what was written into it included.

    Text nodes that are not blank stand as they are, one after the other; a ``br`` ends a line.

    Parameters
    ----------
    page : Page
        The page.
    decisions : Decisions
        What is left of it.
    settings : CrunchSettings
        How lines break.
    links : iterable of Link or None
        Those listed at the end; None where there is no list.
    """
    printer = _Printer(settings)
    ends_blocks = settings.block_breaks
    for _, text, new_block in sorted(_pieces(page, decisions), key=itemgetter(0)):
        if new_block and ends_blocks:
            printer.end_block()
        printer.add(text)
    if links is not None:
        if settings.block_breaks:
            printer.end_block()
        printer.add(HEADING)
        for link in links:
            printer.add(link.text)
            printer.add(None)
    return printer.text()


def _pieces(page: Page, decisions: Decisions) -> list[tuple[int, str | None, bool]]:
    """Return texts (None for a br) with their places, and which of them begin a block."""
    elements, slots = page.elements, page.slots
    kept = (decisions.nodes.filled & (decisions.lost == 0).take(slots.owner)).nonzero()[0]
    line = breaks_before(page)[kept]
    fresh = np.ones(len(kept), dtype=np.bool_)
    fresh[1:] = line[1:] != line[:-1]
    starts, ends = slots.start[kept].tolist(), slots.end[kept].tolist()
    # Elements that begin before the same slot do so in the order of their rows.
    n = len(elements)
    text_place = (2 * kept + 1) * n
    start_place = elements.slot_start * np.int64(2 * n) + np.arange(n)
    pieces: list[tuple[int, str | None, bool]] = [
        (place, page.text[start:end], is_fresh)
        for place, start, end, is_fresh in zip(
            text_place.tolist(), starts, ends, fresh.tolist(), strict=True
        )
    ]
    breaks = elements.tagged({"br"}) & (decisions.cause == 0)
    pieces.extend((place, None, False) for place in start_place[breaks].tolist())
    pieces.extend(
        (int(start_place[each.row]), "".join(each.texts), False)
        for each in decisions.insertions
        if elements.parent[each.row] >= 0 and decisions.cause[elements.parent[each.row]] == 0
    )
    return pieces


class _Printer:
    """Writes lines; blank ones in a row may be limited."""

    def __init__(self, settings: CrunchSettings) -> None:
        self._most_blank = settings.max_breaks if settings.limit_breaks else None
        self._flush = settings.flush_at_end
        self._buffer: list[str] = []
        self._lines: list[str] = []
        self._n_blank = 0

    def add(self, text: str | None) -> None:
        """Add a text, or end the line where there is none."""
        if text is not None:
            self._buffer.append(text)
            return
        line = "".join(self._buffer)
        self._buffer.clear()
        if line.strip():
            self._n_blank = 0
        else:
            self._n_blank += 1
            if self._most_blank is not None and self._n_blank > self._most_blank:
                return
        self._lines.append(line + "\n")

    def end_block(self) -> None:
        """End the line if there is anything in it."""
        if any(not text.isspace() for text in self._buffer):
            self.add(None)

    def text(self) -> str:
        """Return the lines, with what was not ended where the settings ask for it."""
        if self._flush:
            self.end_block()
        return "".join(self._lines)
