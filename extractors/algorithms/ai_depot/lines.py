"""Lines of rendered text, each with its bytes of HTML: the units of text density.

Bytes are those of the source in UTF-8. The bytes of a line reach from the end of the previous text
to its own end, so that markup counts against the text after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import compress, repeat
from operator import contains
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.ai_depot.strict_lines import read_lines
from extractors.model.token_blocks import blocks_of_tokens
from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import run_bounds
from extractors.page.source_scan import resolved

if TYPE_CHECKING:
    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import FloatArray, IntArray
    from extractors.page.source_scan import Pieces

BREAK_TAGS = (
    *("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "tr", "td", "th", "thead", "tbody", "tfoot", "caption", "blockquote", "pre"),
    *("address", "form", "fieldset", "section", "article", "header", "footer", "nav", "aside"),
    *("main", "figure", "figcaption", "hr", "br", "body", "html", "center", "title", "head"),
    *("option", "select"),
)
"""Elements whose start and end tags end a line."""

_BREAK, _TITLE, _RAW_START, _RAW_END = 1, 2, 4, 8
_KINDS = {
    "title": _TITLE,
    "script": _RAW_START,
    "style": _RAW_START,
    "/script": _RAW_END,
    "/style": _RAW_END,
}
_FIRST_BYTE = -0x40
"""Bytes below it, read as signed numbers, continue a UTF-8 character."""


class LineProfile(StrEnum):
    """Ways to read lines."""

    MODERN = "modern"
    STRICT_ARTICLE = "strict_article"


@dataclass(frozen=True, slots=True)
class LineRule:
    """Division into lines; the key of the cached stage.

    Attributes
    ----------
    profile : LineProfile
        Our scan, or the published program's.
    break_tags : frozenset of str
        Lower-case tags that end a line (modern only).
    exclude_comments, exclude_scripts : bool
        Whether to ignore their bytes (modern only).
    """

    profile: LineProfile = LineProfile.MODERN
    break_tags: frozenset[str] = frozenset(BREAK_TAGS)
    exclude_comments: bool = True
    exclude_scripts: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class DensityLines:
    """The lines of a page that have text.

    Attributes
    ----------
    text : tuple of str, length n_lines
        White space collapsed; strict lines may contain line ends and text added by the program.
    length : array of int, shape (n_lines,)
        Bytes of the text.
    n_bytes : array of int, shape (n_lines,)
        Bytes of HTML; the published program can count 0 or less.
    density : array of float, shape (n_lines,)
        Length divided by bytes, 0 for a line without bytes.
    source_start, source_end : array of int, shape (n_lines,)
        Range in the source from the first to the last text of the line.
    blocks : Blocks
        The page's tokens that start in that range.
    fault : str
        Reason why the published program stops on this page, empty if it does not.
    """

    text: tuple[str, ...]
    length: IntArray
    n_bytes: IntArray
    density: FloatArray
    source_start: IntArray
    source_end: IntArray
    blocks: Blocks
    fault: str = ""

    def __len__(self) -> int:
        return len(self.text)


def density_lines(page: Page, rule: LineRule) -> DensityLines:
    """Return the lines of a page, cached on it."""
    if rule.profile is LineProfile.STRICT_ARTICLE:
        return page.cached("strict density lines", _strict)
    return page.cached(("density lines", rule), lambda of_page: _modern(of_page, rule))


def _modern(page: Page, rule: LineRule) -> DensityLines:
    pieces = page.source_pieces
    kind = _tag_kinds(pieces, rule)
    read, texts = _read_texts(pieces, kind)
    # Texts with words that have the same number of breaks before them form a line.
    n_breaks = prefix_sums(kind & _BREAK != 0)
    holds_words = np.flatnonzero(~np.fromiter(map(str.isspace, texts), np.bool_, len(texts)))
    begin = pieces.text_start[read[holds_words]]
    met = n_breaks[pieces.tag_start.searchsorted(begin)]
    edges = run_bounds(met[1:] != met[:-1], len(met))
    first, last = holds_words[edges[:-1]], holds_words[edges[1:] - 1]
    lines, length = _joined(texts, first.tolist())
    start, end = begin[edges[:-1]], pieces.text_end[read[last]]
    n_bytes = _counted_bytes(page, rule, kind, end)
    n_bytes[1:] -= n_bytes[:-1]
    return _placed(page, lines, (length, n_bytes), (start, end))


def _read_texts(pieces: Pieces, kind: IntArray) -> tuple[IntArray, list[str]]:
    """Return which texts are read, and those texts with references resolved."""
    is_read = ~pieces.is_raw
    # The text of a title starts where its tag ends.
    titles = pieces.tag_end[kind & _TITLE != 0]
    text = pieces.text_start.searchsorted(titles)
    is_read[text[pieces.text_start.searchsorted(titles, side="right") > text]] = False
    read = np.flatnonzero(is_read).astype(np.int32)
    texts = list(compress(pieces.text, is_read.tolist()))
    for number in list(compress(range(len(texts)), map(contains, texts, repeat("&")))):
        if not pieces.is_literal[read[number]]:
            texts[number] = resolved(texts[number]) or " "  # some references resolve to nothing
    return read, texts


def _joined(texts: list[str], first: list[int]) -> tuple[tuple[str, ...], IntArray]:
    """Return texts as lines with white space collapsed; some of the texts start a line.

    The second array contains the bytes of each line.
    """
    begun = texts.copy()
    for number in first:
        begun[number] = " \0" + begun[number].lstrip()  # no source contains NUL
    collapsed = " " + " ".join("".join(begun).split())
    ends = np.flatnonzero(np.frombuffer(collapsed.encode() + b" \0", dtype=np.uint8) == 0)
    return tuple(collapsed.split(" \0")[1:]), (ends[1:] - ends[:-1] - 2).astype(np.int32)


def _tag_kinds(pieces: Pieces, rule: LineRule) -> IntArray:
    """Return the role of each tag of the source as bits of the codes above, shape (n_tags,)."""
    kinds = _kinds_by_name(rule.break_tags)
    # Here any white space ends a name.
    of_name = [kinds.get(name.split()[0], 0) for name in pieces.tag_names]
    return np.array(of_name, dtype=np.int32)[pieces.tag_id]


@lru_cache(maxsize=8)
def _kinds_by_name(break_tags: frozenset[str]) -> dict[str, int]:
    """Return the roles of tags by name; names of end tags have a solidus."""
    kinds = dict.fromkeys((tag for name in break_tags for tag in (name, f"/{name}")), _BREAK)
    return kinds | {tag: kinds.get(tag, 0) | kind for tag, kind in _KINDS.items()}


def _counted_bytes(page: Page, rule: LineRule, kind: IntArray, offsets: IntArray) -> IntArray:
    """Return the number of counted bytes of the source before each offset."""
    left_out = _left_out(page.source_pieces, rule, kind)
    later = _later_bytes(page.source_bytes)
    after = later - np.arange(
        len(later), dtype=np.int32
    )  # number of characters that start before each byte
    edges = left_out + after.searchsorted(left_out, side="right")
    byte = offsets + after.searchsorted(offsets, side="right")
    order = edges.argsort(kind="stable")
    n_open = (1 - order % 2 * 2).cumsum()  # starts and ends alternated before sorting
    edges = edges[order]
    # Inside a range each byte adds one to the uncounted bytes, outside none.
    is_out = n_open > 0
    n_left_out = prefix_sums((edges[1:] - edges[:-1]) * is_out[:-1])
    met = edges.searchsorted(byte, side="right") - 1  # the first edge is 0
    counted: IntArray = byte - n_left_out[met] - (byte - edges[met]) * is_out[met]
    return counted.astype(np.int32, copy=False)


def _left_out(pieces: Pieces, rule: LineRule, kind: IntArray) -> IntArray:
    """Return the alternating starts and ends of at least one range of uncounted bytes."""
    ranges = [(0, 0)]
    if rule.exclude_comments:
        ranges += zip(pieces.comment_start.tolist(), pieces.comment_end.tolist(), strict=True)
    if rule.exclude_scripts:
        ranges += _raw_elements(pieces, kind)
    return np.array(ranges, dtype=np.int32).ravel()


def _raw_elements(pieces: Pieces, kind: IntArray) -> list[tuple[int, int]]:
    """Return the ranges of script and style elements, including both tags."""
    ranges: list[tuple[int, int]] = []
    is_open = False
    raw = np.flatnonzero(kind & (_RAW_START | _RAW_END))
    starts, ends = pieces.tag_start[raw].tolist(), pieces.tag_end[raw].tolist()
    for tag_kind, start, end in zip(kind[raw].tolist(), starts, ends, strict=True):
        if tag_kind & _RAW_START:
            ranges.append((start, end))
            is_open = True
        elif is_open:
            ranges[-1] = ranges[-1][0], end
            is_open = False
    return ranges


def _later_bytes(data: bytes) -> IntArray:
    """Return the offsets of bytes that continue a UTF-8 character."""
    return np.flatnonzero(np.frombuffer(data, dtype=np.int8) < _FIRST_BYTE).astype(np.int32)


def _strict(page: Page) -> DensityLines:
    strict = read_lines(page.source_bytes)
    lines = [line for line in strict.lines if line.text]
    texts = tuple(line.shown for line in lines)
    length = np.array([len(line.text) for line in lines], dtype=np.int32)
    n_bytes = np.array([line.n_bytes for line in lines], dtype=np.int32)
    later = _later_bytes(page.source_bytes)
    edges = np.array([(line.start, line.end) for line in lines], dtype=np.int32).reshape(-1, 2)
    # The program's text for an image may be longer than the rest of the source.
    offsets = np.minimum(edges - np.searchsorted(later, edges), len(page.source))
    start, end = offsets.T.astype(np.int32)
    return _placed(page, texts, (length, n_bytes), (start, end), fault=strict.fault)


def _placed(
    page: Page,
    texts: tuple[str, ...],
    sizes: tuple[IntArray, IntArray],
    ranges: tuple[IntArray, IntArray],
    *,
    fault: str = "",
) -> DensityLines:
    length, n_bytes = sizes
    density = np.zeros(len(texts), dtype=np.float64)
    np.divide(length, n_bytes, out=density, where=n_bytes != 0)
    first, last = page.tokens_in_source_ranges(*ranges)
    owner = np.full(page.n_tokens, -1, dtype=np.int32)
    before = prefix_sums(last - first)
    number = np.arange(len(texts), dtype=np.int32).repeat(last - first)
    owner[np.arange(len(number)) + (first - before[:-1])[number]] = number
    return DensityLines(
        text=texts,
        length=length,
        n_bytes=n_bytes,
        density=density,
        source_start=ranges[0],
        source_end=ranges[1],
        blocks=blocks_of_tokens(page, owner, len(texts)),
        fault=fault,
    )
