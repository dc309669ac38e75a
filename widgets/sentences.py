"""The sentence that says of a block what happened to it: page tip, status line, screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from extractors.model.sentence import verdict
from widgets.words import number

if TYPE_CHECKING:
    from widgets.records import PaneRecord


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sentences", text)


def words_in(pane: PaneRecord, block: int) -> int:
    """Return how many tokens a block of a pane holds."""
    shown = pane.shown
    if shown is None:
        return 0
    return sum(end - start for start, end in shown.blocks.runs(block))


def count_words(count: int) -> str:
    """Return ``1 word``, ``1,079 words``."""
    if count == 1:
        return _tr("1 word")
    return _tr("{count} words").format(count=number(count))


def is_kept(pane: PaneRecord, block: int) -> bool:
    """Return whether a block is kept; nested blocks by their own state."""
    shown = pane.shown
    return shown is not None and bool(shown.content[block])


def block_sentence(pane: PaneRecord, block: int) -> str:
    """Return number, length, fate and reason of a block.

    ``Block 40, 55 words, dropped by boilerpipe.article: F8: not largest, 234 < 316 words``.
    """
    if pane.shown is None or not 0 <= block < len(pane.shown.blocks):
        return ""
    fate = _tr("kept by {pane}") if is_kept(pane, block) else _tr("dropped by {pane}")
    return _tr("Block {number}, {words}, {fate}: {reason}").format(
        number=number(block),
        words=count_words(words_in(pane, block)),
        fate=fate.format(pane=pane.name),
        reason=verdict(pane.shown, block),
    )
