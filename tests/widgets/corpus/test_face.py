"""The Corpus face: its parts, and which parts are folded in small windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QLabel, QLineEdit, QTableWidget, QVBoxLayout, QWidget

from boilerscope.widgets.corpus.face import CorpusFace, Place
from boilerscope.widgets.corpus.run_bar import RunBarState, RunButton

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class _Board(QLabel):
    """A leaderboard as high as its rows, or 91 px high in a low window."""

    def __init__(self) -> None:
        super().__init__()
        self.set_rows(4)

    def set_rows(self, n_rows: int) -> None:
        self.setMaximumHeight(61 + 30 * n_rows)

    def set_compact(self, *, low: bool) -> None:
        self.set_rows(1 if low else 4)


class _Plot(QWidget):
    """A view with a title."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel("Scatter", self)


class _Face:
    """A face with a label in each slot."""

    def __init__(self, qtbot: QtBot) -> None:
        self.face = CorpusFace()
        qtbot.addWidget(self.face)
        self.board, self.plot = _Board(), _Plot()
        self.parts = {place: QLabel(place.value) for place in Place} | {
            Place.LEADERBOARD: self.board,
            Place.SCATTER: self.plot,
        }
        for place, part in self.parts.items():
            self.face.put(place, part)
        self.face.show_corpus()
        self.face.resize(1280, 900)
        self.face.show()
        qtbot.waitExposed(self.face)

    def visible_parts(self) -> set[str]:
        return {place.value for place, part in self.parts.items() if part.isVisible()}

    def tabs(self) -> list[str]:
        tabs = self.face.tabs
        return [tabs.tabText(index) for index in range(tabs.count()) if tabs.isTabVisible(index)]

    def choose(self, label: str) -> None:
        tabs = self.face.tabs
        index = next(i for i in range(tabs.count()) if tabs.tabText(i) == label)
        tabs.tabBarClicked.emit(index)


@pytest.fixture
def corpus_face(qtbot: QtBot) -> _Face:
    """Return a face with a label in each slot."""
    return _Face(qtbot)


ALL = {"leaderboard", "legend", "pages", "scatter", "groups", "strips"}


def test_a_large_window_shows_all_but_the_sweep(corpus_face: _Face):
    corpus_face.face.make_room(QSize(1600, 1000))

    assert corpus_face.visible_parts() == ALL
    assert corpus_face.tabs() == ["Pages", "Sweep", "Losses", "Changes"]
    assert not corpus_face.face.strip_handle.isVisible()


def test_a_lower_window_shows_one_plot_then_folds_the_strips(corpus_face: _Face):
    corpus_face.face.make_room(QSize(1600, 930))
    assert corpus_face.visible_parts() == ALL - {"groups"}
    corpus_face.face.plot_tabs.tabBarClicked.emit(1)
    assert corpus_face.visible_parts() == ALL - {"scatter"}

    corpus_face.face.make_room(QSize(1600, 890))
    assert corpus_face.visible_parts() == ALL - {"scatter", "strips"}
    assert corpus_face.face.strip_handle.isVisible()
    corpus_face.face.strip_handle.button.click()
    assert "strips" in corpus_face.visible_parts()

    corpus_face.face.make_room(QSize(1600, 1000))
    assert corpus_face.visible_parts() == ALL


def test_unfolded_strips_stay_so_on_other_tabs_and_on_the_way_to_a_page_and_back(
    corpus_face: _Face,
):
    face = corpus_face.face
    face.make_room(QSize(1600, 890))
    face.strip_handle.button.click()

    for place in ("pages", "losses", "losses", "changes", "pages"):
        face.show_middle(place)
        assert "strips" in corpus_face.visible_parts()

    face.show_middle("sweep")
    assert "strips" not in corpus_face.visible_parts()
    face.strip_handle.button.click()
    face.show_middle("sweep")
    assert "strips" in corpus_face.visible_parts()
    for place, is_unfolded in (("pages", True), ("sweep", False)):
        face.show_middle(place)
        assert ("strips" in corpus_face.visible_parts()) == is_unfolded


def test_a_plot_has_its_title_unless_a_tab_shows_it(corpus_face: _Face):
    plot = corpus_face.plot
    for size, has_title in (((1600, 1000), True), ((1600, 930), False), ((1600, 1000), True)):
        corpus_face.face.make_room(QSize(*size))
        assert plot.title.isVisible() == has_title

    corpus_face.face.make_room(QSize(1300, 1000))
    corpus_face.choose("Scatter")
    assert plot.isVisible()
    assert not plot.title.isVisible()


