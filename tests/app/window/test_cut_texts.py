"""Every text of the top bar fits or is elided with a tip, at each size and in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton

from boilerscope.app.session.preferences import Language, Preferences
from boilerscope.app.window.appearance import dress, style
from boilerscope.app.window.translation import install_language
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.top_bar import Mode, TopBar
from tests.helpers.cut_texts import cut_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

_NARROW = 1120
"""Widths below which the window hides labels of buttons, at 100 %."""


@pytest.fixture(params=[Language.ENGLISH, Language.CHINESE])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Language]:
    """Return the language of the interface during a test, after which it is English again."""
    yield request.param
    dress(qapp, Preferences())
    install_language(qapp, "en")
    style(qapp)


@pytest.mark.parametrize("size", [1.0, 2.0])
@pytest.mark.parametrize("width", [1000, 1280])
def test_every_text_of_the_top_bar_fits_or_has_a_tip(
    qtbot: QtBot, qapp: QApplication, language: Language, width: int, size: float
):
    dress(qapp, Preferences(language=language, interface_size=size))
    style(qapp)
    bar = TopBar()
    qtbot.addWidget(bar)
    bar.set_compact(width / size < _NARROW)
    bar.setFixedWidth(width)  # less than the layout asks for, as a small window gives it
    bar.show()
    cut = []
    for corpus in (False, True):
        bar.show_page("https://valley.example/a/long/address.html", Mode.FETCHED, "utf-8", "")
        bar.show_face(corpus=corpus)
        layout = bar.layout()
        assert layout is not None
        layout.activate()
        cut += cut_texts(bar)
        if width / size >= _NARROW:  # with room, the boxes are not elided either
            boxes = [box for box in bar.findChildren(Combo) if box.isVisible()]
            cut += [box.accessibleName() for box in boxes if box.width() < box.sizeHint().width()]

    assert not cut


def test_labels_of_buttons_give_way_to_the_address_of_a_listed_page(
    qtbot: QtBot, qapp: QApplication
):
    dress(qapp, Preferences())
    style(qapp)
    bar = TopBar()
    qtbot.addWidget(bar)
    bar.setFixedWidth(1280)
    bar.show()
    bar.show_page("https://valley.example/a/long/address.html", Mode.FETCHED, "utf-8", "")
    bar.show_place((1, 31, "sorted by spread"))

    qtbot.waitUntil(lambda: bar.address.width() >= 200)


def test_a_cut_button_is_found(qtbot: QtBot):
    button = QPushButton("A label that is too long")
    qtbot.addWidget(button)
    box = QPushButton(button)
    box.setText("Corpus")
    box.resize(20, 20)
    button.show()

    assert [text.partition(":")[0] for text in cut_texts(button)] == ["QPushButton 'Corpus'"]
