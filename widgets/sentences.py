"""The sentence that says of a block what happened to it: page tip, status line, screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from extractors.model.sentence import deciding_step, explain_decision, explain_step
from extractors.model.steps import step_names
from widgets.words import counted, declared, number

if TYPE_CHECKING:
    from extractors.model.extraction import Extraction
    from extractors.page import Page
    from widgets.records import PaneRecord


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sentences", text)


def words_in(pane: PaneRecord, block: int) -> int:
    """Return how many tokens a block of a pane holds."""
    shown = pane.shown
    if shown is None:
        return 0
    return sum(end - start for start, end in shown.blocks.runs(block))


def is_kept(pane: PaneRecord, block: int) -> bool:
    """Return whether a block is kept; nested blocks by their own state."""
    shown = pane.shown
    return shown is not None and bool(shown.content[block])


def state_sentence(pane: PaneRecord) -> str:
    """Return why a pane has nothing to show: its status, with the extractor's own message."""
    if pane.extraction is None:
        return _tr("no result yet")
    status = declared(pane.extraction.status.value)
    message = pane.extraction.message.partition("\n")[0]
    return f"{status}: {message}" if message else status


def empty_note(
    page: Page | None, pane: PaneRecord | None, waiting: str, nothing: str
) -> tuple[str, list[tuple[str, str]]]:
    """Return why a view of a pane is empty, and what would fill it, for an `EmptyNote`.

    Parameters
    ----------
    page : Page or None
        The page on screen.
    pane : PaneRecord or None
        The active pane.
    waiting : str
        Sentence where no page is open.
    nothing : str
        Sentence where the pane's result has nothing to show; ``{pane}`` is its name.
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


def step_sentence(made: Extraction, place: int, block: int) -> str:
    """Return why a step did what it did to a block; the second ``F6`` is ``F6 (2)``."""
    step = made.steps[place]
    rule = step.rule_of(block)
    if rule is None:
        return ""
    use = step_names(made.steps)[place].removeprefix(step.code)
    return f"{rule.code}{use}{explain_step(made, step, block).removeprefix(rule.code)}"


def decision_sentence(made: Extraction, block: int) -> str:
    """Return the sentence of the rule that decided on a block."""
    place = deciding_step(made, block)
    return explain_decision(made, block) if place < 0 else step_sentence(made, place, block)


def block_sentence(pane: PaneRecord, block: int, *, characters: bool = False) -> str:
    """Return number, length, fate and reason of a block.

    ``Block 40, 55 words, dropped by boilerpipe.article: F8: not largest, 234 < 316 words``.

    Parameters
    ----------
    pane : PaneRecord
        Pane whose block it is.
    block : int
        Number of the block.
    characters : bool
        Whether the tokens of the page are characters.
    """
    if pane.shown is None or not 0 <= block < len(pane.shown.blocks):
        return ""
    fate = _tr("kept by {pane}") if is_kept(pane, block) else _tr("dropped by {pane}")
    return _tr("Block {number}, {words}, {fate}: {reason}").format(
        number=number(block),
        words=counted(words_in(pane, block), characters=characters),
        fate=fate.format(pane=pane.name),
        reason=decision_sentence(pane.shown, block),
    )
