"""Page text as panes show it: white space collapsed, each character mapped to its offset.

This module does not use Qt, but its positions in a shown text are UTF-16 units, as in Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page import reading_spaces, reading_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.page.segments import Segments
    from boilerscope.widgets.fold_text import Runs

MAX_CHARACTERS = 20_000
"""Maximum number of characters in a line of a pane."""
_SPACES = (9, 10, 12, 13, 32)
_LINE_SEPARATOR = 0x2028


@dataclass(frozen=True, slots=True, eq=False)
class ShownText:
    """Text prepared for layout.

    Attributes
    ----------
    text : str
        Text with collapsed white space, or with line separators in place of line feeds.
    offset : array of int, shape (n_units,)
        Offset in the page text of each UTF-16 unit.
    end : int
        Offset after the last unit.
    cut : int
        Number of code points omitted because the text is too long.
    """

    text: str
    offset: IntArray
    end: int
    cut: int = 0

    def unit_of(self, offset: int) -> int:
        """Return the unit of an offset of the page text."""
        return int(np.searchsorted(self.offset, offset, "left"))

    def offset_of(self, unit: int) -> int:
        """Return the offset in the page text of a unit; `end` for other units."""
        return int(self.offset[unit]) if 0 <= unit < len(self.offset) else self.end


class PageText:
    """Assignment of characters to tokens: each character of a segment belongs to one token.

    Parameters
    ----------
    table : Segments
        Segments of the page.
    """

    def __init__(self, page: Page, table: Segments) -> None:
        self.page = page
        self._segments = table
        self._segment_of = table.of_token()
        self._spaces = reading_spaces(page)

    def starts_at(self, token: int) -> int:
        """Return the start of a token's text.

        Characters between two tokens of a segment belong to the first token up to the first white
        space, and to the second token from there.
        """
        segment = int(self._segment_of[token])
        if token == self._segments.token_start[segment]:
            return int(self.page.slots.start[self._segments.slot_start[segment]])
        previous_end = int(self.page.tokens.end[token - 1])
        between = self.page.text[previous_end : int(self.page.tokens.start[token])]
        space = next((index for index, char in enumerate(between) if char.isspace()), 0)
        return previous_end + space

    def ends_at(self, end: int) -> int:
        """Return the end of the text of the tokens before `end`."""
        segment = int(self._segment_of[end - 1])
        if end == self._segments.token_end[segment]:
            return int(self.page.slots.end[self._segments.slot_end[segment] - 1])
        return self.starts_at(end)

    def token_at(self, offset: int) -> int:
        """Return the token at an offset of the page text, or the last token before it."""
        token = int(np.searchsorted(self.page.tokens.start, offset, "right")) - 1
        return max(token, 0)

    def shown(self, start: int, end: int, *, keep_lines: bool = False) -> ShownText:
        """Return the text of the tokens `start` to `end - 1` as a pane shows it.

        Parameters
        ----------
        start, end : int
            Token range inside one segment, not empty.
        keep_lines : bool
            Whether to keep line feeds and spaces.
        """
        first, last = self.starts_at(start), self.ends_at(end)
        offsets = self._spaces[slice(*np.searchsorted(self._spaces, [first, last]))]
        return show_text(self.page.text, first, last, keep_lines=keep_lines, spaces=offsets)

    def copied(self, table: Runs, kept: NDArray[np.bool_], first: int, last: int) -> str:
        """Return kept text between two offsets of the page text, a line per segment.

        Parameters
        ----------
        kept : array of bool, shape (n_runs,)
            Whether each run may be copied.
        """
        if not len(table):
            return ""
        first_run = max(int(np.searchsorted(table.start, self.token_at(first), "right")) - 1, 0)
        paragraphs: list[str] = []
        segment = -1
        for run in range(first_run, len(table)):
            start = self.starts_at(int(table.start[run]))
            if start >= last:
                break
            end = self.ends_at(int(table.end[run]))
            if not kept[run] or end <= first:
                continue
            text = reading_text(self.page, max(start, first), min(end, last))
            if int(table.segment[run]) == segment:
                paragraphs[-1] = f"{paragraphs[-1]} {text}".strip()
            else:
                paragraphs.append(text)
            segment = int(table.segment[run])
        return "\n".join(text for text in paragraphs if text)


def show_text(
    text: str, first: int, last: int, *, keep_lines: bool, spaces: Sequence[int] | IntArray = ()
) -> ShownText:
    """Return a part of a text with white space collapsed, and the offset of each unit.

    Parameters
    ----------
    text : str
        Any text.
    first, last : int
        Range of the part.
    keep_lines : bool
        Whether to keep line feeds and spaces.
    spaces : sequence of int or array of int
        Offsets before which a space is inserted; it gets the offset of the previous character.
    """
    cut = max(last - first - MAX_CHARACTERS, 0)
    last -= cut
    data = text[first:last].encode("utf-32-le", "replace")
    points = np.frombuffer(data, dtype=np.uint32).copy()
    is_space = np.isin(points, _SPACES)
    if keep_lines:
        points[points == 10] = _LINE_SEPARATOR
        keep = points != 13
    else:
        points[is_space] = 32
        keep = ~is_space
        keep[1:] |= is_space[1:] & ~is_space[:-1]
    filled = np.flatnonzero(~is_space)
    keep[: filled[0] if len(filled) else 0] = False
    keep[filled[-1] + 1 if len(filled) else 0 :] = False
    shown = points[keep]
    offsets = first + np.flatnonzero(keep)
    inserted = np.searchsorted(offsets, np.asarray(spaces, dtype=np.int64))
    inserted = inserted[(inserted > 0) & (inserted < len(offsets))]
    shown = np.insert(shown, inserted, 32)
    offsets = np.insert(offsets, inserted, offsets[inserted - 1])
    unit_offsets = np.repeat(offsets, np.where(shown > 0xFFFF, 2, 1))
    ending = "…" if cut else ""
    return ShownText(
        shown.tobytes().decode("utf-32-le") + ending,
        unit_offsets.astype(np.int32),
        int(unit_offsets[-1]) + 1 if len(unit_offsets) else last,
        cut,
    )
