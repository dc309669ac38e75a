"""The Corpus face: parts at their places, and what folds in small windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from widgets.corpus.face import CorpusFace, Place

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class _Board(QLabel):
    """A leaderboard of some rows: as high as they are, or 91 px in a low window."""

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
    """A face with a label at each place."""

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

    def seen(self) -> set[str]:
        return {place.value for place, part in self.parts.items() if part.isVisible()}

    def tabs(self) -> list[str]:
        tabs = self.face.tabs
        return [tabs.tabText(index) for index in range(tabs.count()) if tabs.isTabVisible(index)]

    def choose(self, label: str) -> None:
        tabs = self.face.tabs
        index = next(i for i in range(tabs.count()) if tabs.tabText(i) == label)
        tabs.tabBarClicked.emit(index)


@pytest.fixture
def made(qtbot: QtBot) -> _Face:
    """Return a face with a label at each place."""
    return _Face(qtbot)


ALL = {"leaderboard", "legend", "pages", "scatter", "groups", "strips"}


def test_a_large_window_shows_all_but_the_sweep(made: _Face):
    made.face.make_room(QSize(1600, 1000))

    assert made.seen() == ALL
    assert made.tabs() == ["Pages", "Sweep"]
    assert not made.face.strip_handle.isVisible()


def test_a_lower_window_shows_one_plot_then_folds_the_strips(made: _Face):
    made.face.make_room(QSize(1600, 930))
    assert made.seen() == ALL - {"groups"}
    made.face.plot_tabs.tabBarClicked.emit(1)
    assert made.seen() == ALL - {"scatter"}

    made.face.make_room(QSize(1600, 890))
    assert made.seen() == ALL - {"scatter", "strips"}
    assert made.face.strip_handle.isVisible()
    made.face.strip_handle.button.click()
    assert "strips" in made.seen()

    made.face.make_room(QSize(1600, 1000))
    assert made.seen() == ALL


def test_a_plot_has_its_title_unless_a_tab_says_it(made: _Face):
    plot = made.plot
    for size, has_title in (((1600, 1000), True), ((1600, 930), False), ((1600, 1000), True)):
        made.face.make_room(QSize(*size))
        assert plot.title.isVisible() == has_title

    made.face.make_room(QSize(1300, 1000))
    made.choose("Scatter")
    assert plot.isVisible()
    assert not plot.title.isVisible()


def test_a_narrow_window_has_the_plots_as_tabs_beside_the_pages(made: _Face):
    made.face.make_room(QSize(1300, 1000))

    assert made.tabs() == ["Pages", "Scatter", "Groups", "Sweep"]
    assert made.seen() == {"leaderboard", "legend", "pages", "strips"}
    made.choose("Groups")
    assert made.seen() == {"leaderboard", "groups", "strips"}
    made.face.make_room(QSize(1400, 1000))
    assert made.seen() == ALL


def test_the_sweep_replaces_the_middle_and_folds_the_strips(made: _Face):
    asked: list[bool] = []
    made.face.tab_chosen.connect(asked.append)
    made.face.make_room(QSize(1600, 1000))

    made.choose("Sweep")
    made.face.show_sweep(True)

    assert asked == [True]
    assert made.seen() == {"leaderboard", "sweep"}
    assert made.face.strip_handle.isVisible()
    made.face.show_sweep(False)
    assert made.seen() == ALL


def test_a_very_low_window_shows_one_row_of_the_leaderboard(made: _Face, qtbot: QtBot):
    made.face.make_room(QSize(1600, 1000))
    qtbot.waitUntil(lambda: made.board.height() == 181)

    made.face.make_room(QSize(1600, 700))
    qtbot.waitUntil(lambda: made.board.height() == 91)

    made.face.make_room(QSize(1600, 1000))
    qtbot.waitUntil(lambda: made.board.height() == 181)


def test_the_leaderboard_is_as_high_as_its_rows_up_to_a_limit(made: _Face, qtbot: QtBot):
    made.face.make_room(QSize(1600, 1000))
    heights = []
    for n_rows in (2, 5, 12):
        made.board.set_rows(n_rows)
        with qtbot.waitCallback() as called:
            QTimer.singleShot(0, called)  # after the layout requests
        heights.append(made.board.height())

    assert heights == [121, 211, 240]


def test_without_a_corpus_a_sentence_offers_to_open_one(made: _Face):
    chosen: list[str] = []
    made.face.offer_chosen.connect(chosen.append)

    made.face.show_note(
        "Open a folder, JSONL, WARC or benchmark", [("open_corpus", "Open a file…")]
    )

    assert made.seen() == set()
    made.face.note.buttons[0].click()
    assert chosen == ["open_corpus"]
    assert made.face.entry() is made.face.note.buttons[0]
