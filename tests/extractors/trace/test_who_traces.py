"""Traces cost time: only what shows or counts rules asks for them; batches are plain."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.extracting import ExtractTask
from boilerscope.extractors.runs.output import OutputOptions, OutputTask
from boilerscope.extractors.runs.pool import run_task
from boilerscope.extractors.sources.listing import EACH_PAGE, list_pages
from boilerscope.extractors.trace.run import run_traced
from tests.helpers.imports import ROOMS, sources
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ASKING = {
    "app/window/work/run_queue.py": "panes of the window show rules",
    "app/cli/explaining.py": "the answer why",
    "app/cli/report.py": "the report of a page has the rules of the minority",
    "extractors/runs/block_runs.py": "settings and bug reports about a block",
    "extractors/runs/score_task.py": "losses, if they are asked for",
}


def asks(source: str) -> bool:
    """Return whether code asks for traces: ``explain=True``, or ``explaining(on=True)``."""
    return any(
        isinstance(node, ast.keyword)
        and node.arg in {"explain", "on"}
        and isinstance(node.value, ast.Constant)
        and node.value.value is True
        and (node.arg == "explain" or "explaining(on=True)" in source)
        for node in ast.walk(ast.parse(source))
    )


def test_only_what_shows_or_counts_rules_asks_for_traces():
    found = [
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in sources(room)
        if asks(path.read_text(encoding="utf-8"))
    ]

    assert sorted(found) == sorted(ASKING)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_batch_is_plain_where_extract_with_the_same_output_traces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "page.html"
    file.write_text("<html><body><p>Beekeepers of the estuary are glad.</p></body></html>")
    traced: list[object] = []

    def noted(*details: object) -> object:
        traced.append(details)
        return run_traced(*details)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr("boilerscope.extractors.peers.peer.run_traced", noted)
    [listed] = list_pages([str(file)], EACH_PAGE)
    settings = registry.extractor("html_text").default_settings()
    panes = (Pane("html_text", "html_text", settings),)

    [record] = run_task(OutputTask(listed, panes, OutputOptions(blocks=True, of_batch=True)))
    assert record.text
    assert traced == []
    run_task(ExtractTask(listed, panes, OutputOptions("jsonl", blocks=True)))
    assert len(traced) == 1
