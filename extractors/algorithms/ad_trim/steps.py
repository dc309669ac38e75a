"""Steps, columns and curve of advertisement trimming and the title search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.ad_trim.title_words import CANDIDATE, INSIDE, TOO_LONG
from boilerscope.extractors.model.extraction import Column, Curve
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.ad_trim.settings import AdTrimSettings
    from boilerscope.extractors.algorithms.ad_trim.title_words import Titles
    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("KEPT", "AD_LEVEL", "AD_INNER", "TITLE")
KEPT, AD_LEVEL, AD_INNER, TITLE = (1 << bit for bit in range(4))


@dataclass(frozen=True, slots=True, eq=False)
class Trimmed:
    """Decisions on the blocks of the suspected element.

    Attributes
    ----------
    unit : array of int, shape (n,)
        Index of each block in `ExclusiveText`.
    parent_length : array of int, shape (n,)
        Characters of all text of the block's parent.
    ratio : array of float, shape (n,)
        `parent_length` / `reference`.
    reference : int
        Characters of all text of the parent of the block with the longest exclusive text.
    fits : array of bool, shape (n,)
        Whether the ratio is within its limits.
    kept : array of bool, shape (n,)
        Whether the block is kept.
    """

    unit: IntArray
    parent_length: IntArray
    ratio: FloatArray
    reference: int
    fits: BoolArray
    kept: BoolArray


def make_steps(
    blocks: Blocks,
    trimmed: Trimmed,
    titles: Titles | None,
    of_trimmed: IntArray,
    of_titles: IntArray,
    settings: AdTrimSettings,
) -> tuple[Step, ...]:
    """Return the steps: by ratio, at the ends only (if set), and the title if it was searched for.

    Parameters
    ----------
    blocks : Blocks
        All blocks of the result.
    trimmed, titles : Trimmed, Titles or None
        Decisions on blocks, and the search for the title.
    of_trimmed, of_titles : array of int
        Block of the result for each row of `trimmed` and `titles`.
    """
    labels = np.zeros(len(blocks), dtype=np.int32)
    by_ratio = np.where(trimmed.fits, 1, np.where(trimmed.ratio > settings.high, 2, 3))
    labels[of_trimmed] = _LABEL_BY_RATIO[by_ratio]
    before = _content(blocks, of_trimmed)
    steps = [
        Step(
            code="A",
            title="Drop blocks by the size of the parent",
            rules=_RATIO_RULES,
            rule=_rules_of_blocks(by_ratio, of_trimmed, len(blocks)),
            content=_content(blocks, of_trimmed[trimmed.fits]),
            labels=labels,
            numbers={"reference": float(trimmed.reference)},
            before=before,
        )
    ]
    if settings.ends_only:
        by_position = np.where(trimmed.fits, 0, np.where(trimmed.kept, 1, 2))
        steps.append(
            Step(
                code="E",
                title="Drop blocks only at the ends",
                rules=_END_RULES,
                rule=_rules_of_blocks(by_position, of_trimmed, len(blocks)),
                content=_content(blocks, of_trimmed[trimmed.kept]),
                labels=labels,
            )
        )
    if titles is not None:
        steps.append(_title_step(titles, of_titles, labels, steps[-1].content))
    return tuple(steps)


def title_columns(of_titles: IntArray, titles: Titles | None, n_blocks: int) -> tuple[Column, ...]:
    """Return the measured quantities of elements that may be the title; NaN for other blocks."""
    if titles is None:
        return ()
    quantities = (
        (
            "title_score",
            "Title score",
            "words",
            "Number of distinct words that are also in the main text.",
            titles.score,
        ),
        (
            "title_share",
            "Title share",
            "ratio",
            "Words that are also in the main text / distinct words of the element.",
            np.where(titles.state == CANDIDATE, titles.share, np.nan),
        ),
        ("title_length", "Title length", "characters", "Characters of the element.", titles.length),
    )
    columns = []
    for name, label, unit, meaning, values in quantities:
        column = np.full(n_blocks, np.nan)
        column[of_titles] = values
        columns.append(Column(name, label, unit, meaning, column))
    return tuple(columns)


def curve(of_trimmed: IntArray, trimmed: Trimmed, settings: AdTrimSettings) -> Curve:
    """Return the ratios of the blocks, with the upper limit as the line."""
    index = np.arange(len(of_trimmed))
    return Curve(
        name="parent ratio per block",
        x=index.astype(np.float64),
        y=trimmed.ratio,
        x_label="block in page order",
        y_label="ratio",
        style="bars",
        block=of_trimmed,
        threshold_field="high",
        threshold=settings.high,
        kept=tuple((block - 0.5, block + 0.5) for block in index[trimmed.kept].tolist()),
    )


_LABEL_BY_RATIO = np.array([0, KEPT, AD_LEVEL, AD_INNER], dtype=np.int32)  # by rule
_LENGTHS = "parent {parent_length} / {reference} characters"
_RATIO_RULES = (
    Rule("A1", Outcome.KEEP, (Test("ratio", ">=", "low"), Test("ratio", "<=", "high")), _LENGTHS),
    Rule("A2", Outcome.DROP, (Test("ratio", ">", "high"),), f"{_LENGTHS}, beside the content"),
    Rule("A3", Outcome.DROP, (Test("ratio", "<", "low"),), f"{_LENGTHS}, inside the content"),
)
_END_RULES = (
    Rule("E1", Outcome.KEEP, explanation="between blocks that are kept"),
    Rule("E2", Outcome.DROP, explanation="before the first or after the last block that is kept"),
)
_WORDS = "{title_score} words that are also in the main text, {title_share} of all its words"
_TITLE_RULES = (
    Rule("T1", Outcome.LABEL, (Test("title_score", ">=", "highest"),), f"the title, {_WORDS}"),
    Rule("T2", Outcome.CONFIRM, (Test("title_score", "<", "highest"),), _WORDS),
    Rule(
        "T3",
        Outcome.CONFIRM,
        (Test("title_score", ">=", "highest"),),
        f"a smaller share of words, or later on the page, {_WORDS}",
    ),
    Rule(
        "T4",
        Outcome.CONFIRM,
        (Test("title_score", "<=", 0),),
        "no word that is also in the main text",
    ),
    Rule("T5", Outcome.CONFIRM, explanation="inside the main text, so every word would be in it"),
    Rule("T6", Outcome.CONFIRM, (Test("title_length", ">", "title_max"),), "too long for a title"),
)


def _title_step(titles: Titles, of_titles: IntArray, labels: IntArray, content: BoolArray) -> Step:
    highest = float(titles.score[titles.best]) if titles.best >= 0 else 0.0
    # A score of NaN (not compared) is not below any number.
    rule = np.full(len(titles.state), 3, dtype=np.int32)
    rule[titles.score < highest] = 2
    rule[titles.score <= 0] = 4
    rule[titles.state == INSIDE] = 5
    rule[titles.state == TOO_LONG] = 6
    labels = labels.copy()
    if titles.best >= 0:
        rule[titles.best] = 1
        labels[of_titles[titles.best]] |= TITLE
    return Step(
        code="T",
        title="Find the title",
        rules=_TITLE_RULES,
        rule=_rules_of_blocks(rule, of_titles, len(labels)),
        content=content,
        labels=labels,
        numbers={"highest": highest},
    )


def _rules_of_blocks(rule: IntArray, rows: IntArray, n_blocks: int) -> IntArray:
    """Return the rule of every block: the given rules for some blocks, 0 for the others."""
    rules = np.zeros(n_blocks, dtype=np.int32)
    rules[rows] = rule
    return rules


def _content(blocks: Blocks, kept: IntArray) -> BoolArray:
    """Return the content mask of all blocks from the indices of the kept blocks.

    A block that may be the title is also content if all its tokens are in kept blocks.
    """
    content = np.zeros(len(blocks), dtype=np.bool_)
    content[kept] = True
    mask = blocks.mask(content, int(blocks.run_end.max(initial=0)))
    n_tokens = blocks.token_counts()
    is_inside: BoolArray = (blocks.token_counts(mask) == n_tokens) & (n_tokens > 0)
    return content | is_inside