def test_a_narrow_window_has_the_plots_as_tabs_beside_the_pages(corpus_face: _Face):
    corpus_face.face.make_room(QSize(1300, 1000))

    assert corpus_face.tabs() == ["Pages", "Scatter", "Groups", "Sweep", "Losses", "Changes"]
    assert corpus_face.visible_parts() == {"leaderboard", "legend", "pages", "strips"}
    corpus_face.choose("Groups")
    assert corpus_face.visible_parts() == {"leaderboard", "groups", "strips"}
    corpus_face.face.make_room(QSize(1400, 1000))
    assert corpus_face.visible_parts() == ALL


def test_the_sweep_replaces_the_middle_parts_and_folds_the_strips(corpus_face: _Face):
    emitted: list[str] = []
    corpus_face.face.tab_chosen.connect(emitted.append)
    corpus_face.face.make_room(QSize(1600, 1000))

    corpus_face.choose("Sweep")
    corpus_face.face.show_middle("sweep")

    assert emitted == ["sweep"]
    assert corpus_face.visible_parts() == {"leaderboard", "sweep"}
    assert corpus_face.face.strip_handle.isVisible()
    corpus_face.face.show_middle("pages")
    assert corpus_face.visible_parts() == ALL


def test_a_very_low_window_shows_one_row_of_the_leaderboard(corpus_face: _Face, qtbot: QtBot):
    corpus_face.face.make_room(QSize(1600, 1000))
    qtbot.waitUntil(lambda: corpus_face.board.height() == 181)

    corpus_face.face.make_room(QSize(1600, 700))
    qtbot.waitUntil(lambda: corpus_face.board.height() == 91)

    corpus_face.face.make_room(QSize(1600, 1000))
    qtbot.waitUntil(lambda: corpus_face.board.height() == 181)


def test_the_leaderboard_is_as_high_as_its_rows_up_to_a_limit(corpus_face: _Face, qtbot: QtBot):
    corpus_face.face.make_room(QSize(1600, 1000))
    heights = []
    for n_rows in (2, 5, 12):
        corpus_face.board.set_rows(n_rows)
        with qtbot.waitCallback() as called:
            QTimer.singleShot(0, called)  # after the layout requests
        heights.append(corpus_face.board.height())

    assert heights == [121, 211, 240]


def test_without_a_corpus_a_note_offers_to_open_one(corpus_face: _Face):
    offers: list[str] = []
    corpus_face.face.offer_chosen.connect(offers.append)

    corpus_face.face.show_note(
        "Open a folder, JSONL, WARC or benchmark", [("open_corpus", "Open a file…")]
    )

    assert corpus_face.visible_parts() == set()
    corpus_face.face.note.buttons[0].click()
    assert offers == ["open_corpus"]
    assert corpus_face.face.entry() is corpus_face.face.note.buttons[0]


def test_the_list_of_pages_gets_the_focus_else_the_panes_and_never_a_button_that_runs(
    qtbot: QtBot,
):
    corpus_face = CorpusFace()
    qtbot.addWidget(corpus_face)
    pages, board, rules = QTableWidget(1, 1), QTableWidget(1, 1), QTableWidget(1, 1)
    corpus_face.put(Place.PAGES, pages)
    corpus_face.put(Place.LOSSES, rules)
    corpus_face.put(Place.LEADERBOARD, board)
    corpus_face.run_bar.show_state(RunBarState(buttons=(RunButton("run_corpus", "play", "Run"),)))
    corpus_face.show_corpus()
    corpus_face.resize(1280, 900)
    corpus_face.show()
    qtbot.waitExposed(corpus_face)

    assert corpus_face.entry() is pages  # Enter opens a page, as after the return from one
    corpus_face.show_middle("losses")
    assert corpus_face.entry() is rules
    corpus_face.show_middle("pages")
    pages.hide()
    assert corpus_face.entry() is board
    board.hide()
    assert corpus_face.entry() is corpus_face


@pytest.mark.parametrize("place", ["note", "field"])
def test_the_focus_goes_from_the_note_to_the_face_and_stays_elsewhere(qtbot: QtBot, place: str):
    window = QWidget()
    qtbot.addWidget(window)
    face, field = CorpusFace(window), QLineEdit(window)
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(face)
    face.show_note("No corpus is open.", [("open_corpus", "Open a corpus")])
    window.show()
    qtbot.waitExposed(window)
    entry = face.entry() if place == "note" else field
    entry.setFocus()
    qtbot.waitUntil(entry.hasFocus)

    face.show_corpus()

    assert (face if place == "note" else field).hasFocus()
