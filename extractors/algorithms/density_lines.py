"""Lines of rendered text, each with the bytes of HTML it took: what text density decides on.

Bytes are those of the source in UTF-8. A line's bytes reach from the end of the text before it to
its own end, so that markup counts against the text that follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.density_lines_strict import read_lines
from extractors.algorithms.token_blocks import blocks_of_tokens
from extractors.page.source_scan import resolved
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

BREAK_TAGS = (
    *("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "tr", "td", "th", "thead", "tbody", "tfoot", "caption", "blockquote", "pre"),
    *("address", "form", "fieldset", "section", "article", "header", "footer", "nav", "aside"),
    *("main", "figure", "figcaption", "hr", "br", "body", "html", "center", "title", "head"),
    *("option", "select"),
)
"""Elements whose start and end tags end a line."""


class LineProfile(StrEnum):
    """How lines are read."""

    MODERN = "modern"
    STRICT_ARTICLE = "strict_article"


@dataclass(frozen=True, slots=True)
class LineRule:
    """How lines are cut; the key of the cached stage.

    Attributes
    ----------
    profile : LineProfile
        The scan of ours, or the published program's.
    break_tags : frozenset of str
        Lower-case tags that end a line (modern only).
    exclude_comments, exclude_scripts : bool
        Whether their bytes are left out (modern only).
    """

    profile: LineProfile = LineProfile.MODERN
    break_tags: frozenset[str] = frozenset(BREAK_TAGS)
    exclude_comments: bool = True
    exclude_scripts: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class DensityLines:
    """The lines of a page that hold text.

    Attributes
    ----------
    text : tuple of str, length n_lines
        White space collapsed; strict lines may hold line ends and what their program adds.
    length : array of int, shape (n_lines,)
        Bytes of the text.
    n_bytes : array of int, shape (n_lines,)
        Bytes of HTML; the published program can count 0 or less.
    source_start, source_end : array of int, shape (n_lines,)
        Range in the source from the first to the last text of the line.
    source_line : array of int, shape (n_lines,)
        Line of the source, from 1, in which it begins.
    blocks : Blocks
        The page's tokens that begin in that range.
    fault : str
        Why the published program stops on this page, empty if it does not.
    """

    text: tuple[str, ...]
    length: IntArray
    n_bytes: IntArray
    source_start: IntArray
    source_end: IntArray
    source_line: IntArray
    blocks: Blocks
    fault: str = ""

    def __len__(self) -> int:
        return len(self.text)

    @property
    def density(self) -> FloatArray:
        """Length by bytes, 0 where there are no bytes."""
        density = np.zeros(len(self), dtype=np.float64)
        np.divide(self.length, self.n_bytes, out=density, where=self.n_bytes != 0)
        return density


def density_lines(page: Page, rule: LineRule) -> DensityLines:
    """Return the lines of a page, cached on it."""
    if rule.profile is LineProfile.STRICT_ARTICLE:
        return page.stage("strict density lines", _strict)
    return page.stage(("density lines", rule), lambda one: _modern(one, rule))


@dataclass(slots=True)
class _Line:
    """A line that is being read: its text, its bytes, and where its texts stand."""

    parts: list[str]
    n_bytes: int
    start: int
    end: int


def _modern(page: Page, rule: LineRule) -> DensityLines:
    lines = list(_modern_lines(page, rule))
    texts = tuple("".join(line.parts) for line in lines)
    length = np.array([_utf8_length(text) for text in texts], dtype=np.int32)
    n_bytes = np.array([line.n_bytes for line in lines], dtype=np.int32)
    start = np.array([line.start for line in lines], dtype=np.int32)
    end = np.array([line.end for line in lines], dtype=np.int32)
    return _placed(page, texts, (length, n_bytes), (start, end))


def _modern_lines(page: Page, rule: LineRule) -> Iterator[_Line]:
    """Yield the lines with text, in one pass over tags and texts."""
    pieces = page.source_pieces
    tag_breaks, in_title = _traits(page, rule)
    bytes_to = _counted_bytes(page, rule)
    breaks = np.append(0, np.cumsum(tag_breaks))
    passed = breaks[np.searchsorted(pieces.tag_start, pieces.text_start)]
    read = ~pieces.is_raw & ~in_title
    first, last = pieces.text_start[read], pieces.text_end[read]
    runs = zip(
        first.tolist(),
        last.tolist(),
        passed[read].tolist(),
        bytes_to[last].tolist(),
        pieces.is_literal[read].tolist(),
        strict=True,
    )
    line: _Line | None = None
    n_breaks, counted, spaced = -1, 0, False
    for start, end, met, here, is_literal in runs:
        text = page.source[start:end]
        text = text if is_literal else resolved(text)
        words = text.split()
        if met != n_breaks:
            if line is not None:
                yield line
            line, n_breaks = None, met
        if not words:
            spaced = True
            continue
        if line is None:
            line = _Line([], 0, start, end)
        elif spaced or text[0].isspace():
            line.parts.append(" ")
        line.parts.append(" ".join(words))
        line.n_bytes += here - counted
        line.end = end
        counted, spaced = here, text[-1].isspace()
    if line is not None:
        yield line


def _traits(page: Page, rule: LineRule) -> tuple[BoolArray, BoolArray]:
    """Return which tags end a line, and which texts are that of a title."""
    pieces, source = page.source_pieces, page.source
    names = [
        _name(source, start, end)
        for start, end in zip(pieces.tag_start.tolist(), pieces.tag_end.tolist(), strict=True)
    ]
    ends_line = np.array([name in rule.break_tags for name in names], dtype=np.bool_)
    title_ends = [
        end
        for name, start, end in zip(
            names, pieces.tag_start.tolist(), pieces.tag_end.tolist(), strict=True
        )
        if name == "title" and source[start + 1] != "/"
    ]
    return ends_line, np.isin(pieces.text_start, title_ends)


def _name(source: str, start: int, end: int) -> str:
    """Return the lower-case name of the tag in a range of the source, 20 characters at most."""
    first = start + 2 if source[start + 1] == "/" else start + 1
    head = source[first : min(end - 1, first + 20)].replace("/", " ").split(None, 1)
    return head[0].lower() if head else ""


def _counted_bytes(page: Page, rule: LineRule) -> IntArray:
    """Return the bytes of the source before each place that count, shape (n_characters + 1,)."""
    pieces = page.source_pieces
    size = _byte_sizes(page.source)
    if rule.exclude_comments:
        size[_covered(len(size), pieces.comment_start, pieces.comment_end)] = 0
    if rule.exclude_scripts:
        size[_covered(len(size), *_raw_elements(page))] = 0
    return np.append(0, np.cumsum(size)).astype(np.int32)


def _raw_elements(page: Page) -> tuple[IntArray, IntArray]:
    """Return the ranges of script and style elements, both of their tags included."""
    pieces, source = page.source_pieces, page.source
    starts, ends = [], []
    open_end = -1
    for start, end in zip(pieces.tag_start.tolist(), pieces.tag_end.tolist(), strict=True):
        if _name(source, start, end) not in {"script", "style"}:
            continue
        if source[start + 1] != "/":
            starts.append(start)
            ends.append(end)
            open_end = end
        elif open_end >= 0:
            ends[-1] = end
            open_end = -1
    return np.array(starts, dtype=np.int32), np.array(ends, dtype=np.int32)


def _covered(n: int, start: IntArray, end: IntArray) -> BoolArray:
    opened = np.bincount(start, minlength=n + 1)
    closed = np.bincount(end, minlength=n + 1)
    return np.cumsum(opened - closed)[:n] > 0


def _byte_sizes(text: str) -> IntArray:
    """Return how many bytes each character has in UTF-8."""
    codes = code_points(text)
    size = 1 + (codes >= 0x80).astype(np.int32) + (codes >= 0x800) + (codes >= 0x10000)
    return size.astype(np.int32)


def _utf8_length(text: str) -> int:
    return len(text) if text.isascii() else int(_byte_sizes(text).sum())


def _strict(page: Page) -> DensityLines:
    made = read_lines(page.source.encode("utf-8", "replace"))
    lines = [line for line in made.lines if line.text]
    texts = tuple(line.shown for line in lines)
    length = np.array([len(line.text) for line in lines], dtype=np.int32)
    n_bytes = np.array([line.n_bytes for line in lines], dtype=np.int32)
    places = np.append(0, np.cumsum(_byte_sizes(page.source)))
    start = np.searchsorted(places, [line.start for line in lines]).astype(np.int32)
    end = np.searchsorted(places, [line.end for line in lines]).astype(np.int32)
    return _placed(page, texts, (length, n_bytes), (start, end), fault=made.fault)


def _placed(
    page: Page,
    texts: tuple[str, ...],
    sizes: tuple[IntArray, IntArray],
    ranges: tuple[IntArray, IntArray],
    *,
    fault: str = "",
) -> DensityLines:
    first, last = page.tokens_in_source_ranges(*ranges)
    owner = np.full(page.n_tokens, -1, dtype=np.int32)
    count = last - first
    number = np.repeat(np.arange(len(texts), dtype=np.int32), count)
    owner[np.arange(len(number)) + np.repeat(first - (np.cumsum(count) - count), count)] = number
    return DensityLines(
        text=texts,
        length=sizes[0],
        n_bytes=sizes[1],
        source_start=ranges[0],
        source_end=ranges[1],
        source_line=np.array([page.line_of(place) for place in ranges[0].tolist()], np.int32),
        blocks=blocks_of_tokens(page, owner, len(texts)),
        fault=fault,
    )
