"""The page text as panes show it: white space collapsed, every letter traced to its place.

No Qt here but for its way of counting: positions in a shown text are UTF-16 units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.page import reading_spaces, reading_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import IntArray
    from extractors.page.segments import Segments
    from widgets.fold_text import Runs

MAX_CHARACTERS = 20_000
"""A line of a pane shows no more, however long its words are."""
_BLANKS = (9, 10, 12, 13, 32)
_LINE_SEPARATOR = 0x2028


@dataclass(frozen=True, slots=True, eq=False)
class ShownText:
    """Text as it is laid out.

    Attributes
    ----------
    text : str
        White space collapsed, or with line separators where it is kept.
    place : array of int, shape (n_units,)
        Offset in the page text of each UTF-16 unit.
    end : int
        Offset after the last one.
    cut : int
        Code points that were left out because the text is too long.
    """

    text: str
    place: IntArray
    end: int
    cut: int = 0

    def unit_of(self, offset: int) -> int:
        """Return the unit at which an offset of the page text is shown."""
        return int(np.searchsorted(self.place, offset, "left"))

    def offset_of(self, unit: int) -> int:
        """Return the offset in the page text of a unit; the end for the one after the last."""
        return int(self.place[unit]) if 0 <= unit < len(self.place) else self.end


class PageText:
    """Says which characters belong to which tokens: every character of a segment to one of them.

    Parameters
    ----------
    page : Page
        The page.
    found : Segments
        Its segments.
    """

    def __init__(self, page: Page, found: Segments) -> None:
        self.page = page
        self._segments = found
        self._segment_of = found.of_token()
        self._spaces = reading_spaces(page)

    def starts_at(self, token: int) -> int:
        """Return the offset at which the text of a token begins.

        Signs between two tokens of a segment belong to the first up to the first blank, and to
        the second from there on.
        """
        segment = int(self._segment_of[token])
        if token == self._segments.token_start[segment]:
            return int(self.page.slots.start[self._segments.slot_start[segment]])
        before = int(self.page.tokens.end[token - 1])
        between = self.page.text[before : int(self.page.tokens.start[token])]
        blank = next((n for n, sign in enumerate(between) if sign.isspace()), 0)
        return before + blank

    def ends_at(self, end: int) -> int:
        """Return the offset at which the text of the tokens before `end` stops."""
        segment = int(self._segment_of[end - 1])
        if end == self._segments.token_end[segment]:
            return int(self.page.slots.end[self._segments.slot_end[segment] - 1])
        return self.starts_at(end)

    def token_at(self, offset: int) -> int:
        """Return the token at an offset of the page text, or the one before it."""
        token = int(np.searchsorted(self.page.tokens.start, offset, "right")) - 1
        return max(token, 0)

    def shown(self, start: int, end: int, *, keep_lines: bool = False) -> ShownText:
        """Return the text of tokens start ... end - 1 as a pane shows it.

        Parameters
        ----------
        start, end : int
            Token range inside one segment, not empty.
        keep_lines : bool
            Whether line feeds and blanks stay as they are.
        """
        first, last = self.starts_at(start), self.ends_at(end)
        offsets = self._spaces[slice(*np.searchsorted(self._spaces, [first, last]))]
        return show_text(self.page.text, first, last, keep_lines=keep_lines, spaces=offsets)

    def copied(self, found: Runs, kept: NDArray[np.bool_], first: int, last: int) -> str:
        """Return kept text between two offsets of the page text, a line per segment.

        Parameters
        ----------
        found : Runs
            Of the page.
        kept : array of bool, shape (n_runs,)
            Which runs may be copied.
        first, last : int
            Offsets in the page text.
        """
        if not len(found):
            return ""
        begin = max(int(np.searchsorted(found.start, self.token_at(first), "right")) - 1, 0)
        paragraphs: list[str] = []
        segment = -1
        for run in range(begin, len(found)):
            start = self.starts_at(int(found.start[run]))
            if start >= last:
                break
            end = self.ends_at(int(found.end[run]))
            if not kept[run] or end <= first:
                continue
            text = reading_text(self.page, max(start, first), min(end, last))
            if int(found.segment[run]) == segment:
                paragraphs[-1] = f"{paragraphs[-1]} {text}".strip()
            else:
                paragraphs.append(text)
            segment = int(found.segment[run])
        return "\n".join(text for text in paragraphs if text)


def show_text(
    text: str, first: int, last: int, *, keep_lines: bool, spaces: Sequence[int] | IntArray = ()
) -> ShownText:
    """Return a part of a text with white space collapsed, and the place of every unit.

    Parameters
    ----------
    text : str
        Any text.
    first, last : int
        Range of the part.
    keep_lines : bool
        Whether line feeds and blanks stay as they are.
    spaces : sequence of int or array of int
        Offsets before which a space is shown; it has the place of the character before it.
    """
    cut = max(last - first - MAX_CHARACTERS, 0)
    last -= cut
    data = text[first:last].encode("utf-32-le", "replace")
    points = np.frombuffer(data, dtype=np.uint32).copy()
    blank = np.isin(points, _BLANKS)
    if keep_lines:
        points[points == 10] = _LINE_SEPARATOR
        keep = points != 13
    else:
        points[blank] = 32
        keep = ~blank
        keep[1:] |= blank[1:] & ~blank[:-1]
    filled = np.flatnonzero(~blank)
    keep[: filled[0] if len(filled) else 0] = False
    keep[filled[-1] + 1 if len(filled) else 0 :] = False
    shown = points[keep]
    offsets = first + np.flatnonzero(keep)
    wanted = np.searchsorted(offsets, np.asarray(spaces, dtype=np.int64))
    wanted = wanted[(wanted > 0) & (wanted < len(offsets))]
    shown = np.insert(shown, wanted, 32)
    offsets = np.insert(offsets, wanted, offsets[wanted - 1])
    place = np.repeat(offsets, np.where(shown > 0xFFFF, 2, 1))
    ending = "…" if cut else ""
    return ShownText(
        shown.tobytes().decode("utf-32-le") + ending,
        place.astype(np.int32),
        int(place[-1]) + 1 if len(place) else last,
        cut,
    )
