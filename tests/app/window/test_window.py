"""The real window, offscreen: a page, its heatmap in the DOM and in pixels, and every view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from boilerscope.app.session import layers
from boilerscope.extractors.runner import run
from boilerscope.widgets.picking import leading_block, selection_of_block
from boilerscope.widgets.records import RunState, ShowAs
from tests.helpers.bench import ARTICLE, WindowBench, colours

if TYPE_CHECKING:
    from pathlib import Path


def test_page_opens_in_four_panes_that_all_run(lake: WindowBench):
    panes = lake.controller.session.panes

    names = [ARTICLE, "cx_extractor", "link_ratio", "text_distribution"]
    assert [pane.name for pane in panes] == names
    assert all(pane.state is RunState.DONE for pane in panes)
    assert "4 of 4 extractors done" in lake.window.status.runs.text()


def test_heatmap_is_in_the_real_document(lake: WindowBench):
    lake.qtbot.waitUntil(lambda: lake.drawn("alpha0") is not None)

    assert lake.drawn("alpha0") != lake.drawn("Privacy")
    assert lake.drawn("Privacy")["pattern"]


def test_heatmap_is_in_the_pixels(lake: WindowBench):
    def has_blue_and_orange() -> bool:
        seen = colours(lake.view.grab_image())
        blue = any(b > r + 20 and b > 150 for r, _, b in seen)
        return blue and any(r > b + 40 and r > 200 for r, _, b in seen)

    lake.qtbot.waitUntil(has_blue_and_orange)


def test_setting_changes_page_strip_table_pane_plot_and_status(lake: WindowBench):
    block = lake.block("beta0")
    before = lake.drawn("beta0")
    strips = lake.window.strips.grab().toImage()
    plot = lake.window.curves.grab().toImage()
    status = lake.window.status.difference.text()
    is_kept = lake.window.blocks.model.kept(block)

    lake.window.settings.changed.emit(
        lake.pane().settings.replace(nw_cur=60, nw_next=60, nw_prev=60)
    )
    lake.settle()

    assert is_kept
    assert not lake.window.blocks.model.kept(block)
    lake.qtbot.waitUntil(lambda: lake.drawn("beta0") != before)
    assert lake.window.strips.grab().toImage() != strips
    assert lake.window.curves.grab().toImage() != plot
    assert lake.window.status.difference.text() != status
    output_pane = lake.window.panes.pane(ARTICLE)
    assert output_pane is not None
    assert output_pane.pane is not None
    assert output_pane.pane.run == lake.pane().run


def test_key_on_a_slider_of_the_panel_runs_the_extractor(lake: WindowBench):
    lake.window_controller.settings.go_to_setting(ARTICLE, "max_link_density")
    before = lake.pane().settings
    focus = lake.window.focusWidget()
    assert focus is not None

    QTest.keyClick(focus, Qt.Key.Key_Up)
    lake.settle()

    assert lake.pane().settings != before
    assert lake.extraction().settings == lake.pane().settings


def test_a_setting_is_undone_and_redone(lake: WindowBench):
    default = lake.pane().settings
    lake.controller.set_field(ARTICLE, "nw_cur", 30)
    lake.settle()

    lake.do("undo")
    undone = lake.extraction().settings
    lake.do("redo")

    assert undone == default
    assert lake.extraction().settings == default.replace(nw_cur=30)


def test_selection_in_the_table_is_shown_in_every_view(lake: WindowBench):
    block = lake.block("beta0")
    strips = lake.window.strips.grab().toImage()

    lake.window.blocks.table.selectRow(lake.window.blocks.model.row_of(block))
    lake.settle()

    selection = lake.window.selection.selection
    assert selection == selection_of_block(lake.pane(), block)
    assert selection is not None
    lake.qtbot.waitUntil(lambda: len(lake.ask("state")["outlines"]) == 1)
    assert lake.window.strips.grab().toImage() != strips
    assert leading_block(lake.pane("cx_extractor"), selection) >= 0


def test_click_on_the_page_selects_the_block_in_table_and_strips(lake: WindowBench):
    lake.view.set_picking(True)
    left, top, width, height = lake.ask("place_of", lake.segment("alpha0"))
    zoom = lake.view.zoom
    web_view = lake.view.web_view
    assert web_view is not None
    target = web_view.focusProxy()
    assert target is not None

    with lake.qtbot.waitSignal(lake.window.selection.selected):
        QTest.mouseClick(
            target,
            Qt.MouseButton.LeftButton,
            pos=QPoint(round((left + width / 2) * zoom), round((top + height / 2) * zoom)),
        )
    lake.settle()

    block = lake.block("alpha0")
    assert lake.window.selection.selection == selection_of_block(lake.pane(), block)
    row = lake.window.blocks.table.currentIndex().row()
    assert lake.window.blocks.model.block_at(row) == block


def test_blocks_and_differences_are_visited_in_order(lake: WindowBench):
    lake.do("next_block")
    first = lake.window.selection.selection
    lake.do("next_block")
    second = lake.window.selection.selection
    lake.window.selection.select(None)
    lake.do("next_difference")
    differing = lake.window.selection.selection

    assert first is not None
    assert second is not None
    assert second.start > first.start
    assert differing is not None
    masks = np.array([lake.extraction(pane.name).mask for pane in lake.controller.session.panes])
    total = masks.sum(axis=0)[differing.start : differing.end]
    assert np.any((total > 0) & (total < len(masks)))


def test_step_slider_shows_the_pane_as_it_was(lake: WindowBench):
    result = lake.extraction()

    lake.do("step_back")
    at_step = lake.window_controller.views.scene.pane(ARTICLE)
    lake.do("back_to_result")
    after = lake.window_controller.views.scene.pane(ARTICLE)

    assert at_step is not None
    assert at_step.shown is not None
    assert len(at_step.shown.steps) == len(result.steps) - 1
    assert after is not None
    assert after.shown is result


def test_threshold_dragged_in_the_curve_sets_the_field_and_rejected_values_are_reported(
    lake: WindowBench,
):
    lake.window.curves.threshold_dragged.emit("cx_extractor", "threshold", 40)
    lake.settle()
    settings = lake.extraction("cx_extractor").settings
    lake.window.curves.threshold_dragged.emit("cx_extractor", "threshold", 5000)

    assert settings == lake.pane("cx_extractor").settings
    assert getattr(settings, "threshold", None) == 40
    assert "at most 1000" in lake.window.statusBar().currentMessage()


def test_same_extractor_twice_with_different_settings_has_two_panes(lake: WindowBench):
    lake.do("duplicate_pane")
    lake.controller.set_field(f"{ARTICLE}#2", "nw_cur", 60)
    lake.settle()

    names = [pane.name for pane in lake.controller.session.panes]
    assert names[:2] == [ARTICLE, f"{ARTICLE}#2"]
    assert lake.extraction().settings != lake.extraction(f"{ARTICLE}#2").settings


def test_removed_pane_comes_back_by_undo(lake: WindowBench):
    lake.controller.activate("link_ratio")
    lake.do("remove_pane")
    is_removed = not lake.controller.session.has("link_ratio")
    lake.do("undo")

    assert is_removed
    assert lake.pane("link_ratio").state is RunState.DONE


@pytest.mark.parametrize("show_as", [ShowAs.RENDERED, ShowAs.PLAIN, ShowAs.SOURCE])
def test_views_of_a_pane_show_the_result(lake: WindowBench, show_as: ShowAs):
    lake.controller.show_pane_as(ARTICLE, show_as)
    lake.settle()

    output_pane = lake.window.panes.pane(ARTICLE)
    assert output_pane is not None
    assert output_pane.pane is not None
    assert output_pane.pane.show_as is show_as
    if show_as is not ShowAs.RENDERED:
        lake.qtbot.waitUntil(lambda: "alpha0" in output_pane.plain.toPlainText())
        assert ("<p>" in output_pane.plain.toPlainText()) is (show_as is ShowAs.SOURCE)


def test_two_panes_are_compared(lake: WindowBench):
    lake.do("show_difference")

    assert lake.pane().show_as is ShowAs.DIFFERENCE
    assert lake.pane().compare_with == "cx_extractor"


def test_extraction_is_the_same_before_and_after_the_page_is_marked(lake: WindowBench):
    before = run(lake.page, ARTICLE).own_text
    data = lake.page.data

    lake.controller.colour_by(layers.AGREEMENT)
    lake.do("next_block")

    assert run(lake.page, ARTICLE).own_text == before
    assert lake.page.data == data


def test_agreement_replaces_the_labels_on_the_page(lake: WindowBench):
    before = lake.drawn("Privacy")

    lake.do("colour_agreement")

    lake.qtbot.waitUntil(lambda: lake.drawn("Privacy") != before)


def test_palette_sets_a_setting_by_the_number_typed_after_its_name(lake: WindowBench):
    lake.window_controller.actions.trigger("palette")
    field = lake.window.palette_dialog.field

    QTest.keyClicks(field, "maximum block distance 4")
    QTest.keyClick(field, Qt.Key.Key_Return)
    lake.settle()

    assert getattr(lake.extraction().settings, "max_block_distance", None) == 4


def test_theme_is_switched_and_remembered(bench: WindowBench):
    light = bench.window.grab().toImage().pixelColor(4, 4).lightness()

    bench.do("theme")
    dark = bench.window.grab().toImage().pixelColor(4, 4).lightness()
    written = (bench.home / "preferences.toml").read_text(encoding="utf-8")
    bench.do("theme")

    assert dark < light - 100
    assert 'theme = "dark"' in written


def test_narrow_window_keeps_a_handle_for_every_view(lake: WindowBench):
    lake.window.resize(1280, 800)
    lake.settle()

    folded = [lake.window.panes.is_folded(pane.name) for pane in lake.controller.session.panes]
    assert lake.window.tables.tabBar().isVisible()
    assert any(folded)
    assert not lake.window.panes.is_folded(lake.controller.session.active)


def test_every_region_is_reached_by_f6(lake: WindowBench):
    reached = set()

    for _ in range(12):
        lake.do("next_region")
        focus = QApplication.focusWidget()
        for region in lake.window.regions():
            if focus is not None and (region is focus or region.isAncestorOf(focus)):
                reached.add(region)

    assert reached == set(lake.window.regions())


def test_what_if_finds_a_change_that_flips_the_block_and_applies_it(lake: WindowBench):
    block = lake.block("short")
    lake.window.selection.select(selection_of_block(lake.pane(), block))
    lake.settle()
    lake.qtbot.waitUntil(lambda: bool(lake.window_controller.what_if.suggestions), timeout=20_000)
    is_kept = bool(lake.extraction().mask[lake.token("short")])

    lake.do("apply_what_if")

    assert is_kept
    assert not lake.extraction().mask[lake.token("short")]
    assert getattr(lake.pane().settings, "nw_prev", None) == 28


def test_window_closed_while_panes_run_leaves_nothing_behind(bench: WindowBench, tmp_path: Path):
    file = tmp_path / "large.html"
    file.write_text("<p>word word word</p>" * 20_000, encoding="utf-8")
    bench.controller.open(str(file))
    bench.qtbot.waitUntil(lambda: bench.controller.session.page is not None, timeout=20_000)

    bench.window.close()

    assert bench.controller.run_queue.has_ended


def test_a_result_of_an_inactive_pane_does_not_change_the_views_of_the_active_pane(
    lake: WindowBench, monkeypatch: pytest.MonkeyPatch
):
    refreshed: list[str] = []
    for view, method in (
        (lake.window.steps, "show_pane"),
        (lake.window.blocks, "show_pane"),
        (lake.window.curves, "show_scene"),
        (lake.window.agreement, "show_panes"),
    ):
        name = type(view).__name__
        monkeypatch.setattr(view, method, lambda *_, name=name, **__: refreshed.append(name))
    inactive = next(pane.name for pane in lake.controller.session.panes if pane.name != ARTICLE)
    assert lake.controller.session.active == ARTICLE

    lake.controller.run_again(inactive)
    lake.settle()
    assert set(refreshed) == {"AgreementTable"}

    lake.controller.run_again(ARTICLE)
    lake.settle()
    assert {"AgreementTable", "StepsView", "CurvesView"} <= set(refreshed)
