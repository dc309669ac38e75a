"""The leaderboard, by real events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor, QEnterEvent, QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from boilerscope.extractors.model.extraction import Status, TemplateUse
from boilerscope.extractors.scoring.leaderboard import edges_of
from boilerscope.extractors.scoring.parts import Compared, Ended, Within
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.leaderboard import boxes
from boilerscope.widgets.corpus.leaderboard.header import labelled_ticks
from boilerscope.widgets.corpus.leaderboard.records import COLUMNS, FOLDING, Column
from boilerscope.widgets.corpus.leaderboard.scales import Axis
from boilerscope.widgets.corpus.leaderboard.view import LeaderboardView
from tests.helpers import board_records

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
BY_MEAN = [6, 4, 2, 1, 5, 3]
MEAN_SENTENCE = (
    "link_ratio, Token F1 0.815, 95 % interval 0.775 to 0.855 over 166 pages,"
    " 0.805 with failures as 0"
)


@pytest.fixture
def view(qtbot: QtBot) -> LeaderboardView:
    QCursor.setPos(QPoint(-100, -100))  # another test may have left the pointer over the rows
    leaderboard_view = LeaderboardView()
    qtbot.addWidget(leaderboard_view)
    leaderboard_view.resize(1280, 260)
    leaderboard_view.show_board(board_records.record())
    leaderboard_view.show()
    qtbot.waitExposed(leaderboard_view)
    return leaderboard_view


def numbers(view: LeaderboardView) -> list[int]:
    return [line.pane.number for line in view.table.lines]


def cell(view: LeaderboardView, row: int, column: Column) -> Any:
    return view.table.model().index(row, COLUMNS.index(column))


def click(view: LeaderboardView, row: int, column: Column, position: QPointF | None = None) -> None:
    rect = view.table.visualRect(cell(view, row, column))
    pos = rect.center() if position is None else position.toPoint()
    QTest.mouseClick(view.table.viewport(), LEFT, pos=pos)


def emissions(signal: Any) -> list[Any]:
    calls: list[Any] = []
    signal.connect(lambda *facts: calls.append(facts if len(facts) > 1 else facts[0]))
    return calls


def point(view: LeaderboardView, *, inside: bool) -> None:
    viewport = view.table.viewport()
    position = QPointF(20, 50)
    event: QEvent = (
        QEnterEvent(position, position, position) if inside else QEvent(QEvent.Type.Leave)
    )
    QApplication.sendEvent(viewport, event)


def menu_labels(view: LeaderboardView) -> list[str]:
    menu = next(menu for menu in view.table.findChildren(QMenu) if menu.isVisible())
    labels = [action.text() for action in menu.actions() if not action.isSeparator()]
    menu.close()
    return labels


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (Column.MEAN, BY_MEAN),
        ("-mean", BY_MEAN[::-1]),
        (Column.PANE, [1, 2, 3, 4, 5, 6]),
        (Column.SETTINGS, [2, 4, 1, 3, 5, 6]),
        (Column.PRECISION, [1, 2, 6, 5, 4, 3]),
        (Column.RECALL, [4, 6, 2, 3, 1, 5]),
        (Column.FAILED, [6, 5, 1, 2, 3, 4]),
        (Column.SPEED, [6, 2, 5, 4, 1, 3]),
        (Column.DISTRIBUTION, [6, 4, 1, 2, 5, 3]),
        (Column.DIFFERENCE, [6, 4, 2, 1, 5, 3]),
        (Column.RESULTS, [6, 2, 5, 1, 4, 3]),
    ],
)
def test_panes_are_sorted_by_any_column_and_keep_their_numbers(
    view: LeaderboardView, sort: str, expected: list[int]
):
    view.show_board(board_records.record(sort=sort))

    assert numbers(view) == expected


def test_panes_without_scores_are_last_in_both_directions(view: LeaderboardView):
    for sort in (Column.MEAN, "-mean"):
        view.show_board(board_records.record(board=board_records.silent("consensus"), sort=sort))

        assert numbers(view)[-1] == 6


def test_a_click_on_a_heading_sorts_and_a_second_click_reverses_the_order(view: LeaderboardView):
    sorts = emissions(view.sorted_by)
    header = view.table.horizontalHeader()
    for column in (Column.RECALL, Column.MEAN):
        left = header.sectionViewportPosition(COLUMNS.index(column))
        QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(left + 20, 10))

    assert sorts == ["recall", "-mean"]


def test_rows_do_not_move_while_the_pointer_is_over_them(view: LeaderboardView):
    changed = board_records.board()
    best = replace(changed.rows[2], means=changed.rows[5].means)
    changed = replace(changed, rows=(*changed.rows[:2], best, *changed.rows[3:]))
    point(view, inside=True)
    view.show_board(board_records.record(board=changed, interim=True))
    assert numbers(view) == BY_MEAN
    assert not view.table.board_model.is_in_order  # and the heading has no arrow
    point(view, inside=False)

    assert numbers(view) == [3, 6, 4, 2, 1, 5]
    assert view.table.board_model.is_in_order


def test_rows_are_sorted_after_the_table_has_shrunk_away_from_the_pointer(view: LeaderboardView):
    changed = board_records.board()
    best = replace(changed.rows[2], means=changed.rows[5].means)
    changed = replace(changed, rows=(*changed.rows[:2], best, *changed.rows[3:]))
    point(view, inside=True)
    viewport = view.table.viewport()
    QCursor.setPos(viewport.mapToGlobal(QPoint(5, viewport.height() + 400)))
    view.resize(view.width(), view.height() - 20)
    view.show_board(board_records.record(board=changed, interim=True))

    assert numbers(view) == [3, 6, 4, 2, 1, 5]


def test_the_user_sorts_also_under_the_pointer(view: LeaderboardView):
    point(view, inside=True)
    view.show_board(board_records.record(sort=Column.PANE))

    assert numbers(view) == [1, 2, 3, 4, 5, 6]


def test_a_click_on_a_row_activates_its_pane(view: LeaderboardView):
    panes, pages = emissions(view.pane_chosen), emissions(view.pages_asked)
    click(view, 1, Column.PANE)

    assert (panes, pages) == (["link_ratio"], [])


def test_a_click_on_a_mean_lists_all_pages(view: LeaderboardView):
    pages = emissions(view.pages_asked)
    click(view, 0, Column.MEAN)

    assert pages == [("consensus", None)]


def test_a_click_on_a_count_lists_the_pages_with_that_status(view: LeaderboardView):
    pages = emissions(view.pages_asked)
    rect = view.table.visualRect(cell(view, 1, Column.FAILED))
    for left in (boxes.PAD + 4, 50):
        click(view, 1, Column.FAILED, QPointF(rect.left() + left, rect.center().y()))

    expected = [Ended("link_ratio", Status.TIMEOUT), Ended("link_ratio", Status.ERROR)]
    assert [part for _, part in pages] == expected


def test_a_click_on_a_bar_lists_its_pages(view: LeaderboardView):
    pages = emissions(view.pages_asked)
    rect = view.table.visualRect(cell(view, 0, Column.DISTRIBUTION)).toRectF()
    click(view, 0, Column.DISTRIBUTION, boxes.bars(rect)[19].center())

    assert pages == [("consensus", Within("consensus", "token_f1", *edges_of(19)))]


def test_a_click_on_wins_lists_the_won_pages(view: LeaderboardView):
    pages = emissions(view.pages_asked)
    rect = view.table.visualRect(cell(view, 0, Column.RESULTS)).toRectF()
    click(view, 0, Column.RESULTS, rect.center() - QPointF(rect.width() / 2 - 12, 0))

    assert pages == [("consensus", Compared("consensus", board_records.BASELINE, "token_f1", 1))]


def test_a_click_on_changed_settings_goes_to_them(view: LeaderboardView):
    settings = emissions(view.settings_asked)
    click(view, 2, Column.SETTINGS)

    assert settings == ["boilerpipe.article#2"]


def test_the_chip_of_minus_template_counts_the_pages_on_which_it_could_act(qtbot: QtBot):
    panes = list(board_records.panes())
    settings = replace(panes[0].settings, minus_template=True)  # type: ignore[call-arg]  # all have it
    panes[0] = replace(panes[0], settings=settings)
    board = board_records.board()
    used = {TemplateUse.JUDGED: 150, TemplateUse.GUARD: 3, TemplateUse.FEW: 8}
    rows = (replace(board.rows[0], template=used), *board.rows[1:])
    board_view = LeaderboardView()
    qtbot.addWidget(board_view)
    board_view.show_board(
        board_records.record(panes=tuple(panes), board=replace(board, rows=rows), sort="pane")
    )

    chip, pane = cell(board_view, 0, Column.SETTINGS), cell(board_view, 0, Column.PANE)

    assert chip.data() == "minus template 0.30, 153 of 168 pages"
    assert chip.data() in pane.data(Qt.ItemDataRole.AccessibleTextRole)
    assert chip.data(Qt.ItemDataRole.AccessibleTextRole).split(". ") == [
        "boilerpipe.article, Enough other pages of the site: 153 of 168 pages",
        "Everything kept on 3 of them: the step would drop too much",
        "Fewer than 4 other pages: 8",
        "Unknown, results of an earlier version: 7",
    ]


def test_keys_choose_the_baseline_and_the_settings_of_the_current_row(view: LeaderboardView):
    baselines, settings = emissions(view.baseline_chosen), emissions(view.settings_asked)
    view.table.setFocus()
    assert not view.table.currentIndex().isValid()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_B, Qt.Key.Key_Return):
        QTest.keyClick(view.table, key)

    assert (baselines, settings) == (["link_ratio"], ["link_ratio"])


def test_space_offers_a_choice_if_a_cell_has_several_counts(view: LeaderboardView):
    view.table.setCurrentIndex(cell(view, 1, Column.FAILED))
    QTest.keyClick(view.table, Qt.Key.Key_Space)

    assert menu_labels(view) == ["List pages: 1 timeout", "List pages: 1 error"]


def test_the_menu_of_a_row_removes_its_pane(view: LeaderboardView):
    removed = emissions(view.table.removal_asked)
    rect = view.table.visualRect(cell(view, 1, Column.PANE))
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, rect.center(), rect.center())
    QApplication.sendEvent(view.table.viewport(), asked)
    menu = next(menu for menu in view.table.findChildren(QMenu) if menu.isVisible())
    next(entry for entry in menu.actions() if entry.text() == "Remove the pane").trigger()
    menu.close()

    assert removed == [view.table.lines[1].pane.name]


def test_the_current_row_follows_its_pane(view: LeaderboardView):
    view.table.setCurrentIndex(cell(view, 0, Column.RECALL))
    view.show_board(board_records.record(sort=Column.PANE))

    assert view.table.currentIndex() == cell(view, 5, Column.RECALL)


def test_the_baseline_is_chosen_from_all_panes(view: LeaderboardView):
    baselines = emissions(view.baseline_chosen)
    assert view.baseline.currentText() == "1  boilerpipe.article"
    view.baseline.setFocus()
    QTest.keyClick(view.baseline, Qt.Key.Key_Down)

    assert baselines == ["boilerpipe.article#2"]


@pytest.mark.parametrize(
    ("row", "column", "expected"),
    [
        (
            1,
            Column.MEAN,
            MEAN_SENTENCE,
        ),
        (1, Column.FAILED, "link_ratio, Failed, empty 1 timeout, 1 error"),
        (0, Column.FAILED, "consensus, Failed, empty none"),
        (2, Column.PANE, "2 boilerpipe.article#2, active pane"),
        (3, Column.DIFFERENCE, "boilerpipe.article, Difference to 1 Baseline"),
        (
            1,
            Column.DIFFERENCE,
            "link_ratio, difference to boilerpipe.article +0.045, 95 % interval −0.005 to +0.095",
        ),
        (
            0,
            Column.RESULTS,
            "consensus, compared with boilerpipe.article: wins 86, ties 50, losses 30",
        ),
    ],
)
def test_a_cell_has_its_sentence_for_tips_and_assistive_tools(
    view: LeaderboardView, row: int, column: Column, expected: str
):
    assert cell(view, row, column).data(Qt.ItemDataRole.AccessibleTextRole) == expected
    assert view.table.accessibleName() == "Leaderboard by Token F1, Macro"


def test_a_difference_whose_interval_includes_0_is_hollow(view: LeaderboardView):
    picture = view.table.viewport().grab().toImage()

    def centre(row: int) -> str:
        line = view.table.lines[row]
        assert line.row is not None
        difference = line.row.mean("token_f1").difference
        assert difference is not None
        rect = view.table.visualRect(cell(view, row, Column.DIFFERENCE)).toRectF()
        _, side = boxes.split_difference(rect)
        axis = view.table.board_model.scales.difference
        x = axis.x(difference.estimate.value, side)
        return picture.pixelColor(round(x), round(side.center().y())).name().upper()

    assert [centre(0), centre(1)] == ["#1A1E23", "#FFFFFF"]


def test_all_intervals_fit_on_the_axis(view: LeaderboardView):
    scales = view.table.board_model.scales
    for line in view.table.lines:
        assert line.row is not None
        mean = line.row.mean("token_f1").answered
        assert scales.mean.low <= mean.low
        assert mean.high <= scales.mean.high
    assert scales.mean.ticks == (0.6, 0.7, 0.8, 0.9)


def test_a_pane_without_any_result_shows_the_reason_and_can_run_again(view: LeaderboardView):
    again = emissions(view.run_again_asked)
    view.show_board(board_records.record(board=board_records.silent("link_ratio")))
    (button,) = view.table.viewport().findChildren(QPushButton)
    QTest.mouseClick(button, LEFT)

    assert again == ["link_ratio"]
    assert button.accessibleName() == "Run link_ratio again"
    sentence = cell(view, 5, Column.PANE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert (
        sentence == "4 link_ratio, No result: 168 unavailable. No layout. Lay the page out first."
    )


def test_an_outdated_row_is_veiled_and_described_as_outdated(view: LeaderboardView):
    plain = view.table.viewport().grab().toImage()
    scores = board_records.board()
    rows = tuple(replace(row, is_outdated=row.pane == "consensus") for row in scores.rows)
    view.show_board(board_records.record(board=replace(scores, rows=rows)))
    picture = view.table.viewport().grab().toImage()
    position = view.table.visualRect(cell(view, 0, Column.PANE)).center() - QPoint(69, 4)
    same = view.table.visualRect(cell(view, 1, Column.PANE))

    assert picture.pixelColor(position).lightness() > plain.pixelColor(position).lightness()
    assert picture.copy(same) == plain.copy(same)
    sentence = cell(view, 0, Column.PANE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert sentence == "6 consensus, outdated: results of earlier settings"


def test_panes_are_listed_before_there_are_scores(view: LeaderboardView):
    view.show_board(board_records.record(board=None))

    assert numbers(view) == [1, 2, 3, 4, 5, 6]
    assert cell(view, 0, Column.MEAN).data() == "–"


def test_without_panes_it_offers_to_add_one(view: LeaderboardView):
    added = []
    view.add_asked.connect(lambda: added.append(True))
    view.show_board(board_records.record(board=None, panes=()))
    assert view.empty.text() == "Add an extractor to compare"
    QTest.mouseClick(view.empty.buttons[0], LEFT)

    assert added == [True]


def test_a_filter_is_named_and_can_be_cleared(view: LeaderboardView):
    cleared = []
    view.all_pages_asked.connect(lambda: cleared.append(True))
    assert view.all_pages.isHidden()
    view.show_board(board_records.record(title="Leaderboard of 41 pages: forum", is_filtered=True))
    QTest.mouseClick(view.all_pages, LEFT)

    assert cleared == [True]
    assert view.title.text() == "Leaderboard of 41 pages: forum"


def test_interim_results_are_marked(view: LeaderboardView):
    assert not view.note.text().startswith("Interim")
    view.show_board(board_records.record(interim=True))

    assert view.note.text().startswith("Interim results. Dot: mean.")


def test_columns_without_room_move_behind_a_button(view: LeaderboardView):
    table = view.table

    def hidden() -> list[Column]:
        return [column for n, column in enumerate(COLUMNS) if table.isColumnHidden(n)]

    assert hidden() == []
    assert view.columns.isHidden()
    view.resize(960, 260)
    assert hidden() == list(FOLDING)
    assert view.columns.text() == "3 columns"
    action = view.columns.menu().actions()[1]
    assert action.text() == "Distribution"
    action.trigger()

    assert hidden() == [Column.SETTINGS, Column.RESULTS]
    view.resize(1280, 260)
    assert hidden() == []


def test_columns_fill_the_table(view: LeaderboardView):
    for width in (1280, 1600, 960, 700):
        view.resize(width, 260)
        total = view.table.horizontalHeader().length()

        assert total == max(view.table.viewport().width(), total)
        assert width < 900 or total == view.table.viewport().width()


def test_columns_have_room_for_counts_of_thousands(view: LeaderboardView):
    record = board_records.record()
    assert record.board is not None
    many = dict.fromkeys(Status, 8888)
    rows = tuple(replace(row, outcomes=many) for row in record.board.rows)
    view.show_board(replace(record, board=replace(record.board, rows=rows)))
    metrics = QFontMetricsF(view.table.font())
    for column in (Column.FAILED, Column.RESULTS):
        rect = view.table.visualRect(cell(view, 0, column))

        assert rect.width() >= metrics.horizontalAdvance("8,888"), column


def test_labels_of_ticks_do_not_overlap():
    metrics = QFontMetricsF(theme.font(11))
    axis = Axis(0.6, 0.85, (0.6, 0.65, 0.7, 0.75, 0.8))

    def labels_in(width: float) -> list[str]:
        return [text for text, _ in labelled_ticks(axis, QRectF(0, 0, width, 27), metrics)]

    assert labels_in(300) == ["0.60", "0.65", "0.70", "0.75", "0.80"]
    assert labels_in(120) == ["0.60", "0.70", "0.80"]
    assert labels_in(20) == ["0.60"]


def test_a_low_window_has_the_best_row_and_a_button_for_the_other_rows(
    view: LeaderboardView, qtbot: QtBot
):
    view.resize(1280, 400)
    view.set_compact(low=True)
    qtbot.waitUntil(lambda: view.maximumHeight() == view.minimumSizeHint().height())
    assert view.more.text() == "5 more"
    QTest.mouseClick(view.more, LEFT)

    qtbot.waitUntil(lambda: view.maximumHeight() == view.sizeHint().height())
    assert view.more.text() == "Best only"
    view.set_compact(low=False)
    assert view.more.isHidden()


def test_the_best_row_is_whole_above_a_scroll_bar(view: LeaderboardView, qtbot: QtBot):
    view.set_compact(low=True)
    view.resize(400, 200)
    bar = view.table.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    view.resize(400, view.minimumSizeHint().height())
    qtbot.waitUntil(lambda: view.table.viewport().height() >= view.table.rowHeight(0))


def test_rows_are_copied_as_text(view: LeaderboardView):
    copied = emissions(view.rows_copied)
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()

    assert copied == [6]
    assert lines[0].split("\t")[:4] == ["Pane", "Changed settings", "F1", "Precision"]
    assert lines[3].split("\t")[:3] == [
        "2 boilerpipe.article#2",
        "max_link_density 0.45, nw_cur 10",
        "0.771",
    ]
