"""Choices: the candidates of a result, also of steps that compared blocks with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.candidates import (
    MAX_CANDIDATES,
    Candidate,
    CandidateState,
    start_tag,
)
from boilerscope.extractors.model.sentence import explain_step

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page


def candidates_of(page: Page, extraction: Extraction) -> tuple[Candidate, ...]:
    """Return the candidates of a result: those that it lists, or the blocks that a step compared.

    The blocks of a step are listed from the largest quantity down, at most 20.
    """
    if extraction.candidates:
        return extraction.candidates
    return tuple(
        candidate
        for number, step in enumerate(extraction.steps)
        if step.chooses_by
        for candidate in _of_step(page, extraction, number)
    )


def _of_step(page: Page, extraction: Extraction, number: int) -> list[Candidate]:
    """Return the blocks that a step compared; blocks fused before it are one."""
    step = extraction.steps[number]
    column = extraction.column(step.chooses_by)
    values = step.columns.get(step.chooses_by, None if column is None else column.values)
    if values is None:
        return []
    groups = [before.group for before in extraction.steps[: number + 1] if before.group is not None]
    leader = groups[-1] if groups else np.arange(len(extraction.blocks))
    heads = np.flatnonzero((leader == np.arange(len(leader))) & (step.rule > 0))
    heads = heads[np.argsort(-np.asarray(values, dtype=np.float64)[heads], kind="stable")]
    return [
        _of_block(
            page,
            extraction,
            number,
            head,
            np.flatnonzero(leader == head).tolist(),
            float(values[head]),
        )
        for head in heads[:MAX_CANDIDATES].tolist()
    ]


def _of_block(
    page: Page, extraction: Extraction, number: int, head: int, members: list[int], score: float
) -> Candidate:
    step, blocks = extraction.steps[number], extraction.blocks
    ranges = tuple(sorted(run for block in members for run in blocks.runs(block)))
    starts, ends = page.tokens.start, page.tokens.end
    element = int(blocks.element[head])
    sentence = explain_step(extraction, step, head)
    return Candidate(
        start_tag(page, element) or f"block {head + 1}",
        CandidateState.USED if step.content[head] else CandidateState.REJECTED,
        step.title,
        sum(int(ends[end - 1] - starts[start]) for start, end in ranges),
        score,
        sentence.partition(": ")[2] or sentence,
        element=element,
        ranges=ranges,
    )
