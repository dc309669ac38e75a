"""Opening of corpora and of results in files, without the window."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QVBoxLayout, QWidget

from boilerscope.app.session.corpus import ReadLife
from boilerscope.app.window.controllers.corpus.opening import CorpusOpeningController
from boilerscope.app.window.corpus.dialog import CorpusDialog
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.widgets.corpus.face import CorpusFace
from boilerscope.widgets.top_bar import TopBar
from tests.helpers.annotated import mark, write_annotated
from tests.helpers.corpus_files import MAIN, write_batch, write_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.window import Window
    from tests.helpers.controller_bench import ControllerBench

N_PAGES = 4


class Parts(QWidget):
    """The parts of the window that show the open corpus."""

    def __init__(self) -> None:
        super().__init__()
        self.top, self.corpus = TopBar(), CorpusFace()
        column = QVBoxLayout(self)
        for part in (self.top, self.corpus):
            column.addWidget(part)

    def show_corpus_title(self, text: str) -> None:
        """Name the corpus, as the window does."""
        self.setWindowTitle(text)


class Opening:
    """Corpus field and Corpus face with their controller, and a small corpus of files."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self.shared = shared
        self.window = Parts()
        qtbot.addWidget(self.window)
        self.corpus = shared.context.corpus
        self.controller = CorpusOpeningController(
            shared.context, shared.actions, cast("Window", self.window)
        )
        shared.show(*self.controller.views())
        shared.add_panes("bte", "link_ratio")
        self.pages = write_corpus(folder / "pages", N_PAGES)

    def open(self, path: Path) -> None:
        """Open a corpus and wait until it is read or has failed, and shown."""
        self.controller.open(path)
        self.shared.wait_for_work()

    def title(self) -> str:
        """Return the title of the window."""
        return self.window.windowTitle()

    def field(self) -> tuple[str, str]:
        """Return the name and the contents in the corpus field."""
        field = self.window.top.corpus
        return field.name.text(), field.toolTip().splitlines()[-1]

    def gold_by(self) -> str:
        """Return whose marks are the gold; empty for the gold itself."""
        corpus = self.corpus.state.corpus
        assert corpus is not None
        return corpus.gold_by

    def means(self) -> dict[str, float]:
        """Return the mean token F1 of each pane."""
        table = self.corpus.state.table
        assert table is not None
        board = leaderboard(table, table.counts_page, ("token_f1",))
        return {pane: board.mean(pane, "token_f1").answered.value for pane in table.panes}

    def panes(self) -> list[str]:
        """Return the names of the panes of the corpus."""
        return [pane.name for pane in self.corpus.state.panes]

    def recent(self) -> list[str]:
        """Return the corpora that the program remembers."""
        return list(self.shared.context.preferences.memory.corpora)


@pytest.fixture
def opening(qtbot: QtBot, shared: ControllerBench, tmp_path: Path) -> Opening:
    return Opening(qtbot, shared, tmp_path)


def test_a_chosen_folder_is_shown_in_the_field_and_remembered(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(opening.pages))

    opening.shared.do("open_corpus_folder")
    opening.shared.wait_for_work()

    assert opening.corpus.state.is_shown
    assert opening.field() == ("pages", f"1 set, {N_PAGES} pages, {N_PAGES} with gold; fr 2, en 2")
    assert opening.title() == "pages"
    assert opening.recent() == [str(opening.pages)]


def test_a_chosen_gold_file_is_opened_as_a_corpus(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
):
    gold = opening.pages / "gold.jsonl"
    monkeypatch.setattr(CorpusDialog, "ask", lambda _dialog: gold)

    opening.shared.do("open_corpus")
    opening.shared.wait_for_work()

    assert opening.corpus.state.record.life is ReadLife.READ
    assert opening.corpus.state.record.n_pages == N_PAGES
    assert opening.field()[0] == "gold.jsonl"


def test_the_dialog_takes_a_folder_as_well(opening: Opening, monkeypatch: pytest.MonkeyPatch):
    def press(dialog: CorpusDialog) -> int:
        dialog.setDirectory(str(opening.pages))
        dialog.folder_button.click()
        return int(dialog.result())

    monkeypatch.setattr(CorpusDialog, "exec", press)

    opening.shared.do("open_corpus")
    opening.shared.wait_for_work()

    assert opening.recent() == [str(opening.pages)]


