"""The page's header, legend, tip and notices, without an engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.extractors.page import Page
from boilerscope.widgets import terms, theme
from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.page.legend.entry import EntryKind, LegendEntry
from boilerscope.widgets.page.legend.view import Legend, agreement_colour
from boilerscope.widgets.page.panel import AGREEMENT, PagePanel
from boilerscope.widgets.page.tip import tip_lines
from boilerscope.widgets.records import Layer, LayerKind, Scene

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.stub_page_view import StubPageView


LABEL = "label:boilerpipe.article"
DENSITY = "column:boilerpipe.article:link_density"
CHOICES = {
    "boilerpipe.article": [(LABEL, "Label"), (DENSITY, "Link density")],
    "cx_extractor": [("label:cx_extractor", "Label")],
    "link_ratio": [("label:link_ratio", "Label"), ("column:link_ratio:rate", "Rate")],
    "text_distribution": [],
}


def label_of(scene: Scene, name: str) -> Layer:
    pane = scene.pane(name)
    assert pane is not None
    assert pane.shown is not None
    return Layer(f"label:{name}", "Label", LayerKind.LABEL, pane.shown.mask.astype(np.float64))


@pytest.fixture
def scene() -> Scene:
    """Return the demo's scene with the layers of the choices."""
    demo = demo_scene()
    density = demo.layers["boilerpipe.article:link_density"]
    layers = {
        LABEL: label_of(demo, "boilerpipe.article"),
        DENSITY: density,
        AGREEMENT: demo.layers["agreement"],
    }
    return replace(demo, layers=layers)


def stub_of(panel: PagePanel) -> StubPageView:
    return cast("StubPageView", panel.view)


def entries(combo: object) -> list[str]:
    from boilerscope.widgets.combo import Combo

    assert isinstance(combo, Combo)
    return [combo.itemText(index) for index in range(combo.count())]


# -- header ----------------------------------------------------------------------------------


def test_the_header_names_the_layer_that_is_shown_instead_of_the_chosen_one(
    panel: PagePanel, scene: Scene
):
    marks = replace(scene.layers[LABEL], key="gold", label="Gold")
    panel.show_scene(replace(scene, layers={**scene.layers, "gold": marks}), LABEL, CHOICES)
    during = entries(panel.what), panel.what.isEnabled(), panel.whose.isEnabled()
    reason = panel.what.toolTip()
    panel.show_scene(scene, LABEL, CHOICES)

    assert during == (["Gold"], False, False)
    assert "Gold" in reason
    assert entries(panel.what) == ["Label", "Link density"]
    assert panel.what.isEnabled()
    assert panel.what.toolTip() == ""


def test_the_header_names_the_layer_and_its_pane(panel: PagePanel, scene: Scene):
    panel.show_scene(scene, DENSITY, CHOICES)

    assert entries(panel.what) == ["Label", "Link density"]
    assert panel.what.currentText() == "Link density"
    assert panel.whose.currentText() == "1  boilerpipe.article"
    assert entries(panel.whose)[-1] == "all 4 panes"


def test_agreement_belongs_to_all_panes(panel: PagePanel, scene: Scene):
    panel.show_scene(scene, AGREEMENT, CHOICES)

    assert panel.what.currentText() == "Agreement"
    assert panel.whose.currentText() == "all 4 panes"


def choose(panel: PagePanel, qtbot: QtBot, combo: object, text: str) -> str:
    from boilerscope.widgets.combo import Combo

    assert isinstance(combo, Combo)
    with qtbot.waitSignal(panel.colour_by_changed) as changed:
        combo.setCurrentText(text)
        combo.activated.emit(combo.currentIndex())
    return str(changed.args[0])


def test_choosing_a_layer_emits_its_key(panel: PagePanel, qtbot: QtBot, scene: Scene):
    panel.show_scene(scene, LABEL, CHOICES)

    assert choose(panel, qtbot, panel.what, "Link density") == DENSITY


def test_a_newly_chosen_pane_is_coloured_by_the_same_quantity_if_it_has_it(
    panel: PagePanel, qtbot: QtBot, scene: Scene
):
    panel.show_scene(scene, LABEL, CHOICES)
    same = choose(panel, qtbot, panel.whose, "3  link_ratio")
    panel.show_scene(scene, DENSITY, CHOICES)
    first = choose(panel, qtbot, panel.whose, "3  link_ratio")
    panel.show_scene(scene, DENSITY, CHOICES)
    everything = choose(panel, qtbot, panel.whose, "all 4 panes")

    assert (same, first, everything) == ("label:link_ratio", "label:link_ratio", AGREEMENT)


