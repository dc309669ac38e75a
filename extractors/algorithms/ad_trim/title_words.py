"""The title of a page: the element that shares the most words with the main text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.ad_trim.word_sets import Tokenizer, word_set, words_of
from boilerscope.extractors.text.collapsed_text import (
    collapsed_ranges,
    collapsed_text,
    collapsed_texts,
)
from boilerscope.extractors.text.exclusive_text import is_read

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray

CANDIDATE, INSIDE, TOO_LONG = range(3)
"""States of an element: compared, inside the main element, or too long."""


@dataclass(frozen=True, slots=True, eq=False)
class Titles:
    """Elements that may be the title, and the choice among them.

    Attributes
    ----------
    row : array of int, shape (n,)
        Rows of the elements, in document order.
    state : array of int, shape (n,)
        `CANDIDATE`, `INSIDE` or `TOO_LONG`.
    text : tuple of str, length n
        Their text, white space collapsed; empty if it is not compared.
    length : array of int, shape (n,)
        Characters of their text.
    score : array of float, shape (n,)
        Number of distinct words that are also in the main text, halved for an element inside it;
        NaN if it is not compared.
    share : array of float, shape (n,)
        The same words as a share of all distinct words of the element.
    best : int
        Index of the title, -1 if there is none.
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
        Tags of the elements that may be the title.
    max_length : int
        Maximum number of characters of a title.
    allow_inside : bool
        Whether elements inside the main element are compared, at half their score.
    tokenizer : Tokenizer
        Division of Chinese and Japanese text into words.
    """

    tags: frozenset[str]
    max_length: int
    allow_inside: bool
    tokenizer: Tokenizer


def find_title(page: Page, main: int, search: TitleSearch) -> Titles:
    """Compare the elements that may be the title with the main text, and choose the best.

    Parameters
    ----------
    page : Page
        The page. Titles in SVG drawings are left out.
    main : int
        Row of the main element.
    """
    elements = page.elements
    may_be_title = elements.tagged(search.tags) & is_read(page)
    if "svg" in elements.tag_names:
        may_be_title &= ~elements.at_or_below(elements.tagged({"svg"}))
    row: IntArray = np.flatnonzero(may_be_title).astype(np.int32)
    start, end = collapsed_ranges(page, row)
    length = end - start
    is_inside = (row >= main) & (row < elements.subtree_end[main])
    state = np.full(len(row), CANDIDATE, dtype=np.int32)
    state[length > search.max_length] = TOO_LONG
    if not search.allow_inside:
        state[is_inside] = INSIDE
    is_candidate = state == CANDIDATE
    compared = np.flatnonzero(is_candidate)
    texts = [""] * len(row)
    for index, text in zip(compared.tolist(), collapsed_texts(page, row[compared]), strict=True):
        texts[index] = text
    n_common, share = _overlap(page, main, texts, search.tokenizer)
    score = np.where(is_candidate, n_common / (1 + is_inside), np.nan)
    return Titles(row, state, tuple(texts), length, score, share, _best(score, share))


def _overlap(
    page: Page, main: int, texts: list[str], tokenizer: Tokenizer
) -> tuple[FloatArray, FloatArray]:
    """Return the number of distinct words of each text that are in the main text, and their share.

    The words of the main text are cached on the page.
    """
    main_words = page.cached(
        ("words", main, tokenizer), lambda page: words_of(collapsed_text(page, main), tokenizer)
    )
    words = [word_set(text, tokenizer) for text in texts]
    common = frozenset[str]().union(*words).intersection(main_words)
    n_common = np.array([len(text_words & common) for text_words in words], dtype=np.float64)
    return n_common, n_common / [max(len(text_words), 1) for text_words in words]


def _best(score: FloatArray, share: FloatArray) -> int:
    """Return the index of the highest score above 0; -1 if there is none.

    The higher share wins a tie, then the earlier element.
    """
    candidates = np.flatnonzero(score > 0).tolist()
    return max(candidates, key=lambda index: (score[index], share[index]), default=-1)