def test_a_click_beside_the_completions_presses_the_button_there(qtbot: QtBot, tmp_path: Path):
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = CorpusDialog(parent, "")
    dialog.setDirectory(str(tmp_path))
    dialog.show()
    qtbot.waitExposed(dialog)
    field = dialog.findChild(QLineEdit)
    assert field is not None
    popup = field.completer().popup()
    assert popup is not None
    popup.show()
    qtbot.waitExposed(popup)
    button = dialog.folder_button
    QTest.mousePress(
        popup,
        Qt.MouseButton.LeftButton,
        pos=popup.mapFromGlobal(button.mapToGlobal(button.rect().center())),
    )

    assert not popup.isVisible()
    assert dialog.chosen == tmp_path


def test_the_results_of_a_file_become_one_pane_for_each_extractor(
    opening: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = _write_results(tmp_path / "results.jsonl", "bte", "other")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    opening.open(opening.pages)

    opening.shared.do("add_results")
    opening.shared.wait_for_work()

    assert opening.panes() == ["bte", "link_ratio", "bte#2", "other"]
    assert opening.shared.messages == ["Results added: bte#2, other"]


def test_results_that_no_page_has_are_counted(opening: Opening, tmp_path: Path):
    opening.open(opening.pages)
    for number, n_lost in enumerate((1, 12)):
        file = tmp_path / f"lost{number}.jsonl"
        names = ["p0", *(f"gone{lost}" for lost in range(n_lost))]
        lines = ({"page_id": name, "plaintext": MAIN, "model": f"mine{number}"} for name in names)
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        opening.controller.add_results(file)
        opening.shared.wait_for_work()

    assert opening.shared.messages[1::2] == [
        "One result belongs to no page of this corpus: gone0",
        "12 results belong to no page of this corpus, such as gone0",
    ]


def test_floor_and_ceiling_become_panes(opening: Opening):
    opening.open(opening.pages)

    opening.shared.do("add_bounds")

    assert opening.panes() == ["bte", "link_ratio", "floor", "ceiling"]
    assert opening.shared.messages == ["Results added: floor, ceiling"]


def test_results_are_not_added_to_a_corpus_that_is_opened_while_they_are_read(
    opening: Opening, tmp_path: Path
):
    other = write_corpus(tmp_path / "other", 2)
    opening.open(opening.pages)

    opening.controller.add_results(_write_results(tmp_path / "late.jsonl", "late"))
    opening.open(other)

    assert opening.panes() == ["bte", "link_ratio"]
    assert opening.shared.messages == []


def test_a_wrong_results_file_is_named_and_adds_no_pane(opening: Opening, tmp_path: Path):
    file = tmp_path / "results.jsonl"
    file.write_text("{broken\n", encoding="utf-8")
    opening.open(opening.pages)

    opening.controller.add_results(file)
    opening.shared.wait_for_work()

    failure = opening.window.top.failure
    assert not failure.isHidden()
    assert str(file) in failure.message_label.text()
    assert opening.panes() == ["bte", "link_ratio"]
    assert opening.corpus.state.record.life is ReadLife.READ


def test_a_file_that_is_no_corpus_is_named_with_the_remedy(opening: Opening, tmp_path: Path):
    picture = tmp_path / "lake.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")

    opening.open(picture)

    note = opening.window.corpus.note.text()
    assert note.startswith(f"{picture} is not a file of pages. Name a folder of pages, ")
    assert opening.field() == ("lake.png", note)
    assert opening.recent() == []


def test_another_corpus_takes_the_place_of_one_that_is_being_read(opening: Opening, tmp_path: Path):
    other = write_corpus(tmp_path / "other", 2)

    opening.controller.open(opening.pages)
    opening.shared.context.views.flush()
    while_reading = opening.field()
    opening.open(other)

    assert while_reading == ("pages", "Reading, pages so far: 0")
    assert opening.field()[0] == "other"
    assert opening.corpus.state.record.n_pages == 2
    assert opening.recent() == [str(other)]


def test_a_corpus_whose_reading_the_program_ends_is_not_remembered(opening: Opening):
    opening.controller.open(opening.pages)
    opening.shared.context.work.stop()
    opening.shared.wait_for_work()

    assert opening.corpus.state.record.life is ReadLife.READING
    assert opening.recent() == []


