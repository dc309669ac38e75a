"""Texts of the status bar."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.translation import say
from extractors.model.extraction import Status
from widgets.records import RunState
from widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.records import PaneRecord

_HAS_RESULT = {Status.OK, Status.EMPTY}


def rows_copied(count: int) -> str:
    """Return how many rows of a table went to the clipboard, as a sentence."""
    text = say("1 row copied.") if count == 1 else say("{count} rows copied.")
    return text.format(count=number(count))


def runs_text(panes: Sequence[PaneRecord]) -> str:
    """Return how the runs of all panes ended: ``4 of 5 extractors done, 1 unavailable``."""
    ends = Counter(
        pane.extraction.status
        for pane in panes
        if pane.state is RunState.DONE and pane.extraction is not None
    )
    done = sum(ends[status] for status in _HAS_RESULT)
    parts = [
        say("{done} of {all} extractors done").format(done=number(done), all=number(len(panes)))
    ]
    others = (
        (say("{count} unavailable"), ends[Status.UNAVAILABLE]),
        (say("{count} failed"), ends[Status.ERROR] + ends[Status.TIMEOUT]),
        (say("{count} cancelled"), ends[Status.CANCELLED]),
    )
    parts += [text.format(count=number(count)) for text, count in others if count]
    return say(", ").join(parts)
