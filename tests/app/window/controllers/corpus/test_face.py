"""The face that the window shows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.corpus import ReadLife, RunLife
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.sources.results import Output
from boilerscope.widgets.load_state import LoadPhase, LoadState
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.bench import WindowBench


def test_a_loading_page_does_not_call_the_user_back_to_the_page_face(bench: WindowBench):
    corpus, loading = bench.window_controller.context.corpus, bench.controller.loading
    state = LoadState(LoadPhase.READING, "lake.html", started=1.0)
    shown = []

    bench.do("switch_face")
    for change in ({}, {"phase": LoadPhase.SHOWING}, {"started": 2.0}):
        loading.emit(replace(state, **change))
        shown.append(corpus.state.is_shown)
        if not corpus.state.is_shown:
            bench.do("switch_face")

    assert shown == [False, True, False]


def test_the_title_names_what_is_on_screen(lake: WindowBench, tmp_path: Path):
    title = lake.window.windowTitle()
    folder = write_corpus(tmp_path / "lakes")
    corpus = lake.window_controller.context.corpus

    lake.window_controller.open(str(folder))
    lake.qtbot.waitUntil(lambda: corpus.state.record.life is ReadLife.READ, timeout=30_000)
    lake.settle()
    of_corpus = lake.window.windowTitle()
    lake.do("switch_face")

    assert "lakes" not in title
    assert of_corpus == "lakes"
    assert lake.window.windowTitle() == title


def test_the_folder_of_a_batch_opens_with_its_panes_and_results(
    bench: WindowBench, qtbot: QtBot, tmp_path: Path
):
    results = _results_of_a_batch(tmp_path, '[[pane]]\nname = "strict"\nextractor = "bte"\n')
    corpus = bench.window_controller.context.corpus

    bench.window_controller.open(str(results))
    qtbot.waitUntil(lambda: corpus.state.run.life is RunLife.DONE, timeout=30_000)

    assert corpus.state.corpus is not None
    assert corpus.state.table is not None
    [page] = corpus.state.corpus.pages
    assert page.name == "pages/lake"
    assert [(pane.name, pane.extractor) for pane in corpus.state.panes] == [("strict", "bte")]
    assert [(file.pane.name, file.outputs) for file in corpus.state.files] == [
        ("strict", {page.name: Output(page.name, "deep", "strict")})
    ]
    [score] = corpus.state.table.scores(0)
    assert score.status is Status.OK
    assert not corpus.state.pending()

    settings = bench.controller.session.pane("strict").settings
    bench.controller.set_settings({"strict": settings.replace(bodies=2)})

    assert corpus.state.files == (), "the results are not those of other settings"
    assert corpus.state.pending() == ["strict"]
    bench.controller.undo()
    assert corpus.state.pending() == []
    assert len(corpus.state.files) == 1


def test_a_failure_of_a_batch_is_shown_with_its_status_and_its_reason(
    bench: WindowBench, qtbot: QtBot, tmp_path: Path
):
    settings = '[[pane]]\nname = "strict"\nextractor = "bte"\n'
    results = _results_of_a_batch(tmp_path, settings, status="timeout", message="No result in 2 s.")
    corpus = bench.window_controller.context.corpus

    bench.window_controller.open(str(results))
    qtbot.waitUntil(lambda: corpus.state.run.life is RunLife.DONE, timeout=30_000)

    assert corpus.state.table is not None
    [score] = corpus.state.table.scores(0)
    assert (score.status, score.message) == (Status.TIMEOUT, "No result in 2 s.")


def test_a_batch_of_tables_opens_as_a_batch_of_lines_does(
    bench: WindowBench, qtbot: QtBot, tmp_path: Path
):
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    results = _results_of_a_batch(tmp_path, '[[pane]]\nname = "strict"\nextractor = "bte"\n')
    lines = results / "shards" / "00" / "00000000.jsonl"
    record = {**json.loads(lines.read_text(encoding="utf-8")), "message": ""}
    parquet.write_table(pa.Table.from_pylist([record]), lines.with_suffix(".results.parquet"))
    lines.unlink()
    corpus = bench.window_controller.context.corpus

    bench.window_controller.open(str(results))
    qtbot.waitUntil(lambda: corpus.state.run.life is RunLife.DONE, timeout=30_000)

    assert corpus.state.table is not None
    [score] = corpus.state.table.scores(0)
    assert (score.pane, score.status) == ("strict", Status.OK)
    assert not corpus.state.pending()


def test_a_batch_whose_panes_cannot_be_opened_adds_its_results_to_the_session(
    bench: WindowBench, qtbot: QtBot, tmp_path: Path
):
    results = _results_of_a_batch(tmp_path, '[[pane]]\nextractor = "elsewhere"\n')
    corpus = bench.window_controller.context.corpus

    bench.window_controller.open(str(results))
    qtbot.waitUntil(lambda: corpus.state.run.life is RunLife.DONE, timeout=30_000)

    assert [pane.name for pane in corpus.state.panes] == [
        *(pane.name for pane in bench.controller.session.panes),
        "strict",
    ]


def _results_of_a_batch(folder: Path, settings: str, **ended: str) -> Path:
    """Write a page and the results of a batch on it; return the folder of the results."""
    pages, results = folder / "pages", folder / "results"
    pages.mkdir()
    (pages / "lake.html").write_text("<p>The lake is deep.", encoding="utf-8")
    shard = results / "shards" / "00"
    shard.mkdir(parents=True)
    manifest = {"format": "boilerscope-batch", "folder": str(folder), "inputs": ["pages"]}
    (results / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    (results / "settings.toml").write_text(settings, encoding="utf-8")
    plain = {"page_id": "pages/lake", "pane": "strict", "status": "ok", "message": ""}
    record = {**plain, "text": "deep", **ended}
    (shard / "00000000.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    (shard / "00000000.done").write_text("{}", encoding="utf-8")
    return results
