"""Icons of the window: glyphs of the font Material Design Icons 6.

The font and its names are files of the package qtawesome. The package itself is not imported: it
loads all classes of Qt, a large part of the time in which the window starts.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

_PACKAGE, _FONT, _NAMES = (
    "qtawesome",
    "materialdesignicons6-webfont-*.ttf",
    "materialdesignicons6-webfont-charmap-*.json",
)
_GLYPH_SHARE = 0.875
"""Size of the glyph, as share of the icon's height: 14 pixels in 16, on the font's grid."""


class IconColours(NamedTuple):
    """Colours of an icon: usually, under the pointer or selected, and disabled."""

    normal: str
    active: str
    disabled: str

    def of(self, mode: QIcon.Mode) -> str:
        """Return the colour in a mode."""
        if mode == QIcon.Mode.Disabled:
            return self.disabled
        return self.normal if mode == QIcon.Mode.Normal else self.active


@cache
def icon(name: str, colours: IconColours) -> QIcon:
    """Return the icon of a name; raise ValueError for an unknown name."""
    code = _codes().get(name)
    if code is None:
        raise ValueError(f"no icon is named {name!r}")
    return QIcon(_GlyphEngine(chr(int(code, 16)), _family(), colours))


class _GlyphEngine(QIconEngine):
    """Draws a glyph in any size."""

    def __init__(self, glyph: str, family: str, colours: IconColours) -> None:
        super().__init__()
        self._glyph, self._family, self._colours = glyph, family, colours

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        del state
        painter.save()
        font = QFont(self._family)
        font.setPixelSize(max(round(_GLYPH_SHARE * rect.height()), 1))
        painter.setFont(font)
        painter.setPen(QColor(self._colours.of(mode)))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._glyph)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        result = QPixmap(size)
        result.fill(Qt.GlobalColor.transparent)
        painter = QPainter(result)
        self.paint(painter, QRect(QPoint(), size), mode, state)
        painter.end()
        return result


@cache
def _codes() -> dict[str, str]:
    """Return the hexadecimal code points of the glyphs by name."""
    codes: dict[str, str] = json.loads(_file(_NAMES).read_text(encoding="utf-8"))
    return codes


@cache
def _family() -> str:
    """Load the font: when the first icon is made, as all widgets are laid out again for it."""
    file = str(_file(_FONT))
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(file))
    if not families:
        raise OSError(f"the font of the icons could not be loaded from {file}")
    return families[0]


def _file(pattern: str) -> Path:
    """Return a file of qtawesome's fonts; raise FileNotFoundError if there is none."""
    package = find_spec(_PACKAGE)
    places = [] if package is None else package.submodule_search_locations or []
    for place in places:
        for file in (Path(place) / "fonts").glob(pattern):
            return file
    raise FileNotFoundError(f"{_PACKAGE} is not installed with {pattern}; install it again")
