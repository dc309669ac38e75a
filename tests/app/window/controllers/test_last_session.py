"""A restart continues where the user left: the whole window, on a real engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from boilerscope.app.session.last_session import FILE, load
from boilerscope.app.session.preferences import Preferences
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.extractors.scoring.parts import Ended
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import Lock, ShowAs
from tests.helpers.annotated import write_annotated
from tests.helpers.bench import ARTICLE, WindowBench
from tests.helpers.corpus_files import write_batch, write_corpus
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.session.last_session import LastSession


@pytest.fixture
def again(qtbot: QtBot, bench: WindowBench, tmp_path: Path) -> Iterator[list[WindowBench]]:
    """Return a list; `restart` puts the second window into it, which is closed at the end."""
    del qtbot, bench, tmp_path
    benches: list[WindowBench] = []
    yield benches
    for other in benches:
        other.close()


def kept(bench: WindowBench) -> LastSession:
    """Keep the state of a window now, and return what is on disk."""
    bench.window_controller.last_session.keep()
    session = load(bench.home)
    assert session is not None
    return session


def restart(bench: WindowBench, again: list[WindowBench]) -> WindowBench:
    """Return a second window with the files of the first one, as after a crash of it."""
    bench.window.hide()  # it would take the keys
    again.append(WindowBench(bench.qtbot, bench.home.parent, Preferences(lay_out=False)))
    return again[-1]


def change_much(lake: WindowBench) -> None:
    """Leave every part that is kept in another state than at the start."""
    controller = lake.controller
    controller.add_pane("bte")
    controller.remove_pane("link_ratio")
    controller.set_field(ARTICLE, "max_link_density", 0.4)
    controller.link_pane(ARTICLE, Lock.RANK)
    controller.show_pane_as("bte", ShowAs.PLAIN)
    controller.compare_pane("cx_extractor", ARTICLE)
    controller.activate(ARTICLE)
    lake.settle()
    controller.colour_by(f"label:{ARTICLE}")
    controller.show_step(ARTICLE, 1)
    lake.window.selection.select(selection_of_block(lake.pane(), lake.block("short")))
    lake.window.tables.setCurrentWidget(lake.window.steps)
    lake.settle()


def test_enter_in_the_empty_address_field_brings_everything_back(
    lake: WindowBench, again: list[WindowBench]
):
    change_much(lake)
    before = kept(lake)
    other = restart(lake, again)
    shown = other.window.start.last.isVisible()
    with other.qtbot.waitSignal(other.view.ready, timeout=20_000):
        QTest.keyClick(other.window.top.address, Qt.Key.Key_Return)
    other.settle()

    assert shown
    assert before.step == (ARTICLE, 1)
    assert other.window_controller.last_session.current() == before
    assert kept(other) == before


def test_start_afresh_keeps_the_panes_only(lake: WindowBench, again: list[WindowBench]):
    change_much(lake)
    before = kept(lake)
    other = restart(lake, again)

    QTest.mouseClick(other.window.start.last.afresh, Qt.MouseButton.LeftButton)

    assert other.controller.session.setups() == before.panes
    assert other.controller.session.page is None
    assert not other.window.start.last.isVisible()
    assert kept(other).page is None


def test_the_offer_stays_until_something_else_is_opened(
    lake: WindowBench, again: list[WindowBench], tmp_path: Path
):
    before = kept(lake)
    other = restart(lake, again)
    pond = tmp_path / "pond.html"
    pond.write_text("<p>Another page with a few words.</p>", encoding="utf-8")
    waiting = kept(other)
    other.open(str(pond))
    after = kept(other)

    assert waiting == before
    assert after.page is not None
    assert after.page.address == str(pond)


def test_a_page_that_is_gone_leaves_panes_and_says_so(
    lake: WindowBench, again: list[WindowBench], lake_file: Path
):
    before, source = kept(lake), lake_file.read_bytes()
    lake_file.unlink()
    other = restart(lake, again)

    other.do("continue_last")
    card = other.window.start.last
    failed = (card.isVisible(), card.problem.text().replace("\u200b", ""))
    still = kept(other)
    lake_file.write_bytes(source)
    other.do("continue_last")
    other.qtbot.waitUntil(lambda: other.controller.session.page is not None, timeout=LOAD_MS)
    other.settle()

    assert other.controller.session.setups() == before.panes
    assert failed[0]
    assert lake_file.name in failed[1]
    assert still == before
    assert other.controller.session.page is not None
    assert kept(other).page == before.page
    assert other.window_controller.last_session.current().selection == before.selection


def test_a_cancelled_load_leaves_the_offer(lake: WindowBench, again: list[WindowBench]):
    before = kept(lake)
    other = restart(lake, again)

    other.window_controller.last_session.go_on()
    other.controller.load.cancel()

    assert other.window.start.last.isVisible()
    assert "cancelled" in other.window.start.last.problem.text()
    assert kept(other) == before


def test_a_corpus_that_is_gone_is_offered_again_with_its_reason(
    bench: WindowBench, again: list[WindowBench], tmp_path: Path
):
    folder = write_corpus(tmp_path / "pages", 3)
    bench.window_controller.open(str(folder))
    state = bench.window_controller.corpus.state
    bench.qtbot.waitUntil(lambda: state.table is not None, timeout=LOAD_MS)
    before = kept(bench)
    folder.rename(tmp_path / "elsewhere")
    other = restart(bench, again)
    other.do("continue_last")
    last = other.window.start.last
    other.qtbot.waitUntil(lambda: bool(last.problem.text()), timeout=LOAD_MS)

    assert not last.isHidden()
    assert kept(other) == before


def test_the_corpus_comes_back_with_tab_and_page(
    bench: WindowBench, again: list[WindowBench], tmp_path: Path
):
    corpus = bench.window_controller.corpus
    bench.window_controller.open(str(write_corpus(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: corpus.state.table is not None)
    baseline = bench.controller.session.panes[1].name
    corpus.compare_with(baseline)
    corpus.sort_by(Sort(SortKey.WORST, "token_f1", baseline, baseline, reverse=True))
    corpus.filter_by(PageFilter(page_types=frozenset({"forum"}), part=Ended(baseline, Status.OK)))
    corpus.select(1)
    before = kept(bench)
    other = restart(bench, again)
    state = other.window_controller.corpus.state

    other.window_controller.actions.trigger("continue_last")
    other.qtbot.waitUntil(lambda: state.choice.row == 1)

    assert other.window.shows_corpus
    assert state.choice.baseline == baseline
    assert state.choice.sort == corpus.state.choice.sort
    assert not state.choice.page_filter.is_empty
    assert state.choice.page_filter == corpus.state.choice.page_filter
    assert other.window_controller.last_session.current().corpus == before.corpus
    assert before.corpus is not None
    assert replace(before.corpus, row=None).path == state.record.path


def test_the_corpus_face_comes_back_also_where_a_page_was_open_behind_it(
    lake: WindowBench, again: list[WindowBench], tmp_path: Path
):
    corpus = lake.window_controller.corpus
    lake.window_controller.open(str(write_corpus(tmp_path / "pages")))
    lake.qtbot.waitUntil(lambda: corpus.state.table is not None)
    before = kept(lake)
    assert before.page is not None
    assert before.corpus is not None
    assert before.corpus.shown
    other = restart(lake, again)

    other.window_controller.actions.trigger("continue_last")

    with other.qtbot.waitSignal(other.window_controller.last_session.brought_back, timeout=LOAD_MS):
        pass
    assert other.controller.session.page is not None
    other.qtbot.waitUntil(lambda: other.window.shows_corpus)


def test_a_batch_comes_back_with_a_pane_of_results_as_baseline(
    bench: WindowBench, again: list[WindowBench], tmp_path: Path
):
    corpus = bench.window_controller.corpus
    pages = write_corpus(tmp_path / "pages")
    # With an extractor that is not installed here, the panes of the session cannot stand for it.
    panes = ("loose", "strict")
    batch = write_batch(tmp_path / "batch", pages, panes=panes, extractor="of_a_colleague")
    bench.window_controller.open(str(batch))
    bench.qtbot.waitUntil(lambda: len(corpus.state.files) == 2, timeout=LOAD_MS)
    corpus.compare_with("strict")
    corpus.filter_by(PageFilter(part=Ended("strict", Status.OK)))
    before = kept(bench)
    other = restart(bench, again)
    state = other.window_controller.corpus.state

    other.window_controller.actions.trigger("continue_last")
    other.qtbot.waitUntil(lambda: len(state.files) == 2, timeout=LOAD_MS)

    assert state.choice.baseline == "strict"
    assert state.choice.page_filter == corpus.state.choice.page_filter
    assert other.window_controller.last_session.current().corpus == before.corpus


def test_rows_of_the_gold_come_back_with_whose_gold_counts(
    bench: WindowBench, again: list[WindowBench], tmp_path: Path
):
    corpus = bench.window_controller.corpus
    bench.window_controller.open(str(write_annotated(tmp_path / "marked")))
    bench.qtbot.waitUntil(lambda: corpus.state.annotators == ("Ada", "Bob"), timeout=LOAD_MS)
    bench.do("add_annotators")
    bench.do("add_bounds")
    corpus.take_gold_of("Ada")
    corpus.compare_with("Bob")
    bench.settle()
    before = kept(bench)
    other = restart(bench, again)
    state = other.window_controller.corpus.state

    other.window_controller.actions.trigger("continue_last")
    other.qtbot.waitUntil(lambda: state.choice.baseline == "Bob", timeout=LOAD_MS)

    assert [file.pane.name for file in state.files] == ["floor", "ceiling", "Ada", "Bob"]
    assert state.corpus is not None
    assert state.corpus.gold_by == "Ada"
    assert other.window_controller.last_session.current().corpus == before.corpus


def test_two_compared_panes_stay_side_by_side(lake: WindowBench, again: list[WindowBench]):
    first, second = (pane.name for pane in lake.controller.session.panes[:2])
    lake.controller.compare_panes(first, second)
    lake.settle()
    kept(lake)
    other = restart(lake, again)
    with other.qtbot.waitSignal(other.window_controller.last_session.brought_back, timeout=20_000):
        other.window_controller.actions.trigger("continue_last")
    other.settle()

    assert other.controller.session.compared == (first, second)


def test_nothing_is_written_while_nothing_changes(lake: WindowBench):
    kept(lake)
    before = (lake.home / FILE).stat().st_mtime_ns
    kept(lake)

    assert (lake.home / FILE).stat().st_mtime_ns == before
