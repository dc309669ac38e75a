"""The scatter plot, by real events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from boilerscope.extractors.scoring.bootstrap import Estimate
from boilerscope.extractors.scoring.calibration import calibration
from boilerscope.extractors.scoring.order import EXPECTED_AXIS, Box
from boilerscope.widgets.corpus.scatter.view import ScatterView
from tests.helpers.plot_records import PANES, scatter

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
ACROSS, UP = "boilerpipe.article", "consensus"


@pytest.fixture
def view(qtbot: QtBot) -> ScatterView:
    scatter_view = ScatterView()
    qtbot.addWidget(scatter_view)
    scatter_view.resize(480, 240)
    scatter_view.show_scatter(scatter(), PANES, ACROSS, UP, name_of=lambda row: f"page {row}")
    scatter_view.show()
    qtbot.waitExposed(scatter_view)
    scatter_view.grab()
    return scatter_view


def point_at(view: ScatterView, across: float, up: float) -> QPoint:
    """Return the position of two values in the plot."""
    pixel: QPointF = view.plot.point(across, up)
    return pixel.toPoint()


def drag(view: ScatterView, start: QPoint, end: QPoint) -> None:
    """Drag with the left button."""
    viewport = view.plot.viewport()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(viewport, (start + end) / 2)
    QTest.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, end)


def test_a_dragged_box_filters_the_pages_of_both_panes(view: ScatterView):
    boxes: list[Box] = []
    view.box_dragged.connect(boxes.append)
    drag(view, point_at(view, 0.2, 0.9), point_at(view, 0.6, 0.4))

    [box] = boxes
    assert (box.measure, box.across, box.up) == ("token_f1", ACROSS, UP)
    bounds = (box.left, box.right, box.bottom, box.top)
    assert bounds == pytest.approx((0.2, 0.6, 0.4, 0.9), abs=0.02)


def test_a_box_may_be_dragged_beyond_the_axes(view: ScatterView):
    boxes: list[Box] = []
    view.box_dragged.connect(boxes.append)
    drag(view, point_at(view, 0.5, 0.5), QPoint(-20, 600))

    [box] = boxes
    assert box.left <= 0.0
    assert box.bottom <= 0.0
    assert box.right == pytest.approx(0.5, abs=0.02)


def test_escape_removes_the_box_and_a_box_of_other_panes_is_not_shown(view: ScatterView):
    boxes: list[object] = []
    view.box_dragged.connect(boxes.append)
    view.plot.setFocus()
    view.set_box(Box("token_f1", ACROSS, UP, 0.1, 0.4, 0.2, 0.5))
    QTest.keyClick(view.plot, Qt.Key.Key_Escape)

    assert boxes == [None]
    view.set_box(Box("token_f1", UP, ACROSS, 0.1, 0.4, 0.2, 0.5))
    assert view.plot.box is None, "a box of other panes is not shown"


def test_a_click_chooses_the_page_of_the_nearest_dot(view: ScatterView):
    rows: list[int] = []
    view.page_chosen.connect(rows.append)
    points = scatter()
    dot = point_at(view, float(points.across[5]), float(points.up[5]))
    QTest.mouseClick(view.plot.viewport(), LEFT, pos=dot)
    QTest.mouseClick(view.plot.viewport(), LEFT, pos=point_at(view, 0.02, 0.02))

    assert rows == [5]
    assert view.plot.page_at(QPointF(point_at(view, 0.02, 0.02))) is None
    assert view.plot.tip(QPointF(point_at(view, 0.02, 0.02))) == ""
    assert view.plot.tip(QPointF(dot)).splitlines() == [
        "page 5",
        f"1 boilerpipe.article: {points.across[5]:.2f}",
        f"3 consensus: {points.up[5]:.2f}",
    ]


@pytest.mark.parametrize("size", [(480, 240), (900, 240), (420, 500)])
def test_the_axes_are_a_square_with_0_and_1_in_it(view: ScatterView, size: tuple[int, int]):
    view.resize(*size)
    QCoreApplication.processEvents()
    area = view.plot.area

    assert area.width() == pytest.approx(area.height(), abs=1)
    assert view.plot.viewport().rect().contains(area.toRect())
    assert area.contains(view.plot.point(0, 0))
    assert area.contains(view.plot.point(1, 1))
    names = [name for _, name in view.plot.axes["left"].names]
    assert names == ["0", "0.5", "1"]


def test_choosing_the_pane_of_the_second_axis_swaps_the_axes(view: ScatterView):
    axes: list[tuple[str, str]] = []
    view.axes_chosen.connect(lambda *names: axes.append(names))
    view.up.setCurrentIndex(0)
    view.up.activated.emit(0)
    view.across.setCurrentIndex(1)
    view.up.setCurrentIndex(2)
    view.up.activated.emit(2)

    assert axes == [(UP, ACROSS), ("cx_extractor", UP)]


def test_a_difference_whose_interval_includes_0_is_not_bold(view: ScatterView):
    value = view.statistics[4][0]
    assert value.font().weight() == (600 if abs(scatter().difference.value) > 0.03 else 400)
    sure = replace(scatter(), difference=Estimate(0.1, 0.07, 0.13, 0.01, 40))
    view.show_scatter(sure, PANES, ACROSS, UP)

    assert value.text() == "+0.100"
    assert value.font().weight() == 600
    assert view.statistics[5][1].text() == "+0.070 to +0.130"
    assert "2 without a result" in view.basis.text()
    assert "+0.100 mean difference" in view.plot.accessibleDescription()


def test_without_scores_the_view_explains_what_to_do(view: ScatterView):
    view.show_scatter(None, PANES, ACROSS, UP)
    assert view.empty.isVisible()
    assert view.empty.text() == "Run the panes to compare them page by page."
    view.show_scatter(None, PANES[:1], ACROSS, "")

    assert view.empty.text().startswith("Add a second extractor")
    assert view.across.isVisible()


def test_choosers_without_a_choice_are_not_shown(view: ScatterView):
    before = view.up.isVisible(), view.across.isVisible()
    view.show_scatter(None, PANES, "", "")

    assert before == (True, True)
    assert not view.up.isVisible()
    assert not view.across.isVisible()


def test_expected_f1_against_scores_shows_bins_and_how_good_it_is(view: ScatterView):
    shown = scatter()
    calibrated = replace(shown, calibration=calibration(shown.across, shown.up))
    view.show_scatter(calibrated, PANES, EXPECTED_AXIS, UP)
    texts = [f"{value.text()} {label.text()}" for value, label in view.statistics]

    assert view.across.currentText() == "expected F1"
    assert calibrated.calibration is not None
    assert texts[0] == f"{calibrated.calibration.error:.3f} calibration error"
    assert texts[1] == f"{calibrated.calibration.n_low} pages under 0.8"
    bins = view.plot.bins.getData()
    assert bins[0].tolist() == calibrated.calibration.expected.tolist()
    view.show_scatter(shown, PANES, ACROSS, UP)
    assert "equal within" in view.statistics[1][1].text()


def test_one_pane_can_be_compared_with_its_expected_f1(view: ScatterView):
    view.show_scatter(None, PANES[:1], "", "")
    axes: list[tuple[str, str]] = []
    view.axes_chosen.connect(lambda across, up: axes.append((across, up)))
    view.across.setCurrentIndex(view.across.findData(EXPECTED_AXIS))
    view.across.activated.emit(view.across.currentIndex())

    assert [across for across, _ in axes] == [EXPECTED_AXIS]


@pytest.mark.parametrize("n_pages", [40, 10_000])
def test_few_pages_are_visible_and_very_many_are_not_one_area(view: ScatterView, n_pages: int):
    random = np.random.default_rng(26)
    across, up = random.beta(5, 1.5, n_pages), random.beta(5, 1.5, n_pages)
    many = replace(scatter(), rows=np.arange(n_pages), across=across, up=up)
    view.show_scatter(many, PANES, ACROSS, UP, name_of=str)
    image = view.plot.grab().toImage()
    top, bottom = point_at(view, 0.5, 1.0), point_at(view, 1.0, 0.5)
    greys = [
        image.pixelColor(x, y).lightness()
        for x in range(top.x(), bottom.x())
        for y in range(top.y(), bottom.y())
    ]

    assert np.mean(np.array(greys) < 80) < 0.1, "black"
    assert np.quantile(greys, 0.99) - np.quantile(greys, 0.01) > 60


def test_the_plot_says_on_how_many_pages_its_figures_are(view: ScatterView):
    texts = {label.text() for label in view.findChildren(QLabel)}

    assert f"On the {len(scatter().rows)} pages that both answered; 2 without a result" in texts
