"""Icons are drawn from a font, in the colour of their mode."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from boilerscope.widgets import icons, theme

COLOURS = icons.IconColours("#ff0000", "#00ff00", "#0000ff")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("mode", "colour"),
    [
        (QIcon.Mode.Normal, "#ff0000"),
        (QIcon.Mode.Active, "#00ff00"),
        (QIcon.Mode.Selected, "#00ff00"),
        (QIcon.Mode.Disabled, "#0000ff"),
    ],
)
def test_an_icon_is_drawn_in_the_colour_of_its_mode(mode: QIcon.Mode, colour: str):
    picture = icons.icon("circle", COLOURS).pixmap(QSize(32, 32), mode).toImage()

    assert picture.pixelColor(16, 16) == QColor(colour)
    assert picture.pixelColor(0, 0).alpha() == 0


@pytest.mark.usefixtures("qapp")
def test_an_unknown_icon_is_named():
    with pytest.raises(ValueError, match="no-such-icon"):
        icons.icon("no-such-icon", COLOURS)


@pytest.mark.usefixtures("qapp")
def test_an_icon_is_made_once():
    assert theme.icon("circle") is theme.icon("circle")
