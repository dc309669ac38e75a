"""Why a text was kept or dropped: the sentence of its block, and which candidates have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.sentence import deciding_step, explain_step, with_symbols
from boilerscope.extractors.system.wording import counted
from boilerscope.extractors.text.quoted import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.candidates import Candidate


def write(result: Result, text: str) -> str:
    """Return the pane, whether it kept the text, stage, rule and line of the library.

    ``trafilatura: dropped by T10 Discard teasers: TEASER_DISCARD_XPATH[0]: ...``. A library without
    a trace has its reason in brackets at the end. The results among which the extractor chose
    follow, one line each: whether they have the text, and why they were used or not.

    Parameters
    ----------
    text : str
        A few words of the page, see `tokens_of`.

    Raises
    ------
    PageError
        If the page does not contain the text.
    """
    page, extraction = result.page, result.extraction
    if page is None or not extraction.steps:
        reason = extraction.message or "no rule tested this text"
        return f"{result.pane}: {extraction.status.value}: {reason}\n"
    tokens = tokens_of(page, text)
    owner = extraction.block_of_token[tokens]
    owner = owner[owner >= 0]
    is_kept = bool(extraction.mask[tokens].mean() >= 0.5)
    outcome = "kept" if is_kept else "dropped"
    if not len(owner):
        return f"{result.pane}: {outcome}: the extractor has no block here\n"
    block = int(np.bincount(owner).argmax())
    number = deciding_step(extraction, block)
    if number < 0:
        return f"{result.pane}: {outcome}: no rule tested this block\n"
    step = extraction.steps[number]
    rule = step.rule_of(block)
    sentence = explain_step(extraction, step, block).partition(": ")[2] or step.code
    source = f" ({rule.source})" if rule is not None and rule.source else ""
    problem = f" [{extraction.trace_problem}]" if extraction.trace_problem else ""
    first = f"{result.pane}: {outcome} by {step.code} {step.title}: {sentence}{source}{problem}"
    lines = [first, *_candidates(extraction.candidates, tokens)]
    return "".join(f"{with_symbols(line)}\n" for line in lines)


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
