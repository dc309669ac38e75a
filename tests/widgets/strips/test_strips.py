"""The strips, by real events and real pixels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from boilerscope.extractors.model.gold import Gold, GoldClass, Outcome, Provenance
from boilerscope.widgets import theme
from boilerscope.widgets.picking import selection_at, selection_of_block
from boilerscope.widgets.records import Layer, LayerKind, Scene, Selection
from boilerscope.widgets.strips.view import Strips
from boilerscope.widgets.strips.window import Window

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.selection import SelectionModel

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def strips(qtbot: QtBot, scene: Scene, selection: SelectionModel) -> Strips:
    strips = Strips(selection)
    qtbot.addWidget(strips)
    strips.resize(1280, 190)
    strips.show_scene(scene)
    strips.show()
    qtbot.waitExposed(strips)
    return strips


def point_at(strips: Strips, token: float, row: int = 0) -> QPoint:
    """Return the middle of a token in a row."""
    places = strips.places
    return QPoint(round(places.x_of(token + 0.5)), places.row(row).center().y())


def colour_at(strips: Strips, token: float, row: int, up: int = 0) -> QColor:
    """Return the painted colour, so many pixels above the bottom of the bar."""
    places = strips.places
    bar = places.bar(places.row(row))
    image = strips.grab().toImage()
    return image.pixelColor(round(places.x_of(token + 0.5)), bar.bottom() - 1 - up)


def colours_of(strips: Strips) -> set[int]:
    """Return the colours on screen."""
    image = strips.viewport().grab().toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def token_of(scene: Scene, *, kept: bool) -> int:
    """Return a token in the middle of a long kept or dropped block of the first pane."""
    extraction = scene.panes[0].shown
    assert extraction is not None
    lengths = extraction.blocks.token_counts()
    fitting = [b for b in range(len(lengths)) if bool(extraction.content[b]) is kept]
    start, end = extraction.blocks.runs(max(fitting, key=lambda b: int(lengths[b])))[0]
    return (start + end) // 2


def wheel(widget: QWidget, point: QPoint, notches: int, keys: Qt.KeyboardModifier = NONE) -> None:
    """Turn the wheel over a point."""
    event = QWheelEvent(
        QPointF(point),
        QPointF(widget.mapToGlobal(point)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_rows_are_panes_agreement_and_quantities(strips: Strips):
    assert [row.title for row in strips.rows] == [
        "boilerpipe.article",
        "cx_extractor",
        "link_ratio",
        "text_distribution",
        "Agreement",
        "Link density (words)",
    ]


def test_kept_is_solid_blue_and_dropped_is_not(strips: Strips, scene: Scene):
    content = colour_at(strips, token_of(scene, kept=True), 0)
    dropped = colour_at(strips, token_of(scene, kept=False), 0)

    assert content == theme.colour("content")
    assert dropped != theme.colour("content")
    assert dropped.red() > dropped.blue()


def test_agreement_of_all_is_a_full_blue_bar(strips: Strips, scene: Scene):
    votes = scene.layers["agreement"].values
    all_keep = int(votes.argmax())

    assert colour_at(strips, all_keep, 4, up=9) == theme.colour("content")


def test_a_click_selects_the_block_of_the_rows_pane(
    strips: Strips, scene: Scene, selection: SelectionModel
):
    token = token_of(scene, kept=True)
    QTest.mouseClick(strips.viewport(), LEFT, NONE, point_at(strips, token, 2))

    assert selection.selection is not None
    assert selection.selection == selection_at(scene, token, "link_ratio")
    assert selection.selection.pane == "link_ratio"


def test_a_click_on_a_quantity_selects_a_block_of_the_active_pane(
    strips: Strips, scene: Scene, selection: SelectionModel
):
    token = token_of(scene, kept=False)
    QTest.mouseClick(strips.viewport(), LEFT, NONE, point_at(strips, token, 5))

    assert selection.selection == selection_at(scene, token, scene.active)


def test_the_selection_is_framed_in_magenta(
    strips: Strips, scene: Scene, selection: SelectionModel
):
    picked = selection_of_block(scene.panes[0], 10)
    assert picked is not None
    selection.select(picked)
    places = strips.places
    image = strips.grab().toImage()
    pixel = image.pixelColor(round(places.x_of(picked.start)), places.row(2).center().y())
    expected = theme.colour("selection")

    assert abs(pixel.red() - expected.red()) + abs(pixel.green() - expected.green()) < 60


def test_a_click_on_a_name_activates_the_pane(qtbot: QtBot, strips: Strips):
    with qtbot.waitSignal(strips.pane_activated) as signal:
        QTest.mouseClick(
            strips.viewport(), LEFT, NONE, QPoint(60, strips.places.row(1).center().y())
        )

    assert signal.args == ["cx_extractor"]


def test_the_wheel_zooms_at_the_pointer(strips: Strips):
    point = point_at(strips, 100)
    before = strips.places.token_at(point.x())
    wheel(strips.viewport(), point, 5)

    assert strips.window_shown.length < strips.n_tokens / 2
    assert strips.places.token_at(point.x()) == before


def test_shift_and_wheel_pan(strips: Strips):
    strips.set_window(100, 200)
    wheel(strips.viewport(), point_at(strips, 150), -1, Qt.KeyboardModifier.ShiftModifier)

    assert strips.window_shown.start > 100
    assert strips.window_shown.length == pytest.approx(100)


def test_a_drag_pans_and_selects_nothing(strips: Strips, selection: SelectionModel):
    strips.set_window(100, 200)
    start = point_at(strips, 150)
    view = strips.viewport()
    QTest.mousePress(view, LEFT, NONE, start)
    QTest.mouseMove(view, start + QPoint(30, 0))
    QTest.mouseMove(view, start + QPoint(100, 0))
    QTest.mouseRelease(view, LEFT, NONE, start + QPoint(100, 0))

    assert strips.window_shown.start < 100
    assert selection.selection is None


def test_a_double_click_shows_all(strips: Strips):
    strips.set_window(100, 200)
    QTest.mouseDClick(strips.viewport(), LEFT, NONE, point_at(strips, 150))

    assert strips.window_shown == Window(0, strips.n_tokens)


def test_shift_and_drag_select_a_range(strips: Strips, selection: SelectionModel):
    view, shift = strips.viewport(), Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(view, LEFT, shift, point_at(strips, 120))
    QTest.mouseMove(view, point_at(strips, 90))
    QTest.mouseRelease(view, LEFT, shift, point_at(strips, 90))

    assert selection.selection == Selection(((90, 121),))


def test_a_drag_on_the_whole_page_selects_a_range(strips: Strips, selection: SelectionModel):
    strips.show_all()
    view = strips.viewport()
    QTest.mousePress(view, LEFT, NONE, point_at(strips, 90))
    QTest.mouseMove(view, point_at(strips, 120))
    QTest.mouseRelease(view, LEFT, NONE, point_at(strips, 120))

    assert selection.selection is not None
    start, end = selection.selection.runs[0]
    assert [start, end] == pytest.approx([90, 121], abs=1)


def test_a_drag_in_the_whole_page_row_moves_the_window(strips: Strips):
    strips.set_window(0, 40)
    places = strips.places
    point = QPoint(places.left + places.tracks // 2, places.bottom.center().y())
    QTest.mousePress(strips.viewport(), LEFT, NONE, point)
    QTest.mouseRelease(strips.viewport(), LEFT, NONE, point)

    assert strips.window_shown.start == pytest.approx(strips.n_tokens / 2 - 20, abs=1)


def test_the_pointer_shows_values_and_points_at_a_block(
    strips: Strips, scene: Scene, selection: SelectionModel
):
    token = token_of(scene, kept=True)
    QTest.mouseMove(strips.viewport(), point_at(strips, token, 0))
    hover = selection.hover
    book = strips.book
    values = [book.value(row, ((token, token + 1),)) for row in strips.rows]

    assert hover == selection_at(scene, token, scene.active)
    assert values[0] is True
    assert values[4] == f"{int(scene.layers['agreement'].values[token])} of 4 keep it"


def test_the_outline_under_the_pointer_has_not_the_colour_of_the_selection(
    scene: Scene, strips: Strips, selection: SelectionModel
):
    token = token_of(scene, kept=True)
    block = selection_at(scene, token, scene.active)
    plain = colours_of(strips)
    selection.point(block)
    hovered = colours_of(strips)
    selection.point(None)
    selection.select(block)
    chosen = theme.colour("selection").rgb()

    assert chosen not in plain
    assert hovered != plain
    assert chosen not in hovered
    assert chosen in colours_of(strips)


def test_a_selection_of_a_different_view_is_scrolled_into_view(
    strips: Strips, selection: SelectionModel
):
    strips.set_window(0, 40)
    last = Selection(((strips.n_tokens - 5, strips.n_tokens),))
    selection.select(last)

    assert strips.window_shown.end >= last.end


def test_own_selections_do_not_move_the_window(strips: Strips, selection: SelectionModel):
    strips.set_window(10, 60)
    before = strips.window_shown
    QTest.mouseClick(strips.viewport(), LEFT, NONE, point_at(strips, 59, 5))

    assert selection.selection is not None
    assert strips.window_shown == before


def test_arrow_keys_visit_blocks_and_describe_them(
    qtbot: QtBot, strips: Strips, scene: Scene, selection: SelectionModel
):
    first = selection_of_block(scene.panes[0], 0)
    selection.select(first)
    with qtbot.waitSignal(strips.described) as signal:
        QTest.keyClick(strips, Qt.Key.Key_Right)
    picked = selection.selection

    assert picked is not None
    assert picked.block == 1
    assert signal.args[0].startswith("Block 1, ")
    assert "by boilerpipe.article: " in signal.args[0]
    assert strips.accessibleDescription() == signal.args[0]


def test_arrow_keys_change_the_row_whose_blocks_they_visit(
    strips: Strips, selection: SelectionModel
):
    QTest.keyClick(strips, Qt.Key.Key_Down)
    QTest.keyClick(strips, Qt.Key.Key_Home)

    assert selection.selection is not None
    assert selection.selection.pane == "cx_extractor"


def test_keys_zoom_and_pan(strips: Strips):
    QTest.keyClick(strips, Qt.Key.Key_Plus)
    zoomed = strips.window_shown
    QTest.keyClick(strips, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    panned = strips.window_shown
    QTest.keyClick(strips, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)

    assert zoomed.length < strips.n_tokens
    assert panned.start > zoomed.start
    assert strips.window_shown == Window(0, strips.n_tokens)


def test_a_pane_without_result_shows_its_state(strips: Strips, scene: Scene):
    pending = replace(scene.panes[1], extraction=None, last_good=None)
    panes = (scene.panes[0], pending)
    strips.show_scene(replace(scene, panes=panes))

    assert strips.book.value(strips.rows[1], ((0, 1),)) == "not run yet"


def test_only_the_image_of_a_changed_row_is_made_again(strips: Strips, scene: Scene):
    strips.grab()
    before = dict(strips.pictures.cached)
    third = scene.panes[2].shown
    changed = replace(scene.panes[0], extraction=third, last_good=third)
    strips.show_scene(replace(scene, panes=(changed, *scene.panes[1:])))
    strips.grab()
    after = strips.pictures.cached
    repainted = {key for key in after if after[key][1] is not before[key][1]}

    assert repainted == {"label:boilerpipe.article"}


def test_compact_strips_show_one_quantity(strips: Strips, scene: Scene):
    layer = scene.layers["boilerpipe.article:link_density"]
    layers = {**scene.layers, "more": replace(layer, key="more", label="More")}
    strips.show_scene(replace(scene, layers=layers))
    all_rows = len(strips.rows)
    strips.set_compact(True)

    assert len(strips.rows) == all_rows - 1


def test_only_chosen_quantities_have_rows(strips: Strips, scene: Scene):
    strips.show_scene(scene, keys=())

    assert strips.rows[-1].title == "Agreement"


def test_rows_that_do_not_fit_scroll_under_the_sections(strips: Strips):
    strips.resize(1280, 120)
    bar = strips.verticalScrollBar()
    QTest.keyClick(strips, Qt.Key.Key_Down)
    for _ in range(4):
        QTest.keyClick(strips, Qt.Key.Key_Down)

    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()


def test_a_new_page_is_shown_completely(strips: Strips):
    strips.set_window(10, 20)
    strips.show_scene(Scene(None))

    assert strips.n_tokens == 0
    assert strips.rows == ()


def test_a_theme_repaints_every_row(
    strips: Strips, scene: Scene, qapp: QApplication, request: pytest.FixtureRequest
):
    request.addfinalizer(lambda: theme.apply(qapp, theme.LIGHT))
    token = token_of(scene, kept=True)
    theme.apply(qapp, theme.DARK)

    assert colour_at(strips, token, 0) == QColor(theme.DARK.content)


def against_gold(scene: Scene) -> Scene:
    """Return the scene with gold that marks all text as content, coloured by errors."""
    page, shown = scene.page, scene.panes[0].shown
    assert page is not None
    assert shown is not None
    gold = Gold(
        np.full(page.n_tokens, GoldClass.MAIN, dtype=np.uint8), Provenance("test", "memory")
    )
    errors = Layer("errors:x", "Against gold", LayerKind.ERRORS, gold.outcomes(shown.mask))
    return replace(scene, gold=gold, layers={**scene.layers, "errors:x": errors})


def test_gold_is_the_first_row(strips: Strips, scene: Scene):
    strips.show_scene(replace(against_gold(scene), layers=scene.layers))

    assert [row.title for row in strips.rows][:2] == ["Gold", "boilerpipe.article"]
    token = token_of(scene, kept=False)
    assert colour_at(strips, token, 0) == theme.colour("content")
    assert colour_at(strips, token_of(scene, kept=True), 1) == theme.colour("content")


def test_if_errors_colour_the_page_the_rows_of_panes_show_them(strips: Strips, scene: Scene):
    strips.show_scene(against_gold(scene))
    kept, dropped = token_of(scene, kept=True), token_of(scene, kept=False)

    row = strips.rows[1]
    assert colour_at(strips, kept, 1).lightness() > theme.colour("content").lightness() + 40
    assert strips.book.value(row, [(kept, kept + 1)]) == "correct"
    assert strips.book.value(row, [(dropped, dropped + 1)]) == "missed"
    assert strips.book.error(row, [(kept, kept + 1)]) is None
    assert strips.book.error(row, [(dropped, dropped + 1)]) is Outcome.MISSED
    assert strips.book.value(strips.rows[0], [(dropped, dropped + 1)]) == "main content"


def test_the_count_of_gold_loses_its_unit_where_that_does_not_fit(strips: Strips, scene: Scene):
    strips.show_scene(against_gold(scene))
    gold = strips.rows[0]

    n_words = scene.page.n_tokens if scene.page is not None else 0
    assert strips.book.value(gold, []) == f"{n_words:,} words"
    assert strips.book.value(gold, [], with_unit=False) == f"{n_words:,}"


def test_gold_of_a_different_page_has_no_row(strips: Strips, scene: Scene):
    gold = Gold(np.zeros(3, dtype=np.uint8), Provenance("test", "memory"))
    strips.show_scene(replace(scene, gold=gold))

    assert strips.rows[0].title == "boilerpipe.article"
