"""Pictures of a plot: pixels and vector drawings in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.plots.plot import Plot


def save_png(plot: Plot, path: Path, *, ratio: float = 2.0) -> None:
    """Write a plot as a picture with `ratio` pixels per screen pixel.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    picture = QPixmap(plot.size() * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(theme.colour("surface"))
    _render(plot, picture)
    if not picture.save(str(path), "PNG"):
        raise OSError(f"the picture could not be written to {path}")


def save_svg(plot: Plot, path: Path, title: str = "") -> None:
    """Write a plot as a vector drawing with a title.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    target = QFile(str(path))
    if not target.open(QFile.OpenModeFlag.WriteOnly):
        raise OSError(f"the drawing could not be written to {path}: {target.errorString()}")
    drawing = QSvgGenerator()
    drawing.setOutputDevice(target)
    drawing.setSize(plot.size())
    drawing.setViewBox(plot.rect())
    drawing.setTitle(title)
    _render(plot, drawing)
    target.close()


def _render(plot: Plot, device: QPixmap | QSvgGenerator) -> None:
    painter = QPainter(device)
    plot.render(painter, QRectF(plot.rect()), plot.rect())
    painter.end()
