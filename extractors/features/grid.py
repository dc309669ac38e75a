"""The block grid: the segments of a page on which features are measured, and their counts.

Source: ours, the specification of the learned extractor, sections 1 and 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.page.code_points import character_table
from boilerscope.extractors.page.prefix_sums import range_sums
from boilerscope.extractors.page.ranges import mask_of_ranges, without_overlap
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.tokens import ALONE, FIRST_ALONE, classes_of
from boilerscope.extractors.text.searching import JoinedTexts

if TYPE_CHECKING:
    import re

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

LEFT_OUT = (
    SlotFlag.TITLE
    | SlotFlag.HEAD
    | SlotFlag.TEMPLATE
    | SlotFlag.OPTION
    | SlotFlag.TEXTAREA
    | SlotFlag.IFRAME
)
"""Segments whose first slot has one of these flags are never main content. Text of ``noscript``
stays: some forum software puts the whole thread there."""

CJK_WEIGHT = 0.6
"""Number of words that a Han character or kana counts as."""

PARAGRAPH_TAGS = frozenset(("p", "blockquote", "pre", "dd"))
"""Elements whose text is a paragraph however short."""

_PARAGRAPH_WORDS = 20.0
_PARAGRAPH_LINK = 0.3
_RARE_CHARACTERS = 4
_SENTENCE_ENDS = ".!?。！？"
_COMMAS = ",，、;；"


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The blocks of a page and their counts; arrays have shape (n,) unless stated otherwise.

    A token counts as one word, a Han character or kana as 0.6 words.

    Attributes
    ----------
    segment : array of int
        Index of the block in `boilerscope.extractors.page.segments`.
    element : array of int
        Row of the block-level element around the block.
    token_start, token_end : array of int
        Range of tokens.
    text_start, text_end : array of int
        Range in the page text, from the first slot of the block to the last.
    words, linked : array of float
        Words, and words inside ``a``.
    sentence_ends, commas : array of float
        Marks that end a sentence; commas, enumeration commas and semicolons.
    is_paragraph : array of bool
        Whether the element is p, blockquote, pre or dd, or the block has at least 20 words of which
        less than 0.3 are in links.
    good : array of float
        Words outside links of paragraphs.
    first, last : array of int, shape (n_elements,)
        Range of the blocks that begin inside each element, last not included.
    is_rare : array of bool, shape (n_tokens,)
        Whether each token of the page is long enough not to be a function word in most languages:
        at least four characters, or a Han character or kana.
    lowered : list of str, length n_tokens
        The tokens of the page in lower case.
    """

    page: Page
    segment: IntArray
    element: IntArray
    token_start: IntArray
    token_end: IntArray
    text_start: IntArray
    text_end: IntArray
    words: FloatArray
    linked: FloatArray
    tokens: FloatArray
    characters: FloatArray
    cjk: FloatArray
    sentence_ends: FloatArray
    commas: FloatArray
    is_paragraph: BoolArray
    good: FloatArray
    first: IntArray
    last: IntArray
    is_rare: BoolArray
    lowered: list[str]

    def __len__(self) -> int:
        return len(self.segment)

    @property
    def tag(self) -> list[str]:
        """Tag of the element of each block."""
        tags = self.page.elements.tag
        return [tags[row] for row in self.element.tolist()]

    @property
    def paragraph_words(self) -> FloatArray:
        """Words of the blocks that are paragraphs, 0 for others."""
        return self.words * self.is_paragraph

    def tagged(self, *tags: str) -> FloatArray:
        """Return 1 for blocks whose element has any of these tags, 0 for others."""
        return self.page.elements.tagged(tags)[self.element].astype(np.float64)

    def rows(self) -> list[int]:
        """Return the rows of the elements in which a block begins, ancestors of all blocks."""
        rows: list[int] = (self.last > self.first).nonzero()[0].tolist()
        return rows

    def texts(self) -> list[str]:
        """Return the page text of each block, white space collapsed; cached on the page."""
        return self.page.cached("texts of the block grid", lambda _page: self._texts())

    def lowered_texts(self) -> list[str]:
        """Return the texts in lower case; cached on the page."""
        return self.page.cached(
            "lowered texts of the block grid", lambda _page: list(map(str.lower, self.texts()))
        )

    def _texts(self) -> list[str]:
        text = self.page.text
        ranges = zip(self.text_start.tolist(), self.text_end.tolist(), strict=True)
        return [" ".join(text[start:end].split()) for start, end in ranges]

    def found(
        self,
        pattern: re.Pattern[str],
        shorter_than: int | None = None,
        among: BoolArray | None = None,
    ) -> BoolArray:
        """Return which texts, in lower case, a pattern of `WordLists` matches, shape (n,).

        Parameters
        ----------
        shorter_than : int, optional
            Only texts with fewer characters are searched.
        among : array of bool, shape (n,), optional
            Only these texts are searched.
        """
        texts, lowered = self.texts(), self.lowered_texts()
        is_searched = np.array(
            [shorter_than is None or len(text) < shorter_than for text in texts], dtype=np.bool_
        )
        if among is not None:
            is_searched &= among
        rows = is_searched.nonzero()[0]
        is_found = np.zeros(len(texts), dtype=np.bool_)
        is_found[rows] = JoinedTexts([lowered[row] for row in rows]).found(pattern)
        return is_found

    def below(self, values: NDArray[Any]) -> FloatArray:
        """Return the sum of a quantity of blocks over the blocks of each element.

        Parameters
        ----------
        values : array, shape (n,)
            The quantity.

        Returns
        -------
        array of float, shape (n_elements,)
        """
        before = sums_before(values)
        return before[self.last] - before[self.first]

    def of_tokens(self, values: NDArray[Any]) -> FloatArray:
        """Return the sum of a quantity of the page's tokens in each block, shape (n,)."""
        before = sums_before(values)
        return before[self.token_end] - before[self.token_start]

    def of_text(self, is_counted: BoolArray) -> FloatArray:
        """Return how many characters of each block a table of code points counts, shape (n,)."""
        counted = is_counted.take(self.page.codes)
        return range_sums(counted, self.text_start, self.text_end).astype(np.float64)


