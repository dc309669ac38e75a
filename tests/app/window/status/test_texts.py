"""Text of the status bar about runs."""

from __future__ import annotations

import pytest

from boilerscope.app.window.status.texts import runs_text
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import Settings
from boilerscope.widgets.records import PaneRecord, RunState


def pane(status: Status | None, state: RunState = RunState.DONE) -> PaneRecord:
    """Return a pane whose last run ended with a status; None if it has not ended."""
    extraction = None if status is None else Extraction("x", status)
    return PaneRecord(1, "x", "x", "X", Settings(), state=state, extraction=extraction)


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ([Status.OK, Status.OK], "2 of 2 extractors done"),
        ([Status.OK, Status.EMPTY, None], "2 of 3 extractors done"),
        ([Status.OK, Status.UNAVAILABLE], "1 of 2 extractors done, 1 unavailable"),
        ([Status.ERROR, Status.TIMEOUT], "0 of 2 extractors done, 2 failed"),
        (
            [Status.CANCELLED, Status.UNAVAILABLE, Status.ERROR],
            "0 of 3 extractors done, 1 unavailable, 1 failed, 1 cancelled",
        ),
    ],
)
def test_only_runs_with_a_result_are_done_and_the_others_are_named(
    ends: list[Status | None], text: str
):
    states = [RunState.RUNNING if end is None else RunState.DONE for end in ends]

    assert runs_text(list(map(pane, ends, states))) == text


def test_a_new_run_after_a_failure_is_neither_done_nor_failed():
    assert runs_text([pane(Status.ERROR, RunState.RUNNING)]) == "0 of 1 extractor done"