def test_the_panes_of_a_batch_are_not_shown_in_a_corpus_opened_meanwhile(
    opening: Opening, tmp_path: Path
):
    batch, other = write_batch(tmp_path / "results", opening.pages), tmp_path / "other"
    write_corpus(other, 2)

    def open_other() -> None:
        record = opening.corpus.state.record
        if record.life is ReadLife.READ and record.path == str(batch):
            opening.shared.context.views.flush()  # asks for the results of the batch
            opening.controller.open(other)

    opening.corpus.changed.connect(open_other)
    opening.open(batch)

    assert opening.field()[0] == "other"
    assert opening.panes() == ["bte", "link_ratio"]


def test_a_wrong_file_leaves_the_open_corpus_and_says_why(opening: Opening, tmp_path: Path):
    wrong = tmp_path / "lake.png"
    wrong.write_bytes(b"\x89PNG\r\n\x1a\n")
    opening.open(opening.pages)
    table = opening.corpus.state.table

    opening.open(wrong)

    assert opening.corpus.state.table is table
    assert opening.corpus.state.record.life is ReadLife.READ
    assert opening.field()[0] == "pages"
    failure = opening.window.top.failure
    assert "lake.png" in failure.message_label.text()
    assert not failure.isHidden()

    opening.open(write_corpus(tmp_path / "other", 2))
    assert opening.field()[0] == "other"
    assert failure.isHidden()  # a later success ends the failure


def test_one_bad_line_is_left_out_named_and_counted(opening: Opening, tmp_path: Path):
    damaged = write_corpus(tmp_path / "damaged", 3)
    gold = damaged / "gold.jsonl"
    text = gold.read_text(encoding="utf-8")
    gold.write_text('{broken\n{"id": "bare", "text": "no page"}\n' + text, encoding="utf-8")

    opening.open(damaged)

    assert opening.corpus.state.record.life is ReadLife.READ
    assert opening.corpus.state.record.n_pages == 3
    assert opening.field()[1].endswith("2 parts left out")
    [message] = opening.shared.messages
    assert "gold.jsonl, line 1" in message
    assert "And 1 more" in message


def test_pipes_and_dangling_links_do_not_keep_a_folder_from_opening(
    opening: Opening, tmp_path: Path
):
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "good.html").write_text(f"<p>{MAIN}</p>", encoding="utf-8")
    (folder / "gone.html").symlink_to(folder / "nothing.html")
    os.mkfifo(folder / "pipe.html")

    opening.open(folder)
    opening.corpus.start()
    opening.shared.wait_for_work()

    table = opening.corpus.state.table
    assert table is not None
    names = {page.page_id: row for row, page in enumerate(table.pages)}
    assert set(names) == {"good", "gone"}
    assert not table.has_failed[names["good"]].any()
    assert table.has_failed[names["gone"]].all()


@pytest.mark.parametrize("is_first", [True, False])
def test_reading_can_be_cancelled(opening: Opening, tmp_path: Path, *, is_first: bool):
    if not is_first:
        opening.open(opening.pages)
    opening.controller.open(write_corpus(tmp_path / "other", 3))
    was_reading = opening.corpus.state.record.life is ReadLife.READING

    opening.shared.do("cancel_reading")
    opening.shared.wait_for_work()

    assert was_reading
    life = opening.corpus.state.record.life
    assert life is (ReadLife.NONE if is_first else ReadLife.READ)
    assert opening.field()[0] == ("" if is_first else "pages")


def test_the_failure_of_a_wrong_results_file_ends_with_a_later_success(
    opening: Opening, tmp_path: Path
):
    file = tmp_path / "results.jsonl"
    file.write_text("{broken\n", encoding="utf-8")
    opening.open(opening.pages)
    opening.controller.add_results(file)
    opening.shared.wait_for_work()
    assert not opening.window.top.failure.isHidden()

    opening.controller.add_results(_write_results(file, "other"))
    opening.shared.wait_for_work()

    assert opening.window.top.failure.isHidden()


