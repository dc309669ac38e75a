"""Texts of the status bar."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from boilerscope.app.window.translation import translate
from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.page.segments import segments
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.records import RunState
from boilerscope.widgets.words import counted, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.widgets.page.policy import RequestLog
    from boilerscope.widgets.records import PaneRecord

_MAX_LINES = 10
_MAX_ADDRESS = 120


def page_text(page: Page) -> str:
    """Return the size of a page: ``Page: 387 segments, 3,753 words``."""
    n_blocks = len(segments(page))
    label = counted(page.n_tokens, characters=counts_characters(page))
    text = translate("Page: {segments} segments, {words}")
    if n_blocks == 1:
        text = translate("Page: 1 segment, {words}")
    return text.format(segments=number(n_blocks), words=label)


def page_tip() -> str:
    """Return what the numbers of `page_text` count."""
    return translate(
        "All text of the page. Segments are the text between block-level tags, which page and panes"
        " show; blocks are the units on which an extractor decides, listed in Blocks."
    )


def blocked_text(count: int) -> str:
    """Return the number of blocked requests of the page, empty for 0."""
    text = translate("1 request blocked") if count == 1 else translate("{count} requests blocked")
    return text.format(count=number(count)) if count else ""


def blocked_tip(log: RequestLog) -> str:
    """Return the first blocked requests, each with its reason."""
    blocked = [request for request in log.requests if not request.allowed]
    lines = [f"{request.url_text[:_MAX_ADDRESS]}: {request.reason}" for request in blocked]
    more = ["…"] if log.n_blocked > _MAX_LINES else []
    return "\n".join(lines[:_MAX_LINES] + more)


def warnings_text(count: int) -> str:
    """Return the number of warnings of a page."""
    text = translate("1 warning") if count == 1 else translate("{count} warnings")
    return text.format(count=number(count))


def rows_copied(count: int) -> str:
    """Return the number of copied rows of a table as a sentence."""
    text = translate("1 row copied.") if count == 1 else translate("{count} rows copied.")
    return text.format(count=number(count))


def runs_text(panes: Sequence[PaneRecord]) -> str:
    """Return the states of all runs: ``4 of 5 extractors done, 1 unavailable``."""
    ends = Counter(
        pane.extraction.status
        for pane in panes
        if pane.state is RunState.DONE and pane.extraction is not None
    )
    done = sum(ends[status] for status in ANSWERED)
    text = translate("{done} of {all} extractors done")
    if len(panes) == 1:
        text = translate("{done} of 1 extractor done")
    texts = [text.format(done=number(done), all=number(len(panes)))]
    others = (
        (translate("{count} unavailable"), ends[Status.UNAVAILABLE]),
        (translate("{count} failed"), ends[Status.ERROR] + ends[Status.TIMEOUT]),
        (translate("{count} cancelled"), ends[Status.CANCELLED]),
    )
    texts += [text.format(count=number(count)) for text, count in others if count]
    return translate(", ").join(texts)
