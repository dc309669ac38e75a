"""Order and filter of blocks on whole columns, so that 100,000 of them answer at once; no Qt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.sentence import deciding_steps
from extractors.model.steps import step_names
from extractors.page import reading_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from extractors.model.extraction import Extraction
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray


_COMPARED = 60
"""Characters by which texts are put in order."""
_LONGEST_TEXT = 400
_SEEN = 30
"""Characters at the beginning of a text that a reader sees in a column of any width."""
_BEFORE = 24
"""Characters before a match that are shown with it."""


def deciding_rules(made: Extraction) -> IntArray:
    """Return a number for step and rule that decided on each block, growing in that order.

    Returns
    -------
    array of int, shape (n_blocks,)
        -1 where no rule spoke.
    """
    step_of = deciding_steps(made)
    keys = np.full(len(step_of), -1, dtype=np.int32)
    base = 0
    for number, step in enumerate(made.steps):
        mine = step_of == number
        keys[mine] = base + step.rule[mine] - 1
        base += len(step.rules)
    return keys


def matching(
    page: Page, made: Extraction, query: str, name_of: Callable[[str], str] = str
) -> BoolArray:
    """Return which blocks have every word of a query in their text or in the name of their rule.

    Parameters
    ----------
    page : Page
        Gives the text.
    made : Extraction
        Gives blocks and rules; a rule's name is step code, step title and rule code.
    query : str
        Words, of either case.
    name_of : callable
        Gives a title in the interface's language; both are found.

    Returns
    -------
    array of bool, shape (n_blocks,)
    """
    words = query.split()
    found = np.ones(len(made.blocks), dtype=np.bool_)
    if not words:
        return found
    rule_of = deciding_rules(made)
    names = [
        f"{name} {step.title} {name_of(step.title)} {rule.code}".casefold()
        for name, step in zip(step_names(made.steps), made.steps, strict=True)
        for rule in step.rules
    ]
    for word in words:
        named = np.array([*(word.casefold() in name for name in names), False])
        found &= _holding(page, made, word) | named[rule_of]
    return found


def sort_keys(made: Extraction, values: NDArray[np.generic]) -> FloatArray:
    """Return a column as keys to sort by; what was not measured comes first."""
    if len(values) != len(made.blocks):
        raise ValueError(f"a value per block is needed, got {len(values)}")
    amounts = values.astype(np.float64)
    return np.where(np.isnan(amounts), -np.inf, amounts)


def text_ranks(page: Page, made: Extraction) -> IntArray:
    """Return the place of each block in alphabetical order of its first words, shape (n_blocks,).

    Blocks without text come first; blocks that begin alike stay in order.
    """
    blocks = made.blocks
    filled = np.diff(blocks.first_run) > 0
    begins = np.zeros(len(blocks), dtype=np.int64)
    begins[filled] = page.tokens.start[blocks.run_start[blocks.first_run[:-1][filled]]]
    keys = [
        page.text[begin : begin + _COMPARED].casefold() if has_text else ""
        for begin, has_text in zip(begins.tolist(), filled.tolist(), strict=True)
    ]
    ranks = np.empty(len(keys), dtype=np.int32)
    ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return ranks


def runs_text(page: Page, runs: Iterable[tuple[int, int]], query: Iterable[str] = ()) -> str:
    """Return the beginning of the text of token runs, white space collapsed.

    Where a word of a query is further on than a reader would see, the text begins before that.
    """
    ranges = [
        (int(page.tokens.start[first]), int(page.tokens.end[last - 1]))
        for first, last in runs
        if last > first
    ]
    start = ranges[0][0] if ranges else 0
    match = _first_match(page.text, ranges, query)
    is_cut = match > start + _SEEN
    if is_cut:
        start = _next_word(page.text, match - _BEFORE, match)
    parts: list[str] = []
    room = _LONGEST_TEXT
    for first, end in ranges:
        begin = max(first, start)
        if begin < end and room > 0:
            parts.append(reading_text(page, begin, min(end, begin + room)))
            room -= end - begin
    return ("…" if is_cut else "") + " ".join(parts)


def has_word(text: str, word: str) -> bool:
    """Return whether a word of a query is in a text."""
    return word.casefold() in text.casefold()


def _first_match(text: str, ranges: Sequence[tuple[int, int]], query: Iterable[str]) -> int:
    words = "|".join(map(re.escape, query))
    if not words:
        return -1
    pattern = re.compile(words, re.IGNORECASE)
    matches = (pattern.search(text, start, end) for start, end in ranges)
    return next((match.start() for match in matches if match is not None), -1)


def _next_word(text: str, start: int, end: int) -> int:
    """Return where the first whole word begins between two offsets; the first if there is none."""
    blank = re.compile(r"\s").search(text, start, end)
    return start if blank is None else blank.end()


def decimals(values: NDArray[np.generic]) -> int:
    """Return how many digits after the point a column of figures needs to be read down."""
    amounts = np.asarray(values, dtype=np.float64)
    known = amounts[np.isfinite(amounts)]
    if not len(known) or bool((known == np.round(known)).all()):
        return 0
    top = float(np.abs(known).max())
    return 1 if top >= 100 else 2 if top >= 0.1 else 4


def _holding(page: Page, made: Extraction, word: str) -> BoolArray:
    """Return which blocks hold a word anywhere in their text."""
    blocks = made.blocks
    held = np.zeros(len(blocks), dtype=np.bool_)
    pattern = re.compile(re.escape(word), re.IGNORECASE)
    places = np.array([match.start() for match in pattern.finditer(page.text)], dtype=np.int64)
    if not len(places) or not len(blocks.run_start):
        return held
    begins = page.tokens.start[blocks.run_start]
    ends = page.tokens.end[blocks.run_end - 1] - len(word)
    inside = np.searchsorted(places, ends, "right") > np.searchsorted(places, begins, "left")
    held[blocks.run_owner()[inside]] = True
    return held
