"""Corpora are listed in a thread, and the garbage collector is enabled again afterwards."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from boilerscope.app.window.work import reader as module
from boilerscope.app.window.work.reader import CorpusReader
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot


def _read(qtbot: QtBot, path: Path, signal: str) -> None:
    reader = CorpusReader()
    with qtbot.waitSignal(getattr(reader, signal)):
        reader.read(path)
    assert reader.stop()


def test_pages_of_a_long_list_are_excluded_from_collections(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_MANY", 3)
    try:
        _read(qtbot, write_corpus(tmp_path / "pages"), "finished")
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
