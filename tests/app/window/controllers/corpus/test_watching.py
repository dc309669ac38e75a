"""Files of the open corpus that change: they are noticed and read again without false errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.corpus import ReadLife, RunLife
from boilerscope.app.window.controllers.corpus.watching import CorpusWatchController
from boilerscope.extractors.runs.file_panes import read_file_panes
from boilerscope.extractors.scoring.results import PageStatus
from tests.helpers.corpus_files import MAIN, write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

N_PAGES = 5


class Watched:
    """An open corpus whose files are watched, with the results of two panes."""

    def __init__(self, shared: ControllerBench, path: Path) -> None:
        self.shared, self.corpus = shared, shared.context.corpus
        self.controller = CorpusWatchController(shared.context)
        shared.show(*self.controller.views())
        shared.add_panes("bte", "link_ratio")
        self.corpus.show_face(True)
        self.corpus.open(path)
        shared.wait_for_work()
        self.corpus.start()
        shared.wait_for_work()

    def look(self) -> None:
        """Look at the files until a change is taken, and wait for what follows."""
        for _ in range(2):
            self.controller.look()
            self.shared.wait_for_work()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "pages", N_PAGES)


def test_lines_that_move_in_a_gold_file_are_no_errors(
    shared: ControllerBench, pages: Path, qtbot: QtBot
):
    del qtbot
    watched, file = Watched(shared, pages), pages / "gold.jsonl"
    watched.corpus.select(3)
    lines = file.read_text(encoding="utf-8").splitlines()
    first = {"id": "new", "html": "0.html", "text": MAIN}
    del lines[1]
    file.write_text("\n".join([json.dumps(first), *lines, ""]), encoding="utf-8")

    watched.look()

    state = watched.corpus.state
    assert state.record.life is ReadLife.READ
    assert shared.messages == ["gold.jsonl has changed and is read again"]
    assert state.table is not None
    assert [page.page_id for page in state.table.pages] == ["new", "p0", "p2", "p3", "p4"]
    assert state.table.n_pages_that_are(PageStatus.SCORED) == N_PAGES
    assert not state.table.has_failed.any()
    assert state.run.life is RunLife.DONE
    assert state.choice.row == 3  # page p3 is still selected


def test_nothing_happens_while_no_file_changes(shared: ControllerBench, pages: Path):
    watched = Watched(shared, pages)
    table = watched.corpus.state.table

    watched.look()

    assert shared.messages == []
    assert watched.corpus.state.table is table


def test_a_file_is_read_only_when_it_no_longer_changes(shared: ControllerBench, pages: Path):
    watched, file = Watched(shared, pages), pages / "gold.jsonl"
    for size in (3, 4):
        file.write_text("{" * size, encoding="utf-8")
        watched.controller.look()
        shared.wait_for_work()

    assert shared.messages == []
    assert watched.corpus.state.record.life is ReadLife.READ


def test_a_corpus_that_is_broken_on_disk_stays_on_screen(shared: ControllerBench, pages: Path):
    watched = Watched(shared, pages)
    problems: list[str] = []
    watched.corpus.unread.connect(problems.append)
    table = watched.corpus.state.table
    (pages / "gold.jsonl").write_text("{broken\n", encoding="utf-8")

    watched.look()

    assert watched.corpus.state.table is table
    assert watched.corpus.state.record.life is ReadLife.READ
    assert "gold.jsonl, line 1" in problems[0]


def test_a_results_file_that_is_written_again_has_its_new_numbers(
    shared: ControllerBench, pages: Path, tmp_path: Path
):
    watched, file = Watched(shared, pages), tmp_path / "results.jsonl"
    _write_results(file, "word0")
    watched.corpus.add_files(read_file_panes(file, shared.names()))
    watched.corpus.start()
    shared.wait_for_work()
    table = watched.corpus.state.table
    assert table is not None
    before = table.values("token_f1")[:, 2].copy()

    _write_results(file, MAIN)
    watched.look()

    after = table.values("token_f1")[:, 2]
    assert (before < 0.2).all()
    assert (after == 1.0).all()


def test_a_changed_page_runs_again(shared: ControllerBench, tmp_path: Path):
    folder = tmp_path / "bare"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.html").write_text(f"<p>{MAIN}</p>", encoding="utf-8")
    watched = Watched(shared, folder)
    table = watched.corpus.state.table
    assert table is not None
    before = table.n_tokens.tolist()

    (folder / "1.html").write_text(f"<p>{MAIN}</p><p>{MAIN} more</p>", encoding="utf-8")
    watched.look()

    assert shared.messages == ["1 page has changed and runs again"]
    after = table.n_tokens.tolist()
    assert after[1] > before[1]
    assert (after[0], after[2]) == (before[0], before[2])


def _write_results(file: Path, text: str) -> None:
    lines = [{"page_id": f"p{n}", "extractor": "other", "text": text} for n in range(N_PAGES)]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
