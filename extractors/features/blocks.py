"""The matrix of block features: a row for each segment of the page, a column for each feature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Columns, Feature
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import mask_of_ranges
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.extractors.page.segments import Segments

_SENTENCE_ENDS = ".!?。！？…"
_PUNCTUATION = ",;:" + _SENTENCE_ENDS + "，、；：“”‘’\"'()（）《》"


@dataclass(frozen=True, slots=True, eq=False)
class BlockFeatures:
    """Blocks of a page with their features.

    Attributes
    ----------
    blocks : Blocks
        The segments of the page.
    values : array of float, shape (n_blocks, n_features)
        A column for each of `FEATURES`.
    """

    blocks: Blocks
    values: FloatArray


def block_features(page: Page) -> BlockFeatures:
    """Return the features of all blocks of a page, cached on it."""
    return page.cached("block features", _measured)


def _measured(page: Page) -> BlockFeatures:
    of_page = segments(page)
    blocks = Blocks.from_ranges(of_page.token_start, of_page.token_end, of_page.element)
    columns = Columns(_Segments(page, of_page), FEATURES, {})
    values = np.column_stack([columns[feature.name] for feature in FEATURES]).astype(np.float64)
    return BlockFeatures(blocks, values)


class _Segments:
    """The segments of a page with the counts that features share, shape (n,) each."""

    def __init__(self, page: Page, of_page: Segments) -> None:
        tokens = page.tokens
        lengths = prefix_sums(tokens.end - tokens.start)
        self.page, self.segments = page, of_page
        self.n_tokens: FloatArray = (of_page.token_end - of_page.token_start).astype(np.float64)
        self.n_characters: FloatArray = (
            lengths[of_page.token_end] - lengths[of_page.token_start]
        ).astype(np.float64)

    def count(self, is_counted: NDArray[np.bool_]) -> FloatArray:
        """Return the number of counted characters of the page text in each segment."""
        slots, of_page = self.page.slots, self.segments
        sums = prefix_sums(is_counted)
        start, end = slots.start[of_page.slot_start], slots.end[of_page.slot_end - 1]
        return (sums[end] - sums[start]).astype(np.float64)

    def count_of(self, characters: str) -> FloatArray:
        """Return the number of some characters in each segment."""
        codes = np.array([ord(character) for character in characters], dtype=np.uint32)
        return self.count(np.isin(self.page.codes, codes))

    def count_range(self, first: str, last: str) -> FloatArray:
        """Return the number of characters of a range of code points in each segment."""
        codes = self.page.codes
        return self.count((codes >= ord(first)) & (codes <= ord(last)))


def _linked(grid: _Segments) -> FloatArray:
    page, of_page = grid.page, grid.segments
    links = page.elements.tagged({"a"}).nonzero()[0]
    linked = mask_of_ranges(*_outermost(page, links.astype(np.int32)), page.n_tokens)
    sums = prefix_sums(linked)
    return (sums[of_page.token_end] - sums[of_page.token_start]).astype(np.float64)


def _outermost(page: Page, rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return the token ranges of those elements that are not inside another of them."""
    start, end = page.elements.token_start[rows], page.elements.token_end[rows]
    reach = np.maximum.accumulate(end) if len(end) else end
    outside = np.ones(len(rows), dtype=np.bool_)
    outside[1:] = (start[1:] >= reach[:-1]) & (end[1:] > start[1:])
    return start[outside], end[outside]


def _is_inside(columns: Columns[_Segments], tags: tuple[str, ...]) -> FloatArray:
    elements, owner = columns.grid.page.elements, columns.grid.segments.element
    return (elements.innermost(elements.tagged(set(tags)))[owner] >= 0).astype(np.float64)


def _before(values: FloatArray) -> FloatArray:
    return np.concatenate(([0.0], values))[: len(values)]


def _after(values: FloatArray) -> FloatArray:
    return np.concatenate((values, [0.0]))[1:]