def grid(page: Page) -> Grid:
    """Return the block grid of a page, cached on it."""
    fields = page.cached("block grid", _fields)
    return Grid(page, **fields)


def log(values: NDArray[Any]) -> FloatArray:
    """Return ln(1 + x), the scale in which features give all counts."""
    logs: FloatArray = np.log1p(np.maximum(values, 0.0))
    return logs


def ratio(part: NDArray[Any], whole: NDArray[Any] | float) -> FloatArray:
    """Return part divided by whole, 0 where the whole is 0."""
    over = np.asarray(whole, dtype=np.float64)
    quotient: FloatArray = part / np.where(over > 0, over, 1.0) * (over > 0)
    return quotient


def group_sums(values: NDArray[Any], group: NDArray[Any]) -> FloatArray:
    """Return, for each block, the sum of a quantity over all blocks of its group, shape (n,)."""
    sums: FloatArray = np.bincount(group, values, minlength=1)[group]
    return sums


def sums_before(values: NDArray[Any]) -> FloatArray:
    """Return the sum of the values before each index, and of all values, shape (n_values + 1,)."""
    before = np.zeros(len(values) + 1)
    np.cumsum(values, out=before[1:])
    return before


def _fields(page: Page) -> dict[str, Any]:
    of_page, slots, elements = segments(page), page.slots, page.elements
    rows = ((slots.flags[of_page.slot_start] & int(LEFT_OUT)) == 0).nonzero()[0].astype(np.int32)
    token_start, token_end = of_page.token_start[rows], of_page.token_end[rows]
    ranges = {
        "segment": rows,
        "element": of_page.element[rows],
        "token_start": token_start,
        "token_end": token_end,
        "text_start": slots.start[of_page.slot_start[rows]],
        "text_end": slots.end[of_page.slot_end[rows] - 1],
        "first": token_start.searchsorted(elements.token_start).astype(np.int32),
        "last": token_start.searchsorted(elements.token_end).astype(np.int32),
    }
    counts = _counts(page, ranges)
    words, linked = counts["words"], counts["linked"]
    is_paragraph = elements.tagged(PARAGRAPH_TAGS)[ranges["element"]]
    is_paragraph |= (words >= _PARAGRAPH_WORDS) & (linked < _PARAGRAPH_LINK * words)
    return {
        **ranges,
        **counts,
        "is_paragraph": is_paragraph,
        "good": (words - linked) * is_paragraph,
    }


def _counts(page: Page, ranges: dict[str, IntArray]) -> dict[str, Any]:
    """Return the counts in the tokens and in the text of each block."""
    tokens = page.tokens
    lowered = _lowered(page)
    is_cjk = _is_alone(page)
    word = np.where(is_cjk, CJK_WEIGHT, 1.0)

    def in_tokens(values: NDArray[Any]) -> FloatArray:
        before = sums_before(values)
        return before[ranges["token_end"]] - before[ranges["token_start"]]

    def in_text(characters: str) -> FloatArray:
        counted = character_table(characters).take(page.codes)
        return range_sums(counted, ranges["text_start"], ranges["text_end"]).astype(np.float64)

    return {
        "words": in_tokens(word),
        "linked": in_tokens(word * tokens_inside(page, "a")),
        "tokens": (ranges["token_end"] - ranges["token_start"]).astype(np.float64),
        "characters": in_tokens(tokens.end - tokens.start),
        "cjk": in_tokens(is_cjk),
        "sentence_ends": in_text(_SENTENCE_ENDS),
        "commas": in_text(_COMMAS),
        "is_rare": is_cjk | (tokens.end - tokens.start >= _RARE_CHARACTERS),
        "lowered": lowered,
    }


def _lowered(page: Page) -> list[str]:
    """Return the tokens of a page in lower case."""
    text = page.text.lower()
    if len(text) != len(page.text):  # a few letters become two
        return [page.token_text(token).lower() for token in range(page.n_tokens)]
    edges = zip(page.tokens.start.tolist(), page.tokens.end.tolist(), strict=True)
    return [text[start:end] for start, end in edges]


def tokens_inside(page: Page, *tags: str) -> BoolArray:
    """Return which tokens are inside an element with any of these tags, shape (n_tokens,)."""
    rows = page.elements.tagged(tags).nonzero()[0]
    ranges = without_overlap(page.elements.token_start[rows], page.elements.token_end[rows])
    return mask_of_ranges(*ranges, page.n_tokens)


def _is_alone(page: Page) -> BoolArray:
    """Return which tokens are a single Han character or kana, shape (n_tokens,)."""
    codes = page.codes.take(page.tokens.start)
    if not len(codes) or codes.max() < FIRST_ALONE:
        return np.zeros(len(codes), dtype=np.bool_)
    is_alone: BoolArray = classes_of(codes) == ALONE
    return is_alone
