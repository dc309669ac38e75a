"""Lines of rendered text, each with its bytes of HTML: the units of text density.

Bytes are those of the source in UTF-8. The bytes of a line reach from the end of the previous text
to its own end, so that markup counts against the text after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.ai_depot.strict_lines import read_lines
from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.segments import INLINE_TAGS
from boilerscope.extractors.page.source_scan import resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.extractors.page.source_scan import Pieces

BREAK_TAGS = (
    *("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "tr", "td", "th", "thead", "tbody", "tfoot", "caption", "blockquote", "pre"),
    *("address", "form", "fieldset", "section", "article", "header", "footer", "nav", "aside"),
    *("main", "figure", "figcaption", "hr", "br", "body", "html", "center", "title", "head"),
    *("option", "select"),
)
"""Elements whose start and end tags end a line."""

_BREAK, _TITLE, _RAW_START, _RAW_END, _EDGE = 1, 2, 4, 8, 16
_KINDS = {
    "title": _TITLE,
    "script": _RAW_START,
    "style": _RAW_START,
    "/script": _RAW_END,
    "/style": _RAW_END,
}
_FIRST_BYTE = -0x40
"""Bytes that are less than this as signed numbers continue a UTF-8 character."""


class LineProfile(StrEnum):
    """Ways to read lines."""

    MODERN = "modern"
    STRICT_ARTICLE = "strict_article"


@dataclass(frozen=True, slots=True)
class LineRule:
    """Division into lines; part of the key under which a page caches them.

    Attributes
    ----------
    profile : LineProfile
        Our scan, or the published program's.
    break_tags : frozenset of str
        Lower-case tags that end a line (modern only).
    exclude_comments, exclude_scripts : bool
        Whether to ignore the bytes of comments, or of scripts and styles (modern only).
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
    kind = _tag_kinds(page.source_pieces, rule)
    lines: list[list[list[str]]] = []  # by line, by block that does not end a line
    ranges: list[tuple[int, int]] = []
    line_breaks = part_edges = -1  # before the last line, before the last text
    for n_breaks, n_edges, text, first, after in _read_texts(page.source_pieces, kind):
        if n_breaks == line_breaks:
            if n_edges > part_edges:
                lines[-1].append([])
            lines[-1][-1].append(text)
            if not text.isspace():
                ranges[-1] = (ranges[-1][0], after)
        elif not text.isspace():
            line_breaks = n_breaks
            lines.append([[text]])
            ranges.append((first, after))
        part_edges = n_edges
    texts = [_spaced(map("".join, line)) for line in lines]
    start, end = np.array(ranges, dtype=np.int32).reshape(-1, 2).T
    # The rule does not count the spaces between blocks.
    measured = [
        text if len(line) == 1 else _spaced(["".join(chain.from_iterable(line))])
        for line, text in zip(lines, texts, strict=True)
    ]
    length = np.array([len(text.encode()) for text in measured], dtype=np.int32)
    n_bytes = np.diff(_counted_bytes(page, rule, kind)[end], prepend=0).astype(np.int32)
    return _with_blocks(page, tuple(texts), (length, n_bytes), (start, end))


def _spaced(parts: Iterable[str]) -> str:
    """Return texts separated by spaces, white space collapsed and trimmed."""
    return " ".join(" ".join(parts).split())


def _read_texts(pieces: Pieces, kind: IntArray) -> Iterator[tuple[int, int, str, int, int]]:
    """Yield the texts between tags, but not those of scripts, styles and titles.

    The items are the number of tags before the text that end a line, and of those that are edges of
    blocks, its characters with references resolved, and its start and end in the source.
    """
    # The text of a title starts where its tag ends.
    is_title = np.isin(pieces.text_start, pieces.tag_end[kind & _TITLE != 0])
    n_tags = pieces.tag_start.searchsorted(pieces.text_start)
    columns = (
        column.tolist()
        for column in (
            pieces.is_raw | is_title,
            pieces.is_literal,
            prefix_sums(kind & _BREAK != 0)[n_tags],
            prefix_sums(kind & _EDGE != 0)[n_tags],
            pieces.text_start,
            pieces.text_end,
        )
    )
    for text, is_left_out, is_literal, breaks, edges, start, end in zip(
        pieces.text, *columns, strict=True
    ):
        if is_left_out:
            continue
        has_references = "&" in text and not is_literal
        characters = resolved(text) or " " if has_references else text  # some resolve to nothing
        yield breaks, edges, characters, start, end


def _tag_kinds(pieces: Pieces, rule: LineRule) -> IntArray:
    """Return the role of each tag of the source as bits of the codes above, shape (n_tags,)."""
    kinds = _kinds_by_name(rule.break_tags)
    # In this scan any white space ends a name.
    names = [name.split()[0] for name in pieces.tag_names]
    of_name = [
        kinds.get(name, 0) | (_EDGE if name.removeprefix("/") not in INLINE_TAGS else 0)
        for name in names
    ]
    return np.array(of_name, dtype=np.int32)[pieces.tag_id]


@lru_cache(maxsize=8)
def _kinds_by_name(break_tags: frozenset[str]) -> dict[str, int]:
    """Return the roles of tags by name; names of end tags start with a slash."""
    kinds = dict.fromkeys((tag for name in break_tags for tag in (name, f"/{name}")), _BREAK)
    return kinds | {tag: kinds.get(tag, 0) | kind for tag, kind in _KINDS.items()}


def _counted_bytes(page: Page, rule: LineRule, kind: IntArray) -> IntArray:
    """Return the number of counted bytes before each offset of the source, and in all of it."""
    codes = code_points(page.source)
    n_bytes = np.ones(len(codes), dtype=np.uint8)
    for first_longer in (0x80, 0x800, 0x10000):  # code points from here on take one more byte
        n_bytes += codes >= first_longer
    for start, end in _left_out(page.source_pieces, rule, kind):
        n_bytes[start:end] = 0
    return prefix_sums(n_bytes)


def _left_out(pieces: Pieces, rule: LineRule, kind: IntArray) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the source whose bytes do not count."""
    if rule.exclude_comments:
        yield from zip(pieces.comment_start.tolist(), pieces.comment_end.tolist(), strict=True)
    if rule.exclude_scripts:
        yield from _raw_elements(pieces, kind)


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


def _strict(page: Page) -> DensityLines:
    strict = read_lines(page.source_bytes)
    lines = [line for line in strict.lines if line.text]
    texts = tuple(line.shown for line in lines)
    length = np.array([len(line.text) for line in lines], dtype=np.int32)
    n_bytes = np.array([line.n_bytes for line in lines], dtype=np.int32)
    continuation = np.flatnonzero(np.frombuffer(page.source_bytes, dtype=np.int8) < _FIRST_BYTE)
    edges = np.array([(line.start, line.end) for line in lines], dtype=np.int32).reshape(-1, 2)
    # The program's text for an image may be longer than the rest of the source.
    offsets = np.minimum(edges - np.searchsorted(continuation, edges), len(page.source))
    start, end = offsets.T.astype(np.int32)
    return _with_blocks(page, texts, (length, n_bytes), (start, end), fault=strict.fault)


def _with_blocks(
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
