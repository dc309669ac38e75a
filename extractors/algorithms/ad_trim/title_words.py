"""The title of a page by word overlap: the element with most words of the main text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.ad_trim.word_sets import Tokenizer, word_set, words_of
from extractors.text.collapsed_text import collapsed_ranges, collapsed_text, slot_texts
from extractors.text.exclusive_text import is_read

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

CANDIDATE, INSIDE, TOO_LONG = range(3)
"""Outcomes for an element: compared, inside the main text, or too long."""


@dataclass(frozen=True, slots=True, eq=False)
class Titles:
    """The elements that may be titles.

    Attributes
    ----------
    row : array of int, shape (n,)
        Rows of the elements, in document order.
    state : array of int, shape (n,)
        `CANDIDATE`, `INSIDE` or `TOO_LONG`.
    text : tuple of str, length n
        Their text, white space collapsed; empty where it is not compared.
    length : array of int, shape (n,)
        Characters.
    score : array of float, shape (n,)
        Distinct words that stand in the main text too, half of that inside it; NaN where not
        compared.
    share : array of float, shape (n,)
        The same words by all distinct words of the element.
    best : int
        Place of the title, -1 if there is none.
    """

    row: IntArray
    state: IntArray
    text: tuple[str, ...]
    length: IntArray
    score: FloatArray
    share: FloatArray
    best: int


@dataclass(frozen=True, slots=True)
class TitleSearch:
    """Parameters of the title search.

    Attributes
    ----------
    tags : frozenset of str
        Elements that may be titles.
    max_length : int
        Most characters of a title.
    allow_inside : bool
        Whether elements inside the main text count, at half their score.
    tokenizer : Tokenizer
        How words are cut.
    """

    tags: frozenset[str]
    max_length: int
    allow_inside: bool
    tokenizer: Tokenizer


def find_title(page: Page, main: int, search: TitleSearch) -> Titles:
    """Return the elements that may be titles, compared with the text of the main element.

    Parameters
    ----------
    page : Page
        The page. Titles of drawings are left out.
    main : int
        Row of the main element.
    search : TitleSearch
        How.
    """
    elements = page.elements
    may_be = elements.tagged(search.tags) & is_read(page)
    if "svg" in elements.tag_names:
        may_be &= ~elements.at_or_below(elements.tagged({"svg"}))
    row: IntArray = np.flatnonzero(may_be).astype(np.int32)
    start, end = collapsed_ranges(page, row)
    length = end - start
    inside = (row >= main) & (row < elements.subtree_end[main])
    compared = ~inside | search.allow_inside
    state = np.where(compared, np.int32(CANDIDATE), np.int32(INSIDE))
    state[compared & (length > search.max_length)] = TOO_LONG
    wanted = state == CANDIDATE
    # What is not compared has no text, hence a range of none.
    ranges = zip(start.tolist(), np.where(wanted, end, start).tolist(), strict=True)
    whole = slot_texts(page).text
    text = tuple([whole[first:after] for first, after in ranges])
    hits, share = _overlap(page, main, text, search.tokenizer)
    score = hits / (1 + inside)
    best = _best(score, share, wanted)
    return Titles(row, state, text, length, np.where(wanted, score, np.nan), share, best)


def _overlap(
    page: Page, main: int, texts: tuple[str, ...], tokenizer: Tokenizer
) -> tuple[FloatArray, FloatArray]:
    """Return how many words of each text stand in the main element, and their share."""
    words = {text: word_set(text, tokenizer) for text in frozenset(texts)}
    article = page.cached(
        ("words", main, tokenizer), lambda one: words_of(collapsed_text(one, main), tokenizer)
    )
    # Few words are looked for, so those of the article are asked one by one, without a set of them.
    both = frozenset[str]().union(*words.values()).intersection(article)
    hits = np.array([len(words[text] & both) for text in texts], dtype=np.float64)
    return hits, hits / [max(len(words[text]), 1) for text in texts]


def _best(score: FloatArray, share: FloatArray, wanted: BoolArray) -> int:
    """Return the highest score above 0, then the highest share, then the earliest."""
    able = np.flatnonzero(wanted & (score > 0)).tolist()
    return max(able, key=lambda place: (score[place], share[place]), default=-1)