def test_a_corpus_that_is_opened_again_shows_what_is_kept(opening: Opening, tmp_path: Path):
    opening.open(opening.pages)
    opening.corpus.start()
    opening.shared.wait_for_work()
    opening.open(write_corpus(tmp_path / "other", 2))

    opening.open(opening.pages)

    state = opening.corpus.state
    assert state.table is not None
    assert state.table.is_done.all()
    assert state.pending() == []
    assert state.run.number == 0


def test_a_copy_of_a_pane_has_its_results_at_once(opening: Opening):
    opening.open(opening.pages)
    shared, corpus = opening.shared, opening.corpus
    corpus.start()
    shared.wait_for_work()
    runs = corpus.state.run.number

    shared.context.session_controller.duplicate_pane("bte")
    shared.wait_for_work()

    table = corpus.state.table
    assert table is not None
    first, copy = (table.panes.index(name) for name in ("bte", "bte#2"))
    values = table.values("token_f1")
    assert corpus.state.pending() == []
    assert corpus.state.run.number == runs
    assert values[:, copy].tolist() == values[:, first].tolist()


def test_kept_results_of_a_new_pane_do_not_pass_for_those_of_changed_settings(opening: Opening):
    opening.open(opening.pages)
    shared, corpus = opening.shared, opening.corpus
    corpus.start()
    shared.wait_for_work()
    controller = shared.context.session_controller
    settings = shared.context.session.pane("link_ratio").settings
    knob = next(knob for knob in knobs(type(settings)) if knob.kind == "float")

    controller.set_settings({"link_ratio": settings.replace(**{knob.name: 0.123})})
    corpus.stop()  # quick panes run by themselves
    controller.duplicate_pane("bte")
    controller.duplicate_pane("link_ratio")
    corpus.stop()
    shared.wait_for_work()

    assert corpus.state.outdated() == ["link_ratio"]
    assert corpus.state.pending() == ["link_ratio", "link_ratio#2"]


def test_the_results_of_a_batch_are_scored_by_a_gold_standard(opening: Opening, tmp_path: Path):
    for file in opening.pages.glob("*.jsonl"):
        file.rename(tmp_path / f"{file.name}.away")
    batch = write_batch(tmp_path / "results", opening.pages, "0")
    opening.open(batch)
    actions, table = opening.shared.actions, opening.corpus.state.table
    assert table is not None
    assert not table.is_scored.any()
    actions.refresh()
    assert actions["add_gold"].isEnabled()

    gold = write_corpus(tmp_path / "gold" / "pages", N_PAGES)
    line = json.loads((gold / "gold.jsonl").read_text(encoding="utf-8").splitlines()[0])
    (gold / "gold.jsonl").write_text(json.dumps(line | {"id": "0"}) + "\n", encoding="utf-8")
    opening.controller.add_gold(gold)
    opening.shared.wait_for_work()
    actions.refresh()

    state = opening.corpus.state
    assert state.table is not None
    assert [page.name for page in state.table.pages] == ["pages/0"]
    assert [(pane.name, pane.extractor) for pane in state.panes] == [("strict", "bte")]
    assert state.table.values("token_f1").tolist() == [[pytest.approx(1.0)]]
    assert state.table.is_scored.all()
    assert state.pending() == []
    assert not actions["add_gold"].isEnabled()


def test_a_recent_batch_is_scored_by_the_gold_by_which_it_was_scored_last(
    opening: Opening, tmp_path: Path
):
    batch, gold = _score_batch(opening, tmp_path)
    assert opening.recent()[0] == str(batch)
    opening.open(opening.pages)

    opening.controller.open_recent(batch)
    opening.shared.wait_for_work()

    state = opening.corpus.state
    assert (state.record.path, state.record.batch) == (str(gold), str(batch))
    assert state.table is not None
    assert state.table.panes == ("strict",)
    assert state.table.is_scored.all()

    opening.corpus.read_again()
    opening.shared.wait_for_work()
    assert state.record.batch == str(batch)
    assert [pane.name for pane in state.panes] == ["strict"]


def test_a_batch_whose_gold_is_gone_or_that_is_chosen_anew_opens_without_it(
    opening: Opening, tmp_path: Path
):
    batch, gold = _score_batch(opening, tmp_path)
    opening.open(batch)

    assert opening.corpus.state.record.path == str(batch)
    assert not opening.shared.context.preferences.memory.golds

    opening.controller.add_gold(gold)
    opening.shared.wait_for_work()
    gold.rename(tmp_path / "elsewhere")
    opening.controller.open_recent(batch)
    opening.shared.wait_for_work()
    assert opening.corpus.state.record.path == str(batch)


