"""The theme: colours legible in both themes, style sheet filled, icons as images."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QSpinBox, QVBoxLayout, QWidget

from boilerscope.resources.loader import resource_path
from boilerscope.widgets import colours, theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

BOTH = pytest.mark.parametrize("variant", [theme.LIGHT, theme.DARK], ids=["light", "dark"])


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG 2.2 defines it."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(name: str) -> float:
    colour = QColor(name)
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.fixture
def style() -> str:
    return resource_path("style/window.qss").read_text(encoding="utf-8")


@pytest.fixture
def plain_afterwards(qapp: QApplication) -> Iterator[None]:
    sheet, palette, font = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield
    theme.apply(qapp, theme.LIGHT)
    if sheet:
        qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


@BOTH
@pytest.mark.parametrize(
    ("ink", "paper", "minimum"),
    [
        ("ink", "surface", 7.0),
        ("ink", "window", 7.0),
        ("ink2", "surface", 4.5),
        ("ink2", "window", 4.5),
        ("ink2", "raised", 4.5),
        ("ink3", "surface", 4.5),
        ("content_ink", "surface", 4.5),
        ("content_ink", "content_fill", 4.5),
        ("boilerplate_ink", "surface", 4.5),
        ("boilerplate_ink", "boilerplate_fill", 4.5),
        ("boilerplate_ink", "selection_fill", 4.5),
        ("warning", "surface", 4.5),
        ("error", "surface", 4.5),
        ("error", "error_fill", 4.5),
        ("button_text", "button", 4.5),
        ("ink", "selection_fill", 4.5),
        ("ink", "track", 4.5),
        ("control_line", "surface", 3.0),
        ("content", "surface", 3.0),
        ("boilerplate", "surface", 3.0),
        ("selection", "surface", 3.0),
        ("split", "surface", 3.0),
    ],
)
def test_text_and_marks_contrast_with_their_background(
    variant: theme.Theme, ink: str, paper: str, minimum: float
):
    assert contrast(getattr(variant, ink), getattr(variant, paper)) >= minimum


@BOTH
def test_every_colour_is_valid(variant: theme.Theme):
    names = [
        field.name for field in fields(variant) if field.type == "str" and field.name != "name"
    ]
    wrong = [name for name in names if not variant.colour(name).isValid()]

    assert wrong == []


@pytest.mark.usefixtures("qapp")
def test_a_template_is_filled_with_colours_and_lengths():
    filled = theme.fill("a { color: @ink2; padding: @px(4) @px(2.5); }")

    assert filled == f"a {{ color: {theme.LIGHT.ink2}; padding: 4px 2px; }}"


@pytest.mark.usefixtures("qapp")
def test_an_icon_in_a_template_is_an_image_at_twice_the_size_too():
    path = theme.fill("@icon(chevron-down, ink2)")
    small, large = QImage(path), QImage(path.replace(".png", "@2x.png"))

    assert Path(path).is_absolute()
    assert (small.width(), large.width()) == (16, 32)
    assert small.hasAlphaChannel()
    assert any(large.pixelColor(x, y).alpha() for x in range(32) for y in range(32))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("template", ["@blue", "@icon(close, blue)"])
def test_an_unknown_colour_in_a_template_is_an_error(template: str):
    with pytest.raises(KeyError, match="blue"):
        theme.fill(template)


@BOTH
@pytest.mark.parametrize("size", [0.8, 1.0, 2.0])
@pytest.mark.usefixtures("plain_afterwards")
def test_the_style_sheet_is_valid_in_every_theme_and_size(
    qapp: QApplication, qtbot: QtBot, style: str, variant: theme.Theme, size: float
):
    # Qt warns about invalid style sheets, and warnings fail tests.
    theme.apply(qapp, variant, size=size, style_sheet=style)
    form = QWidget()
    qtbot.addWidget(form)
    column = QVBoxLayout(form)
    field, button, box = QSpinBox(), QPushButton("Apply"), QComboBox()
    button.setProperty("role", "main")
    for control in (field, button, box):
        column.addWidget(control)
    form.show()
    picture = button.grab().toImage()

    assert "@" not in qapp.styleSheet().replace("@2x", "")
    assert picture.pixelColor(button.width() // 2, 4) == variant.colour("button")
    assert all(control.height() >= 24 * size for control in (field, button, box))


@pytest.mark.usefixtures("plain_afterwards")
def test_applying_a_theme_repaints_views(qapp: QApplication, qtbot: QtBot):
    with qtbot.waitSignal(theme.signals().changed):
        theme.apply(qapp, theme.DARK, size=3.0)

    assert theme.current() is theme.DARK
    assert theme.scale() == 2.0
    assert theme.px(13) == 26


@pytest.mark.usefixtures("plain_afterwards")
def test_fonts_scale_and_have_tabular_figures(qapp: QApplication):
    theme.apply(qapp, theme.LIGHT, size=1.5)
    font = theme.font(12, 600)

    assert font.pixelSize() == 18
    assert font.weight() == 600
    assert font.families()[0] == "Inter"


@pytest.mark.usefixtures("qapp")
def test_the_built_in_fonts_are_loaded():
    assert "Inter" in theme.load_fonts(resource_path("fonts"))


@BOTH
@pytest.mark.usefixtures("plain_afterwards")
def test_amounts_become_lighter_within_the_themes_range(qapp: QApplication, variant: theme.Theme):
    theme.apply(qapp, variant)
    scale = colours.viridis().astype(float)
    light = scale @ [0.2126, 0.7152, 0.0722]

    assert scale.shape == (256, 3)
    assert (light[1:] >= light[:-1] - 1).all()


@pytest.mark.usefixtures("plain_afterwards")
def test_margins_and_spacing_of_a_layout_follow_the_size(qapp: QApplication, qtbot: QtBot):
    widget = QWidget()
    qtbot.addWidget(widget)
    row = theme.spaced(QVBoxLayout(widget), (12, 4, 8, 0), 6)
    theme.apply(qapp, theme.LIGHT, size=1.5)
    margins = row.contentsMargins()

    sides = (margins.left(), margins.top(), margins.right(), margins.bottom())
    assert (sides, row.spacing()) == ((18, 6, 12, 0), 9)


@pytest.mark.usefixtures("plain_afterwards")
def test_what_follows_the_theme_ends_with_its_widget(qapp: QApplication, qtbot: QtBot):
    calls: list[float] = []

    class Follower(QWidget):
        def __init__(self) -> None:
            super().__init__()
            theme.spaced(QVBoxLayout(self), spacing=6)
            theme.follow(self.restyle)

        def restyle(self) -> None:
            calls.append(theme.scale())

    widget = Follower()
    theme.apply(qapp, theme.LIGHT, size=1.5)
    with qtbot.waitSignal(widget.destroyed):
        widget.deleteLater()
    theme.apply(qapp, theme.LIGHT, size=2.0)

    assert calls == [1.0, 1.5]
