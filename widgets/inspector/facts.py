"""Facts about a selection as plain records; of Qt, only translations are used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.extractors.model.steps import step_names
from boilerscope.extractors.page import reading_text
from boilerscope.extractors.page.segments import segments
from boilerscope.widgets.picking import leading_block
from boilerscope.widgets.sentences import decision_sentence, is_kept, state_sentence, step_sentence
from boilerscope.widgets.words import declared, number, signed, unit

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.records import PaneRecord, Scene, Selection, WhatIfView

_QUOTE = 120


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """Decision of one pane on the selected block.

    Attributes
    ----------
    kept : bool or None
        Whether the block is kept; None if the pane has no result or no block there.
    sentence : str
        Sentence of the deciding rule with its values, or the reason for None.
    error : Outcome or None
        Error against the gold standard in at least half of the text that counts.
    """

    pane: str
    number: int
    kept: bool | None
    sentence: str
    error: Outcome | None = None


@dataclass(frozen=True, slots=True)
class StepLine:
    """Effect of one step on the block.

    Attributes
    ----------
    sentence : str
        Sentence of the rule with its values.
    before, after : bool
        Whether the block is kept before and after the step.
    source : str
        File and line of the rule in a library; empty for a rule of this program.
    """

    code: str
    title: str
    sentence: str
    before: bool
    after: bool
    source: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class QuantityLine:
    """Measured quantity of the block, with the values of all blocks of the page.

    Attributes
    ----------
    value : float
        Value of the block, NaN for none.
    values : array of float, shape (n_blocks,)
        Values of all blocks.
    """

    label: str
    unit: str
    meaning: str
    value: float
    values: FloatArray


def quote(page: Page, selection: Selection, *, limit: int = _QUOTE) -> str:
    """Return the start of the selected text in quotation marks; empty without tokens."""
    if not selection.runs:
        return ""
    text = ""
    for start, end in selection.runs:
        first, last = int(page.tokens.start[start]), int(page.tokens.end[end - 1])
        text = f"{text} {reading_text(page, first, min(last, first + 4 * limit))}"
        if len(text) > limit:
            break
    words = " ".join(text.split())
    short = words if len(words) <= limit else words[:limit].rstrip() + "…"
    return _tr("“{text}”").format(text=short)


def decision_lines(scene: Scene, selection: Selection) -> tuple[DecisionLine, ...]:
    """Return the decision of each pane, in order of the panes."""
    return tuple(
        replace(_decision(pane, selection), error=error_of(scene, pane, selection))
        for pane in scene.panes
    )


def error_of(scene: Scene, pane: PaneRecord, selection: Selection) -> Outcome | None:
    """Return the error of a pane in at least half of the selected text that counts, else None."""
    outcomes = scene.outcomes(pane)
    if outcomes is None or not selection.runs or selection.end > len(outcomes):
        return None
    selected = np.concatenate([outcomes[start:end] for start, end in selection.runs])
    scored = selected[~np.isnan(selected)]
    counts = {error: np.count_nonzero(scored == error) for error in _ERRORS}
    error = max(counts, key=lambda kind: counts[kind])
    return error if 2 * sum(counts.values()) >= len(scored) > 0 else None


_ERRORS = (Outcome.WRONGLY_KEPT, Outcome.MISSED)


def _decision(pane: PaneRecord, selection: Selection) -> DecisionLine:
    if pane.shown is None:
        return DecisionLine(pane.name, pane.number, None, state_sentence(pane))
    block = leading_block(pane, selection)
    if block < 0:
        return DecisionLine(pane.name, pane.number, None, _tr("this extractor has no block here"))
    sentence = decision_sentence(pane.shown, block)
    if pane.shown.traced is not None:  # the stages of a library are known by their names
        sentence = _with_stage(pane.shown, sentence, block)
    sentence = readable(sentence)
    return DecisionLine(pane.name, pane.number, is_kept(pane, block), sentence)


def _with_stage(extraction: Extraction, sentence: str, block: int) -> str:
    """Insert the title of the deciding step after its code: ``T10 Discard teasers: ...``."""
    number = deciding_step(extraction, block)
    if number < 0:
        return sentence
    code, colon, rest = sentence.partition(": ")
    return f"{code} {declared(extraction.steps[number].title)}{colon}{rest}"


def step_lines(pane: PaneRecord, block: int) -> tuple[StepLine, ...]:
    """Return the steps that tested a block, in order."""
    extraction = pane.shown
    if extraction is None or not 0 <= block < len(extraction.blocks):
        return ()
    lines = []
    before = False
    names = step_names(extraction.steps)
    for index, step in enumerate(extraction.steps):
        after = bool(step.content[block])
        rule = step.rule_of(block)
        if index == 0 and step.before is not None:
            before = bool(step.before[block])
        if rule is not None:
            prefix = f"{names[index]}: "
            sentence = readable(step_sentence(extraction, index, block).removeprefix(prefix))
            title = declared(step.title)
            lines.append(StepLine(names[index], title, sentence, before, after, rule.source))
        before = after
    return tuple(lines)


def quantity_lines(pane: PaneRecord, block: int) -> tuple[QuantityLine, ...]:
    """Return the measured quantities of a block."""
    extraction = pane.shown
    if extraction is None or not 0 <= block < len(extraction.blocks):
        return ()
    return tuple(
        QuantityLine(
            declared(column.label),
            declared(column.unit),
            declared(column.meaning),
            float(column.values[block]),
            column.values.astype(np.float64),
        )
        for column in extraction.columns
    )


def path_of(scene: Scene, selection: Selection) -> str:
    """Return the tag path of the selected block, or of the selection's first segment."""
    page = scene.page
    if page is None or not selection.runs:
        return ""
    pane = scene.pane(selection.pane)
    row = -1
    if (
        pane is not None
        and pane.shown is not None
        and 0 <= selection.block < len(pane.shown.blocks)
    ):
        row = int(pane.shown.blocks.element[selection.block])
    if row < 0:
        table = segments(page)
        segment = int(np.searchsorted(table.token_start, selection.start, side="right")) - 1
        row = int(table.element[segment]) if segment >= 0 else -1
    return page.path(row) if row >= 0 else ""


