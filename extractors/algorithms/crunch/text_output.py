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
    write, ends_blocks = printer.write, settings.block_breaks
    for _, text, new_block in sorted(_pieces(page, decisions), key=itemgetter(0)):
        if text is None:
            printer.end_line()
            continue
        if new_block and ends_blocks:
            printer.end_block()
        write(text)
    if links is not None:
        if ends_blocks:
            printer.end_block()
        write(HEADING)
        for link in links:
            write(link.text)
            printer.end_line()
    return printer.text()


def _pieces(page: Page, decisions: Decisions) -> list[tuple[int, str | None, bool]]:
    """Return texts (None for a br) with their places, and which of them begin a block."""
    elements, slots, text = page.elements, page.slots, page.text
    kept = np.flatnonzero(decisions.nodes.filled & (decisions.lost == 0)[slots.owner])
    line = breaks_before(page)[kept]
    starts, ends = slots.start[kept].tolist(), slots.end[kept].tolist()
    # Elements that begin before the same slot do so in the order of their rows.
    n = len(elements)
    pieces: list[tuple[int, str | None, bool]] = list(
        zip(
            ((2 * kept + 1) * n).tolist(),
            [text[start:end] for start, end in zip(starts, ends, strict=True)],
            [True, *(line[1:] != line[:-1]).tolist()],
            strict=False,  # where there is no text, none is the first
        )
    )
    breaks = np.flatnonzero(elements.tagged({"br"}) & (decisions.cause == 0))
    places = elements.slot_start[breaks] * np.int64(2 * n) + breaks
    pieces += [(place, None, False) for place in places.tolist()]
    pieces += [
        (int(elements.slot_start[each.row]) * 2 * n + each.row, "".join(each.texts), False)
        for each in decisions.insertions
        if elements.parent[each.row] >= 0 and decisions.cause[elements.parent[each.row]] == 0
    ]
    return pieces


class _Printer:
    """Writes lines; blank ones in a row may be limited.

    Attributes
    ----------
    write : callable
        Adds a text to the line.
    """

    def __init__(self, settings: CrunchSettings) -> None:
        self._most_blank = settings.max_breaks if settings.limit_breaks else None
        self._flush = settings.flush_at_end
        self._buffer: list[str] = []
        self._lines: list[str] = []
        self._n_blank = 0
        self.write = self._buffer.append

    def end_line(self) -> None:
        """End the line."""
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
            self.end_line()

    def text(self) -> str:
        """Return the lines, with what was not ended where the settings ask for it."""
        if self._flush:
            self.end_block()
        return "".join(self._lines)
