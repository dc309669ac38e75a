"""Figures: the same drawing as pixels, SVG and PDF, with legend and caption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSaveFile, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QTextLayout
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QScrollArea, QWidget

from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.pictures.drawings import ImageDrawing, PlotDrawing, TopOf, WidgetDrawing
from boilerscope.widgets.pictures.figure import (
    MAX_PIXELS,
    MAX_SIDE,
    Figure,
    PictureError,
    PictureKind,
    fitting_scale,
    image_of,
    png_of,
    size_in_pixels,
    write_figure,
)
from boilerscope.widgets.plots.plot import Plot, Room

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@dataclass(frozen=True)
class Box:
    """A red box with a word."""

    width: float = 200
    height: float = 100

    def size(self) -> QSizeF:
        return QSizeF(self.width, self.height)

    def draw(self, painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, self.width, self.height), QColor("#ff0000"))
        painter.setPen(QColor("#000000"))
        painter.drawText(QRectF(10, 10, 180, 40), "Lake")


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_png_has_the_pixels_of_its_scale(tmp_path: Path, qtbot: QtBot, scale: int):
    del qtbot
    figure = Figure(Box(), caption="Figure. A lake.")
    write_figure(figure, tmp_path / "a.png", PictureKind.PNG, scale=scale)

    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == size_in_pixels(figure, scale)
    assert image.pixelColor(image.width() // 2, 60 * scale).name() == "#ff0000"
    assert image.pixelColor(2, 2).name() != "#ff0000"  # the margin


def test_text_stays_text_in_svg_and_pdf(tmp_path: Path, qtbot: QtBot):
    del qtbot
    figure = Figure(Box(), caption="Figure. A lake & its boats.")
    write_figure(figure, tmp_path / "a.svg", PictureKind.SVG, title="Boats")
    write_figure(figure, tmp_path / "a.pdf", PictureKind.PDF, title="Boats")

    drawing = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<title>Boats</title>" in drawing
    assert ">Lake</text>" in drawing.replace("\n", "")
    document = (tmp_path / "a.pdf").read_bytes()
    assert document.startswith(b"%PDF")
    assert b"/FontFile" in document  # the fonts are embedded
    assert b"/Subtype /Image" not in document


@pytest.mark.parametrize("kind", list(PictureKind))
def test_a_picture_stays_whole_if_a_new_one_cannot_be_written(
    tmp_path: Path, qtbot: QtBot, kind: PictureKind, monkeypatch: pytest.MonkeyPatch
):
    del qtbot
    file = tmp_path / f"a.{kind}"
    write_figure(Figure(Box()), file, kind)
    before = file.read_bytes()
    monkeypatch.setattr(QSaveFile, "commit", lambda _self: False)

    with pytest.raises(PictureError):
        write_figure(Figure(Box(), caption="Another one."), file, kind)

    assert file.read_bytes() == before


def test_a_plot_is_the_same_on_paper_and_on_screen(tmp_path: Path, qtbot: QtBot):
    plot = Plot(room=Room(left=44, top=10, right=20, bottom=30))
    plot.restyle()
    qtbot.addWidget(plot)
    plot.resize(500, 200)
    plot.show_range((0, 800), (0, 12))
    plot.show()
    qtbot.waitExposed(plot)
    drawing = PlotDrawing(plot)
    write_figure(Figure(drawing), tmp_path / "a.pdf", PictureKind.PDF)
    screen = image_of(Figure(drawing), 2)
    document = QPdfDocument()
    document.load(str(tmp_path / "a.pdf"))
    paper = QImage(screen.size(), QImage.Format.Format_RGB32)
    paper.fill(QColor("#ffffff"))
    painter = QPainter(paper)
    painter.drawImage(0, 0, document.render(0, screen.size()))
    painter.end()

    assert _inked(paper) == pytest.approx(_inked(screen), rel=0.25), (
        "lines as thin, and all numbers"
    )


def _inked(image: QImage) -> float:
    """Return the ink of a picture: 0 for a white one, 1 for a black one."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return 1 - float(np.frombuffer(grey.constBits(), np.uint8).mean()) / 255


