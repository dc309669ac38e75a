"""The lines of a page's source without markup: what line-based algorithms decide on.

No parser has a part in the text of a line; the tokens of the page are found in it by their places
in the source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.cx.link_runs import delete_link_runs
from extractors.algorithms.cx.source_patterns import (
    LF,
    EditedSource,
    blank_entities,
    delete_between,
    delete_literal,
    delete_quoted_tags,
    delete_tags,
    delete_tags_in_lines,
    join_line_ends,
)
from extractors.model.token_blocks import blocks_of_tokens
from extractors.page.segments import INLINE_TAGS

if TYPE_CHECKING:
    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import IntArray

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")


class Cleaning(StrEnum):
    """How markup is taken out before the source is cut into lines."""

    TAGS = "tags"
    LINK_RUNS = "link_runs"


@dataclass(frozen=True, slots=True, eq=False)
class SourceLines:
    """The source cut at line feeds after markup was deleted.

    Attributes
    ----------
    text, first : str and array of int, shape (n_lines + 1,)
        What is left with the ASCII white space deleted; line i is ``first[i]`` ... ``first[i +
        1] - 1`` of it.
    spaced, spaced_first : str and array of int
        The same with the white space in it; line feeds are not part of a line.
    source_start, source_end : array of int, shape (n_lines,)
        Range of each line in the source, with all markup deleted from it; ranges touch.
    source_line : array of int, shape (n_lines,)
        Line of the source, from 1, in which each line begins.
    blocks : Blocks
        Block i holds the tokens of which line i has some character.
    cut_short : bool
        Whether link runs were left because they lie too deep in one another.
    """

    text: str
    first: IntArray
    spaced: str
    spaced_first: IntArray
    source_start: IntArray
    source_end: IntArray
    source_line: IntArray
    blocks: Blocks
    cut_short: bool

    def __len__(self) -> int:
        return len(self.source_start)

    def line(self, number: int) -> str:
        """Return one line without white space."""
        return self.text[self.first[number] : self.first[number + 1]]

    def spaced_line(self, number: int) -> str:
        """Return one line as it stands in the source."""
        first, last = self.spaced_first[number], self.spaced_first[number + 1]
        return self.spaced[first:last]


def source_lines(page: Page, cleaning: Cleaning, *, resplit: bool = False) -> SourceLines:
    """Return the lines of a page's source, cached on it.

    Parameters
    ----------
    page : Page
        The page.
    cleaning : Cleaning
        What is deleted.
    resplit : bool
        Whether a line feed is put before every block-level tag first, which gives pages saved
        without line ends some lines. This changes what the algorithm reads.
    """
    key = ("source lines", cleaning, resplit)
    return page.cached(key, lambda page: _build(page, cleaning, resplit=resplit))


def clean(draft: EditedSource, cleaning: Cleaning) -> tuple[EditedSource, bool]:
    """Return the source without markup, and whether all of it could be taken out.

    The steps and their order are those of the two revisions of the author's Java program.
    """
    draft = delete_between(draft, "<!doctype", ">")
    draft = delete_between(draft, "<!--", "-->")
    draft = delete_between(draft, "<script", ">", "</script>")
    draft = delete_between(draft, "<style", ">", "</style>")
    draft = blank_entities(draft)
    if cleaning is Cleaning.TAGS:
        return delete_tags(draft), True
    draft = delete_tags_in_lines(draft, "span")
    draft = delete_literal(draft, "</span>")
    draft, done = delete_link_runs(draft)
    draft = delete_quoted_tags(draft)
    draft = delete_tags_in_lines(draft)
    draft = delete_tags_in_lines(draft)
    return join_line_ends(draft), done


def _with_breaks(draft: EditedSource) -> EditedSource:
    """Return a draft with a line feed before every block-level tag."""
    tags = (tag.start() for tag in _TAG.finditer(draft.text) if tag[1].lower() not in INLINE_TAGS)
    before = np.fromiter(tags, dtype=np.int32)
    return EditedSource(
        np.insert(draft.codes, before, LF), np.insert(draft.origin, before, draft.origin[before])
    )


def _build(page: Page, cleaning: Cleaning, *, resplit: bool) -> SourceLines:
    whole = EditedSource.of(page.source)
    draft, done = clean(_with_breaks(whole) if resplit else whole, cleaning)
    line_feeds = draft.places(LF)
    start = np.append(0, line_feeds + 1)
    end = np.append(line_feeds, len(draft.codes))
    filled = np.flatnonzero(end > start)
    n_lines = int(filled[-1]) + 1 if len(filled) else 1  # empty lines at the end do not count
    start, end = start[:n_lines], end[:n_lines]
    ink = np.flatnonzero(~draft.white_space())
    solid = EditedSource(draft.codes[ink], draft.origin[ink])
    first = np.searchsorted(ink, np.append(start, end[-1])).astype(np.int32)
    lines = np.flatnonzero(draft.codes != LF)
    spaced_first = np.append(start - np.arange(n_lines), end[-1] - n_lines + 1).astype(np.int32)
    source_start, source_end = _source_ranges(whole, draft.origin.take(line_feeds[: n_lines - 1]))
    return SourceLines(
        text=solid.text,
        first=first,
        spaced=EditedSource(draft.codes[lines], draft.origin[lines]).text,
        spaced_first=spaced_first,
        source_start=source_start,
        source_end=source_end,
        source_line=_source_line(whole, source_start),
        blocks=_blocks(page, solid.origin, first),
        cut_short=not done,
    )


def _source_ranges(whole: EditedSource, line_feeds: IntArray) -> tuple[IntArray, IntArray]:
    """Return where lines begin and end; a line feed put in by us takes no room in the source."""
    own = (whole.codes.take(line_feeds) == LF).astype(np.int32)
    start = np.append(np.int32(0), line_feeds + own)
    return start, np.append(start[1:], np.int32(len(whole.codes)))


def _source_line(whole: EditedSource, place: IntArray) -> IntArray:
    return (np.searchsorted(whole.places(LF), place) + 1).astype(np.int32)


def _blocks(page: Page, origin: IntArray, first: IntArray) -> Blocks:
    """Return the tokens of each line: those of which a character was left."""
    n_lines = len(first) - 1
    positions = page.source_positions
    begin, end = (np.searchsorted(origin, at) for at in (positions.start, positions.end))
    met = (positions.start >= 0) & (end > begin)
    line_of_character = np.repeat(np.arange(n_lines, dtype=np.int32), np.diff(first))
    line = np.full(page.n_tokens, -1, dtype=np.int32)
    line[met] = line_of_character[begin[met]]
    return blocks_of_tokens(page, line, n_lines)
