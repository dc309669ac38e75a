"""Trace of Readability.js, from what its run in the web engine reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.candidates import CandidateState
from boilerscope.extractors.trace.history import KEPT, Event, History, StageEntry
from boilerscope.extractors.trace.labels import match_tags
from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest
from boilerscope.extractors.trace.table import Probes
from boilerscope.extractors.trace.tracer import Contender, Finished, Trace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.page import Page

PROBES = Probes(
    library="Readability.js",
    code="J",
    packages=(),
    tested=("0.6.0",),
    entries=(),
    stages=(
        "Remove scripts",
        "Prepare the document",
        "Remove hidden elements",
        "Take out the byline",
        "Take out the title",
        "Remove unlikely candidates",
        "Choose the article",
        "Clean conditionally",
        "Clean elements",
        "Remove share links",
        "Clean headings",
        "Write the article",
    ),
)

_FILE = "Readability.js"
_NO_DEADLINE = float("inf")


def trace_of(page: Page, report: Mapping[str, Any]) -> Trace:
    """Return the trace of a run.

    Parameters
    ----------
    report : mapping
        What `resources/readability/run.js` returns of a run with explanations: all texts of the
        engine's document in order (``texts``) with the number of their element (``owners``) and of
        the event that removed them (``fate``, -1 if it is in the article), the names of its
        elements, the events, and the best candidates (``chosen``).
    """
    trace = Trace(page, PROBES, _NO_DEADLINE)
    rows = match_tags(page.elements.tag, report["names"])
    numbers: dict[str, int] = {}
    for event in report["events"]:
        stage = numbers.setdefault(event["stage"], len(numbers))
        if stage == len(trace.stages):
            trace.stages.append(StageEntry(event["stage"], (event["stage"],)))
        trace.events.append(Event(stage, _rule(event), _row(rows, event["row"])))
    history = History.new(page.n_tokens)
    for stage in range(len(trace.stages)):
        history.visit(stage)
    history.event[:], is_kept = _events_of_tokens(trace, report, rows)
    if not report["isKept"]:  # no article was found
        is_kept[:] = False
    trace.finished = Finished(history, is_kept)
    trace.elements.extend(_contenders(report["chosen"], rows))
    return trace


def _events_of_tokens(
    trace: Trace, report: Mapping[str, Any], rows: Sequence[int]
) -> tuple[Any, Any]:
    """Return the event of each token, and whether it is in the article.

    A token of which a part is in the article is in it.
    """
    index = trace.index
    texts = zip(report["texts"], (_row(rows, owner) for owner in report["owners"]), strict=True)
    event = np.full(index.page.n_tokens, KEPT, dtype=np.int32)
    is_kept = np.zeros(index.page.n_tokens, dtype=np.bool_)
    seen = [
        (text, row, fate)
        for (text, row), fate, owner in zip(texts, report["fate"], report["owners"], strict=True)
        if text.strip() and report["names"][owner or 0] not in _UNREAD
    ]
    for run, (_, _, fate) in zip(
        index.find_all((text, row) for text, row, _ in seen), seen, strict=True
    ):
        tokens = index.mask([run])
        if fate == KEPT:
            is_kept |= tokens
        else:
            event[tokens] = fate
    event[is_kept] = KEPT
    return event, is_kept


_UNREAD = frozenset({"script", "style"})
"""Elements whose text is not page text."""


def _row(rows: Sequence[int], number: int | None) -> int:
    return rows[number] if number is not None and 0 <= number < len(rows) else -1


def _rule(event: Mapping[str, Any]) -> FoundRule:
    tests = tuple(
        FoundTest(f"{left} {op} {right}", left, op, right, float(value), float(bound))
        for left, op, right, value, bound in event.get("tests", ())
        if value is not None and bound is not None
    )
    return FoundRule(
        event["text"] or ", ".join(test.text for test in tests),
        tests,
        f"{_FILE}:{event['line']}" if event["line"] else _FILE,
        event.get("note", ""),
        bool(event.get("isNamed", True)),
    )


def _contenders(chosen: Sequence[Mapping[str, Any]], rows: Sequence[int]) -> list[Contender]:
    """Return the elements with the best scores, of which the first that is kept has won."""
    contenders = []
    has_won = False
    for element in chosen:
        wins = bool(element["isKept"]) and not has_won
        has_won |= wins
        state = CandidateState.USED if wins else CandidateState.REJECTED
        contenders.append(
            Contender(
                "",
                PROBES.stages[6],
                state,
                row=_row(rows, element["row"]),
                score=float(element["score"]),
            )
        )
    return contenders