def test_a_pane_without_a_result_changes_nothing(panel: PagePanel, qtbot: QtBot, scene: Scene):
    panel.show_scene(scene, LABEL, CHOICES)
    with qtbot.assertNotEmitted(panel.colour_by_changed):
        panel.whose.setCurrentText("4  text_distribution")
        panel.whose.activated.emit(panel.whose.currentIndex())


def test_the_eye_requests_the_opposite_state(panel: PagePanel, qtbot: QtBot):
    panel.show_preferences(intensity=0.5, heatmap=True, values=False)
    with qtbot.waitSignal(panel.heatmap_toggled) as off:
        QTest.mouseClick(panel.eye, Qt.MouseButton.LeftButton)
    hide = panel.eye.accessibleName()
    panel.show_preferences(intensity=0.5, heatmap=False, values=False)
    with qtbot.waitSignal(panel.heatmap_toggled) as on:
        QTest.mouseClick(panel.eye, Qt.MouseButton.LeftButton)

    assert (off.args, on.args) == ([False], [True])
    assert (hide, panel.eye.accessibleName()) == ("Hide the heatmap (H)", "Show the heatmap (H)")
    assert not panel.legend.isVisible()
    assert stub_of(panel).asked("set_heatmap_shown") == [(True,), (False,)]


def test_the_slider_emits_the_intensity_and_shows_it_without_emitting(
    panel: PagePanel, qtbot: QtBot
):
    with qtbot.assertNotEmitted(panel.intensity_changed):
        panel.show_preferences(intensity=0.25, heatmap=True, values=True)
    with qtbot.waitSignal(panel.intensity_changed) as signal:
        panel.intensity.setFocus()
        QTest.keyClick(panel.intensity, Qt.Key.Key_End)

    assert panel.intensity.value() == 100
    assert signal.args == [1.0]
    assert stub_of(panel).asked("set_intensity") == [(0.25,)]
    assert stub_of(panel).asked("set_values_shown") == [(True,)]


def test_the_picker_leaves_clicks_to_the_page_until_it_is_on_again(panel: PagePanel):
    names = [panel.picker.accessibleName()]
    QTest.mouseClick(panel.picker, Qt.MouseButton.LeftButton)
    names.append(panel.picker.accessibleName())
    panel.toggle_picking()

    assert stub_of(panel).asked("set_picking") == [(True,), (False,), (True,)]
    assert names[0] != names[1]
    assert panel.picker.accessibleName() == names[0]


def test_controls_are_large_enough_and_named(panel: PagePanel):
    for control in (panel.what, panel.whose, panel.eye, panel.intensity, panel.picker):
        assert control.accessibleName()
        assert min(control.width(), control.height()) >= 24


# -- notices ---------------------------------------------------------------------------------


def test_a_step_on_screen_has_a_notice_and_can_be_left(panel: PagePanel, qtbot: QtBot):
    panel.show_step("Showing 1 boilerpipe.article after F6")
    is_shown = panel.step_row.isVisible()
    with qtbot.waitSignal(panel.back_to_result_asked):
        QTest.mouseClick(panel.step_row.button, Qt.MouseButton.LeftButton)
    panel.show_step("")

    assert is_shown
    assert not panel.step_row.isVisible()


def test_a_change_since_the_capture_has_a_notice_until_the_next_page(
    panel: PagePanel, qtbot: QtBot, scene: Scene
):
    panel.view.changed_since_capture.emit()
    text = panel.change_row.text
    with qtbot.waitSignal(panel.capture_asked):
        QTest.mouseClick(panel.change_row.button, Qt.MouseButton.LeftButton)
    panel.view.ready.emit(scene.page)

    assert text == "Changed since capture"
    assert not panel.change_row.isVisible()


# -- tip -------------------------------------------------------------------------------------


def test_the_tip_has_decision_with_rule_then_values_then_path(scene: Scene):
    page = scene.page
    assert page is not None
    token = next(t for t in range(page.n_tokens) if page.token_text(t) == "forty")
    fate, figures, path = tip_lines(scene, "boilerpipe.article", token)

    assert fate.startswith("Kept by boilerpipe.article: R")
    assert figures.endswith(" words, link density (words) 0.00")
    assert path == "main > article > p[2]"


def test_the_tip_shows_a_density_of_a_different_pane_if_its_pane_has_none(scene: Scene):
    panes = [
        replace(pane, last_good=replace(pane.last_good, columns=pane.last_good.columns[:1]))
        if pane.name == "cx_extractor" and pane.last_good is not None
        else pane
        for pane in scene.panes
    ]
    borrowed = tip_lines(replace(scene, panes=tuple(panes)), "cx_extractor", 40)

    assert "link density (words)" in borrowed[1]


