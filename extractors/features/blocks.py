"""The matrix of block features: a row for each segment of the page, a column for each feature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import mask_of_ranges
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.extractors.page.segments import Segments


FEATURES = (
    Feature("tokens", "Words", "words", "Tokens of the block."),
    Feature("chars", "Characters", "characters", "Characters of the tokens of the block."),
    Feature("mean_token", "Mean word length", "characters", "Characters divided by tokens."),
    Feature(
        "link_tokens", "Linked words", "", "Tokens inside links divided by tokens of the block."
    ),
    Feature("punctuation", "Punctuation", "", "Punctuation marks divided by tokens of the block."),
    Feature("sentence_ends", "Sentence ends", "", "Marks that end a sentence divided by tokens."),
    Feature("digits", "Digits", "", "Digits divided by characters of the tokens of the block."),
    Feature("uppercase", "Capitals", "", "Capital letters divided by characters of the tokens."),
    Feature("position", "Position", "", "Tokens before the block divided by tokens of the page."),
    Feature("depth", "Depth", "levels", "Depth of the block-level element in the tree."),
    Feature("heading", "Heading", "", "1 inside h1 to h6, else 0."),
    Feature("paragraph", "Paragraph", "", "1 inside p, blockquote or pre, else 0."),
    Feature("list_item", "List item", "", "1 inside li, dt or dd, else 0."),
    Feature("table_cell", "Table cell", "", "1 inside td or th, else 0."),
    Feature("article", "Article", "", "1 inside article or main, else 0."),
    Feature("frame", "Frame", "", "1 inside nav, header, footer, aside, form or menu, else 0."),
    Feature("title", "Title", "", "1 inside title, else 0."),
    Feature("previous_tokens", "Words before", "words", "Tokens of the block before; 0: none."),
    Feature("previous_link_tokens", "Linked before", "", "Linked words of the block before."),
    Feature("next_tokens", "Words after", "words", "Tokens of the block after; 0: none."),
    Feature("next_link_tokens", "Linked after", "", "Linked words of the block after."),
)
"""Columns of the matrix, in order."""

_TAGS = {
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "paragraph": ("p", "blockquote", "pre"),
    "list_item": ("li", "dt", "dd"),
    "table_cell": ("td", "th"),
    "article": ("article", "main"),
    "frame": ("nav", "header", "footer", "aside", "form", "menu"),
    "title": ("title",),
}
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
    columns = {**_texts(page, of_page), **_places(page, of_page)}
    for name in ("tokens", "link_tokens"):
        columns[f"previous_{name}"] = np.concatenate(([0.0], columns[name]))[: len(blocks)]
        columns[f"next_{name}"] = np.concatenate((columns[name], [0.0]))[1:]
    values = np.column_stack([columns[feature.name] for feature in FEATURES]).astype(np.float64)
    return BlockFeatures(blocks, values)


def _texts(page: Page, of_page: Segments) -> dict[str, NDArray[Any]]:
    """Return the counts and shares of the text of each block."""
    tokens, codes = page.tokens, page.codes
    n_tokens = (of_page.token_end - of_page.token_start).astype(np.float64)
    lengths = prefix_sums(tokens.end - tokens.start)
    chars = (lengths[of_page.token_end] - lengths[of_page.token_start]).astype(np.float64)
    start, end = page.slots.start[of_page.slot_start], page.slots.end[of_page.slot_end - 1]

    def count(is_counted: NDArray[np.bool_]) -> NDArray[np.float64]:
        sums = prefix_sums(is_counted)
        return (sums[end] - sums[start]).astype(np.float64)

    links = page.elements.tagged({"a"}).nonzero()[0]
    linked = mask_of_ranges(*_outermost(page, links.astype(np.int32)), page.n_tokens)
    sums = prefix_sums(linked)
    n_linked = (sums[of_page.token_end] - sums[of_page.token_start]).astype(np.float64)
    digits = (codes >= ord("0")) & (codes <= ord("9"))
    capitals = (codes >= ord("A")) & (codes <= ord("Z"))
    return {
        "tokens": n_tokens,
        "chars": chars,
        "mean_token": chars / n_tokens,
        "link_tokens": n_linked / n_tokens,
        "punctuation": count(np.isin(codes, _codes(_PUNCTUATION))) / n_tokens,
        "sentence_ends": count(np.isin(codes, _codes(_SENTENCE_ENDS))) / n_tokens,
        "digits": count(digits) / chars,
        "uppercase": count(capitals) / chars,
    }


def _outermost(page: Page, rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return the token ranges of those elements that are not inside another of them."""
    start, end = page.elements.token_start[rows], page.elements.token_end[rows]
    reach = np.maximum.accumulate(end) if len(end) else end
    outside = np.ones(len(rows), dtype=np.bool_)
    outside[1:] = (start[1:] >= reach[:-1]) & (end[1:] > start[1:])
    return start[outside], end[outside]


def _places(page: Page, of_page: Segments) -> dict[str, NDArray[Any]]:
    """Return the position of each block on the page and in the tree."""
    elements = page.elements
    owner = of_page.element
    inside = {
        name: elements.innermost(elements.tagged(set(tags)))[owner] >= 0
        for name, tags in _TAGS.items()
    }
    return {
        "position": of_page.token_start / max(page.n_tokens, 1),
        "depth": elements.depth[owner],
        **inside,
    }


def _codes(characters: str) -> NDArray[np.uint32]:
    return np.array([ord(character) for character in characters], dtype=np.uint32)
