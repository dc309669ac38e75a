"""The program's icon in all sizes, and the desktop file with its name."""

import configparser
import struct
from pathlib import Path

import pytest
from lxml import etree

from boilerscope.resources.loader import resource_path

SIZES = {16: "small", 22: "small", 24: "small", 32: "", 48: "", 64: "", 128: "", 256: ""}


def drawing(size: int) -> Path:
    return resource_path("icons/boilerscope-small.svg" if SIZES[size] else "icons/boilerscope.svg")


def picture(size: int) -> Path:
    return resource_path(f"icons/boilerscope-{size}.png")


@pytest.mark.parametrize("size", SIZES)
def test_picture_has_the_size_of_its_name(size: int):
    head = picture(size).read_bytes()[:24]

    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:24]) == (size, size)


def test_folder_contains_no_other_pictures():
    folder = resource_path("icons")

    assert set(folder.glob("*.png")) == {picture(size) for size in SIZES}
    assert set(folder.glob("*.svg")) == {drawing(size) for size in SIZES}


@pytest.mark.parametrize("size", [16, 256])
def test_drawing_needs_no_pattern_clip_or_style(size: int):
    used = {etree.QName(element).localname for element in etree.parse(drawing(size)).iter()}

    assert used <= {"svg", "title", "rect", "circle", "path"}


@pytest.mark.parametrize("size", SIZES)
def test_picture_is_the_rendering_of_its_drawing(size: int):
    pytest.importorskip("PySide6.QtSvg", reason="rendering needs the gui extra")
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    rendered = QImage(size, size, QImage.Format.Format_ARGB32)
    rendered.fill(Qt.GlobalColor.transparent)
    painter = QPainter(rendered)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(drawing(size))).render(painter, QRectF(0, 0, size, size))
    painter.end()
    stored = QImage(str(picture(size))).convertToFormat(QImage.Format.Format_ARGB32)

    pairs = list(zip(bytes(rendered.constBits()), bytes(stored.constBits()), strict=True))
    assert sum(abs(a - b) for a, b in pairs) / len(pairs) < 1


def test_desktop_file_starts_the_command_and_names_the_icon():
    entry = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    entry.optionxform = str  # type: ignore[assignment,method-assign] # keys keep their capitals
    entry.read_string(resource_path("boilerscope.desktop").read_text(encoding="utf-8"))

    table = entry["Desktop Entry"]
    assert table["Exec"].split() == ["boilerscope", "open", "%u"]
    assert resource_path(f"icons/{table['Icon']}.svg").is_file()
    assert table["MimeType"].startswith("text/html;")
    assert {"Name", "Comment", "Comment[zh_CN]", "Categories"} <= set(table)
