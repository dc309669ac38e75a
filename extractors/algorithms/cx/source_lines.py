"""The lines of a page's source without markup: the units of line-based algorithms.

No parser is involved in the text of a line; the tokens of the page are assigned by their positions
in the source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.cx.link_runs import delete_link_runs
from boilerscope.extractors.algorithms.cx.source_patterns import (
    EditedSource,
    blank_entities,
    delete_between,
    delete_literal,
    delete_quoted_tags,
    delete_tags,
    delete_tags_in_lines,
    join_line_ends,
)
from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.page.code_points import character_table, code_points
from boilerscope.extractors.page.segments import INLINE_TAGS

if TYPE_CHECKING:
    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import IntArray

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")

SPACES_IN_LINES = " \t\v\f\r"
"""The white space that the programs delete inside lines."""

ASCII_SPACES = SPACES_IN_LINES + "\n"


class Cleaning(StrEnum):
    """Removal of markup before the source is divided into lines."""

    TAGS = "tags"
    LINK_RUNS = "link_runs"


@dataclass(frozen=True, slots=True, eq=False)
class SourceLines:
    """The source divided at line feeds after markup was deleted, without empty lines at the end.

    Attributes
    ----------
    solid : list of str, length n_lines
        The lines without ASCII white space.
    spaced : list of str, length n_lines
        The lines with white space, without line feeds.
    source_start, source_end : array of int, shape (n_lines,)
        Range of each line in the source, including deleted markup; ranges are adjacent.
    source_line : array of int, shape (n_lines,)
        Line of the source, from 1, in which each line starts.
    blocks : Blocks
        Block i contains the tokens with at least one character in line i.
    cut_short : bool
        Whether link runs remained because they are nested too deeply.
    """

    solid: list[str]
    spaced: list[str]
    source_start: IntArray
    source_end: IntArray
    source_line: IntArray
    blocks: Blocks
    cut_short: bool

    def __len__(self) -> int:
        return len(self.solid)


def source_lines(page: Page, cleaning: Cleaning, *, resplit: bool = False) -> SourceLines:
    """Return the lines of a page's source, cached on it.

    Parameters
    ----------
    cleaning : Cleaning
        Markup to delete.
    resplit : bool
        Whether to add a line feed before every block-level tag first, which divides pages saved
        without line ends into lines. This changes what the algorithm reads.
    """
    key = ("source lines", cleaning, resplit)
    return page.cached(key, lambda page: _build(page, cleaning, resplit=resplit))


def without_spaces(text: str, spaces: str = ASCII_SPACES) -> str:
    """Return a text with its ASCII white space deleted."""
    for space in spaces:
        text = text.replace(space, "")
    return text


def clean(source: EditedSource, cleaning: Cleaning) -> tuple[EditedSource, bool]:
    """Return the source without markup, and whether all link runs were deleted.

    The steps and their order are those of the two revisions of the author's Java program.
    """
    source = delete_between(source, "<!doctype", ">")
    source = delete_between(source, "<!--", "-->")
    source = delete_between(source, "<script", ">", "</script>")
    source = delete_between(source, "<style", ">", "</style>")
    source = blank_entities(source)
    if cleaning is Cleaning.TAGS:
        return delete_tags(source), True
    source = delete_tags_in_lines(source, "span")
    source = delete_literal(source, "</span>")
    source, is_complete = delete_link_runs(source)
    source = delete_quoted_tags(source)
    source = delete_tags_in_lines(source)
    source = delete_tags_in_lines(source)
    return join_line_ends(source), is_complete


def _with_breaks(source: EditedSource) -> EditedSource:
    """Return a source with a line feed before every block-level tag; its origin is the tag's."""
    tags = _TAG.finditer(source.text)
    starts = [tag.start() for tag in tags if tag[1].lower() not in INLINE_TAGS]
    lines = pairwise([0, *starts, len(source.text)])
    text = "\n".join([source.text[start:end] for start, end in lines])
    before = np.array(starts, dtype=np.int32)
    return EditedSource(text, np.insert(source.origin, before, source.origin[before]))


def _build(page: Page, cleaning: Cleaning, *, resplit: bool) -> SourceLines:
    source = EditedSource.of(page.source)
    cleaned, is_complete = clean(_with_breaks(source) if resplit else source, cleaning)
    # Empty lines at the end do not count, but a page without text has one line.
    spaced = cleaned.text.rstrip("\n").split("\n")
    solid = without_spaces(cleaned.text, SPACES_IN_LINES).split("\n")[: len(spaced)]
    codes = code_points(cleaned.text)
    line_feeds = cleaned.origin[codes == ord("\n")][: len(spaced) - 1]
    # An added line feed has no width in the source.
    is_in_source = page.lines_of(line_feeds + 1) > page.lines_of(line_feeds)
    source_start = np.append(np.int32(0), line_feeds + is_in_source).astype(np.int32)
    return SourceLines(
        solid=solid,
        spaced=spaced,
        source_start=source_start,
        source_end=np.append(source_start[1:], np.int32(len(page.source))),
        source_line=page.lines_of(source_start),
        blocks=_blocks(page, solid, cleaned.origin[~character_table(ASCII_SPACES)[codes]]),
        cut_short=not is_complete,
    )


def _blocks(page: Page, solid: list[str], origin: IntArray) -> Blocks:
    """Return the tokens of each line: those with at least one remaining character."""
    positions = page.source_positions
    first, after = (np.searchsorted(origin, edge) for edge in (positions.start, positions.end))
    is_kept = (positions.start >= 0) & (after > first)
    line_of_character = np.repeat(np.arange(len(solid), dtype=np.int32), list(map(len, solid)))
    line = np.full(page.n_tokens, -1, dtype=np.int32)
    line[is_kept] = line_of_character[first[is_kept]]
    return blocks_of_tokens(page, line, len(solid))
