"""The whole result in the inspector, by real events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from boilerscope.extractors.model.extraction import Extraction, Link, Status
from boilerscope.widgets import theme
from boilerscope.widgets.demo import DemoSettings, demo_scene
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.inspector.result.rows import WarningRow
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import Scene

LEFT = Qt.MouseButton.LeftButton
LINKS = (
    Link("Bus", "/bus"),
    Link("Ferry", "https://ferry.example/a?b=1"),
    Link("Menu", "javascript:open()"),
)
RICH = {
    "title": "The lighthouse that lends books",
    "published": "3 October",
    "related": LINKS,
    "scores": {"agreement": 0.65314},
    "warnings": ("This model was trained with this page.", "Less than half is left."),
}


def scene_with(**changes: Any) -> Scene:
    scene = demo_scene()
    assert scene.panes[0].shown is not None
    extraction = replace(scene.panes[0].shown, **changes)
    pane = replace(scene.panes[0], extraction=extraction, last_good=extraction)
    return replace(scene, panes=(pane, *scene.panes[1:]))


@pytest.fixture
def model(qapp: QApplication) -> SelectionModel:
    return SelectionModel(qapp)


@pytest.fixture
def inspector(qtbot: QtBot, model: SelectionModel) -> Inspector:
    inspector = Inspector(model)
    qtbot.addWidget(inspector)
    inspector.resize(320, 640)
    inspector.show_scene(scene_with(**RICH))
    inspector.show()
    qtbot.waitExposed(inspector)
    return inspector


@pytest.fixture
def large(qapp: QApplication) -> Iterator[None]:
    """Show everything at twice its size."""
    theme.apply(qapp, theme.LIGHT, size=2.0)
    yield
    theme.apply(qapp, theme.LIGHT)


def shown_fields(inspector: Inspector) -> dict[str, str]:
    rows = inspector.result.fields.rows
    return {label.text(): value.text() for label, value in rows if label.isVisible()}


def shown_warnings(inspector: Inspector) -> list[str]:
    rows = inspector.result.warnings.rows
    return [row.words.text() for row in rows if isinstance(row, WarningRow) and row.isVisible()]


# -- fields ---------------------------------------------------------------------------------


def test_without_selection_the_result_of_the_active_pane_is_open(inspector: Inspector):
    result = inspector.result

    assert result.isVisible()
    assert inspector.empty.isVisible()
    assert inspector.result_header.title.text() == "Result of 1 boilerpipe.article"
    assert shown_fields(inspector)["Title"] == "The lighthouse that lends books"
    assert shown_fields(inspector)["Published"] == "3 October"
    assert result.scores.rows[0][0].text() == "Agreement"
    assert result.scores.rows[0][1].text() == "0.653"
    assert result.links_row.count.text() == "3"
    assert shown_warnings(inspector) == list(RICH["warnings"])


def test_a_newly_active_pane_shows_only_its_own_result(inspector: Inspector):
    inspector.show_scene(replace(scene_with(**RICH), active="cx_extractor"))

    assert inspector.result_header.title.text() == "Result of 2 cx_extractor"
    assert list(shown_fields(inspector)) == ["Kept", "Run time"]
    assert shown_warnings(inspector) == []
    assert not inspector.result.links.isVisible()
    assert not inspector.result.scores.isVisible()
    assert inspector.result.nothing.isVisible()


def test_a_failed_run_shows_its_message(inspector: Inspector):
    scene = scene_with()
    failed = Extraction("x", Status.TIMEOUT, DemoSettings(), "Took more than 10 s")
    pane = replace(scene.panes[0], extraction=failed)
    inspector.show_scene(replace(scene, panes=(pane, *scene.panes[1:])))

    assert inspector.result.state.word.text() == "Timeout"
    assert inspector.result.message.text() == "Took more than 10 s"
    assert inspector.result.message.isVisible()
    assert inspector.result_header.note.text() == "last good text"


def test_without_panes_there_is_no_result(inspector: Inspector):
    inspector.show_scene(replace(scene_with(), panes=(), active=""))

    assert not inspector.result_part.isVisible()
    assert inspector.empty.isVisible()


def test_showing_the_same_result_again_changes_nothing(inspector: Inspector):
    facts = inspector.result.facts
    inspector.show_scene(replace(inspector.scene))

    assert inspector.result.facts is facts


def test_a_selected_block_folds_the_result_away(
    inspector: Inspector, model: SelectionModel, qtbot: QtBot
):
    model.select(selection_of_block(inspector.scene.panes[0], 11))
    folded = inspector.result.isVisible()
    QTest.mouseClick(inspector.result_header, LEFT)
    opened = inspector.result.isVisible()
    model.select(None)
    qtbot.waitUntil(inspector.empty.isVisible)

    assert not folded
    assert opened
    assert inspector.result.isVisible()
    assert not inspector.block_part.isVisible()


def test_asking_for_the_result_opens_it_over_a_selected_block(
    inspector: Inspector, model: SelectionModel
):
    model.select(selection_of_block(inspector.scene.panes[0], 11))
    inspector.area.verticalScrollBar().setValue(200)
    inspector.show_result()

    assert inspector.result.isVisible()
    assert inspector.quote.isVisible()
    assert inspector.area.verticalScrollBar().value() == 0
    assert inspector.result_header.hasFocus()


# -- copying -----------------------------------------------------------------------------------


def test_a_title_can_be_selected_and_copied_by_keys(inspector: Inspector):
    _, title = inspector.result.fields.rows[0]
    title.setFocus()
    QTest.keySequence(title, "Ctrl+A")
    QTest.keySequence(title, "Ctrl+C")

    assert QGuiApplication.clipboard().text() == "The lighthouse that lends books"


def test_the_button_copies_all_lines(inspector: Inspector):
    QTest.mouseClick(inspector.copy_result, LEFT)

    copied = QGuiApplication.clipboard().text()
    assert "Title\tThe lighthouse that lends books\n" in copied
    assert copied.endswith("Warning\tLess than half is left.")


def test_links_are_copied_with_absolute_addresses(inspector: Inspector):
    QTest.mouseClick(inspector.result.links_row.copy, LEFT)

    assert QGuiApplication.clipboard().text().split("\n") == [
        "Bus\thttps://harbour.example/bus",
        "Ferry\thttps://ferry.example/a?b=1",
        "Menu\tjavascript:open()",
    ]


def test_chosen_links_are_copied_by_the_key(inspector: Inspector):
    links = inspector.result.links
    links.setFocus()
    QTest.keyClick(links, Qt.Key.Key_Down)
    QTest.keySequence(links, "Ctrl+C")

    assert QGuiApplication.clipboard().text() == "Ferry\thttps://ferry.example/a?b=1"


def test_the_menu_copies_the_address_alone(inspector: Inspector):
    inspector.result.links.setCurrentIndex(inspector.result.links.links.index(0))
    copying, *_, opening = inspector.result.links.menu().actions()
    copying.trigger()

    assert QGuiApplication.clipboard().text() == "https://harbour.example/bus"
    assert opening.isEnabled()


def test_tab_goes_through_the_result_from_top_to_bottom(inspector: Inspector):
    inspector.show_scene(replace(scene_with(**RICH), active="cx_extractor"))
    inspector.show_scene(scene_with(**RICH))
    inspector.show_result()
    result = inspector.result
    places: list[QWidget] = [inspector.result_header]
    for _ in range(9):
        QTest.keyClick(places[-1], Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        places.append(focus)

    labels = [row.words for row in result.warnings.rows if isinstance(row, WarningRow)]
    values = [value for _, value in result.fields.rows]
    copies = [inspector.copy_result, *labels, *values, result.links_row.copy]
    assert places == [inspector.result_header, *copies, result.links]


# -- opening -----------------------------------------------------------------------------------


def test_a_link_is_only_requested(inspector: Inspector, qtbot: QtBot):
    links = inspector.result.links
    links.setFocus()
    with qtbot.waitSignal(inspector.link_asked) as by_key:
        QTest.keyClick(links, Qt.Key.Key_Return)
    with qtbot.waitSignal(inspector.link_asked) as by_button:
        QTest.mouseClick(inspector.result.links_row.open, LEFT)

    assert by_key.args == by_button.args == ["https://harbour.example/bus"]


def test_only_web_addresses_can_be_opened(inspector: Inspector, qtbot: QtBot):
    links = inspector.result.links
    links.setFocus()
    links.setCurrentIndex(links.links.index(2))
    with qtbot.assertNotEmitted(inspector.link_asked):
        QTest.keyClick(links, Qt.Key.Key_Return)

    assert not inspector.result.links_row.open.isEnabled()
    assert "complete address" in inspector.result.links_row.open.toolTip()


def test_keys_move_through_many_links_and_the_inspector_follows(inspector: Inspector, qtbot: QtBot):
    many = tuple(Link(f"Link {n}", f"/{n}") for n in range(50_000))
    inspector.show_scene(scene_with(related=many))
    links = inspector.result.links
    qtbot.waitUntil(
        lambda: inspector.area.verticalScrollBar().maximum() > 1_000_000, timeout=60_000
    )
    links.setFocus()
    before = inspector.area.verticalScrollBar().value()
    for _ in range(3):
        QTest.keyClick(links, Qt.Key.Key_PageDown)

    assert links.currentIndex().row() == 24
    assert inspector.area.verticalScrollBar().value() > before
    point = links.visualRect(links.currentIndex()).center()
    assert links.viewport().visibleRegion().contains(point)


# -- room --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("large")
def test_nothing_is_cut_off_at_twice_the_size_in_a_narrow_dock(inspector: Inspector, qtbot: QtBot):
    inspector.resize(400, 900)
    content = inspector.area.widget()
    assert content is not None
    qtbot.waitUntil(lambda: content.width() <= inspector.area.viewport().width())
    label, value = inspector.result.fields.rows[0]

    assert value.y() > label.y()
    assert value.x() == label.x()


def test_a_title_of_one_endless_word_wraps(inspector: Inspector, qtbot: QtBot):
    inspector.show_scene(scene_with(title="x" * 5000))
    content = inspector.area.widget()
    assert content is not None
    label, value = inspector.result.fields.rows[0]
    qtbot.waitUntil(lambda: value.height() > 4 * label.height())

    assert content.width() <= inspector.area.viewport().width()
