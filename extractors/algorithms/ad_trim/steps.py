"""The record of advertisement trimming: which rule spoke on which block and title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.ad_trim.title_words import CANDIDATE, INSIDE, TOO_LONG
from extractors.model.extraction import Column, Curve
from extractors.model.steps import Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from extractors.algorithms.ad_trim.settings import AdTrimSettings
    from extractors.algorithms.ad_trim.title_words import Titles
    from extractors.model.blocks import Blocks
    from extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("KEPT", "AD_LEVEL", "AD_INNER", "TITLE")
KEPT, AD_LEVEL, AD_INNER, TITLE = (1 << bit for bit in range(4))


@dataclass(frozen=True, slots=True, eq=False)
class Trimmed:
    """Decisions on the blocks of the suspected element, shape (n,) each.

    Attributes
    ----------
    place : array of int
        Places of the blocks among the units of own text.
    parent_length : array of int
        Characters of all text of the parent.
    ratio : array of float
        That by the reference.
    reference : int
        Length of the parent of the block with most own text.
    fits : array of bool
        Whether the ratio is in its limits.
    kept : array of bool
        Whether the block is kept.
    """

    place: IntArray
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
    """Return the steps: by ratio, at the ends only if asked for, the title if there is a search.

    Parameters
    ----------
    blocks : Blocks
        All blocks of the result.
    trimmed, titles : Trimmed, Titles or None
        What was found.
    of_trimmed, of_titles : array of int
        Block of each of their rows.
    settings : AdTrimSettings
        The limits.
    """
    labels = np.zeros(len(blocks), dtype=np.int32)
    by_ratio = np.where(trimmed.fits, 1, np.where(trimmed.ratio > settings.high, 2, 3))
    labels[of_trimmed] = _LABEL_BY_RATIO[by_ratio]
    sizes = blocks.token_counts()
    before = _with_titles(blocks, sizes, of_trimmed)
    every = bool(trimmed.fits.all())
    steps = [
        Step(
            code="A",
            title="Drop blocks by the size of the parent",
            rules=_RATIO_RULES,
            rule=_laid_out(by_ratio, of_trimmed, len(blocks)),
            content=before if every else _with_titles(blocks, sizes, of_trimmed[trimmed.fits]),
            labels=labels,
            numbers={"reference": float(trimmed.reference)},
            before=before,
        )
    ]
    if settings.ends_only:
        at_end = np.where(trimmed.fits, 0, np.where(trimmed.kept, 1, 2))
        steps.append(
            Step(
                code="E",
                title="Drop blocks only at the ends",
                rules=_END_RULES,
                rule=_laid_out(at_end, of_trimmed, len(blocks)),
                content=_with_titles(blocks, sizes, of_trimmed[trimmed.kept]),
                labels=labels,
            )
        )
    if titles is not None:
        steps.append(_title_step(titles, of_titles, labels, steps[-1].content))
    return tuple(steps)


def title_columns(of_titles: IntArray, titles: Titles | None, n_blocks: int) -> tuple[Column, ...]:
    """Return what was measured of titles, NaN on other blocks."""
    if titles is None:
        return ()
    facts = (
        (
            "title_score",
            "Title score",
            "words",
            "Distinct words in the main text too.",
            titles.score,
        ),
        (
            "title_share",
            "Title share",
            "ratio",
            "Words in the main text too by all distinct words of the element.",
            np.where(titles.state == CANDIDATE, titles.share, np.nan),
        ),
        ("title_length", "Title length", "characters", "Characters.", titles.length),
    )
    columns = []
    for name, label, unit, meaning, values in facts:
        column = np.full(n_blocks, np.nan)
        column[of_titles] = values
        columns.append(Column(name, label, unit, meaning, column))
    return tuple(columns)


def curve(of_trimmed: IntArray, trimmed: Trimmed, settings: AdTrimSettings) -> Curve:
    """Return the ratios of the blocks, with the upper limit as the line."""
    places = np.arange(len(of_trimmed))
    return Curve(
        name="parent ratio per block",
        x=places.astype(np.float64),
        y=trimmed.ratio,
        x_label="block in page order",
        y_label="ratio",
        style="bars",
        block=of_trimmed,
        threshold_field="high",
        threshold=settings.high,
        kept=tuple((one - 0.5, one + 0.5) for one in places[trimmed.kept].tolist()),
    )


_LABEL_BY_RATIO = np.array([0, KEPT, AD_LEVEL, AD_INNER], dtype=np.int32)  # by rule
_FIGURES = "parent {parent_length} / {reference} characters"
_RATIO_RULES = (
    Rule("A1", Outcome.KEEP, (Test("ratio", ">=", "low"), Test("ratio", "<=", "high")), _FIGURES),
    Rule("A2", Outcome.DROP, (Test("ratio", ">", "high"),), f"{_FIGURES}, beside the content"),
    Rule("A3", Outcome.DROP, (Test("ratio", "<", "low"),), f"{_FIGURES}, inside the content"),
)
_END_RULES = (
    Rule("E1", Outcome.KEEP, explanation="between blocks that are kept"),
    Rule("E2", Outcome.DROP, explanation="before the first or after the last block that is kept"),
)
_WORDS = "{title_score} words in the main text, {title_share} of its own"
_TITLE_RULES = (
    Rule("T1", Outcome.LABEL, (Test("title_score", ">=", "highest"),), f"the title, {_WORDS}"),
    Rule("T2", Outcome.CONFIRM, (Test("title_score", "<", "highest"),), _WORDS),
    Rule(
        "T3",
        Outcome.CONFIRM,
        (Test("title_score", ">=", "highest"),),
        f"smaller share or later, {_WORDS}",
    ),
    Rule("T4", Outcome.CONFIRM, (Test("title_score", "<=", 0),), "no word in the main text"),
    Rule(
        "T5", Outcome.CONFIRM, explanation="inside the main text, where every word would be a hit"
    ),
    Rule("T6", Outcome.CONFIRM, (Test("title_length", ">", "title_max"),), "no title"),
)


def _title_step(titles: Titles, of_titles: IntArray, labels: IntArray, content: BoolArray) -> Step:
    highest = float(titles.score[titles.best]) if titles.best >= 0 else 0.0
    # Those that are not compared have no score, hence no rule by it.
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
        rule=_laid_out(rule, of_titles, len(labels)),
        content=content,
        labels=labels,
        numbers={"highest": highest},
    )


def _laid_out(rule: IntArray, rows: IntArray, n_blocks: int) -> IntArray:
    spoken = np.zeros(n_blocks, dtype=np.int32)
    spoken[rows] = rule
    return spoken


def _with_titles(blocks: Blocks, sizes: IntArray, kept: IntArray) -> BoolArray:
    """Return the state of all blocks of so many tokens: a title inside kept text is kept too."""
    content = np.zeros(len(blocks), dtype=np.bool_)
    content[kept] = True
    mask = blocks.mask(content, int(blocks.run_end.max(initial=0)))
    kept_inside: BoolArray = (blocks.token_counts(mask) == sizes) & (sizes > 0)
    return content | kept_inside
