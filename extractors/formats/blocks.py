"""Blocks of an extraction as rows of plain values, for CSV and JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.model.blocks import Blocks
from extractors.model.sentence import deciding_steps, explain_step
from extractors.page.kept_text import run_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from extractors.formats.record import Result


@dataclass(frozen=True, slots=True)
class BlockRow:
    """What is written of a block.

    Attributes
    ----------
    block : int
        Its number.
    kept : bool
        Its state at the end.
    tokens : int
        Tokens it holds.
    runs : list of (int, int)
        Their ranges.
    rule : str
        Sentence of the rule that decided.
    labels : tuple of str
        Labels at the end.
    figures : mapping
        Measured quantities by name; NaN where nothing was measured.
    path : str
        Where its element stands, empty if it has none.
    text : str
        Page text, white space collapsed, without that of blocks inside of it.
    """

    block: int
    kept: bool
    tokens: int
    runs: list[tuple[int, int]]
    rule: str
    labels: tuple[str, ...]
    figures: Mapping[str, Any]
    path: str
    text: str


def block_rows(result: Result) -> Iterator[BlockRow]:
    """Yield one row per block, in the extractor's order; none where there is no page."""
    page, made = result.page, result.extraction
    if page is None:
        return
    counts = made.blocks.token_counts().tolist()
    decided = deciding_steps(made).tolist()
    texts = _without_inner(made.blocks, page.n_tokens)
    elements = made.blocks.element.tolist()
    for block, number in enumerate(decided):
        yield BlockRow(
            block=block,
            kept=bool(made.content[block]),
            tokens=counts[block],
            runs=made.blocks.runs(block),
            rule=explain_step(made, made.steps[number], block) if number >= 0 else "",
            labels=made.labels_of(block),
            figures={column.name: column.values[block].item() for column in made.columns},
            path=page.path(elements[block]) if elements[block] >= 0 else "",
            text=" ".join(run_text(page, *run) for run in texts.runs(block)),
        )


def _without_inner(blocks: Blocks, n_tokens: int) -> Blocks:
    """Return blocks of which each token belongs to one only, the innermost."""
    if not blocks.nested:
        return blocks
    owner = blocks.block_of_token(n_tokens)
    tokens = np.flatnonzero(owner >= 0)
    tokens = tokens[np.argsort(owner[tokens], kind="stable")]
    fresh = np.ones(len(tokens), dtype=np.bool_)
    fresh[1:] = (np.diff(tokens) != 1) | (np.diff(owner[tokens]) != 0)
    first = np.flatnonzero(fresh)
    last = np.append(first[1:], len(tokens))[: len(first)] - 1
    counts = np.bincount(owner[tokens[first]], minlength=len(blocks))
    return Blocks(
        np.append(0, np.cumsum(counts)).astype(np.int32),
        tokens[first].astype(np.int32),
        (tokens[last] + 1).astype(np.int32),
        blocks.element,
    )
