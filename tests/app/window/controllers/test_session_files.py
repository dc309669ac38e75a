"""Sessions in one file: saved from the whole window, and brought back elsewhere, offline."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from boilerscope.app.session import saved_session
from boilerscope.app.session.preferences import Preferences
from boilerscope.extractors.page.snapshot import RESULTS, read_parts, write_snapshot
from boilerscope.widgets.picking import selection_of_block
from tests.helpers.bench import ARTICLE, WindowBench
from tests.helpers.corpus_files import write_corpus
from tests.helpers.dialogs import choose_file
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def elsewhere(qtbot: QtBot, bench: WindowBench, tmp_path: Path) -> Iterator[WindowBench]:
    """Return a second window with a home of its own, as on another machine."""
    del bench  # the first window, which closes last
    other = WindowBench(qtbot, tmp_path / "elsewhere", Preferences(lay_out=False))
    other.window.hide()
    yield other
    other.close()


def save(bench: WindowBench, file: Path) -> None:
    bench.window_controller.session_files.write(file)
    bench.qtbot.waitUntil(
        lambda: str(file) in bench.window.statusBar().currentMessage(), timeout=LOAD_MS
    )
    bench.settle()


def open_session(bench: WindowBench, file: Path) -> None:
    """Open a file as the user does, and wait until all of it is back."""
    bench.window.show()
    with bench.qtbot.waitSignal(bench.window_controller.last_session.brought_back, timeout=LOAD_MS):
        bench.window_controller.open(str(file))
    bench.settle()


def test_everything_is_back_elsewhere_although_the_page_is_gone(
    lake: WindowBench, elsewhere: WindowBench, lake_file: Path, tmp_path: Path
):
    controller = lake.controller
    controller.add_pane("bte")
    controller.set_field(ARTICLE, "max_link_density", 0.4)
    controller.activate(ARTICLE)
    lake.settle()
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.do("mark_gold")
    lake.qtbot.waitUntil(lake.window_controller.marking.is_on, timeout=LOAD_MS)
    lake.do("mark_main_stay")
    lake.do("mark_gold")
    before = lake.window_controller.last_session.current()
    gold = controller.session.gold
    save(lake, tmp_path / "lake.bscope")
    for file in list(lake_file.parent.glob("lake*.html*")):
        file.unlink()

    open_session(elsewhere, tmp_path / "lake.bscope")

    after = elsewhere.window_controller.last_session.current()
    assert before.page is not None
    assert after.page is not None
    page = replace(before.page, address=after.page.address)
    assert after.page.address == str(tmp_path / "lake.bscope")
    assert after == replace(before, page=page, when=after.when)
    found = elsewhere.controller.session.gold
    assert gold is not None
    assert found is not None
    assert np.array_equal(found.classes, gold.classes)
    assert "lake.bscope" in elsewhere.window.windowTitle()


def test_a_dot_in_the_title_says_that_the_file_is_older(lake: WindowBench, tmp_path: Path):
    save(lake, tmp_path / "lake.bscope")
    saved = lake.window.windowTitle()
    lake.controller.set_field(ARTICLE, "max_link_density", 0.4)
    lake.qtbot.waitUntil(lambda: "•" in lake.window.windowTitle())
    lake.do("undo")
    lake.qtbot.waitUntil(lambda: "•" not in lake.window.windowTitle())

    lake.controller.set_field(ARTICLE, "max_link_density", 0.3)
    lake.qtbot.waitUntil(lambda: "•" in lake.window.windowTitle())
    lake.window_controller.actions.trigger("save_session")  # without a question

    assert "lake.bscope" in saved
    assert "•" not in saved
    lake.qtbot.waitUntil(lambda: "•" not in lake.window.windowTitle(), timeout=LOAD_MS)


def test_the_session_of_a_corpus_brings_the_corpus_back(
    bench: WindowBench, elsewhere: WindowBench, tmp_path: Path
):
    corpus = bench.window_controller.corpus
    bench.window_controller.open(str(write_corpus(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: corpus.state.table is not None)
    corpus.score_by("shingle_f1")
    corpus.select(1)
    save(bench, tmp_path / "pages.bscope")

    elsewhere.window.show()
    elsewhere.window_controller.open(str(tmp_path / "pages.bscope"))

    state = elsewhere.window_controller.corpus.state
    elsewhere.qtbot.waitUntil(lambda: state.table is not None, timeout=LOAD_MS)
    assert elsewhere.window.shows_corpus
    assert state.record.path == str(tmp_path / "pages")
    assert state.choice.measure == "shingle_f1"
    assert saved_session.read_session(tmp_path / "pages.bscope", tmp_path) is not None


def test_words_of_another_version_are_reported(
    lake: WindowBench, elsewhere: WindowBench, tmp_path: Path
):
    save(lake, tmp_path / "lake.bscope")
    parts = read_parts(tmp_path / "lake.bscope")
    version = saved_session.read_session(tmp_path / "lake.bscope", tmp_path)
    assert version is not None
    old = version.results[0].version.encode()
    parts[RESULTS] = parts[RESULTS].replace(b'"version": "' + old, b'"version": "0.0.7')
    parts[RESULTS] = parts[RESULTS].replace(b'"kept_runs": [[', b'"kept_runs": [[0, 1], [')
    write_snapshot(lake.page, tmp_path / "lake.bscope", None, parts)

    open_session(elsewhere, tmp_path / "lake.bscope")

    assert "differ from the saved result (0.0.7" in elsewhere.window.statusBar().currentMessage()


def test_a_page_that_still_loads_is_saved_and_then_the_results_of_its_panes(
    bench: WindowBench, lake_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    choose_file(monkeypatch, tmp_path / "early")
    bench.controller.open(str(lake_file))
    bench.window_controller.actions.trigger("save_session")
    was_open = bench.controller.session.page is not None

    def has_all() -> bool:
        names = [pane.name for pane in bench.controller.session.panes]
        return bool(names) and _names_of_results(tmp_path / "early.bscope") == names

    bench.qtbot.waitUntil(has_all, timeout=2 * LOAD_MS)

    assert not was_open


def _names_of_results(file: Path) -> list[str]:
    """Return the panes whose results a file has; empty without a file."""
    session = saved_session.read_session(file, file.parent) if file.exists() else None
    return [] if session is None else [result.pane for result in session.results]


def _density_of_result(file: Path) -> float:
    """Return the setting of the saved result of a pane; NaN without one."""
    session = saved_session.read_session(file, file.parent) if file.exists() else None
    results = () if session is None else session.results
    settings = next((result.settings for result in results if result.pane == ARTICLE), {})
    return float(settings.get("max_link_density", float("nan")))


def test_a_session_saved_while_a_pane_runs_gets_its_result(
    lake: WindowBench, elsewhere: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file, early = tmp_path / "lake.bscope", tmp_path / "early.bscope"
    parts_of, written = saved_session.parts_of, []

    def watched(*of: Any) -> dict[str, bytes]:
        written.append(parts_of(*of))
        return written[-1]

    monkeypatch.setattr(saved_session, "parts_of", watched)
    lake.controller.set_field(ARTICLE, "max_link_density", 0.4)
    assert lake.controller.running() == [ARTICLE]
    lake.window_controller.session_files.write(file)
    lake.window.selection.select(selection_of_block(lake.pane(), 0))
    lake.qtbot.waitUntil(lambda: _density_of_result(file) == 0.4, timeout=2 * LOAD_MS)

    write_snapshot(lake.page, early, None, written[0])
    assert _density_of_result(early) != 0.4
    session = saved_session.read_session(file, tmp_path)
    assert session is not None
    assert session.last.selection is None  # as it was when the session was saved
    open_session(elsewhere, early)
    assert elsewhere.pane().settings == lake.pane().settings
    assert np.array_equal(elsewhere.extraction().mask, lake.extraction().mask)


def test_results_of_other_settings_are_not_added_to_a_saved_session(
    lake: WindowBench, tmp_path: Path
):
    file = tmp_path / "lake.bscope"
    lake.controller.set_field(ARTICLE, "max_link_density", 0.4)
    lake.window_controller.session_files.write(file)
    lake.controller.set_field(ARTICLE, "max_link_density", 0.5)
    lake.qtbot.waitUntil(lambda: "lake.bscope •" in lake.window.windowTitle(), timeout=LOAD_MS)
    lake.settle()

    assert file.exists()
    assert _density_of_result(file) not in {0.4, 0.5}


def test_a_page_that_is_stopped_is_not_saved(
    bench: WindowBench, lake_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    choose_file(monkeypatch, tmp_path / "early")
    bench.controller.open(str(lake_file))
    bench.window_controller.actions.trigger("save_session")
    bench.controller.cancel_loading()
    bench.qtbot.waitUntil(
        lambda: "not saved" in bench.window.statusBar().currentMessage(), timeout=LOAD_MS
    )

    assert not list(tmp_path.glob("*.bscope"))


def test_ctrl_s_asks_for_a_file_once(
    lake: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    choose_file(monkeypatch, tmp_path / "mine")
    lake.window_controller.actions.trigger("save_session")
    # The file is there a little earlier than the window is told.
    lake.qtbot.waitUntil(lambda: "mine.bscope" in lake.window.windowTitle(), timeout=LOAD_MS)

    assert (tmp_path / "mine.bscope").exists()
    memory = lake.window_controller.preferences.memory
    assert memory.sessions == [str(tmp_path / "mine.bscope")]


def test_a_folder_without_rights_is_an_error_with_a_way_out(lake: WindowBench, tmp_path: Path):
    lake.window_controller.session_files.write(tmp_path / "nowhere" / "lake.bscope")

    lake.qtbot.waitUntil(lake.window.top.failure.isVisible, timeout=LOAD_MS)

    message = lake.window.top.failure.message_label.text()
    assert message.startswith("Not saved: ")
    assert "Ctrl+Shift+S" in message


@pytest.mark.parametrize("content", [b"", b"PK", b"no zip file at all", os.urandom(2000)])
def test_a_damaged_file_leaves_what_is_open(lake: WindowBench, content: bytes, tmp_path: Path):
    (tmp_path / "bad.bscope").write_bytes(content)
    page = lake.page

    lake.window_controller.open(str(tmp_path / "bad.bscope"))
    lake.qtbot.waitUntil(lake.window.top.failure.isVisible, timeout=LOAD_MS)

    assert "bad.bscope" in lake.window.top.failure.message_label.text()
    assert lake.page is page


def test_the_start_screen_lists_sessions_and_corpora(lake: WindowBench, tmp_path: Path):
    save(lake, tmp_path / "lake.bscope")
    lake.window_controller.preferences.memory.remember_corpus(str(tmp_path))
    lake.do("start_screen")

    start = lake.window.start
    assert start.sessions.rows.count() == start.corpora.rows.count() == 1
    buttons = {button.text() for button in start.findChildren(QPushButton)}
    assert {"Open a session…", "Open a corpus…"} <= buttons
