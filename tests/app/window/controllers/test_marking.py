"""Gold is marked, undone and saved at once, without a window."""

from __future__ import annotations

import errno
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.controllers.gold import GoldController
from boilerscope.app.window.controllers.marking import MarkingController
from boilerscope.app.window.controllers.undo import UndoController
from boilerscope.app.window.work.gold_files import GoldFiles
from boilerscope.extractors.gold import saving
from boilerscope.extractors.gold.annotators import with_annotation
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import load_marks, save_marks
from boilerscope.extractors.model.gold import Annotation, Gold, GoldClass
from boilerscope.extractors.page import Page
from boilerscope.widgets.page.marking_bar import MarkingBar
from boilerscope.widgets.records import Selection
from boilerscope.widgets.strips.view import Strips
from tests.helpers.controller_bench import ARTICLE, MARKUP, ControllerBench

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


class Bench:
    """A page of a file that can be marked, the bar, and the file of marks."""

    def __init__(self, shared: ControllerBench, file: Path, qtbot: QtBot) -> None:
        self.shared, self.file, self._qtbot = shared, file, qtbot
        self.files = GoldFiles(shared.context.work, shared.window)
        self.gold = GoldController(shared.context, shared.actions, self.files)
        self.bar = MarkingBar(shared.window)
        self.strips = Strips(shared.selection)
        qtbot.addWidget(self.strips)
        self.elsewhere: Path | None = None
        self.name = ""
        self.marking = MarkingController(
            shared.context,
            shared.actions,
            self.bar,
            shared.selection,
            self.files,
            strips=self.strips,
            ask_file=lambda _name: self.elsewhere,
            ask_name=lambda: self.name,
        )
        self.settings = QWidget()
        qtbot.addWidget(self.settings)
        self.undo = UndoController(shared.actions, shared.controller, self.marking, self.settings)
        self.page = Page.from_bytes(file.read_bytes(), name="lake.html")

    @property
    def marks(self) -> Path:
        """The file of marks."""
        return own.marks_file(self.file)

    def show(self, request: PageRequest | None = None) -> None:
        """Show the page, and wait until its panes have run."""
        self.shared.controller.show_page(request or PageRequest(str(self.file)), self.page)
        self.shared.finish()
        self.shared.controller.activate(ARTICLE)

    def begin(self) -> None:
        """Start marking."""
        with self.shared.waits(self.files.marks_read):
            self.shared.do("mark_gold")

    def mark(self, action: str, start: int, end: int) -> None:
        """Mark some words, and wait until the marks are saved."""
        self.shared.selection.select(Selection(((start, end),)))
        with self.shared.waits(self.files.saved):
            self.shared.do(action)

    def in_file(self) -> list[int]:
        """Return the classes in the file."""
        gold = load_marks(self.marks, self.page).gold
        assert gold is not None
        classes: list[int] = gold.classes.tolist()
        return classes

    def on_screen(self) -> Gold:
        """Return the gold of the session."""
        gold = self.shared.controller.session.gold
        assert gold is not None
        return gold


@pytest.fixture
def bench(shared: ControllerBench, tmp_path: Path, qtbot: QtBot) -> Bench:
    """Return an unmarked page on screen."""
    file = tmp_path / "lake.html"
    file.write_text(MARKUP, encoding="utf-8")
    marking_bench = Bench(shared, file, qtbot)
    marking_bench.show()
    return marking_bench


def test_a_mark_is_shown_saved_at_once_and_goes_on_to_unmarked_text(bench: Bench):
    bench.begin()
    bench.mark("mark_title", 0, 2)

    assert bench.in_file()[:3] == [GoldClass.TITLE, GoldClass.TITLE, GoldClass.UNMARKED]
    assert bench.on_screen().classes.tolist() == bench.in_file()
    assert bench.bar.saved.text() == "Saved beside the page"
    assert bench.bar.count.text() == f"2 of {bench.page.n_tokens} words marked"
    selection = bench.shared.selection.selection
    assert selection is not None
    assert selection.pane == ARTICLE
    assert selection.end > 2


