"""Blocks of an extraction as rows of plain values, for CSV and JSON."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.sentence import deciding_steps, explain_step
from boilerscope.extractors.model.steps import evaluate
from boilerscope.extractors.page.kept_text import run_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.extraction import Extraction


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One block as plain values.

    Attributes
    ----------
    block : int
        Index of the block.
    kept : bool
        Final state.
    tokens : int
        Number of tokens.
    runs : list of (int, int)
        Token ranges.
    rule : str
        Sentence of the rule that decided.
    stage : str
        Code and title of its step.
    value, threshold : float
        Measured value and threshold of its first comparison; NaN if the rule compares nothing.
    source : str
        File and line of the rule in a library; empty for a rule of this program.
    labels : tuple of str
        Final labels.
    candidates : tuple of str
        Results or elements among which the extractor chose that have words of the block, with their
        states: ``readability (used)``.
    values : mapping
        Measured quantities by name; NaN if a quantity was not measured.
    path : str
        Path of the block's element, empty if it has none.
    text : str
        Page text with collapsed white space, without the text of nested blocks.
    """

    block: int
    kept: bool
    tokens: int
    runs: list[tuple[int, int]]
    rule: str
    stage: str
    value: float
    threshold: float
    source: str
    labels: tuple[str, ...]
    candidates: tuple[str, ...]
    values: Mapping[str, Any]
    path: str
    text: str


def block_rows(result: Result) -> Iterator[BlockRow]:
    """Yield one row per block, in the extractor's order; nothing without a page."""
    page, extraction = result.page, result.extraction
    if page is None:
        return
    counts = extraction.blocks.token_counts().tolist()
    decided = deciding_steps(extraction).tolist()
    texts = _without_inner(extraction.blocks, page.n_tokens)
    elements = extraction.blocks.element.tolist()
    columns = extraction.column_values()
    candidates = _candidates(extraction, page.n_tokens)
    for block, number in enumerate(decided):
        step = extraction.steps[number] if number >= 0 else None
        rule = None if step is None else step.rule_of(block)
        tests = [] if step is None else evaluate(step, block, columns, extraction.settings)
        yield BlockRow(
            block=block,
            kept=bool(extraction.content[block]),
            tokens=counts[block],
            runs=extraction.blocks.runs(block),
            rule="" if step is None else explain_step(extraction, step, block),
            stage="" if step is None else f"{step.code} {step.title}",
            value=tests[0].value if tests else math.nan,
            threshold=tests[0].bound if tests else math.nan,
            source="" if rule is None else rule.source,
            labels=extraction.labels_of(block),
            candidates=candidates[block],
            values={column.name: column.values[block].item() for column in extraction.columns},
            path=page.path(elements[block]) if elements[block] >= 0 else "",
            text=" ".join(run_text(page, *run) for run in texts.runs(block)),
        )


def _candidates(extraction: Extraction, n_tokens: int) -> list[tuple[str, ...]]:
    """Return for each block the candidates with words of it, and what became of them."""
    found: list[list[str]] = [[] for _ in range(len(extraction.blocks))]
    for candidate in extraction.candidates:
        mask = np.zeros(n_tokens, dtype=np.bool_)
        for start, end in candidate.ranges:
            mask[start:end] = True
        for block in np.flatnonzero(extraction.blocks.token_counts(mask)).tolist():
            found[block].append(f"{candidate.name} ({candidate.state.value.replace('_', ' ')})")
    return [tuple(names) for names in found]


def _without_inner(blocks: Blocks, n_tokens: int) -> Blocks:
    """Return the blocks with each token only in its innermost block."""
    if not blocks.nested:
        return blocks
    owner = blocks.block_of_token(n_tokens)
    tokens = np.flatnonzero(owner >= 0)
    tokens = tokens[np.argsort(owner[tokens], kind="stable")]
    starts_run = np.ones(len(tokens), dtype=np.bool_)
    starts_run[1:] = (np.diff(tokens) != 1) | (np.diff(owner[tokens]) != 0)
    first = np.flatnonzero(starts_run)
    last = np.append(first[1:], len(tokens))[: len(first)] - 1
    counts = np.bincount(owner[tokens[first]], minlength=len(blocks))
    return Blocks(
        np.append(0, np.cumsum(counts)).astype(np.int32),
        tokens[first].astype(np.int32),
        (tokens[last] + 1).astype(np.int32),
        blocks.element,
    )
