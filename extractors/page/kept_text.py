"""The kept text of a page with the page's own spacing: runs of kept tokens by line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from heapq import merge
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from boilerscope.extractors.page.ranges import run_edges
from boilerscope.extractors.page.reading import has_indents, is_preformatted, slots_after_images
from boilerscope.extractors.page.segments import block_container, breaks_before, segments
from boilerscope.extractors.page.wordless import wordless_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import BoolArray

_SPACE = re.compile(r"\s")
_SOLID = re.compile(r"\S++")


@dataclass(frozen=True, slots=True)
class Piece:
    """Kept text of one slot.

    Attributes
    ----------
    text : str
        As on the page, with its white space.
    follows_image : bool
        Whether only an image separates it from the piece before it.
    """

    slot: int
    text: str
    follows_image: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Kept text of one segment, or of a line without words.

    Attributes
    ----------
    segment : int
        Row of the segment, -1 for a line without words.
    element : int
        Its block-level element.
    pieces : tuple of Piece
        By slot, in order.
    """

    segment: int
    element: int
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The line with white space collapsed."""
        texts = (" " * piece.follows_image + piece.text for piece in self.pieces)
        return " ".join("".join(texts).split())


def runs_of(mask: BoolArray) -> list[tuple[int, int]]:
    """Return the maximal runs of True as (start, end)."""
    edges = run_edges(mask).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def kept_lines(page: Page, mask: BoolArray) -> Iterator[Line]:
    """Yield the kept text segment by segment, in page order, with the lines between them.

    A kept run includes the punctuation around its tokens: before its first token if the line starts
    there, after its last token up to white space, or to the end of the line if the run ends it.
    Runs are separated by a space if the page has white space between them. A line without words is
    kept with its block, see `WordlessLines`.
    """
    element, owner = block_container(page), page.slots.owner
    for _, runs in groupby(_all_runs(page, mask), attrgetter("line")):
        first, *others = runs
        pieces = tuple(piece for run in (first, *others) for piece in _pieces(page, run))
        yield Line(first.segment, int(element[owner[first.first_slot]]), pieces)


def kept_text(page: Page, mask: BoolArray) -> str:
    """Return the kept tokens with the page's own spacing, and the lines without words among them.

    The text has one line for each segment and each line without words; preformatted text keeps its
    own lines and, where the page shows them, its indents.
    """
    lines, is_exact, is_indented = [], is_preformatted(page), has_indents(page)
    for _, line in groupby(_all_runs(page, mask), attrgetter("line")):
        runs = list(line)
        owner = page.slots.owner[runs[0].first_slot]
        if is_exact[owner]:
            exact = _exact_text(page, runs)
            if not is_indented[owner]:
                exact = "\n".join(" ".join(part.split()) for part in exact.split("\n"))
            lines.append(exact)
            continue
        texts = [
            " " * run.is_spaced + " ".join(_between_images(page, run.start, run.end))
            for run in runs
        ]
        lines.append(" ".join("".join(texts).split()))
    return "\n".join([*lines, ""])


def run_text(page: Page, first: int, last: int) -> str:
    """Return the text of the tokens first ... last - 1 and the punctuation after the last token.

    White space is collapsed; a block-level boundary becomes a space.
    """
    slots, tokens = page.slots, page.tokens
    first_slot, last_slot = int(tokens.slot[first]), int(tokens.slot[last - 1])
    next_token = int(tokens.start[last]) if last < len(tokens) else len(page.text)
    begin = int(tokens.start[first])
    end = _punctuation_end(
        page.text, int(tokens.end[last - 1]), next_token, int(slots.end[last_slot])
    )
    if first_slot == last_slot:
        return " ".join(page.text[begin:end].split())
    breaks = breaks_before(page)[first_slot : last_slot + 1]
    edges = slots.start[first_slot + 1 : last_slot + 1][np.diff(breaks) > 0].tolist()
    texts = (
        text for a, b in pairwise([begin, *edges, end]) for text in _between_images(page, a, b)
    )
    return " ".join(" ".join(texts).split())


def _exact_text(page: Page, runs: Sequence[_Run]) -> str:
    """Return the runs of a preformatted line as on the page, without blank lines at both ends."""
    texts, end_before = [], runs[0].start
    for run in runs:
        # Of dropped words between two runs remain the line end and the indent, or a space.
        _, line_end, begun = page.text[end_before : run.start].rpartition("\n")
        indent = begun[: len(begun) - len(begun.lstrip())]
        texts.append(line_end + indent if line_end else " " * run.is_spaced)
        texts.append(page.text[run.start : run.end])
        end_before = run.end
    lines = [line.rstrip() for line in "".join(texts).split("\n")]
    is_filled = np.flatnonzero([bool(line) for line in lines])
    return "\n".join(lines[is_filled[0] : is_filled[-1] + 1])


def _between_images(page: Page, start: int, end: int) -> list[str]:
    """Return the page text between two offsets, divided at images between words."""
    cuts = [start, *_offsets_of_images(page, start, end), end]
    return [page.text[a:b] for a, b in pairwise(cuts)]


def _offsets_of_images(page: Page, start: int, end: int) -> list[int]:
    """Return where an image divides the page text between two offsets, see `slots_after_images`."""
    slots = slots_after_images(page)
    if not len(slots):
        return []
    offsets = page.slots.start[slots]
    first, last = np.searchsorted(offsets, [start + 1, end], side="left").tolist()
    inside: list[int] = offsets[first:last].tolist()
    return inside


class _Run(NamedTuple):
    """A run of kept tokens in one segment, or a line without words.

    Attributes
    ----------
    line : int
        Number of block-level boundaries before it, see `breaks_before`.
    segment : int
        Row of the segment, -1 for a line without words.
    is_spaced : bool
        Whether white space separates it from the previous run of its segment.
    first_slot : int
        Slot of the first character.
    start, end : int
        Range in the page text, including the punctuation around the tokens.
    """

    line: int
    segment: int
    is_spaced: bool
    first_slot: int
    start: int
    end: int


def _all_runs(page: Page, mask: BoolArray) -> Iterator[_Run]:
    """Return the runs of kept tokens and the lines without words among them, in page order."""
    wordless = list(_wordless_runs(page, mask))
    runs = _runs(page, mask)
    return merge(runs, wordless, key=attrgetter("start")) if wordless else runs


def _wordless_runs(page: Page, mask: BoolArray) -> Iterator[_Run]:
    """Yield the lines without words that are kept with some tokens."""
    lines, slots, breaks = wordless_lines(page), page.slots, breaks_before(page)
    is_kept = lines.kept(mask)
    first, last = lines.first_slot[is_kept], lines.last_slot[is_kept]
    columns = (breaks[first], first, slots.start[first], slots.end[last])
    for line, slot, start, end in zip(*(column.tolist() for column in columns), strict=True):
        yield _Run(line, -1, is_spaced=False, first_slot=slot, start=start, end=end)


def _runs(page: Page, mask: BoolArray) -> Iterator[_Run]:
    """Yield the runs of kept tokens in page order."""
    slots, tokens = page.slots, page.tokens
    # Whether a segment ends before each token, and after the last one.
    is_edge = np.zeros(len(mask) + 1, dtype=np.bool_)
    is_edge[0] = True
    is_edge[segments(page).token_end] = True
    is_kept = np.concatenate(([False], mask, [False]))
    firsts = np.flatnonzero(mask & (is_edge[:-1] | ~is_kept[:-2])).tolist()
    lasts = np.flatnonzero(mask & (is_edge[1:] | ~is_kept[2:])).tolist()
    segment_before, end_before = -1, 0
    for first, last, line in zip(firsts, lasts, _lines_of(page, firsts), strict=True):
        start, end = int(tokens.start[first]), int(tokens.end[last])
        is_spaced = False
        if line.segment == segment_before:
            is_spaced = (
                _SPACE.search(page.text, end_before, start) is not None
                or len(_between_images(page, end_before, start + 1)) > 1
            )
        segment_before, end_before = line.segment, end
        slot = int(tokens.slot[first])
        if is_edge[first]:
            slot, start = line.first_slot, int(slots.start[line.first_slot])
        if is_edge[last + 1]:
            end = line.end
        else:
            slot_end = int(slots.end[tokens.slot[last]])
            end = _punctuation_end(page.text, end, int(tokens.start[last + 1]), slot_end)
        yield _Run(line.line, line.segment, is_spaced, slot, start, end)


class _SegmentLine(NamedTuple):
    """The slots of a segment, including those before its first and after its last token."""

    line: int
    segment: int
    first_slot: int
    end: int


def _lines_of(page: Page, tokens: Sequence[int]) -> Iterator[_SegmentLine]:
    """Yield, for each token, the line that contains it."""
    parts, breaks = segments(page), breaks_before(page)
    segment = np.searchsorted(parts.token_end, tokens, side="right")
    line = breaks[parts.slot_start[segment]]
    first_slot = np.searchsorted(breaks, line, side="left")
    end = page.slots.end[np.searchsorted(breaks, line, side="right") - 1]
    yield from map(_SegmentLine, line.tolist(), segment.tolist(), first_slot.tolist(), end.tolist())


def _pieces(page: Page, run: _Run) -> Iterator[Piece]:
    """Yield the pieces of a run by slot, preceded by a space if the run is spaced."""
    slot, start = run.first_slot, run.start
    images = set(_offsets_of_images(page, start, run.end))
    if run.is_spaced:
        yield Piece(slot, " ")
    while start < run.end:
        slot_end = int(page.slots.end[slot])
        if slot_end > start:
            text = page.text[start : min(slot_end, run.end)]
            yield Piece(slot, text, follows_image=start != run.start and start in images)
            start = slot_end
        slot += 1


def _punctuation_end(text: str, token_end: int, next_token: int, slot_end: int) -> int:
    """Return the end of the punctuation that directly follows a token."""
    solid = _SOLID.match(text, token_end, min(max(next_token, token_end), slot_end))
    return solid.end() if solid else token_end