def test_shift_keeps_the_selection_and_delete_removes_marks(bench: Bench):
    bench.begin()
    bench.mark("mark_main_stay", 4, 8)
    selection = bench.shared.selection.selection
    bench.mark("mark_clear", 5, 6)

    assert selection == Selection(((4, 8),))
    assert bench.in_file()[4:8] == [1, 0, 1, 1]


def test_the_rest_is_boilerplate_and_everything_can_be_undone(bench: Bench):
    bench.begin()
    bench.mark("mark_main", 0, 3)
    with bench.shared.waits(bench.files.saved):
        bench.shared.do("mark_rest")
    rest = bench.in_file()
    with bench.shared.waits(bench.files.saved):
        bench.shared.do("undo")
    undone = bench.in_file()
    with bench.shared.waits(bench.files.saved):
        bench.shared.do("redo")

    assert rest == [GoldClass.MAIN] * 3 + [GoldClass.BOILERPLATE] * (bench.page.n_tokens - 3)
    assert undone[3:] == [GoldClass.UNMARKED] * (bench.page.n_tokens - 3)
    assert bench.in_file() == rest


def test_with_the_focus_in_the_settings_undo_changes_settings(bench: Bench, qtbot: QtBot):
    field = QLineEdit()
    QVBoxLayout(bench.settings).addWidget(field)
    bench.settings.show()
    bench.settings.activateWindow()
    bench.begin()
    bench.mark("mark_main", 0, 3)
    names = bench.shared.names()
    bench.shared.controller.duplicate_pane(ARTICLE)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    bench.shared.do("undo")

    assert bench.shared.names() == names
    assert bench.in_file()[:3] == [GoldClass.MAIN] * 3


def test_marking_goes_on_where_it_stopped(bench: Bench):
    bench.begin()
    bench.mark("mark_main", 0, 3)
    bench.shared.do("mark_gold")
    stopped = bench.bar.isHidden()
    bench.begin()
    bench.mark("mark_comment", 3, 4)

    assert stopped
    assert bench.in_file()[:4] == [1, 1, 1, GoldClass.COMMENT]


def test_marking_begins_with_the_gold_of_the_set(bench: Bench):
    line = {"id": "lake", "html": "lake.html", "text": "A short line.", "lang": "en"}
    (bench.file.parent / "gold.jsonl").write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    with bench.shared.waits(bench.files.gold_found):
        bench.show()
    of_set = bench.on_screen().classes.tolist()
    bench.begin()
    bench.mark("mark_undecided", 0, 1)

    assert GoldClass.MAIN in of_set
    assert bench.in_file() == [GoldClass.UNDECIDED, *of_set[1:]]


def test_marks_of_another_program_are_not_lost(bench: Bench):
    bench.begin()
    bench.mark("mark_main", 0, 2)
    changed = bench.marks.read_text(encoding="utf-8").replace('"end": 2', '"end": 1')
    table = json.loads(changed)
    table["ranges"][0]["last"] = table["ranges"][0]["first"].split()[0]
    table["ranges"][0]["first"] = table["ranges"][0]["last"]
    bench.marks.write_text(f"{json.dumps(table)}\n", encoding="utf-8")
    bench.shared.selection.select(Selection(((5, 7),)))
    with bench.shared.waits(bench.files.conflict):
        bench.shared.do("mark_comment")
    problem, classes = bench.bar.problem.text, bench.in_file()
    with bench.shared.waits(bench.files.saved):
        bench.bar.problem.button.click()

    assert "changed by another program" in problem
    assert classes[:7] == [1, 0, 0, 0, 0, 0, 0]
    assert bench.in_file()[:7] == [1, 0, 0, 0, 0, GoldClass.COMMENT, GoldClass.COMMENT]
    assert bench.bar.problem.text == ""