def test_legend_and_caption_make_a_figure_higher(qtbot: QtBot):
    label = TextLabel("C main content")
    qtbot.addWidget(label)
    label.resize(150, 24)
    plain = Figure(Box())
    with_legend = Figure(Box(), WidgetDrawing(label))
    with_caption = Figure(Box(), WidgetDrawing(label), "Figure. " + "A long caption. " * 20)

    assert plain.size().height() < with_legend.size().height() < with_caption.size().height()
    assert plain.size().width() == with_legend.size().width() == with_caption.size().width()


def test_pictures_inside_keep_their_pixels(qtbot: QtBot):
    del qtbot
    image = QImage(300, 150, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    drawing = ImageDrawing(image, ratio=3)

    assert drawing.size() == QSizeF(100, 50)
    drawn = image_of(drawing, 3)
    assert (drawn.width(), drawn.height()) == (300, 150)
    assert png_of(drawn).startswith(b"\x89PNG")


def test_the_top_of_a_tall_drawing_is_cut(qtbot: QtBot):
    del qtbot

    assert TopOf(Box(height=5000), 300).size() == QSizeF(200, 300)
    assert TopOf(Box(height=100), 300).size() == QSizeF(200, 100)


def test_a_picture_that_is_too_large_says_what_helps(tmp_path: Path, qtbot: QtBot):
    del qtbot
    with pytest.raises(PictureError, match=r"PNG at 3× is too large: 600 × 60,000 pixels\. Use"):
        write_figure(Box(height=20_000), tmp_path / "a.png", PictureKind.PNG, scale=3)

    write_figure(Box(height=20_000), tmp_path / "a.pdf", PictureKind.PDF)
    assert (tmp_path / "a.pdf").stat().st_size > 100


@pytest.mark.parametrize("size", [(1056.0, MAX_SIDE / 1.5), (9000.0, 9000.0), (10.0, 10.0)])
def test_a_scale_that_fits_is_the_largest_that_can_be_written(
    qtbot: QtBot, size: tuple[float, float]
):
    del qtbot
    tall = Box(*size)
    scale = fitting_scale(tall, 2.0)
    width, height = size_in_pixels(tall, scale)

    assert max(width, height) <= MAX_SIDE
    assert width * height <= MAX_PIXELS
    used = max(width / MAX_SIDE, height / MAX_SIDE, width * height / MAX_PIXELS)
    assert scale == 2.0 or used > 0.99


@dataclass(frozen=True)
class Sized:
    """Drawing of a size, empty."""

    extent: QSizeF

    def size(self) -> QSizeF:
        return self.extent

    def draw(self, painter: QPainter) -> None:
        del painter


@pytest.mark.parametrize("kind", list(PictureKind))
def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path, qtbot: QtBot, kind: PictureKind):
    del qtbot
    file = tmp_path / "missing" / f"a.{kind.value}"

    with pytest.raises(PictureError, match="cannot be written"):
        write_figure(Box(), file, kind)


class Text(QWidget):
    """Forty lines that a text layout draws, as in the body of a pane."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for line in range(40):
            layout = QTextLayout("MMMMMMMM", self.font())
            layout.beginLayout()
            layout.createLine().setLineWidth(90)
            layout.endLayout()
            layout.draw(painter, QPointF(0, 10 * line), [])


def test_under_a_clip_no_child_is_drawn_beyond_its_parent(qtbot: QtBot):
    window, text = QWidget(), Text()
    window.setFixedSize(200, 200)
    qtbot.addWidget(window)
    area = QScrollArea(window)
    area.setGeometry(20, 20, 100, 60)
    text.setFixedSize(100, 400)
    area.setWidget(text)
    window.show()
    qtbot.waitExposed(window)

    plain = image_of(WidgetDrawing(window), 2)
    clipped = image_of(TopOf(WidgetDrawing(window), 1000), 2)

    assert clipped == plain
