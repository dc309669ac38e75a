"""Corpora are listed in a thread, and the garbage collector is enabled again afterwards."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from app.window.corpus import reader as module
from app.window.corpus.reader import CorpusReader
from extractors.corpus.corpus import Corpus
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot


def _read(qtbot: QtBot, path: Path, signal: str) -> None:
    reader = CorpusReader()
    with qtbot.waitSignal(getattr(reader, signal)):
        reader.read(path)
    assert reader.stop()


def test_the_collector_is_disabled_only_while_pages_are_listed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    was_on: list[bool] = []
    read = Corpus.read

    def noted(corpus: Corpus) -> Iterator[int]:
        was_on.append(gc.isenabled())
        return read(corpus)

    monkeypatch.setattr(Corpus, "read", noted)
    frozen = gc.get_freeze_count()
    _read(qtbot, write_corpus(tmp_path / "pages"), "finished")

    assert was_on == [False]
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_the_collector_is_enabled_again_after_an_error(qtbot: QtBot, tmp_path: Path):
    (tmp_path / "gold.jsonl").write_text("{broken\n", encoding="utf-8")
    _read(qtbot, tmp_path / "gold.jsonl", "failed")

    assert gc.isenabled()


def test_pages_of_a_long_list_are_excluded_from_collections(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_MANY", 3)
    try:
        _read(qtbot, write_corpus(tmp_path / "pages"), "finished")
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
