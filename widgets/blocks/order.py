"""Sort order and filter of blocks, vectorised for 100,000 blocks; no Qt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.sentence import deciding_steps
from boilerscope.extractors.model.steps import step_names
from boilerscope.extractors.page import reading_text
from boilerscope.widgets.blocks.expression import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray


_MAX_COMPARED = 60
"""Number of characters compared when texts are sorted."""
_MAX_TEXT = 400
_N_VISIBLE = 30
"""Number of characters at the start of a text that are visible at any column width."""
_N_BEFORE = 24
"""Number of characters shown before a match."""


def deciding_rules(extraction: Extraction) -> IntArray:
    """Return a number for the deciding step and rule of each block, in order of steps and rules.

    Returns
    -------
    array of int, shape (n_blocks,)
        -1 if no rule matched.
    """
    step_of = deciding_steps(extraction)
    keys = np.full(len(step_of), -1, dtype=np.int32)
    base = 0
    for number, step in enumerate(extraction.steps):
        decided_here = step_of == number
        keys[decided_here] = base + step.rule[decided_here] - 1
        base += len(step.rules)
    return keys


def matching(
    page: Page, extraction: Extraction, query: str, name_of: Callable[[str], str] = str
) -> BoolArray:
    """Return whether each block has all words of a query in its text or in its rule's name.

    Parameters
    ----------
    extraction : Extraction
        Blocks and rules; a rule's name consists of step code, step title and rule code.
    query : str
        Words; the case does not matter.
    name_of : callable
        Translation of a step title; both languages match.

    Returns
    -------
    array of bool, shape (n_blocks,)
    """
    words = query.split()
    matches = np.ones(len(extraction.blocks), dtype=np.bool_)
    if not words:
        return matches
    rule_of = deciding_rules(extraction)
    names = [
        f"{name} {step.title} {name_of(step.title)} {rule.code}".casefold()
        for name, step in zip(step_names(extraction.steps), extraction.steps, strict=True)
        for rule in step.rules
    ]
    for word in words:
        in_name = np.array([*(word.casefold() in name for name in names), False])
        matches &= _has_text(page, extraction, word) | in_name[rule_of]
    return matches


def meeting(
    page: Page, extraction: Extraction, condition: str, name_of: Callable[[str], str] = str
) -> BoolArray:
    """Return whether each block meets a condition on its quantities, see `expression`.

    Raises
    ------
    ExpressionError
        If the text is not a condition.
    """
    n_blocks = len(extraction.blocks)
    tokens = extraction.blocks.token_counts().astype(np.float64)
    quantities = {
        "block": np.arange(n_blocks, dtype=np.float64),
        "tokens": tokens,
        "words": tokens,
        **{column.name: column.values.astype(np.float64) for column in extraction.columns},
    }
    codes = [rule.code for step in extraction.steps for rule in step.rules]
    rule_of = deciding_rules(extraction)
    rules = {
        code: np.isin(rule_of, [at for at, each in enumerate(codes) if each == code])
        for code in dict.fromkeys(codes)
    }
    kept = extraction.content
    return evaluate(
        condition,
        quantities,
        {"kept": kept, "dropped": ~kept},
        rules,
        lambda text: matching(page, extraction, text, name_of),
    )


def sort_keys(extraction: Extraction, values: NDArray[np.generic]) -> FloatArray:
    """Return the sort keys of a column; blocks without a value come first."""
    if len(values) != len(extraction.blocks):
        raise ValueError(f"a value per block is needed, got {len(values)}")
    amounts = values.astype(np.float64)
    return np.where(np.isnan(amounts), -np.inf, amounts)


def text_ranks(page: Page, extraction: Extraction) -> IntArray:
    """Return the rank of each block in alphabetical order of its text, shape (n_blocks,).

    Only the first `_MAX_COMPARED` characters count; equal texts stay in order. Blocks without text
    come first.
    """
    blocks = extraction.blocks
    filled = np.diff(blocks.first_run) > 0
    starts = np.zeros(len(blocks), dtype=np.int64)
    starts[filled] = page.tokens.start[blocks.run_start[blocks.first_run[:-1][filled]]]
    keys = [
        page.text[start : start + _MAX_COMPARED].casefold() if has_text else ""
        for start, has_text in zip(starts.tolist(), filled.tolist(), strict=True)
    ]
    ranks = np.empty(len(keys), dtype=np.int32)
    ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return ranks


def runs_text(page: Page, runs: Iterable[tuple[int, int]], query: Iterable[str] = ()) -> str:
    """Return the start of the text of token runs, white space collapsed.

    If the first match of the query is out of sight there, the text starts shortly before the match.
    """
    ranges = [
        (int(page.tokens.start[first]), int(page.tokens.end[last - 1]))
        for first, last in runs
        if last > first
    ]
    start = ranges[0][0] if ranges else 0
    match = _first_match(page.text, ranges, query)
    is_cut = match > start + _N_VISIBLE
    if is_cut:
        start = _next_word(page.text, match - _N_BEFORE, match)
    texts: list[str] = []
    room = _MAX_TEXT
    for first, end in ranges:
        begin = max(first, start)
        if begin < end and room > 0:
            texts.append(reading_text(page, begin, min(end, begin + room)))
            room -= end - begin
    return ("…" if is_cut else "") + " ".join(texts)


def has_word(text: str, word: str) -> bool:
    """Return whether a text contains a word, in any case."""
    return word.casefold() in text.casefold()


def _first_match(text: str, ranges: Sequence[tuple[int, int]], query: Iterable[str]) -> int:
    words = "|".join(map(re.escape, query))
    if not words:
        return -1
    pattern = re.compile(words, re.IGNORECASE)
    matches = (pattern.search(text, start, end) for start, end in ranges)
    return next((match.start() for match in matches if match is not None), -1)


def _next_word(text: str, start: int, end: int) -> int:
    """Return the start of the first whole word between two offsets, else `start`."""
    blank = re.compile(r"\s").search(text, start, end)
    return start if blank is None else blank.end()


def decimals(values: NDArray[np.generic]) -> int:
    """Return the number of decimals with which the values of a column can be compared."""
    amounts = np.asarray(values, dtype=np.float64)
    finite = amounts[np.isfinite(amounts)]
    if not len(finite) or bool((finite == np.round(finite)).all()):
        return 0
    largest = float(np.abs(finite).max())
    return 1 if largest >= 100 else 2 if largest >= 0.1 else 4


def _has_text(page: Page, extraction: Extraction, word: str) -> BoolArray:
    """Return whether each block contains a word in its text."""
    blocks = extraction.blocks
    has_text = np.zeros(len(blocks), dtype=np.bool_)
    pattern = re.compile(re.escape(word), re.IGNORECASE)
    offsets = np.array([match.start() for match in pattern.finditer(page.text)], dtype=np.int64)
    if not len(offsets) or not len(blocks.run_start):
        return has_text
    starts = page.tokens.start[blocks.run_start]
    ends = page.tokens.end[blocks.run_end - 1] - len(word)
    inside = np.searchsorted(offsets, ends, "right") > np.searchsorted(offsets, starts, "left")
    has_text[blocks.run_owner()[inside]] = True
    return has_text
