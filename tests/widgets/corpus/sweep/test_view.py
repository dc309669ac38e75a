"""The sweep view, by real events."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.search.base import Axis
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.sweep.choices import default_range, swept_knobs
from boilerscope.widgets.corpus.sweep.records import (
    Over,
    SearchLife,
    SearchView,
    SweepChoice,
    SweptRange,
)
from boilerscope.widgets.corpus.sweep.shapes import curve_of
from boilerscope.widgets.corpus.sweep.view import PresentValues, SweepView
from boilerscope.widgets.demo import DemoSettings, Unit
from tests.helpers.plot_records import PANES
from tests.helpers.sweep_records import (
    DENSITIES,
    FIELDS,
    WORDS,
    result_of_one,
    result_of_two,
    search,
)

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.plots.plot import Plot

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
RANGES = (SweptRange(FIELDS[0], 0.0, 1.0, 21), SweptRange(FIELDS[1], 4.0, 40.0, 10))
CHOICE = SweepChoice("boilerpipe.article", SweptRange(FIELDS[0], 0.0, 1.0, 21))


pytestmark = pytest.mark.usefixtures("every_move_counts")


@pytest.fixture
def view(qtbot: QtBot) -> SweepView:
    sweep_view = SweepView()
    qtbot.addWidget(sweep_view)
    sweep_view.resize(1260, 600)
    sweep_view.choices.show_choice(CHOICE, PANES, has_page=True)
    sweep_view.show_fields(RANGES, (), 120)
    sweep_view.show_search(SearchView(), -1)
    sweep_view.show_result(result_of_one(), PresentValues((0.45,), (1 / 3,)))
    sweep_view.show()
    qtbot.waitExposed(sweep_view)
    return sweep_view


def show_two(view: SweepView, density: float, words: int) -> None:
    """Show a sweep over two settings, laid out."""
    view.show_result(result_of_two(), PresentValues((density, words), (1 / 3, 16)))
    QCoreApplication.processEvents()


def record_drags(view: SweepView) -> list[object]:
    """Return a list that records values while they are dragged, and drops."""
    emitted: list[object] = []
    view.value_dragged.connect(emitted.append)
    view.value_dropped.connect(lambda: emitted.append("dropped"))
    return emitted


def x_of(view: SweepView, position: float) -> QPoint:
    """Return the pixel at half height of a position on the axis of the curve."""
    middle = view.curve.area.center().y()
    return QPoint(round(view.curve.point(position, 0.0).x()), round(middle))


def drag(plot: Plot, start: QPoint, end: QPoint) -> None:
    """Drag with the left button, in a few moves."""
    QTest.mouseMove(plot.viewport(), start)
    QTest.mousePress(plot.viewport(), LEFT, NONE, start)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(plot.viewport(), start + (end - start) * share)
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, end)


def test_the_line_is_dragged_along_the_curve_and_dropped_once(view: SweepView):
    drags = record_drags(view)
    drag(view.curve, x_of(view, 0.45), x_of(view, 0.8))

    values = [values_at[FIELDS[0]] for values_at in drags if isinstance(values_at, dict)]
    assert values[-1] == pytest.approx(0.8, abs=0.01)
    assert len(values) >= 2
    assert drags.count("dropped") == 1
    assert drags[-1] == "dropped"


def test_a_press_beside_the_line_moves_nothing(view: SweepView):
    drags = record_drags(view)
    QTest.mouseClick(view.curve.viewport(), LEFT, NONE, x_of(view, 0.1))
    drag(view.curve, x_of(view, 0.1), x_of(view, 0.3))

    assert drags == []


def test_the_foot_of_the_line_and_any_other_part_can_be_dragged(view: SweepView):
    drags = record_drags(view)
    bottom = QPoint(0, round(view.curve.area.height() / 2) - 7)
    for offset in (bottom, -bottom):
        view.show_present(PresentValues((0.45,), (1 / 3,)))
        drag(view.curve, x_of(view, 0.45) + offset, x_of(view, 0.6))

    assert drags.count("dropped") == 2


def test_a_line_dragged_beyond_an_end_stops_there(view: SweepView):
    drags = record_drags(view)
    drag(view.curve, x_of(view, 0.45), x_of(view, 1.0) + QPoint(300, 0))

    assert drags[-2] == {FIELDS[0]: 1.0}
    assert drags[-1] == "dropped"


def test_the_line_is_hidden_while_its_value_is_outside_of_the_sweep(view: SweepView):
    assert view.curve.line.isVisible()
    view.show_present(PresentValues((1.7,), (1 / 3,)))
    assert not view.curve.line.isVisible()
    view.show_present(PresentValues((0.2,), (1 / 3,)))

    assert view.curve.line.isVisible()
    assert view.curve.present_x == pytest.approx(view.curve.point(0.2, 0.7).x())


def test_a_line_over_choices_stops_at_each_choice(view: SweepView):
    result = result_of_one()
    values = tuple(Unit)
    axis = replace(result.sweep.axes[0], field="count", values=values)
    points = tuple(
        replace(point, values=(value,)) for point, value in zip(result.points, values, strict=False)
    )
    choices = replace(result, sweep=replace(result.sweep, axes=(axis,)), points=points)
    view.show_result(choices, PresentValues((Unit.WORDS,), (Unit.WORDS,)))
    drags = record_drags(view)
    drag(view.curve, x_of(view, 0.0), x_of(view, 0.8))

    assert drags[-2:] == [{"count": Unit.CHARACTERS}, "dropped"]
    names = [name for _, name in view.curve.axes["bottom"].names]
    assert names == ["words", "characters"]


def test_a_score_between_two_gaps_is_a_dot(view: SweepView):
    def dots() -> set[str]:
        """Return the colours around the first point."""
        view.curve.grab()
        picture = view.curve.grab().toImage()
        first = view.curve.point(0.0, line[0]).toPoint()
        return {picture.pixelColor(first + QPoint(1, dy)).name() for dy in (-1, 0, 1)}

    line = curve_of(result_of_one(gap_at=1)).lines["token_f1"]
    view.show_result(result_of_one(gap_at=1), PresentValues((0.45,), (1 / 3,)))

    assert math.isnan(line[1])
    assert theme.colour("ink").name() in dots()


def test_arrows_step_to_the_next_swept_value(view: SweepView):
    drags = record_drags(view)
    QTest.keyClick(view.curve, Qt.Key.Key_Right)
    QTest.keyClick(view.curve, Qt.Key.Key_Left)

    assert drags == [{FIELDS[0]: 0.5}, "dropped", {FIELDS[0]: 0.4}, "dropped"]


def test_the_tip_of_a_gap_is_its_reason(view: SweepView):
    view.show_result(result_of_one(gap_at=6), PresentValues((0.45,), (1 / 3,)))
    point = view.curve.point

    assert view.curve.tip(point(0.6, 0.7)) == "max_link_density 0.6\nmin_words excludes it"
    tip = view.curve.tip(point(0.3, 0.7)).splitlines()
    assert tip[0] == "max_link_density 0.3"
    assert tip[1].startswith("Token F1 0.7")
    assert tip[-1].startswith("on validation pages 0.7")


def test_the_curve_has_its_value_and_its_best_point_for_screen_readers(view: SweepView):
    assert view.curve.accessibleName() == (
        "Token F1 over max_link_density of boilerpipe.article, now 0.45"
    )
    assert view.curve.accessibleDescription().startswith("best 1: 0.7")
    assert view.curve_head.note.text().startswith("macro mean, 109 training, 110 ")
    assert not view.heatmap.isVisible()


def test_an_outdated_sweep_is_named_and_pale_and_its_line_can_be_dragged(view: SweepView):
    assert not view.curve_veil.isVisible()
    view.show_present(PresentValues((0.45,), (1 / 3,), is_outdated=True))

    assert view.curve_veil.isVisible()
    assert view.curve_veil.size() == view.curve.size()
    assert view.curve_head.note.text().startswith("Outdated: ")
    drags = record_drags(view)
    QTest.keyClick(view.curve, Qt.Key.Key_Right)
    assert drags == [{FIELDS[0]: 0.5}, "dropped"]


def test_scores_without_intervals_have_no_band(view: SweepView):
    result = result_of_one()
    means = [
        replace(
            point,
            training={
                name: replace(mean, low=math.nan, high=math.nan)
                for name, mean in point.training.items()
            },
        )
        for point in result.points
    ]
    view.show_result(replace(result, points=tuple(means)), PresentValues((0.45,), (1 / 3,)))

    assert "band" not in view.curve_head.note.text()


def test_a_second_setting_leaves_the_first_setting_fewer_values_until_it_is_removed(
    view: SweepView,
):
    emitted: list[SweepChoice] = []
    view.choices.changed.connect(emitted.append)
    combo = view.choices.second.field
    combo.setCurrentIndex(combo.findData(FIELDS[1]))
    combo.activated.emit(combo.currentIndex())
    assert emitted[-1].first == SweptRange(FIELDS[0], 0.0, 1.0, 11)

    view.choices.show_choice(emitted[-1], PANES, has_page=True)
    combo.setCurrentIndex(0)
    combo.activated.emit(0)
    assert (emitted[-1].first, emitted[-1].second) == (CHOICE.first, None)


def test_a_long_number_fits_into_its_field(view: SweepView):
    field = view.choices.first.high
    narrow = field.width()
    field.show_value(12_500)

    assert field.width() > narrow
    assert field.fontMetrics().horizontalAdvance(field.text()) < field.width()


def test_the_handle_of_the_heatmap_moves_both_settings(view: SweepView):
    show_two(view, 0.45, 10)
    drags = record_drags(view)
    assert view.heatmap.isVisible()
    handle = view.heatmap.handle
    assert handle is not None
    target = view.heatmap.cell_rect(WORDS.index(32), DENSITIES.index(0.8)).center()
    QTest.mousePress(view.heatmap, LEFT, NONE, handle.toPoint())
    QTest.mouseMove(view.heatmap, target.toPoint())
    QTest.mouseRelease(view.heatmap, LEFT, NONE, target.toPoint())

    [values, dropped] = drags
    assert isinstance(values, dict)
    assert values == {
        FIELDS[0]: pytest.approx(0.8, abs=0.02),
        FIELDS[1]: pytest.approx(32, abs=0.5),
    }
    assert dropped == "dropped"


def test_a_click_in_the_heatmap_sets_the_values_of_the_cell(view: SweepView):
    show_two(view, 0.45, 10)
    drags = record_drags(view)
    rect = view.heatmap.cell_rect(0, 9)
    position = rect.topLeft() + QPointF(4, 4)
    QTest.mouseClick(view.heatmap, LEFT, NONE, position.toPoint())

    assert drags[0] == {FIELDS[0]: 0.9, FIELDS[1]: 4}
    tip = view.heatmap.tip(position).splitlines()
    assert tip[:2] == ["max_link_density 0.9", "min_words 4"]
    assert tip[2].startswith("training 0.7")


def test_arrows_in_the_heatmap_step_both_settings(view: SweepView):
    show_two(view, 0.5, 12)
    drags = record_drags(view)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up):
        QTest.keyClick(view.heatmap, key)

    assert [drag for drag in drags if drag != "dropped"] == [
        {FIELDS[0]: 0.6, FIELDS[1]: 12},
        {FIELDS[0]: 0.5, FIELDS[1]: 16},
    ]


def test_the_curve_is_the_row_of_the_second_value(view: SweepView):
    view.show_result(result_of_two(), PresentValues((0.45, 10), (1 / 3, 16)))
    assert view.curve_head.words.text() == "at min_words 8"
    view.show_present(PresentValues((0.45, 39), (1 / 3, 16)))

    assert view.curve_head.words.text() == "at min_words 40"


def test_a_new_setting_has_its_declared_range(view: SweepView):
    emitted: list[SweepChoice] = []
    view.choices.changed.connect(emitted.append)
    combo = view.choices.first.field
    assert [combo.itemText(index) for index in range(combo.count())] == [
        *("max_link_density", "min_words", "count", "keep_title")
    ]
    combo.setCurrentIndex(1)
    combo.activated.emit(1)
    combo.setCurrentIndex(3)
    combo.activated.emit(3)

    assert [choice.first for choice in emitted] == [
        SweptRange("min_words", 0, 200, 21),
        SweptRange("keep_title"),
    ]


def test_a_typed_range_is_used_unless_it_is_invalid(view: SweepView):
    emitted: list[SweepChoice] = []
    view.choices.changed.connect(emitted.append)
    for text in ("0.2", "much"):
        view.choices.first.low.setFocus()
        view.choices.first.low.selectAll()
        QTest.keyClicks(view.choices.first.low, text)
        QTest.keyClick(view.choices.first.low, Qt.Key.Key_Return)

    assert [choice.first for choice in emitted] == [SweptRange(FIELDS[0], 0.2, 1.0, 21)]
    assert view.choices.first.low.text() == "0"


def test_a_second_setting_differs_from_the_first(view: SweepView):
    combo = view.choices.second.field

    assert [combo.itemText(index) for index in range(combo.count())] == [
        *("one setting", "min_words", "count", "keep_title")
    ]
    assert not view.choices.second.low.isVisible()


def test_a_different_pane_has_its_own_settings(view: SweepView):
    emitted: list[SweepChoice] = []
    view.choices.changed.connect(emitted.append)
    view.choices.pane.setCurrentIndex(1)
    view.choices.pane.activated.emit(1)
    view.choices.over.setCurrentIndex(1)
    view.choices.over.activated.emit(1)

    assert emitted == [
        SweepChoice("cx_extractor", None),
        replace(CHOICE, over=Over.PAGE),
    ]


def test_the_button_cancels_while_the_sweep_runs(view: SweepView):
    emitted: list[str] = []
    view.choices.started.connect(lambda: emitted.append("started"))
    view.choices.cancelled.connect(lambda: emitted.append("cancelled"))
    view.choices.show_busy(busy=False, enabled=True)
    view.choices.button.click()
    view.choices.show_busy(busy=True, enabled=True)
    view.choices.button.click()

    assert emitted == ["started", "cancelled"]


def test_a_setting_without_a_range_gets_one_around_its_value():
    min_words = next(knob for knob in swept_knobs(DemoSettings) if knob.name == "min_words")
    bare = replace(min_words, low=None, high=None)

    swept = default_range(bare, DemoSettings(min_words=30), 21)
    assert swept == SweptRange("min_words", 0.0, 60.0, 21)


def test_a_search_has_2_to_8_settings(view: SweepView):
    part = view.search
    assert part.empty.text() == "Choose 2 to 8 settings"
    assert not part.start.isEnabled()
    emitted: list[object] = []
    part.fields_chosen.connect(emitted.append)
    part.settings.menu().actions()[1].trigger()
    view.show_fields(RANGES, FIELDS, 120)

    assert emitted == [("min_words",)]
    assert part.start.isEnabled()
    assert part.settings.text() == "2 settings"


def test_an_empty_search_gives_its_height_to_a_curve_that_comes_later(qtbot: QtBot):
    view = SweepView()
    qtbot.addWidget(view)
    view.resize(1260, 600)
    view.show_fields(RANGES, (), 120)
    view.show_search(SearchView(), -1)
    view.show_result(None, PresentValues((), ()))
    view.show()
    qtbot.waitExposed(view)
    QCoreApplication.processEvents()

    view.show_result(result_of_one(), PresentValues((0.45,), (1 / 3,)))
    qtbot.waitUntil(lambda: view.curve.height() > 0.7 * view.height())
    assert view.search.start.isVisible()
    view.show_search(search(), -1)

    qtbot.waitUntil(lambda: view.search.table.height() > 0.3 * view.height())


def test_the_plots_name_their_pane(view: SweepView):
    show_two(view, 0.45, 16)

    assert view.curve_head.title.text() == "boilerpipe.article: max_link_density"
    assert view.heatmap_head.title.text().startswith("boilerpipe.article: ")
    assert view.curve.accessibleName().endswith("of boilerpipe.article, now 0.45")


def test_the_menu_of_settings_has_their_ranges(view: SweepView):
    texts = [action.text() for action in view.search.settings.menu().actions()]

    assert texts == ["max_link_density, 0 to 1", "min_words, 4 to 40"]


def test_a_best_value_at_the_end_of_its_range_is_told(view: SweepView):
    whole = result_of_one()
    half = replace(whole.sweep, axes=(Axis(FIELDS[0], DENSITIES[:4]),))
    cut = replace(whole, sweep=half, points=whole.points[:4])
    shown = []
    for result in (whole, cut):
        view.show_result(result, PresentValues((0.45,), (1 / 3,)))
        shown.append("widen its range" in view.curve_head.note.text())

    assert shown == [False, True], "no link density is above 1"


def test_the_best_values_are_applied_by_one_button_as_one_step(view: SweepView):
    drags = record_drags(view)
    offered = []
    for result, now in ((result_of_one(), (0.45,)), (result_of_two(), (0.45, 16))):
        best = result.best
        assert best is not None
        view.show_result(result, PresentValues(now, now))
        QTest.mouseClick(view.apply_best, LEFT)
        view.show_present(PresentValues(best.values, now))
        offered.append(view.apply_best.isEnabled())
        applied = dict(zip([axis.field for axis in result.sweep.axes], best.values, strict=True))
        assert drags[-2:] == [applied, "dropped"]

    assert offered == [False, False], "the pane has the best values already"


def test_the_name_of_the_default_is_beside_the_line_at_every_place(view: SweepView):
    curve, lefts = view.curve, []
    for default in (0.0, 0.05, 0.5, 1.0):
        view.show_result(result_of_one(), PresentValues((default,), (default,)))
        x, room = curve.present_x, curve.default_rect
        assert room.right() <= x + 1 or room.left() >= x + theme.px(6.5)
        lefts.append(room.left() >= curve.area.left() and room.right() <= curve.width())

    assert all(lefts)


def test_a_trial_at_the_end_of_a_range_is_told(view: SweepView):
    found = search()
    best = found.ranked[0].number
    view.show_search(found, best)
    plain = view.search.warning.text.text()
    view.show_search(replace(found, ends=((best, ("min_words",)),)), best)

    assert "widen" not in plain
    assert view.search.warning.text.text().endswith("of min_words: widen the range.")


def test_an_empty_search_leaves_its_height_to_the_curve(qtbot: QtBot, view: SweepView):
    view.resize(900, 320)
    view.show_search(search(), -1)
    qtbot.waitUntil(lambda: view.search.table.height() > 60)
    beside_trials = view.curve.height()
    view.show_search(SearchView(), -1)
    qtbot.waitUntil(lambda: view.curve.height() > beside_trials + 60)
    assert view.search.note.text() == "Choose 2 to 8 settings"
    assert view.search.note.isVisible()

    view.show_search(search(), -1)
    qtbot.waitUntil(lambda: view.curve.height() == beside_trials)
    assert view.search.note.text().startswith("Optuna")
    view.show_search(SearchView(problem="Optuna is not installed."), -1)
    qtbot.waitUntil(view.search.empty.isVisible)


def test_a_search_shows_trials_time_left_pause_and_cancel(view: SweepView):
    search_view = search()
    view.show_search(search_view, search_view.ranked[0].number)
    part = view.search
    emitted: list[object] = []
    part.paused.connect(emitted.append)
    part.cancelled.connect(lambda: emitted.append("cancelled"))
    part.pause.click()
    view.show_search(replace(search_view, life=SearchLife.PAUSED), search_view.ranked[0].number)
    part.pause.click()
    part.cancel.click()

    assert emitted == [True, False, "cancelled"]
    assert part.progress.text() == "60 of 120 trials, 2 settings, paused"
    assert part.table.model().rowCount() == 60
    assert part.pause.text() == "Continue"
    first = part.table.trials
    texts = [first.data(first.index(0, column)) for column in range(1, 6)]
    assert texts[3:] == [
        f"{search_view.ranked[0].validation:.3f}",
        f"+{search_view.ranked[0].gap:.3f}",
    ]


def test_a_cancelled_search_is_marked_and_keeps_its_trials(view: SweepView):
    view.show_search(search(life=SearchLife.CANCELLED), -1)

    assert view.search.progress.text().endswith(", cancelled")
    assert view.search.start.isVisible()
    assert view.search.table.trials.trials


def test_the_warning_names_the_score_to_report_and_stays(view: SweepView):
    search_view = search()
    best = search_view.ranked[0]
    view.show_search(search_view, best.number)
    warning = view.search.warning

    assert warning.isVisible()
    assert warning.head.text() == f"Report {best.validation:.3f}, not {best.training:.3f}."
    assert f"On the 110 validation pages its F1 is {best.gap:.3f} lower." in warning.text.text()
    QTest.mouseClick(warning, LEFT)
    QTest.keyClick(warning, Qt.Key.Key_Escape)
    assert warning.isVisible()


def test_all_lines_of_the_warning_fit_at_its_first_appearance(qtbot: QtBot):
    view, search_view = SweepView(), search()
    qtbot.addWidget(view)
    view.resize(1260, 600)
    view.show_fields(RANGES, FIELDS, 120)
    view.show_search(search_view, search_view.ranked[0].number)
    view.show_result(result_of_one(), PresentValues((0.45,), (1 / 3,)))
    view.show()
    qtbot.waitExposed(view)
    QCoreApplication.processEvents()
    text = view.search.warning.text

    assert text.height() >= text.heightForWidth(text.width()) > text.fontMetrics().height()
    assert text.geometry().top() >= view.search.warning.head.geometry().bottom()


def test_a_selected_trial_is_emitted_and_return_applies_it(view: SweepView):
    search_view = search()
    view.show_search(search_view, search_view.ranked[0].number)
    emitted: list[tuple[str, int]] = []
    view.search.selected.connect(lambda number: emitted.append(("selected", number)))
    view.search.applied.connect(lambda number: emitted.append(("applied", number)))
    view.search.table.setFocus()
    QTest.keyClick(view.search.table, Qt.Key.Key_Down)
    QTest.keyClick(view.search.table, Qt.Key.Key_Return)

    second = search_view.ranked[1].number
    assert emitted == [("selected", second), ("applied", second)]


def test_a_dot_of_the_plot_selects_its_trial(view: SweepView):
    search_view = search(n_trials=3)
    view.show_search(search_view, search_view.ranked[0].number)
    QCoreApplication.processEvents()  # the search takes its height from the curve
    emitted: list[int] = []
    view.search.selected.connect(emitted.append)
    last = search_view.ranked[-1]
    QTest.mouseClick(view.best.viewport(), LEFT, NONE, view.best.point_of(last).toPoint())

    assert emitted == [last.number]
    assert next(trial.number for trial in view.best.steps()) == 0


def test_a_missing_library_is_named_with_its_command(view: SweepView):
    problem = "Optuna is not installed. Install it with: python -m pip install 'optuna>=5'"
    view.show_fields(RANGES, FIELDS, 120)
    view.show_search(SearchView(problem=problem), -1)

    assert view.search.empty.isVisible()
    assert view.search.empty.text() == problem


def test_without_a_result_the_note_is_shown(view: SweepView):
    view.show_note("Sweep 21 values on 219 pages, about 20 s")
    view.show_result(None, PresentValues((), ()))

    assert view.empty.isVisible()
    assert view.empty.text() == "Sweep 21 values on 219 pages, about 20 s"
