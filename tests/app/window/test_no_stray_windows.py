"""Nothing flashes up: no view is a window of its own while the window makes its views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench


def test_the_window_stays_active_while_views_are_made(
    bench: WindowBench, tmp_path: Path, lake_file: Path
):
    bench.qtbot.waitUntil(lambda: QApplication.activeWindow() is bench.window)
    bench.open(str(lake_file))
    assert QApplication.activeWindow() is bench.window

    assert bench.window_controller.of_corpus is not None, "makes the Corpus face"
    assert QApplication.activeWindow() is bench.window, "a view of the Corpus face was a window"
    bench.window_controller.open(str(write_corpus(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: bench.window_controller.corpus.state.table is not None)
    bench.settle()
    assert QApplication.activeWindow() is bench.window