FEATURES: tuple[Feature[_Segments], ...] = (
    Feature("tokens", "Words", "words", "Tokens of the block.", lambda c: c.grid.n_tokens),
    Feature(
        "chars",
        "Characters",
        "characters",
        "Characters of the tokens of the block.",
        lambda c: c.grid.n_characters,
    ),
    Feature(
        "mean_token",
        "Mean word length",
        "characters",
        "Characters divided by tokens.",
        lambda c: c.grid.n_characters / c.grid.n_tokens,
    ),
    Feature(
        "link_tokens",
        "Linked words",
        "",
        "Tokens inside links divided by tokens of the block.",
        lambda c: _linked(c.grid) / c.grid.n_tokens,
    ),
    Feature(
        "punctuation",
        "Punctuation",
        "",
        "Punctuation marks divided by tokens of the block.",
        lambda c: c.grid.count_of(_PUNCTUATION) / c.grid.n_tokens,
    ),
    Feature(
        "sentence_ends",
        "Sentence ends",
        "",
        "Marks that end a sentence divided by tokens.",
        lambda c: c.grid.count_of(_SENTENCE_ENDS) / c.grid.n_tokens,
    ),
    Feature(
        "digits",
        "Digits",
        "",
        "Digits divided by characters of the tokens of the block.",
        lambda c: c.grid.count_range("0", "9") / c.grid.n_characters,
    ),
    Feature(
        "uppercase",
        "Capitals",
        "",
        "Capital letters divided by characters of the tokens.",
        lambda c: c.grid.count_range("A", "Z") / c.grid.n_characters,
    ),
    Feature(
        "position",
        "Position",
        "",
        "Tokens before the block divided by tokens of the page.",
        lambda c: c.grid.segments.token_start / max(c.grid.page.n_tokens, 1),
    ),
    Feature(
        "depth",
        "Depth",
        "levels",
        "Depth of the block-level element in the tree.",
        lambda c: c.grid.page.elements.depth[c.grid.segments.element].astype(np.float64),
    ),
    Feature(
        "heading",
        "Heading",
        "",
        "1 inside h1 to h6, else 0.",
        partial(_is_inside, tags=("h1", "h2", "h3", "h4", "h5", "h6")),
    ),
    Feature(
        "paragraph",
        "Paragraph",
        "",
        "1 inside p, blockquote or pre, else 0.",
        partial(_is_inside, tags=("p", "blockquote", "pre")),
    ),
    Feature(
        "list_item",
        "List item",
        "",
        "1 inside li, dt or dd, else 0.",
        partial(_is_inside, tags=("li", "dt", "dd")),
    ),
    Feature(
        "table_cell",
        "Table cell",
        "",
        "1 inside td or th, else 0.",
        partial(_is_inside, tags=("td", "th")),
    ),
    Feature(
        "article",
        "Article",
        "",
        "1 inside article or main, else 0.",
        partial(_is_inside, tags=("article", "main")),
    ),
    Feature(
        "frame",
        "Frame",
        "",
        "1 inside nav, header, footer, aside, form or menu, else 0.",
        partial(_is_inside, tags=("nav", "header", "footer", "aside", "form", "menu")),
    ),
    Feature("title", "Title", "", "1 inside title, else 0.", partial(_is_inside, tags=("title",))),
    Feature(
        "previous_tokens",
        "Words before",
        "words",
        "Tokens of the block before; 0: none.",
        lambda c: _before(c["tokens"]),
    ),
    Feature(
        "previous_link_tokens",
        "Linked before",
        "",
        "Linked words of the block before.",
        lambda c: _before(c["link_tokens"]),
    ),
    Feature(
        "next_tokens",
        "Words after",
        "words",
        "Tokens of the block after; 0: none.",
        lambda c: _after(c["tokens"]),
    ),
    Feature(
        "next_link_tokens",
        "Linked after",
        "",
        "Linked words of the block after.",
        lambda c: _after(c["link_tokens"]),
    ),
)
"""Columns of the matrix, in order."""