def source_line(page: Page, selection: Selection) -> int:
    """Return the source line of the selection's start, 0 if the start is not in the source."""
    if not selection.runs:
        return 0
    offset = int(page.source_positions.start[selection.start])
    return page.line_of(offset) if offset >= 0 else 0


def what_if_sentences(view: WhatIfView) -> tuple[str, str]:
    """Return the two sentences of a suggestion: the change, and its effect."""
    change = f"{declared(view.label)} {_value(view.old)} → {_value(view.new)}"
    if view.also is not None:
        label, old, new = view.also
        change += f", {declared(label)} {_value(old)} → {_value(new)}"
    gained, lost = number(view.gained), number(view.lost)
    name = unit(characters=view.characters)
    if view.keeps and view.gained:
        effect = _tr("keeps it, and {count} other {unit}").format(count=gained, unit=name)
    elif view.keeps:
        effect = _tr("keeps it")
    elif view.lost:
        effect = _tr("drops it, and {count} other {unit}").format(count=lost, unit=name)
    else:
        effect = _tr("drops it")
    if view.keeps and view.lost:
        effect += _tr("; drops {count} {unit}").format(count=lost, unit=name)
    elif not view.keeps and view.gained:
        effect += _tr("; keeps {count} more {unit}").format(count=gained, unit=name)
    if view.f1_change is not None:
        effect += _tr("; F1 of this page {change}").format(change=signed(view.f1_change))
    return change, effect


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, Enum):
        return declared(str(value.value))
    return str(value)


def readable(sentence: str) -> str:
    """Return a rule's sentence with a capital letter; the name of a function stays as it is."""
    is_name = "_" in sentence.partition(" ")[0]
    return sentence if is_name else sentence[:1].upper() + sentence[1:]
