"""Why a text was kept or dropped: the sentence of its block, and which candidates have it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.sentence import deciding_step, explain_step, with_symbols
from boilerscope.extractors.system.wording import counted
from boilerscope.extractors.text.quoted import occurrences_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.candidates import Candidate
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page

_MAX_DECISIONS = 10
_MAX_WORDS = 60


def write(result: Result, text: str) -> str:
    """Return the pane, whether it kept the text, stage, rule and line of the library.

    ``trafilatura: dropped by T10 Discard teasers: TEASER_DISCARD_XPATH[0]: ...``. A library without
    a trace has its reason in brackets at the end. The results among which the extractor chose
    follow, one line each: whether they have the text, and why they were used or not.

    If the text is on the page more than once, or in several blocks, and the decisions differ, each
    decision has a line, with the words and the element that it is about.

    Parameters
    ----------
    text : str
        A few words of the page, see `occurrences_of`.

    Raises
    ------
    PageError
        If the page does not contain the text.
    """
    page, extraction = result.page, result.extraction
    if page is None or not extraction.steps:
        reason = extraction.message or "no rule tested this text"
        return f"{result.pane}: {extraction.status.value}: {reason}\n"
    decisions: dict[str, tuple[slice, int]] = {}
    for part, block in parts_of(page, extraction, text):
        decisions.setdefault(_decision(extraction, part, block), (part, block))
    lines, shown = [], list(decisions.items())[:_MAX_DECISIONS]
    written: list[str] = []
    for decision, (tokens, block) in shown:
        place = f"{_place(page, extraction, tokens, block)}: " if len(decisions) > 1 else ""
        candidates = list(_candidates(extraction.candidates, tokens))
        lines.append(f"{result.pane}: {place}{decision}")
        lines += candidates if candidates != written else []
        written = candidates
    if len(decisions) > len(shown):
        lines.append(f"{result.pane}: {counted(len(decisions) - len(shown), 'other decision')}")
    return "".join(f"{with_symbols(line)}\n" for line in lines)


def parts_of(page: Page, extraction: Extraction, text: str) -> list[tuple[slice, int]]:
    """Return the tokens of each occurrence of a text, divided by blocks, and their blocks.

    The block of tokens without one is -1.

    Raises
    ------
    PageError
        If the page does not contain the text.
    """
    occurrences = occurrences_of(page, text)
    return [part for tokens in occurrences for part in _parts(extraction, tokens)]


def _parts(extraction: Extraction, tokens: slice) -> Iterator[tuple[slice, int]]:
    """Yield the tokens of a text block by block; those without one only if no other has one."""
    owner = extraction.block_of_token[tokens]
    cuts = np.flatnonzero(np.diff(owner)) + 1
    starts = [0, *cuts.tolist()]
    parts = [
        (slice(tokens.start + start, tokens.start + end), int(owner[start]))
        for start, end in zip(starts, [*starts[1:], len(owner)], strict=True)
    ]
    tested = [part for part in parts if part[1] >= 0]
    yield from tested or parts[:1]


def _decision(extraction: Extraction, tokens: slice, block: int) -> str:
    """Return whether a part of a block was kept, and why."""
    is_kept = extraction.mask[tokens]
    outcome = "kept" if is_kept.mean() >= 0.5 else "dropped"
    if is_kept.any() and not is_kept.all():
        outcome = f"kept in part ({np.count_nonzero(is_kept):,} of {len(is_kept):,} words)"
    if block < 0:
        return f"{outcome}: the extractor has no block here"
    number = deciding_step(extraction, block)
    if number < 0:
        return f"{outcome}: no rule tested this block"
    step = extraction.steps[number]
    rule = step.rule_of(block)
    sentence = explain_step(extraction, step, block).partition(": ")[2] or step.code
    source = f" ({rule.source})" if rule is not None and rule.source else ""
    problem = f" [{extraction.trace_problem}]" if extraction.trace_problem else ""
    return f"{outcome} by {step.code} {step.title}: {sentence}{source}{problem}"


def _place(page: Page, extraction: Extraction, tokens: slice, block: int) -> str:
    """Return the first words of a part, and the path of its block."""
    start, end = page.tokens.start[tokens.start], page.tokens.end[tokens.stop - 1]
    words = textwrap.shorten(page.text[start:end], _MAX_WORDS, placeholder=" …")
    row = int(extraction.blocks.element[block]) if block >= 0 else -1
    return f"“{words}”" + (f" at {page.path(row)}" if row >= 0 else "")


def _candidates(candidates: Iterable[Candidate], tokens: slice) -> Iterator[str]:
    """Yield a line for each result, not for single elements, among which the extractor chose."""
    for candidate in candidates:
        if candidate.element >= 0:
            continue
        state = candidate.state.value.replace("_", " ")
        reason = ": ".join(filter(None, (state, candidate.decision)))
        if candidate.characters < 0:
            yield f"  {candidate.name}: {reason}"
            continue
        inside = sum(
            max(0, min(end, tokens.stop) - max(start, tokens.start))
            for start, end in candidate.ranges
        )
        has = "has" if 2 * inside >= tokens.stop - tokens.start else "does not have"
        size = counted(candidate.characters, "character")
        yield f"  {candidate.name}, {size}, {has} the text: {reason}"