def _score_batch(opening: Opening, folder: Path) -> tuple[Path, Path]:
    """Open a batch and score its result by a gold standard; return both folders."""
    batch = write_batch(folder / "results", opening.pages, "0")
    opening.open(batch)
    gold = write_corpus(folder / "gold" / "pages", N_PAGES)
    line = json.loads((gold / "gold.jsonl").read_text(encoding="utf-8").splitlines()[0])
    (gold / "gold.jsonl").write_text(json.dumps(line | {"id": "0"}) + "\n", encoding="utf-8")
    opening.controller.add_gold(gold)
    opening.shared.wait_for_work()
    return batch, gold


def test_gold_of_other_pages_is_refused_and_named(opening: Opening, tmp_path: Path):
    opening.open(write_batch(tmp_path / "results", opening.pages, "elsewhere"))
    gold = write_corpus(tmp_path / "gold" / "others", N_PAGES)

    opening.controller.add_gold(gold)
    opening.shared.wait_for_work()

    failure = opening.window.top.failure.message_label.text()
    assert failure.endswith("has no result for a page with gold")


def _write_results(file: Path, *extractors: str) -> Path:
    """Write a result of each extractor for the first page."""
    lines = [{"page_id": "p0", "extractor": name, "text": MAIN} for name in extractors]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file


def test_annotators_become_panes_that_are_scored_by_any_of_them(opening: Opening, tmp_path: Path):
    opening.open(write_annotated(tmp_path / "marked"))
    state = opening.corpus.state

    opening.shared.do("add_annotators")
    opening.corpus.start()
    opening.shared.wait_for_work()
    by_gold = opening.means()
    opening.corpus.take_gold_of("Ada")
    opening.shared.wait_for_work()
    by_ada = opening.means()

    assert state.annotators == ("Ada", "Bob")
    assert opening.panes() == ["bte", "link_ratio", "Ada", "Bob"]
    assert opening.shared.messages == ["Results added: Ada, Bob"]
    assert by_gold["Ada"] == by_ada["Ada"] == 1.0
    assert by_gold["Bob"] == 1.0, "where they contradict each other the gold is undecided"
    assert by_ada["Bob"] < 1.0
    assert opening.field()[1].endswith("gold: Ada")
    assert not state.pending()
    opening.shared.actions.refresh()
    assert not opening.shared.actions["add_annotators"].isEnabled()


def test_a_row_of_the_gold_is_removed_and_can_be_added_again(opening: Opening, tmp_path: Path):
    opening.open(write_annotated(tmp_path / "marked"))
    opening.shared.do("add_annotators")

    opening.corpus.remove_file("Ada")
    removed = opening.panes()
    opening.shared.do("add_annotators")

    assert removed == ["bte", "link_ratio", "Bob"]
    assert opening.panes() == ["bte", "link_ratio", "Bob", "Ada"]


def test_whose_marks_are_the_gold_is_chosen_from_a_menu(
    opening: Opening, qtbot: QtBot, tmp_path: Path
):
    opening.open(write_annotated(tmp_path / "marked"))
    opening.window.show()

    opening.shared.do("choose_gold")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions()]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: opening.gold_by() == "Ada")

    assert texts == ["Gold of the corpus", "Marks of Ada", "Marks of Bob"]


def test_a_corpus_without_annotators_offers_none(opening: Opening):
    opening.open(opening.pages)
    opening.shared.actions.refresh()

    for name in ("add_annotators", "choose_gold"):
        assert not opening.shared.actions[name].isEnabled()


def test_a_corpus_that_is_read_again_keeps_its_reference_and_finds_new_annotators(
    opening: Opening, tmp_path: Path
):
    folder = write_annotated(tmp_path / "marked")
    opening.open(folder)
    opening.corpus.take_gold_of("Bob")
    mark(folder / "page-0.html", {"Cyd": "1111111111"})

    opening.corpus.read_again()
    opening.shared.wait_for_work()

    assert opening.gold_by() == "Bob"
    assert opening.corpus.state.annotators == ("Ada", "Bob", "Cyd")
