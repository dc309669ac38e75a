"""Explanations are asked for by the window and by `extract`; other runs are plain."""

from __future__ import annotations

import pytest

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.readability_lxml import READABILITY_LXML
from boilerscope.extractors.runs import workers

PAGE = Page.from_text(
    "<html><body><nav>Home and archive</nav><article>"
    + "<p>The tram runs along the river, and people like it, they say.</p>" * 12
    + "</article></body></html>",
    name="page",
)


@pytest.mark.parametrize("explain", [True, False])
def test_a_worker_traces_a_library_only_if_asked(explain: bool):  # noqa: FBT001 - a parameter
    if READABILITY_LXML.missing():
        pytest.skip(READABILITY_LXML.missing())
    pool = workers.make_pool()
    settings = READABILITY_LXML.default_settings()
    try:
        use = "readability_lxml", settings
        extraction = workers.run_until(pool, PAGE, use, lambda: False, explain=explain)
    finally:
        workers.end(pool)

    assert extraction.status is Status.OK
    assert (extraction.traced is not None) is explain
    assert (len(extraction.steps) > 1) is explain