def test_marks_that_cannot_be_read_are_not_overwritten(bench: Bench):
    bench.marks.write_text("not JSON\n", encoding="utf-8")
    with bench.shared.waits(bench.files.not_saved):
        bench.shared.do("mark_gold")

    assert not bench.marking.is_on()
    assert "lake.html.gold.jsonl, line 1" in bench.shared.messages[-1]
    assert bench.marks.read_text(encoding="utf-8") == "not JSON\n"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (PageRequest("https://example.org/a"), "Marks are saved beside a file."),
        (PageRequest("sample:news-en"), "Marks are saved beside a file."),
        (PageRequest("lake.html", rendered=True), "Choose As fetched to mark it."),
    ],
    ids=["address", "sample", "rendered"],
)
def test_a_page_without_a_file_explains_how_it_can_be_marked(
    bench: Bench, request_: PageRequest, message: str
):
    bench.shared.controller.request = request_
    bench.shared.do("mark_gold")

    assert message in bench.shared.messages[-1]
    assert not bench.marking.is_on()


def test_opening_a_page_ends_marking(bench: Bench):
    bench.begin()
    bench.shared.open()

    assert not bench.marking.is_on()
    assert bench.bar.isHidden()


def test_the_selection_widens_to_elements_and_narrows_again(bench: Bench):
    narrow = Selection(((3, 4),))
    bench.shared.selection.select(narrow)
    bench.shared.do("wider_element")
    wider = bench.shared.selection.selection
    bench.shared.do("wider_element")
    widest = bench.shared.selection.selection
    bench.shared.do("narrower_element")
    again = bench.shared.selection.selection
    bench.shared.do("narrower_element")

    assert wider is not None
    assert widest is not None
    assert wider.start <= 3 < wider.end
    assert (widest.end - widest.start) > (wider.end - wider.start) > 1
    assert again == wider
    assert bench.shared.selection.selection == narrow


def pick(bench: Bench, first: int, last: int, token: int) -> None:
    """Click a token of a selection, or drag over it (-1)."""
    bench.shared.selection.pick(Selection(((first, last),)), token, bench.strips)


@pytest.mark.parametrize(
    ("unit", "token", "expected"),
    [("block", 3, [2, 3, 4, 5]), ("text", 3, [3]), ("text", -1, [2, 3, 4, 5])],
)
def test_a_click_or_drag_marks_with_the_chosen_class(
    bench: Bench, unit: str, token: int, expected: list[int]
):
    bench.begin()
    bench.shared.selection.select(None)
    bench.bar.unit_chosen.emit(unit)
    with bench.shared.waits(bench.files.saved):
        bench.bar.class_chosen.emit(GoldClass.COMMENT)
        pick(bench, 2, 6, token)

    marked = [token for token, kind in enumerate(bench.in_file()) if kind == GoldClass.COMMENT]
    assert marked == expected


def test_a_click_marks_its_element_and_a_second_press_ends_the_mode(bench: Bench):
    bench.begin()
    bench.shared.selection.select(None)
    bench.bar.unit_chosen.emit("element")
    with bench.shared.waits(bench.files.saved):
        bench.bar.class_chosen.emit(GoldClass.MAIN)
        pick(bench, 10, 12, 10)
    marks = bench.in_file()
    bench.bar.class_chosen.emit(GoldClass.MAIN)
    pick(bench, 0, 1, 0)

    assert marks.count(GoldClass.MAIN) == 60
    assert bench.marking.n_marked == 60


