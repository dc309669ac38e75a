"""Which face the window shows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from widgets.load_state import LoadPhase, LoadState

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.bench import WindowBench


def test_who_leaves_the_page_face_while_a_page_loads_is_not_called_back(bench: WindowBench):
    corpus, loading = bench.window_controller.context.corpus, bench.controller.loading
    state = LoadState(LoadPhase.READING, "lake.html", started=1.0)
    shown = []

    bench.do("switch_face")
    for change in ({}, {"phase": LoadPhase.SHOWING}, {"started": 2.0}):
        loading.emit(replace(state, **change))
        shown.append(corpus.is_shown)
        if not corpus.is_shown:
            bench.do("switch_face")

    assert shown == [False, True, False]


def test_the_folder_of_a_batch_opens_with_its_pages_and_results(
    bench: WindowBench, qtbot: QtBot, tmp_path: Path
):
    pages, results = tmp_path / "pages", tmp_path / "results"
    pages.mkdir()
    (pages / "lake.html").write_text("<p>The lake is deep.", encoding="utf-8")
    shard = results / "shards" / "00"
    shard.mkdir(parents=True)
    manifest = {"format": "boilerscope-batch", "folder": str(tmp_path), "inputs": ["pages"]}
    (results / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    record = {"page_id": "pages/lake", "pane": "strict", "status": "ok", "text": "deep"}
    (shard / "00000000.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    (shard / "00000000.done").write_text("{}", encoding="utf-8")
    corpus = bench.window_controller.context.corpus

    bench.window_controller.open(str(results))
    qtbot.waitUntil(lambda: bool(corpus.files))

    assert corpus.corpus is not None
    [page] = corpus.corpus.pages
    assert page.name == "pages/lake"
    assert [(file.pane.name, file.text(page)) for file in corpus.files] == [("strict", "deep")]
