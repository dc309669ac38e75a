"""Sentences on a block and its decision, for tooltips, the status line and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.model.sentence import (
    deciding_step,
    explain_decision,
    explain_step,
    with_symbols,
)
from boilerscope.extractors.model.steps import step_names
from boilerscope.widgets.words import counted, declared, number

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sentences", text)


def words_in(pane: PaneRecord, block: int) -> int:
    """Return the number of tokens of a block, 0 without a result."""
    extraction = pane.shown
    if extraction is None:
        return 0
    return sum(end - start for start, end in extraction.blocks.runs(block))


def is_kept(pane: PaneRecord, block: int) -> bool:
    """Return whether a block is kept; a nested block has its own state."""
    extraction = pane.shown
    return extraction is not None and bool(extraction.content[block])


def state_sentence(pane: PaneRecord) -> str:
    """Return the reason why a pane has no text: its status and the extractor's message."""
    if pane.extraction is None:
        return _tr("no result yet")
    status = declared(pane.extraction.status.value)
    message = pane.extraction.message.partition("\n")[0]
    return f"{status}: {message}" if message else status


def empty_note(
    page: Page | None, pane: PaneRecord | None, waiting: str, nothing: str
) -> tuple[str, list[tuple[str, str]]]:
    """Return the sentence and the commands of an `EmptyNote` for a view of a pane.

    Parameters
    ----------
    page : Page or None
        The page on screen.
    pane : PaneRecord or None
        The active pane.
    waiting : str
        Sentence for the case that no page is open.
    nothing : str
        Sentence for the case that the result is empty; ``{pane}`` is the pane's name.
    """
    if pane is not None and pane.shown is not None:
        return nothing.format(pane=f"{pane.number} {pane.name}"), []
    if page is None:
        return waiting, []
    if pane is None:
        return _tr("No extractor is open."), [("add_extractor", _tr("Add an extractor…"))]
    name = f"{pane.number} {pane.name}"
    text = _tr("{pane}: {state}").format(pane=name, state=state_sentence(pane))
    return text, [("offer", pane.offer)] if pane.offer else []


def step_sentence(extraction: Extraction, index: int, block: int) -> str:
    """Return the sentence of the rule that matched a block in a step, empty for none.

    The second step with code ``F6`` is called ``F6 (2)``.
    """
    step = extraction.steps[index]
    rule = step.rule_of(block)
    if rule is None:
        return ""
    suffix = step_names(extraction.steps)[index].removeprefix(step.code)
    explanation = explain_step(extraction, step, block).removeprefix(rule.code)
    return with_symbols(f"{rule.code}{suffix}{explanation}")


def decision_sentence(extraction: Extraction, block: int) -> str:
    """Return the sentence of the rule that decided on a block."""
    step = deciding_step(extraction, block)
    if step < 0:
        return with_symbols(explain_decision(extraction, block))
    return step_sentence(extraction, step, block)


def block_sentence(pane: PaneRecord, block: int, *, characters: bool = False) -> str:
    """Return the sentence with number, length, decision and reason of a block.

    ``Block 40, 55 words, dropped by boilerpipe.article: F8: not largest, 234 < 316 words``.

    Parameters
    ----------
    characters : bool
        Whether the tokens of the page are characters.
    """
    if pane.shown is None or not 0 <= block < len(pane.shown.blocks):
        return ""
    outcome = _tr("kept by {pane}") if is_kept(pane, block) else _tr("dropped by {pane}")
    return _tr("Block {number}, {words}, {outcome}: {reason}").format(
        number=number(block),
        words=counted(words_in(pane, block), characters=characters),
        outcome=outcome.format(pane=pane.name),
        reason=decision_sentence(pane.shown, block),
    )
