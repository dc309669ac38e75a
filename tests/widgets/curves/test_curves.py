"""The curves view, by real events."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.extraction import Curve
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.page import Page
from boilerscope.widgets import theme
from boilerscope.widgets.curves import CurvesView
from boilerscope.widgets.demo import DemoSettings
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import Scene

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.widgets.selection import SelectionModel

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


pytestmark = pytest.mark.usefixtures("every_move_counts")


@pytest.fixture
def curves(qtbot: QtBot, scene: Scene, selection: SelectionModel) -> CurvesView:
    curves_view = CurvesView(selection)
    qtbot.addWidget(curves_view)
    curves_view.resize(600, 240)
    curves_view.show_scene(scene)
    curves_view.show()
    qtbot.waitExposed(curves_view)
    curves_view.grab()
    return curves_view


def point_at(curves: CurvesView, x: float, y: float) -> QPoint:
    """Return the viewport position of a point of the axes."""
    curves.grab()  # the axes are settled when they are painted
    scene_point = curves.plot.getViewBox().mapViewToScene(QPointF(x, y))
    point: QPoint = curves.plot.mapFromScene(scene_point)
    return point


def drag(curves: CurvesView, start: QPoint, end: QPoint) -> None:
    """Drag with the left button, in a few moves."""
    view = curves.plot.viewport()
    QTest.mouseMove(view, start)
    QTest.mousePress(view, LEFT, NONE, start)
    for share in (0.3, 0.6, 1.0):
        way = end - start
        QTest.mouseMove(view, start + QPoint(round(way.x() * share), round(way.y() * share)))
    QTest.mouseRelease(view, LEFT, NONE, end)


def with_extraction(scene: Scene, extraction: Extraction | None) -> Scene:
    """Return the scene with a different result in its first pane."""
    first = replace(scene.panes[0], extraction=extraction, last_good=extraction)
    return replace(scene, panes=(first, *scene.panes[1:]))


def first_extraction(scene: Scene) -> Extraction:
    """Return the result of the first pane."""
    extraction = scene.panes[0].shown
    assert extraction is not None
    return extraction


def test_the_active_panes_first_curve_is_shown(curves: CurvesView):
    assert curves.panes.currentText() == "1  boilerpipe.article"
    assert curves.curve is not None
    assert curves.curve.name == "Words"
    assert not curves.curves.isVisible()


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_any_part_of_the_threshold_can_be_dragged(curves: CurvesView, share: float):
    emitted: list[tuple[str, str, object]] = []
    curves.threshold_dragged.connect(lambda *facts: emitted.append(facts))
    assert curves.curve is not None
    x = share * len(curves.curve.x)
    drag(curves, point_at(curves, x, 16), point_at(curves, x, 40))
    pane, field, value = emitted[-1]

    assert (pane, field) == ("boilerpipe.article", "min_words")
    assert value == pytest.approx(40, abs=1)
    assert isinstance(value, int)
    assert curves.plot.line.value() == value
    assert not curves.plot.is_dragging


def test_a_threshold_along_x_is_dragged_sideways(curves: CurvesView, scene: Scene):
    curve = replace(
        first_extraction(scene).curves[0],
        x=np.linspace(0, 60, 61),
        y=np.linspace(0, 1, 61),
        style="line",
        block=None,
        threshold_along="x",
    )
    curves.show_scene(with_extraction(scene, replaced(first_extraction(scene), curves=(curve,))))
    curves.grab()
    emitted: list[tuple[str, str, object]] = []
    curves.threshold_dragged.connect(lambda *facts: emitted.append(facts))
    before = curves.plot.getViewBox().viewRange()[1]

    drag(curves, point_at(curves, 16, 0.5), point_at(curves, 40, 0.2))

    assert emitted[-1][:2] == ("boilerpipe.article", "min_words")
    assert emitted[-1][2] == pytest.approx(40, abs=1)
    assert curves.plot.getViewBox().viewRange()[1] == before
    assert before[1] < 2, "the threshold is not a value of y"


def test_a_pointer_near_the_line_grabs_it(curves: CurvesView):
    emitted: list[object] = []
    curves.threshold_dragged.connect(lambda *facts: emitted.append(facts))
    drag(curves, point_at(curves, 20, 16) + QPoint(0, 7), point_at(curves, 20, 30))

    assert emitted


def test_a_dragged_threshold_stays_in_the_range_of_its_field(curves: CurvesView):
    emitted: list[int] = []
    curves.threshold_dragged.connect(lambda _p, _f, value: emitted.append(value))
    drag(curves, point_at(curves, 20, 16), point_at(curves, 20, 0) + QPoint(0, 60))

    assert min(emitted) == 0


def test_the_line_follows_the_setting_before_the_run_is_done(curves: CurvesView, scene: Scene):
    moved = replace(scene.panes[0], settings=DemoSettings(min_words=30))
    curves.show_scene(replace(scene, panes=(moved, *scene.panes[1:])))

    assert curves.plot.threshold == 30
    assert curves.plot.line.value() == 30


def test_a_scaled_threshold_is_shown_in_units_of_the_curve(curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    scaled = replace(extraction.curves[0], threshold_scale=2.0)
    curves.show_scene(with_extraction(scene, replace(extraction, curves=(scaled,))))
    emitted: list[int] = []
    curves.threshold_dragged.connect(lambda _p, _f, value: emitted.append(value))
    before = curves.plot.threshold
    drag(curves, point_at(curves, 20, 32), point_at(curves, 20, 40))

    assert before == 32
    assert emitted[-1] == pytest.approx(20, abs=1)


def test_a_curve_without_threshold_has_no_line(curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    bare = replace(extraction.curves[0], threshold_field="", threshold=math.nan)
    curves.show_scene(with_extraction(scene, replace(extraction, curves=(bare,))))

    assert not curves.plot.line.isVisible()


def test_arrow_keys_move_the_threshold_by_a_step(qtbot: QtBot, curves: CurvesView):
    with qtbot.waitSignal(curves.threshold_dragged) as signal:
        QTest.keyClick(curves.plot, Qt.Key.Key_Up)

    assert signal.args == ["boilerpipe.article", "min_words", 17]


def test_a_click_selects_the_block_of_the_nearest_point(
    curves: CurvesView, scene: Scene, selection: SelectionModel
):
    QTest.mouseClick(curves.plot.viewport(), LEFT, NONE, point_at(curves, 12.2, 40))

    assert selection.selection == selection_of_block(scene.panes[0], 12)
    assert curves.plot.marker == 12


def test_the_selection_is_marked_on_the_curve(
    curves: CurvesView, scene: Scene, selection: SelectionModel
):
    selection.select(selection_of_block(scene.panes[0], 5))
    marked = curves.plot.marker
    selection.select(None)

    assert marked == 5
    assert math.isnan(curves.plot.marker)


def test_left_and_right_move_along_the_curve(
    curves: CurvesView, scene: Scene, selection: SelectionModel
):
    selection.select(selection_of_block(scene.panes[0], 5))
    QTest.keyClick(curves.plot, Qt.Key.Key_Right)

    assert selection.selection == selection_of_block(scene.panes[0], 6)


def test_the_pointer_reads_a_value(curves: CurvesView, selection: SelectionModel):
    QTest.mouseMove(curves.plot.viewport(), point_at(curves, 3, 5))

    assert curves.plot.readout.startswith("block 3: ")
    assert selection.hover is not None


def test_the_pane_and_the_curve_can_be_changed(qtbot: QtBot, curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    second = replace(extraction.curves[0], name="Again")
    curves.show_scene(
        with_extraction(scene, replace(extraction, curves=(extraction.curves[0], second)))
    )
    QTest.keyClick(curves.curves, Qt.Key.Key_Down)
    shown_curve = curves.curve
    with qtbot.waitSignal(curves.pane_chosen) as signal:
        QTest.keyClick(curves.panes, Qt.Key.Key_Down)

    assert shown_curve is second
    assert signal.args == ["cx_extractor"]
    assert curves.pane is scene.panes[1]


def test_a_chosen_pane_stays_when_a_different_pane_becomes_active(curves: CurvesView, scene: Scene):
    curves.show_scene(scene, "cx_extractor")
    curves.show_scene(replace(scene, active="link_ratio"))

    assert curves.pane is scene.panes[1]


def test_a_closed_pane_is_replaced_by_the_active_pane(curves: CurvesView, scene: Scene):
    curves.show_scene(scene, "cx_extractor")
    curves.show_scene(replace(scene, panes=scene.panes[:1]))

    assert curves.pane is scene.panes[0]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ("no pane", "Add an extractor to see its curves."),
        ("no result", "boilerpipe.article has no result yet."),
        ("no curve", "boilerpipe.article has no curves."),
    ],
)
def test_an_empty_view_explains_how_to_fill_it(
    curves: CurvesView, scene: Scene, state: str, message: str
):
    extraction = first_extraction(scene)
    scenes = {
        "no pane": Scene(scene.page),
        "no result": with_extraction(scene, None),
        "no curve": with_extraction(scene, replace(extraction, curves=())),
    }
    curves.show_scene(scenes[state])

    assert curves.empty.isVisible()
    assert curves.empty.text() == message


def test_powers_of_ten_move_the_threshold_with_the_axis(curves: CurvesView):
    curves.log.click()
    emitted: list[int] = []
    curves.threshold_dragged.connect(lambda _p, _f, value: emitted.append(value))
    line = float(curves.plot.line.value())
    drag(curves, point_at(curves, 20, line), point_at(curves, 20, math.log10(30)))

    assert line == pytest.approx(math.log10(16))
    assert emitted[-1] == pytest.approx(30, abs=1)


def test_the_visible_part_stays_when_the_same_curve_is_shown_again(
    curves: CurvesView, scene: Scene
):
    curves.plot.setXRange(5, 10, padding=0)
    curves.show_scene(scene)
    (low, high), _ = curves.plot.getViewBox().viewRange()
    curves.fit.click()
    (all_low, all_high), _ = curves.plot.getViewBox().viewRange()

    assert (low, high) == (5, 10)
    assert all_low < 1
    assert all_high > 20


def test_kept_ranges_are_blue_beneath(curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    kept = replace(extraction.curves[0], kept=((2.0, 8.0),))
    curves.show_scene(with_extraction(scene, replace(extraction, curves=(kept,))))
    image = curves.plot.grab().toImage()
    bottom = curves.plot.getViewBox().sceneBoundingRect().bottom()
    inside = image.pixelColor(point_at(curves, 5, 0).x(), int(bottom) - 2)
    outside = image.pixelColor(point_at(curves, 12, 0).x(), int(bottom) - 2)

    assert inside == theme.colour("content")
    assert outside != theme.colour("content")


def test_cuts_are_drawn_and_removed(curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    cut = replace(extraction.curves[0], cuts=(3.0, 9.0))
    curves.show_scene(with_extraction(scene, replace(extraction, curves=(cut,))))
    cuts = [line.value() for line in curves.plot.cuts]
    curves.show_scene(scene)

    assert cuts == [3.0, 9.0]
    assert curves.plot.cuts == []


def test_an_export_is_requested_from_the_program(qtbot: QtBot, curves: CurvesView):
    menu = curves.export.menu()
    assert menu is not None
    with qtbot.waitSignal(curves.export_asked) as signal:
        menu.actions()[1].trigger()

    assert signal.args == ["svg"]


def test_screen_readers_get_names(curves: CurvesView):
    assert curves.plot.accessibleName() == "Words: words over block, threshold 16"
    assert all(
        widget.accessibleName()
        for widget in (curves.panes, curves.curves, curves.log, curves.fit, curves.export)
    )


def test_bars_a_line_and_bars_again_can_be_drawn_one_after_the_other(curves: CurvesView):
    points = np.arange(5.0)
    bars = Curve("bars", points, points, "x", "y", style="bars")
    line = Curve("line", points, points, "x", "y", kept=((1.0, 3.0),))
    images = []

    for curve in (bars, line, bars, line):
        curves.plot.show_curve(curve)
        images.append(curves.plot.grab().toImage())

    assert images[0] == images[2]
    assert images[1] == images[3]
    assert images[0] != images[1]


@pytest.mark.parametrize("style", ["bars", "steps", "line"])
def test_a_single_high_point_among_very_many_is_drawn(curves: CurvesView, style: str):
    x = np.arange(200_000.0)
    y = np.ones(len(x))
    curves.plot.show_curve(Curve("low", x, y, "x", "y", style=style, kept=((0.0, 1e6),)))
    without = curves.plot.grab().toImage()
    high = y.copy()
    high[123_456] = 12.0  # below the threshold, so that the y axis stays
    curves.plot.show_curve(Curve("high", x, high, "x", "y", style=style, kept=((0.0, 1e6),)))

    assert curves.plot.grab().toImage() != without


def test_the_curve_follows_the_setting_that_is_moved(curves: CurvesView, scene: Scene):
    curves.follow("boilerpipe.article", "max_link_density")
    followed, line = curves.curve, curves.plot.threshold
    curves.follow("boilerpipe.article", "keep_title")  # a setting that bounds no measured column
    stayed = curves.curve
    curves.follow("boilerpipe.article", "min_words")

    assert followed is not None
    assert followed.threshold_field == "max_link_density"
    assert followed.name == "Link density (words)"
    assert line == pytest.approx(1 / 3)
    assert stayed is not None
    assert stayed.name == followed.name
    assert curves.curve is first_extraction(scene).curves[0]


def test_a_followed_curve_is_replaced_by_one_chosen_by_hand(curves: CurvesView):
    curves.follow("boilerpipe.article", "max_link_density")
    curves.curves.setFocus()
    QTest.keyClick(curves.curves, Qt.Key.Key_Up)
    by_hand = curves.curve
    curves.follow("boilerpipe.article", "max_link_density")

    assert by_hand is not None
    assert by_hand.name == "Words"
    assert curves.curve is not None
    assert curves.curve.name == "Link density (words)"


def test_a_new_page_is_shown_from_end_to_end(curves: CurvesView, scene: Scene):
    curves.plot.setXRange(5, 10, padding=0)
    longer = replace(
        first_extraction(scene).curves[0], x=np.arange(3700.0), y=np.ones(3700), block=None, kept=()
    )
    longer_scene = replace(scene, page=Page.from_text("<p>Another page</p>", name="other.html"))
    curves.show_scene(
        with_extraction(longer_scene, replace(first_extraction(scene), curves=(longer,)))
    )
    (low, high), _ = curves.plot.getViewBox().viewRange()

    assert low <= 0
    assert high >= 3699


def test_a_fully_visible_curve_stays_fully_visible_when_it_grows(curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    longer = replace(extraction.curves[0], x=np.arange(90.0), y=np.ones(90), block=None, kept=())
    curves.show_scene(with_extraction(scene, replace(extraction, curves=(longer,))))
    (_, high), _ = curves.plot.getViewBox().viewRange()

    assert high >= 89


def test_a_threshold_that_is_dropped_snaps_to_a_round_number(curves: CurvesView, scene: Scene):
    curves.follow("boilerpipe.article", "max_link_density")
    emitted: list[float] = []
    curves.threshold_dragged.connect(lambda _p, _f, value: emitted.append(value))
    start = point_at(curves, 20, 1 / 3)
    pixel = curves.plot.resolution
    drag(curves, start, point_at(curves, 20, 0.5 + pixel / 3))

    # The pointer is on whole pixels where it presses and where it drops: it can be two pixels off.
    assert 0.005 < pixel <= 0.01
    assert emitted[-1] == pytest.approx(round(emitted[-1], 2), abs=1e-12)
    assert emitted[-1] == pytest.approx(0.5, abs=2 * pixel)
    assert curves.plot.threshold == emitted[-1]
    assert curves.plot.line.value() == emitted[-1]
    assert scene.panes[0].settings == DemoSettings()


def test_an_axis_of_counts_has_ticks_at_whole_numbers_only(curves: CurvesView, scene: Scene):
    extraction = first_extraction(scene)
    leaves = replace(extraction.curves[0], x=np.arange(1.0, 4.0), y=np.ones(3), block=None, kept=())
    curves.show_scene(with_extraction(scene, replace(extraction, curves=(leaves,))))
    [(_, values)] = curves.plot.getAxis("bottom").tickValues(0.5, 3.5, 400)

    assert values == [1, 2, 3]
    assert curves.plot.accessibleDescription() == "block 1 to 3"
