"""Why a text was kept or dropped: the sentence of its block, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.sentence import deciding_step, explain_step
from boilerscope.extractors.text.quoted import tokens_of

if TYPE_CHECKING:
    from boilerscope.extractors.formats.record import Result


def write(result: Result, text: str) -> str:
    """Return the pane, whether it kept the text, stage, rule and line of the library.

    ``trafilatura: dropped by T10 Discard teasers: TEASER_DISCARD_XPATH[0]: ...``. A library without
    a trace has its reason in brackets at the end.

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
    return f"{result.pane}: {outcome} by {step.code} {step.title}: {sentence}{source}{problem}\n"
