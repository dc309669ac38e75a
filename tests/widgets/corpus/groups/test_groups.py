"""Groups of pages, by real events."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.extractors.scoring.leaderboard import GroupRow
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.cells import ramp
from boilerscope.widgets.corpus.groups.model import NAME
from boilerscope.widgets.corpus.groups.view import GroupsView
from boilerscope.widgets.corpus.pages.sentences import group_name
from tests.helpers.plot_records import PANES, groups

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.scoring.table import ScoreTable

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot) -> GroupsView:
    groups_view = GroupsView()
    qtbot.addWidget(groups_view)
    groups_view.resize(480, 200)
    groups_view.show_groups(groups(), PANES, "type", active="cx_extractor")
    groups_view.show()
    qtbot.waitExposed(groups_view)
    return groups_view


def click(view: GroupsView, index: QModelIndex) -> None:
    """Click the middle of a cell."""
    QTest.mouseClick(view.table.viewport(), LEFT, pos=view.table.visualRect(index).center())


def test_a_click_on_a_cell_chooses_its_group(view: GroupsView):
    emitted: list[tuple[str, str]] = []
    view.group_chosen.connect(lambda *facts: emitted.append(facts))
    cell = view.table.cell(1, 2)
    click(view, cell)

    assert emitted == [("type", "documentation")]
    assert view.table.currentIndex() == cell


def test_steps_of_a_pane_are_asked_for_and_the_groups_stay(view: GroupsView):
    asked: list[str] = []
    view.by_chosen.connect(asked.append)
    view.steps_asked.connect(lambda: asked.append("steps"))
    view.by.setCurrentIndex(view.by.count() - 1)
    view.by.activated.emit(view.by.currentIndex())

    assert asked == ["steps"]
    assert view.by.currentData() == "type"


def test_a_click_on_the_name_chooses_the_group_and_its_first_cell(view: GroupsView):
    emitted: list[str] = []
    view.table.chosen.connect(emitted.append)
    click(view, view.table.groups.index(2, NAME))

    assert emitted == ["forum"]
    assert view.table.currentIndex() == view.table.cell(2, 0)


def test_arrows_move_the_cell_and_return_chooses_its_group(view: GroupsView):
    emitted: list[str] = []
    view.table.chosen.connect(emitted.append)
    keys = (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Return)
    for key in keys:
        QTest.keyClick(view.table, key)

    assert emitted == ["forum"]
    assert view.table.currentIndex() == view.table.cell(2, 1)
    mean = groups()[2].means[1]
    expected = f"forum, cx_extractor, Token F1 {mean:.2f}, 5 pages"
    assert view.table.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) == expected


def test_the_current_cell_stays_when_other_means_of_the_groups_arrive(view: GroupsView):
    click(view, view.table.cell(1, 1))
    view.show_groups([replace(group, means=(0.1, 0.2, 0.3)) for group in groups()], PANES, "type")

    assert view.table.currentIndex() == view.table.cell(1, 1)
    assert view.table.cell(1, 1).data() == "0.20"


def test_the_groups_are_copied_with_the_names_of_the_panes(view: GroupsView):
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    head, first, *_ = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t") == ["Group", "Pages", *(pane.name for pane in PANES)]
    assert first.split("\t") == ["article", "22", *(f"{mean:.2f}" for mean in groups()[0].means)]


def test_a_small_group_is_a_bar_and_a_large_one_is_filled(view: GroupsView):
    picture = view.table.viewport().grab().toImage()

    def colours(row: int) -> set[str]:
        rect = view.table.visualRect(view.table.cell(row, 0))
        x = rect.left() + 3
        ys = (rect.top() + 3, rect.bottom() - 3)
        return {picture.pixelColor(x, y).name() for y in ys}

    assert colours(0) == {ramp(groups()[0].means[0]).name()}
    assert colours(2) == {theme.colour("raised").name(), ramp(groups()[2].means[0]).name()}


def test_a_new_grouping_is_requested(view: GroupsView):
    emitted: list[str] = []
    view.by_chosen.connect(emitted.append)
    view.by.setCurrentIndex(2)
    view.by.activated.emit(2)

    assert emitted == ["length"]
    assert view.note.text() == "Mean F1. Pale: under 10 pages."


@pytest.mark.parametrize(
    ("by", "message"),
    [("type", "This corpus has no page types."), ("language", "This corpus has no languages.")],
)
def test_a_corpus_without_kinds_shows_a_note(view: GroupsView, by: str, message: str):
    view.show_groups([GroupRow("unknown", (0, 1), (0.5, 0.5, 0.5))], PANES, by)

    assert view.empty.isVisible()
    assert view.empty.text() == message


def test_groups_scroll_if_there_is_no_room(view: GroupsView):
    many = [GroupRow(f"g{number}", (number,) * 12, (0.5, 0.4, 0.3)) for number in range(30)]
    view.show_groups(many, PANES, "type")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End):
        QTest.keyClick(view.table, key)

    rect = view.table.visualRect(view.table.cell(29, 0))
    assert view.table.verticalScrollBar().value() > 0
    assert rect.bottom() <= view.table.viewport().height()
    assert view.table.currentIndex() == view.table.cell(29, 0)


def test_all_that_forms_groups_can_be_chosen(view: GroupsView):
    assert {view.by.itemData(index) for index in range(view.by.count())} == {*GROUPS, "step"}


@pytest.mark.parametrize(
    ("languages", "n_gold", "label"),
    [
        (("zh", "ja"), (12, 3000), "1: 12 to 3,000 characters of main content"),
        (("zh", "en"), (12, 3000), "1: 12 to 3,000 words of main content"),
        (("zh", "zh"), (0, 0), "1: 40 to 50 characters"),
    ],
)
def test_a_group_by_length_is_called_by_the_unit_of_its_pages(
    view: GroupsView, languages: tuple[str, str], n_gold: tuple[int, int], label: str
):
    lengths = {"n_gold": np.array(n_gold), "n_tokens": np.array([40, 50])}
    table = cast("ScoreTable", SimpleNamespace(language=lambda row: languages[row], **lengths))
    group = GroupRow("1: 12 to 3,000 gold words", (0, 1), (0.5, 0.5, 0.5))

    view.set_labels({group.name: group_name(group, table, "length")})
    view.show_groups([group], PANES, "length")

    model = view.table.groups
    assert model.index(0, NAME).data() == label
    assert label in model.sentence(0, 2)
    assert group_name(replace(group, name="unknown"), table, "type") == "unknown"