def test_the_tip_of_a_page_without_results_has_words_and_path():
    page = Page.from_text("<div><p>one two", name="test")

    assert tip_lines(Scene(page), "", 0) == ("2 words", "div > p")
    assert tip_lines(Scene(page), "", -1) == ()
    assert tip_lines(Scene(None), "", 0) == ()


def test_the_tip_appears_when_the_pointer_rests_and_disappears_with_it(
    panel: PagePanel, qtbot: QtBot, scene: Scene
):
    panel.show_scene(scene, LABEL, CHOICES)
    point = panel.mapToGlobal(QPoint(100, 100))
    panel.view.pointed.emit(40, point)
    at_once = QToolTip.isVisible()
    qtbot.waitUntil(QToolTip.isVisible, timeout=3000)
    text = QToolTip.text()
    panel.view.pointed.emit(-1, QPoint())
    qtbot.waitUntil(lambda: not QToolTip.isVisible(), timeout=3000)

    assert not at_once
    assert text == "\n".join(tip_lines(scene, "boilerpipe.article", 40))


# -- legend ----------------------------------------------------------------------------------


def legend_for(qtbot: QtBot, layer: Layer | None, units: str = "words") -> Legend:
    legend = Legend()
    qtbot.addWidget(legend)
    legend.show_layer(layer, units)
    legend.resize(500, legend.heightForWidth(500))
    legend.show()
    return legend


def test_the_legend_of_labels_counts_words(qtbot: QtBot, scene: Scene):
    legend = legend_for(qtbot, scene.layers[LABEL])
    kept = int(scene.layers[LABEL].values.sum())
    content, boilerplate, selected = legend.entries

    assert (content.letter, boilerplate.letter) == ("C", "B")
    assert content.label == f"Main content, {kept} words"
    assert boilerplate.label == f"Boilerplate, {len(scene.layers[LABEL].values) - kept} words"
    assert selected.label == "Selected"
    assert content.label in legend.accessibleDescription()


