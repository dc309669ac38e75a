"""Page text as panes show it: white space collapsed, each character mapped to its offset.

This module does not use Qt, but its positions in a shown text are UTF-16 units, as in Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page import reading_spaces, reading_text
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.wordless import wordless_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray
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
        return self.shown_range(self.starts_at(start), self.ends_at(end), keep_lines=keep_lines)

    def shown_range(self, first: int, last: int, *, keep_lines: bool = False) -> ShownText:
        """Return the text between two offsets of the page text as a pane shows it."""
        offsets = self._spaces[slice(*np.searchsorted(self._spaces, [first, last]))]
        return show_text(self.page.text, first, last, keep_lines=keep_lines, spaces=offsets)

    def copied(self, table: Runs, kept: NDArray[np.bool_], first: int, last: int) -> str:
        """Return kept text between two offsets of the page text.

        It has a line for each segment, and for each line without words that is kept with them.

        Parameters
        ----------
        kept : array of bool, shape (n_runs,)
            Whether each run may be copied.
        """
        if not len(table):
            return ""
        wordless = KeptWordless(self.page, np.repeat(kept, table.end - table.start))
        lines = [(-1, start, end) for start, end in wordless.ranges if start < last]
        lines += self._kept_runs(table, kept, first, last)
        paragraphs: list[str] = []
        segment_before = -1
        for segment, start, end in sorted(lines, key=itemgetter(1)):
            if end <= first:
                continue
            text = reading_text(self.page, max(start, first), min(end, last))
            if segment == segment_before >= 0:
                paragraphs[-1] = f"{paragraphs[-1]} {text}".strip()
            else:
                paragraphs.append(text)
            segment_before = segment
        return "\n".join(text for text in paragraphs if text)

    def _kept_runs(
        self, table: Runs, kept: NDArray[np.bool_], first: int, last: int
    ) -> Iterator[tuple[int, int, int]]:
        """Yield segment and range in the page text of the kept runs between two offsets."""
        first_run = max(int(np.searchsorted(table.start, self.token_at(first), "right")) - 1, 0)
        for run in range(first_run, len(table)):
            start = self.starts_at(int(table.start[run]))
            if start >= last:
                break
            if kept[run]:
                yield int(table.segment[run]), start, self.ends_at(int(table.end[run]))


class KeptWordless:
    """Lines without words that are kept with a mask, each beside a kept token.

    A line that belongs to the token before it follows that token; any other precedes the next.

    Parameters
    ----------
    mask : array of bool, shape (n_tokens,)
        Kept tokens.

    Attributes
    ----------
    ranges : list of (int, int)
        Their ranges in the page text, in order.
    """

    def __init__(self, page: Page, mask: BoolArray) -> None:
        lines, slots = wordless_lines(page), page.slots
        is_kept = lines.kept(mask)
        start, end = slots.start[lines.first_slot[is_kept]], slots.end[lines.last_slot[is_kept]]
        self.ranges: list[tuple[int, int]] = list(zip(start.tolist(), end.tolist(), strict=True))
        self._token = lines.token[is_kept]
        self._follows = lines.is_of_previous[is_kept]
        self._n_following = prefix_sums(self._follows)

    def before(self, token: int) -> list[tuple[int, int]]:
        """Return the ranges of the lines directly before a token that belong to it alone."""
        return [self.ranges[index] for index in self._at(token) if not self._follows[index]]

    def after(self, end: int) -> list[tuple[int, int]]:
        """Return the ranges of the lines directly after the tokens before `end`."""
        return [self.ranges[index] for index in self._at(end) if self._follows[index]]

    def counts(self, start: IntArray, end: IntArray) -> IntArray:
        """Return the number of such lines beside each of some ranges of tokens."""
        at_start, before_start = np.searchsorted(self._token, [start + 1, start])
        at_end, before_end = np.searchsorted(self._token, [end + 1, end])
        following = self._n_following
        n_before = at_start - before_start - (following[at_start] - following[before_start])
        counts: IntArray = n_before + following[at_end] - following[before_end]
        return counts

    def _at(self, token: int) -> range:
        """Return the numbers of the lines between a token and the one before it."""
        return range(*np.searchsorted(self._token, [token, token + 1]).tolist())


def joined(texts: Sequence[ShownText]) -> ShownText:
    """Return texts in the order of the page as one, each on a line of its own."""
    first, *others = texts
    if not others:
        return first
    separator = chr(_LINE_SEPARATOR)
    offsets = [first.offset]
    for before, text in pairwise(texts):  # a separator, and before it the sign of a cut
        between = np.full(1 + (before.cut > 0), before.end, dtype=np.int32)
        offsets += [between, text.offset]
    return ShownText(
        separator.join(text.text for text in texts),
        np.concatenate(offsets),
        others[-1].end,
        sum(text.cut for text in texts),
    )


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
