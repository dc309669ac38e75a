"""The base of all plots: coordinates, axes, tips, focus ring, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.pictures.drawings import PlotDrawing
from boilerscope.widgets.pictures.figure import PictureKind, write_figure
from boilerscope.widgets.plots.area import Band
from boilerscope.widgets.plots.parts import DraggedLine
from boilerscope.widgets.plots.plot import Plot, Room

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("every_move_counts")

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


class Tipped(Plot):
    """Plot whose tip is the value at the pointer."""

    def __init__(self) -> None:
        super().__init__(room=Room(left=40, top=20, right=60, bottom=30), grids=("left",))
        self.restyle()

    def tip(self, position: QPointF) -> str:
        x, y = self.values(position)
        return f"{x:.0f} <{y:.0f}>"


@pytest.fixture
def plot(qtbot: QtBot) -> Iterator[Tipped]:
    window, shown = QWidget(), Tipped()
    qtbot.addWidget(window)
    shown.setParent(window)
    shown.resize(400, 250)
    shown.show_range((0.0, 100.0), (0.0, 10.0))
    window.resize(shown.size())
    window.show()
    qtbot.waitExposed(window)
    yield shown
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    if theme.scale() != 1:
        theme.apply(app, theme.LIGHT)


def test_the_room_around_the_axes_is_as_declared_at_every_size(plot: Tipped):
    assert plot.area.getCoords() == pytest.approx((40, 20, 340, 220), abs=1)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, theme.LIGHT, size=1.5)

    assert plot.area.getCoords() == pytest.approx((60, 30, 310, 205), abs=1)


def test_values_and_pixels_are_each_others_reverse_and_limited_to_the_axes(plot: Tipped):
    assert plot.values(plot.point(25.0, 7.5)) == pytest.approx((25.0, 7.5))
    assert plot.values(QPointF(-50, 900)) == (0.0, 0.0)
    assert plot.values(QPointF(900, -50)) == (100.0, 10.0)
    assert plot.point(0.0, 0.0) == plot.area.bottomLeft()


def test_names_without_room_are_left_out_at_even_distances(plot: Tipped):
    bottom = plot.axes["bottom"]
    bottom.names = [(float(at), "a long name") for at in range(0, 101, 10)]
    [(_, wide)] = bottom.tickValues(0.0, 100.0, 2000)
    [(_, narrow)] = bottom.tickValues(0.0, 100.0, 300)

    assert len(wide) == 11
    assert 2 <= len(narrow) <= 5
    assert len(set(np.diff(narrow).tolist())) == 1
    assert bottom.tickStrings(narrow[:1], 1.0, 1.0) == ["a long name"]


def test_a_title_is_elided_and_never_markup(plot: Tipped):
    bottom = plot.axes["bottom"]
    bottom.show_title("<b>short</b>")
    short = bottom.label.toPlainText()
    bottom.show_title("very " * 100)

    assert short == "<b>short</b>"
    assert bottom.label.toPlainText().endswith("…")
    assert bottom.label.boundingRect().width() < plot.width()


def test_the_tip_is_that_of_the_position(plot: Tipped):
    position = plot.point(50.0, 5.0).toPoint()
    viewport = plot.viewport()
    event = QHelpEvent(QEvent.Type.ToolTip, position, viewport.mapToGlobal(position))
    QCoreApplication.sendEvent(viewport, event)

    assert QToolTip.text() == "50 <5>"
    QToolTip.hideText()


def test_a_closed_plot_no_longer_follows_the_theme(plot: Tipped):
    plot.close()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, theme.LIGHT, size=1.5)

    assert plot.close()


def test_the_focus_has_a_ring(plot: Tipped):
    def corner() -> str:
        name: str = plot.grab().toImage().pixelColor(200, 1).name()
        return name

    plot.clearFocus()
    assert corner() == theme.colour("surface").name()
    plot.setFocus()
    assert corner() == theme.colour("ink").name()


def test_a_line_is_dragged_within_its_bounds(plot: Tipped):
    line = DraggedLine(angle=90)
    line.setBounds((10, 60))
    plot.addItem(line, ignoreBounds=True)
    line.setPos(30)
    moves: list[float] = []
    line.sigDragged.connect(lambda: moves.append(float(line.value())))
    start, end = plot.point(30.0, 5.0).toPoint(), plot.point(95.0, 5.0).toPoint()
    plot.grab()
    QTest.mouseMove(plot.viewport(), start)
    QTest.mousePress(plot.viewport(), LEFT, NONE, start)
    for share in (0.2, 0.5, 1.0):
        QTest.mouseMove(plot.viewport(), start + (end - start) * share)
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, end)

    assert moves == sorted(moves)
    assert line.value() == 60
    assert line.cursor().shape() is Qt.CursorShape.SplitHCursor


def test_a_band_has_the_gaps_of_its_lines(plot: Tipped):
    band = Band()
    plot.addItem(band, ignoreBounds=True)
    x = np.array([0.0, 20.0, 40.0, 60.0, 80.0, 100.0])
    low = np.array([2.0, 2.0, np.nan, np.nan, 2.0, 2.0])
    band.show_band(x, low, low + 6, theme.colour("content"))
    picture = plot.grab().toImage()

    inside = [picture.pixelColor(plot.point(at, 5.3).toPoint()).name() for at in (10, 50, 90)]
    assert inside == [theme.colour(role).name() for role in ("content", "surface", "content")]


def test_any_plot_is_saved_as_bitmap_and_as_vector_graphic(plot: Tipped, tmp_path: Path):
    drawing = PlotDrawing(plot)
    write_figure(drawing, tmp_path / "a.png", PictureKind.PNG, scale=1.0)
    write_figure(drawing, tmp_path / "a.svg", PictureKind.SVG, title="Tides")

    assert (tmp_path / "a.png").stat().st_size > 500
    assert "<title>Tides</title>" in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_titles_of_axes_are_inside_of_the_focus_ring(plot: Tipped, scale: float):
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, theme.LIGHT, size=scale)
    ring = theme.px(2)
    for axis in plot.axes.values():
        axis.show_title("Quality, gq")
    plot.area  # noqa: B018 - lays out the axes

    for axis in plot.axes.values():
        margin = axis.label.document().documentMargin()
        text = axis.label.boundingRect().adjusted(margin, margin, -margin, -margin)
        seen = axis.label.mapRectToScene(text)
        assert plot.rect().toRectF().adjusted(ring, ring, -ring, -ring).contains(seen)