def test_a_context_menu_of_the_legend_explains_the_entry_under_the_pointer(
    qtbot: QtBot, scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    legend, offered = legend_for(qtbot, scene.layers[LABEL]), []
    monkeypatch.setattr(terms, "open_menu", lambda *of: offered.append(of[1]))
    for entry in legend.findChildren(LegendEntry):
        position = entry.geometry().center()
        QApplication.sendEvent(
            legend,
            QContextMenuEvent(
                QContextMenuEvent.Reason.Mouse, position, legend.mapToGlobal(position)
            ),
        )

    assert offered == ["Main content", "Boilerplate", "Selected"]


def test_a_chinese_page_counts_characters(panel: PagePanel):
    page = Page.from_text("<p>" + "汉字" * 50, name="test")
    layer = Layer(LABEL, "Label", LayerKind.LABEL, np.ones(page.n_tokens))
    panel.show_scene(Scene(page, layers={LABEL: layer}), LABEL, {})

    assert panel.legend.entries[0].label == "Main content, 100 characters"


def test_the_legend_of_amounts_has_ends_unit_threshold_and_plus_sign(qtbot: QtBot):
    layer = Layer(
        "k",
        "Text density",
        LayerKind.AMOUNT,
        np.array([0, 40.0]),
        unit="words / line",
        meaning="Words a line.",
        high=20.0,
        clipped=True,
        threshold=9.0,
    )
    ramp = legend_for(qtbot, layer).entries[0]

    assert (ramp.kind, ramp.ends, ramp.label) == (
        EntryKind.RAMP,
        ("0", "20+"),
        "Text density, words / line",
    )
    assert ramp.tick == pytest.approx(0.45)
    assert ramp.tip == "Words a line.\nThreshold 9"


def test_unmeasured_text_is_in_the_legend_only_if_there_is_any(qtbot: QtBot):
    layer = Layer("k", "K", LayerKind.AMOUNT, np.array([0, np.nan]), threshold=7.0)
    ramp, missing, _selected = legend_for(qtbot, layer).entries

    assert missing.kind is EntryKind.MISSING
    assert np.isnan(ramp.tick)


def test_the_legend_of_agreement_shows_each_count(qtbot: QtBot):
    layer = Layer("agreement", "A", LayerKind.AGREEMENT, np.array([0.0, 4.0]), high=4.0)
    legend_entries = legend_for(qtbot, layer).entries

    assert [entry.label for entry in legend_entries[:5]] == ["0/4", "1/4", "2/4", "3/4", "4/4"]
    assert [entry.letter for entry in legend_entries[:5]] == ["B", "", "", "", "C"]
    many = legend_for(qtbot, replace(layer, high=20.0)).entries
    assert [entry.label for entry in many[:3]] == ["0/20", "10/20", "20/20"]


def test_the_legend_of_errors_counts_each_outcome(qtbot: QtBot):
    outcomes = [Outcome.WRONGLY_KEPT, Outcome.MISSED, Outcome.MISSED, Outcome.KEPT]
    layer = Layer("e", "Against gold", LayerKind.ERRORS, np.array([*outcomes, np.nan]))
    legend = legend_for(qtbot, layer)

    assert [(entry.letter, entry.label) for entry in legend.entries] == [
        ("W", "Wrongly kept, 1"),
        ("M", "Missed, 2"),
        ("", "Correct: kept 1, dropped 0"),
        ("", "Unmarked"),
        ("", "Selected"),
    ]
    complete = legend_for(qtbot, replace(layer, values=layer.values[:-1])).entries
    assert "Unmarked" not in [entry.label for entry in complete]


def test_the_legend_of_gold_has_the_letters_and_hues_of_the_gold_row(qtbot: QtBot):
    marked = [GoldClass.MAIN, GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.COMMENT]
    layer = Layer("gold", "Gold", LayerKind.GOLD, np.array([*marked, np.nan], dtype=np.float64))
    entries = legend_for(qtbot, layer).entries

    assert [(entry.kind, entry.letter, entry.label) for entry in entries[:-1]] == [
        (EntryKind.CONTENT, "C", "Main content, 2"),
        (EntryKind.BOILERPLATE, "B", "Boilerplate, 1"),
        (EntryKind.CLASS, "R", "Comment, 1"),
        (EntryKind.UNMARKED, "", "Unmarked"),
    ]
    assert entries[2].colour == theme.LIGHT.comment.lower()


def test_the_legend_names_only_classes_of_the_page(qtbot: QtBot):
    layer = Layer(
        "c", "C", LayerKind.CLASSES, np.array([0, 2, np.nan]), classes=("title", "time", "main")
    )
    legend_entries = legend_for(qtbot, layer).entries

    assert [(entry.letter, entry.label) for entry in legend_entries[:-1]] == [
        ("T", "title"),
        ("M", "main"),
    ]


def test_without_a_layer_the_legend_has_a_note(qtbot: QtBot):
    assert legend_for(qtbot, None).entries[0].label == "No layer yet"


def shown_words(legend: Legend) -> list[str]:
    QApplication.processEvents()
    pieces = [piece for piece in legend.findChildren(LegendEntry) if piece.isVisible()]
    return [piece.entry.label.partition(",")[0] for piece in pieces]


def test_the_legend_wraps_into_rows_before_it_is_cut(qtbot: QtBot, scene: Scene):
    legend = legend_for(qtbot, scene.layers[LABEL])
    narrow = legend.heightForWidth(220)
    legend.resize(220, narrow)
    labels = shown_words(legend)
    pieces = [piece.geometry() for piece in legend.findChildren(LegendEntry)]

    assert narrow > legend.heightForWidth(500)
    assert labels == ["Main content", "Boilerplate", "Selected"]
    assert all(piece.right() <= 220 for piece in pieces)
    assert max(piece.bottom() for piece in pieces) < narrow


def test_the_entry_selected_alone_does_not_need_a_second_row(qtbot: QtBot, scene: Scene):
    legend = legend_for(qtbot, scene.layers[LABEL])
    wide = shown_words(legend)
    needed = sum(piece.sizeHint().width() for piece in legend.findChildren(LegendEntry))
    legend.resize(needed - 20, 24)
    short = shown_words(legend)
    legend.resize(500, 24)

    assert wide == shown_words(legend) == ["Main content", "Boilerplate", "Selected"]
    assert short == ["Main content", "Boilerplate"]
    assert legend.heightForWidth(needed - 20) == legend.heightForWidth(500)


def test_agreement_has_the_same_colours_in_legend_and_page():
    assert agreement_colour(0.5).name().upper() == theme.LIGHT.split
    assert agreement_colour(0.25).name() == "#8b4d2e"
    assert agreement_colour(0).name().upper() == theme.LIGHT.boilerplate
    assert agreement_colour(1).name().upper() == theme.LIGHT.content


def test_the_legend_is_drawn_in_both_themes(
    qtbot: QtBot, scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    legend = legend_for(qtbot, scene.layers[LABEL])
    for colours in (theme.LIGHT, theme.DARK):
        monkeypatch.setattr(theme._State, "theme", colours)  # noqa: SLF001 - colours alone, no style sheet
        picture = legend.grab().toImage()
        seen = {picture.pixelColor(x, 12).name().upper() for x in range(picture.width())}

        assert colours.content in seen
