"""What there is to say about a selection, as plain lines; nothing of Qt but its translations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from extractors.model.steps import step_names
from extractors.page import reading_text
from extractors.page.segments import segments
from widgets.picking import leading_block
from widgets.sentences import decision_sentence, is_kept, state_sentence, step_sentence
from widgets.words import declared, number

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import FloatArray
    from widgets.records import PaneRecord, Scene, Selection, WhatIfView

_QUOTE = 120


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """What one pane did.

    Attributes
    ----------
    pane : str
        Name.
    number : int
        As on its badge.
    kept : bool or None
        None where the pane has no result or no block there.
    words : str
        The rule that decided, with its figures.
    """

    pane: str
    number: int
    kept: bool | None
    words: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """What one step did to the block.

    Attributes
    ----------
    code, title : str
        Of the step.
    words : str
        The rule with its figures.
    before, after : bool
        Whether the block was kept before the step, and after it.
    """

    code: str
    title: str
    words: str
    before: bool
    after: bool


@dataclass(frozen=True, slots=True, eq=False)
class FigureLine:
    """One measured quantity of the block against all blocks of the page.

    Attributes
    ----------
    label, unit, meaning : str
        Of the quantity.
    value : float
        The block's own, NaN if it was not measured.
    values : array of float, shape (n_blocks,)
        Those of all blocks.
    """

    label: str
    unit: str
    meaning: str
    value: float
    values: FloatArray


def quote(page: Page, selection: Selection, *, limit: int = _QUOTE) -> str:
    """Return the beginning of the selected text in quotation marks."""
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


def verdict_lines(scene: Scene, selection: Selection) -> tuple[VerdictLine, ...]:
    """Return one line per pane, in their order."""
    return tuple(_verdict(pane, selection) for pane in scene.panes)


def _verdict(pane: PaneRecord, selection: Selection) -> VerdictLine:
    if pane.shown is None:
        return VerdictLine(pane.name, pane.number, None, state_sentence(pane))
    block = leading_block(pane, selection)
    if block < 0:
        return VerdictLine(pane.name, pane.number, None, _tr("no block of this extractor here"))
    words = readable(decision_sentence(pane.shown, block))
    return VerdictLine(pane.name, pane.number, is_kept(pane, block), words)


def step_lines(pane: PaneRecord, block: int) -> tuple[StepLine, ...]:
    """Return the steps that tested a block, in order."""
    shown = pane.shown
    if shown is None or not 0 <= block < len(shown.blocks):
        return ()
    lines = []
    before = False
    names = step_names(shown.steps)
    for place, step in enumerate(shown.steps):
        after = bool(step.content[block])
        if step.rule_of(block) is not None:
            words = readable(step_sentence(shown, place, block).removeprefix(f"{names[place]}: "))
            lines.append(StepLine(names[place], declared(step.title), words, before, after))
        before = after
    return tuple(lines)


def figure_lines(pane: PaneRecord, block: int) -> tuple[FigureLine, ...]:
    """Return the measured quantities of a block."""
    shown = pane.shown
    if shown is None or not 0 <= block < len(shown.blocks):
        return ()
    return tuple(
        FigureLine(
            declared(column.label),
            declared(column.unit),
            declared(column.meaning),
            float(column.values[block]),
            column.values.astype(np.float64),
        )
        for column in shown.columns
    )


def path_of(scene: Scene, selection: Selection) -> str:
    """Return the tag path of the selected block, else of the segment where it begins."""
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
        found = segments(page)
        place = int(np.searchsorted(found.token_start, selection.start, side="right")) - 1
        row = int(found.element[place]) if place >= 0 else -1
    return page.path(row) if row >= 0 else ""


def source_line(page: Page, selection: Selection) -> int:
    """Return the line of the source where the selection begins, 0 if it was not found there."""
    if not selection.runs:
        return 0
    offset = int(page.source_positions.start[selection.start])
    return page.line_of(offset) if offset >= 0 else 0


def what_if_words(view: WhatIfView) -> tuple[str, str]:
    """Return what to change, and what that does: two sentences of a suggestion."""
    change = f"{declared(view.label)} {_value(view.old)} → {_value(view.new)}"
    gained, lost = number(view.gained), number(view.lost)
    unit = _tr("characters") if view.characters else _tr("words")
    if view.keeps and view.gained:
        effect = _tr("keeps it, and {count} other {unit}").format(count=gained, unit=unit)
    elif view.keeps:
        effect = _tr("keeps it")
    elif view.lost:
        effect = _tr("drops it, and {count} other {unit}").format(count=lost, unit=unit)
    else:
        effect = _tr("drops it")
    if view.keeps and view.lost:
        effect += _tr("; drops {count} {unit}").format(count=lost, unit=unit)
    elif not view.keeps and view.gained:
        effect += _tr("; keeps {count} more {unit}").format(count=gained, unit=unit)
    return change, effect


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    if isinstance(value, int | float):
        return number(round(value, 6))
    if isinstance(value, Enum):
        return declared(str(value.value))
    return str(value)


def readable(sentence: str) -> str:
    """Return a rule's sentence as people write it: a capital first, signs of mathematics."""
    for plain, sign in ((">=", "≥"), ("<=", "≤"), ("!=", "≠"), ("==", "=")):
        sentence = sentence.replace(f" {plain} ", f" {sign} ")
    return sentence[:1].upper() + sentence[1:]
