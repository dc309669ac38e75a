"""Figure: a drawing with its legend above it and its caption below it, in a file."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QMarginsF,
    QPointF,
    QRectF,
    QSaveFile,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.pictures.drawings import Drawing

_MARGIN, _GAP = 16, 12
_DOTS = 96
"""Dots to the inch of a vector device, as on screen: at another resolution, pens of one pixel and
the axes that pyqtgraph has recorded would have another size. Coordinates need not be whole dots."""
_POINTS = 0.75  # of a pixel, 96 to the inch
MAX_SIDE = 32_000
"""Maximum pixels of a side (Qt's limit is 32,767)."""
MAX_PIXELS = 250_000_000
"""Maximum pixels of a picture: a gigabyte."""
_MAX_POINTS = 14_400.0
"""Maximum side of a PDF page, points; readers refuse larger pages."""


class PictureKind(StrEnum):
    """Format of a picture."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"


class PictureError(OSError):
    """A picture that cannot be written; the message says why and what helps."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with legend and caption.

    Attributes
    ----------
    legend : Drawing or None
        Drawn above the drawing.
    caption : str
        Written below it; empty for none.
    margin : int
        Space around everything, pixels at 100 %.
    """

    drawing: Drawing
    legend: Drawing | None = None
    caption: str = ""
    margin: int = _MARGIN

    def size(self) -> QSizeF:
        """Return width and height, pixels at 100 %."""
        inside = self.drawing.size()
        height = inside.height() + 2 * self.margin
        width = inside.width()
        if self.legend is not None:
            height += self.legend.size().height() + _GAP
            width = max(width, self.legend.size().width())
        if self.caption:
            height += _GAP + self._caption_box(width).height()
        return QSizeF(width + 2 * self.margin, height)

    def draw(self, painter: QPainter) -> None:
        """Draw everything, from the origin."""
        size = self.size()
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), theme.colour("surface"))
        y = float(self.margin)
        if self.legend is not None:
            _draw_at(painter, self.legend, QPointF(self.margin, y))
            y += self.legend.size().height() + _GAP
        _draw_at(painter, self.drawing, QPointF(self.margin, y))
        y += self.drawing.size().height() + _GAP
        if self.caption:
            width = size.width() - 2 * self.margin
            box = self._caption_box(width).translated(self.margin, y)
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("ink2"))
            painter.drawText(box, Qt.TextFlag.TextWordWrap, self.caption)

    def _caption_box(self, width: float) -> QRectF:
        metrics = QFontMetricsF(theme.font(12))
        flags = Qt.TextFlag.TextWordWrap
        return metrics.boundingRect(QRectF(0, 0, width, 10_000), flags, self.caption)


def size_in_pixels(drawing: Drawing, scale: float) -> tuple[int, int]:
    """Return the size of a picture of pixels."""
    size = drawing.size() * scale
    return max(round(size.width()), 1), max(round(size.height()), 1)


def fitting_scale(drawing: Drawing, scale: float) -> float:
    """Return the largest scale up to `scale` at which a picture of pixels is not too large."""
    size = drawing.size()
    by_side = MAX_SIDE / max(size.width(), size.height(), 1.0)
    by_area = 0.999 * math.sqrt(MAX_PIXELS / max(size.width() * size.height(), 1.0))  # rounding
    return min(scale, by_side, by_area)


def image_of(drawing: Drawing, scale: float) -> QImage:
    """Return a drawing as pixels.

    Raises
    ------
    PictureError
        If it would be too large.
    """
    width, height = size_in_pixels(drawing, scale)
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        text = QCoreApplication.translate(
            "Figure",
            "PNG at {scale}× is too large: {width} × {height} pixels. Use PDF, or a smaller scale.",
        )
        raise PictureError(
            text.format(scale=f"{scale:g}", width=f"{width:,}", height=f"{height:,}")
        )
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(theme.colour("surface"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.draw(painter)
    painter.end()
    return image


def write_figure(
    drawing: Drawing, file: Path, kind: PictureKind, *, scale: float = 2.0, title: str = ""
) -> None:
    """Write a drawing to a file, which is replaced once the new one is complete.

    Parameters
    ----------
    scale : float
        Pixels per unit of a PNG; SVG and PDF have no pixels of their own.
    title : str
        Title in an SVG or PDF.

    Raises
    ------
    PictureError
        If the picture is too large, or the file cannot be written.
    """
    if kind is PictureKind.PNG:
        save_png(image_of(drawing, scale), file)
        return
    write = _write_svg if kind is PictureKind.SVG else _write_pdf
    target = _open(file)
    write(drawing, target, title)
    _commit(target, file)


def save_png(image: QImage, file: Path) -> None:
    """Write pixels to a PNG file, which is replaced once the new one is complete.

    Raises
    ------
    PictureError
        If the file cannot be written.
    """
    target = _open(file)
    writer = QImageWriter(target, QByteArray(b"png"))
    if not writer.write(image):
        target.cancelWriting()
        raise _not_written(file, writer.errorString())
    _commit(target, file)


def png_of(image: QImage) -> bytes:
    """Return pixels as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _open(file: Path) -> QSaveFile:
    """Return a file that replaces another one when it is committed."""
    target = QSaveFile(str(file))
    if not target.open(QSaveFile.OpenModeFlag.WriteOnly):
        raise _not_written(file, target.errorString())
    return target


def _commit(target: QSaveFile, file: Path) -> None:
    if not target.commit():
        raise _not_written(file, target.errorString())


def _write_svg(drawing: Drawing, target: QSaveFile, title: str) -> None:
    size = drawing.size()
    device = QSvgGenerator()
    device.setOutputDevice(target)
    device.setResolution(_DOTS)
    device.setSize(size.toSize())
    device.setViewBox(QRectF(0, 0, size.width(), size.height()))
    device.setTitle(title)
    painter = QPainter(device)
    drawing.draw(painter)
    painter.end()


def _write_pdf(drawing: Drawing, target: QSaveFile, title: str) -> None:
    size = drawing.size()
    points = size * _POINTS
    shrink = min(1.0, _MAX_POINTS / max(points.width(), points.height(), 1.0))
    device = QPdfWriter(target)
    device.setTitle(title)
    device.setResolution(_DOTS)
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    device.setPageSize(QPageSize(points * shrink, QPageSize.Unit.Point, "", exact))
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(device)
    scale = device.width() / size.width()
    painter.scale(scale, scale)
    drawing.draw(painter)
    painter.end()


def _draw_at(painter: QPainter, drawing: Drawing, position: QPointF) -> None:
    painter.save()
    painter.translate(position)
    drawing.draw(painter)
    painter.restore()


def _not_written(file: Path, reason: str) -> PictureError:
    text = QCoreApplication.translate("Figure", "{file} cannot be written.")
    message = text.format(file=str(file))
    return PictureError(f"{message} {reason}".strip())