def test_marks_that_cannot_be_saved_are_saved_elsewhere(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(file: Path, data: bytes) -> None:
        if file.parent != tmp_path / "other":
            raise OSError(errno.EROFS, "Read-only file system")
        file.write_bytes(data)

    monkeypatch.setattr(saving, "replace_file", refuse)
    (tmp_path / "other").mkdir()
    bench.begin()
    bench.shared.selection.select(Selection(((0, 2),)))
    with bench.shared.waits(bench.files.not_saved):
        bench.shared.do("mark_main")
    problem, remedy = bench.bar.problem.text, bench.bar.problem.button.text()
    bench.elsewhere = tmp_path / "other" / "lake.gold.jsonl"
    with bench.shared.waits(bench.files.saved):
        bench.bar.problem.button.click()

    assert problem.startswith("Gold not saved: the folder")
    assert "is read-only" in problem
    assert remedy == "Save elsewhere…"
    assert bench.bar.problem.text == ""
    assert bench.bar.saved.text() == f"Saved in {tmp_path / 'other'}"
    assert not bench.marks.exists()
    assert '"class": "main"' in bench.elsewhere.read_text(encoding="utf-8")


def test_a_narrow_bar_shows_letters_only(bench: Bench):
    bench.bar.setParent(bench.settings)
    bench.bar.show()
    texts = []
    for width in (600, 400):
        bench.bar.resize(width, 80)
        QApplication.sendEvent(bench.bar, QResizeEvent(bench.bar.size(), QSize()))
        texts.append([button.text() for button, _ in bench.bar.class_buttons.values()])

    assert texts[0][0] == "C  Main"
    assert texts[1] == ["C", "B", "T", "R", "U"]


def test_undo_and_redo_of_a_mark_bring_its_selection_back(bench: Bench):
    bench.begin()
    bench.mark("mark_main", 0, 3)
    after_first = bench.shared.selection.selection
    bench.mark("mark_boilerplate", 4, 6)
    bench.shared.do("undo")
    second = bench.shared.selection.selection
    bench.shared.do("undo")
    first = bench.shared.selection.selection
    bench.shared.do("redo")
    again = bench.shared.selection.selection

    assert first is not None
    assert second is not None
    assert again is not None
    assert first.runs == again.runs == ((0, 3),)
    assert second.runs == ((4, 6),)
    assert after_first != first


def test_annotators_mark_apart_and_the_gold_is_what_they_agree_on(bench: Bench):
    bench.begin()
    bench.name = "Ada"
    bench.bar.new_annotator_asked.emit()
    bench.mark("mark_main_stay", 0, 6)
    bench.name = "Bob"
    bench.bar.new_annotator_asked.emit()

    assert not bench.on_screen().classes.any()  # Bob does not see what Ada marked
    assert not bench.marking.can_undo()
    bench.mark("mark_main_stay", 0, 4)
    bench.mark("mark_boilerplate_stay", 4, 8)
    main, other, contradiction = GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.UNDECIDED
    assert bench.in_file()[:9] == [*[main] * 4, *[contradiction] * 2, *[other] * 2, 0]
    assert [bench.bar.annotator.itemData(at) for at in range(4)] == ["", "Ada", "Bob", None]

    bench.bar.annotator_chosen.emit("")
    assert bench.on_screen().classes.tolist() == bench.in_file()
    bench.mark("mark_main_stay", 4, 6)  # a decision
    bench.bar.annotator_chosen.emit("Ada")
    assert bench.on_screen().classes[:7].tolist() == [*[main] * 6, 0]
    bench.mark("mark_boilerplate_stay", 0, 6)
    assert bench.in_file()[:6] == [*[contradiction] * 4, *[main] * 2]  # the decision stays

    bench.shared.do("mark_gold")
    assert bench.on_screen().classes.tolist() == bench.in_file()
    assert [each.annotator for each in bench.on_screen().annotations] == ["Ada", "Bob"]


def test_two_programs_mark_as_two_annotators_without_a_conflict(bench: Bench):
    bench.begin()
    bench.name = "Ada"
    bench.bar.new_annotator_asked.emit()
    bench.mark("mark_main_stay", 0, 3)
    theirs = load_marks(bench.marks, bench.page)
    marks = np.full(bench.page.n_tokens, GoldClass.MAIN, dtype=np.uint8)
    assert theirs.gold is not None
    gold = with_annotation(theirs.gold, Annotation("Bob", marks), theirs.gold.provenance)
    save_marks(theirs, bench.page, gold, bench.file, "Bob")
    bench.mark("mark_boilerplate_stay", 3, 5)

    in_file = load_marks(bench.marks, bench.page).gold
    assert in_file is not None
    ada, bob = in_file.annotations
    assert ada.classes[:6].tolist() == [1, 1, 1, 2, 2, 0]
    assert bob.classes.all()
    assert bench.in_file()[:6] == [1, 1, 1, 5, 5, 1]
