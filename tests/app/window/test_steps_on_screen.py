"""A step on screen in the real window: page, panes and exports follow; new results are handled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from boilerscope.app.session import layers
from boilerscope.app.session.exporting import Export
from boilerscope.extractors import runner
from boilerscope.extractors.formats.html.writer import cleaned
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.widgets.records import LayerKind, ShowAs
from tests.helpers.bench import ARTICLE, WindowBench
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CRUNCH = "crunch"
WORDS = " ".join(f"gamma{number}" for number in range(60))
HTML = f"""<!DOCTYPE html><html><head><title>Lake</title></head><body>
<ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul>
<div><div><div><p>{WORDS}.<p>{WORDS}!</div><p>Later {WORDS}?</div></div>
<form><p>Search here<input></form><p><a href=/p>Privacy</a></body></html>"""


@pytest.fixture
def crunch(bench: WindowBench, tmp_path: Path) -> WindowBench:
    """Return the window with Crunch as its active pane and its steps at the bottom."""
    file = tmp_path / "lake.html"
    file.write_text(HTML, encoding="utf-8")
    bench.open(str(file))
    bench.controller.add_pane(CRUNCH)
    bench.settle()
    bench.do("tab_steps")
    return bench


def index_of(bench: WindowBench, code: str, name: str = CRUNCH) -> int:
    """Return the index of a step."""
    return [step.code for step in bench.extraction(name).steps].index(code)


def show(bench: WindowBench, code: str, name: str = CRUNCH) -> Extraction:
    """Show a step and return the result on screen."""
    bench.controller.show_step(name, index_of(bench, code, name))
    bench.settle()
    return shown(bench, name)


def shown(bench: WindowBench, name: str = CRUNCH) -> Extraction:
    """Return the result of a pane that the views show."""
    pane = bench.window_controller.views.scene.pane(name)
    assert pane is not None
    assert pane.shown is not None
    return pane.shown


def status_message(bench: WindowBench) -> str:
    """Return the message of the status bar."""
    return bench.window.statusBar().currentMessage()


def assert_result_is_shown(bench: WindowBench, name: str) -> None:
    """Assert that no view mentions a step any more, even after everything is painted."""
    bench.window.steps.columns.grab()
    assert bench.controller.session.step is None
    assert bench.window.page.step_row.text == ""
    assert shown(bench, name) is bench.extraction(name)
    assert f"{len(bench.extraction(name).steps) - 1}" == f"{bench.window.steps.columns.shown_step}"


# -- a new result ------------------------------------------------------------------------------


def test_a_preset_with_fewer_steps_shows_the_result_and_reports_it(crunch: WindowBench):
    crunch.window.steps.columns.setFocus()
    for _ in range(4):
        QTest.keyClick(crunch.window.steps.columns, Qt.Key.Key_Left)
        crunch.settle()
    pane, index = crunch.controller.session.step or ("", -1)
    code = crunch.extraction(pane).steps[index].code

    crunch.window.settings.preset_chosen.emit("Crunch 3 level 12")
    crunch.settle()

    assert code not in [step.code for step in crunch.extraction(CRUNCH).steps]
    assert_result_is_shown(crunch, CRUNCH)
    assert status_message(crunch) == f"crunch no longer has step {code}. Showing its result."


def test_a_step_that_moves_because_a_step_was_removed_stays_on_screen(crunch: WindowBench):
    show(crunch, "R13")
    before = crunch.controller.session.step

    crunch.controller.set_field(CRUNCH, "ads", value=False)
    crunch.settle()

    assert before is not None
    assert crunch.controller.session.step == (CRUNCH, before[1] - 1)
    assert shown(crunch).steps[-1].code == "R13"
    assert "R13" in crunch.window.page.step_row.text
    assert "R13" in crunch.window.steps.columns.accessibleName()


def test_a_threshold_that_stops_the_descent_earlier_shows_the_result(crunch: WindowBench):
    name = "text_distribution"
    crunch.controller.activate(name)
    crunch.controller.set_field(name, "threshold", 0.0)
    crunch.settle()
    index = len(crunch.extraction(name).steps) - 2
    code = crunch.extraction(name).steps[index].code
    crunch.controller.show_step(name, index)
    crunch.settle()

    crunch.controller.set_field(name, "threshold", 60.0)
    crunch.settle()

    assert index > 0
    assert len(crunch.extraction(name).steps) <= index
    assert_result_is_shown(crunch, name)
    assert code in status_message(crunch)


def test_a_filter_removed_from_a_pipeline_shows_the_result(crunch: WindowBench):
    name = "boilerpipe.custom"
    crunch.controller.add_pane(name)
    crunch.settle()
    index = len(crunch.extraction(name).steps) - 2
    crunch.controller.show_step(name, index)
    crunch.settle()

    pipeline = crunch.pane(name).settings.pipeline  # type: ignore[attr-defined]  # of this class
    crunch.controller.set_field(name, "pipeline", pipeline[:1])
    crunch.settle()

    assert len(crunch.extraction(name).steps) == 1
    assert_result_is_shown(crunch, name)


def test_rounds_that_a_coarser_segmentation_lacks_show_the_result(crunch: WindowBench):
    crunch.controller.add_pane("vips")
    crunch.settle()
    with crunch.qtbot.waitSignal(crunch.view.layout_ready, timeout=LOAD_MS):
        crunch.window.panes.command.emit("vips", "offer")
    crunch.settle()
    crunch.controller.set_field("vips", "size_threshold", 0.0)
    crunch.controller.set_field("vips", "pdoc", 11)
    crunch.settle()
    rounds = [step.code for step in crunch.extraction("vips").steps if step.code.startswith("E")]
    show(crunch, rounds[-1], "vips")

    crunch.controller.set_field("vips", "pdoc", 1)
    crunch.settle()

    assert rounds[-1] not in [step.code for step in crunch.extraction("vips").steps]
    assert_result_is_shown(crunch, "vips")


def test_a_step_stays_on_screen_during_a_failed_run(crunch: WindowBench):
    at_step = show(crunch, "R3")
    session = crunch.controller.session
    page, settings = crunch.page, crunch.pane(CRUNCH).settings
    failed = runner.failed(page, CRUNCH, settings, Status.ERROR, "It broke.")

    crunch.controller.run_queue.finished.emit(CRUNCH, crunch.pane(CRUNCH).run + 1, failed)
    crunch.settle()

    pane = crunch.window_controller.views.scene.pane(CRUNCH)
    assert pane is not None
    assert pane.extraction is failed
    assert pane.shown is at_step
    assert session.step == (CRUNCH, len(at_step.steps) - 1)


def test_a_missing_step_is_not_shown(crunch: WindowBench):
    crunch.controller.show_step(CRUNCH, 99)
    crunch.settle()

    assert_result_is_shown(crunch, CRUNCH)


def test_undo_of_the_pane_with_a_step_on_screen_shows_results(crunch: WindowBench):
    crunch.controller.colour_by(layers.AGREEMENT)
    show(crunch, "R3")

    crunch.do("undo")

    assert not crunch.controller.session.has(CRUNCH)
    assert crunch.controller.session.step is None
    assert crunch.controller.session.colour_key == layers.AGREEMENT
    assert crunch.window.page.step_row.text == ""


# -- the page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [layers.label_key(ARTICLE), layers.AGREEMENT])
def test_the_page_is_coloured_by_the_step_and_then_as_before(crunch: WindowBench, key: str):
    crunch.controller.colour_by(key)
    crunch.settle()

    at_step = show(crunch, "E")
    painted, whose = crunch.view.overlay.layer, crunch.window.page.whose.currentText()
    crunch.do("back_to_result")

    assert painted is not None
    assert painted.key == layers.label_key(CRUNCH)
    assert np.array_equal(painted.values > 0, at_step.mask)
    assert CRUNCH in whose
    assert crunch.controller.session.colour_key == key
    assert crunch.view.overlay.layer is crunch.window_controller.views.scene.layers[key]


def test_a_colour_chosen_while_a_step_is_on_screen_stays(crunch: WindowBench):
    crunch.controller.colour_by(layers.label_key(ARTICLE))
    show(crunch, "E")

    crunch.window.page.colour_by_changed.emit(layers.AGREEMENT)
    crunch.settle()
    chosen = crunch.controller.session.colour_key
    crunch.do("step_forward")
    moved = crunch.controller.session.colour_key
    crunch.do("back_to_result")

    assert (chosen, moved) == (layers.AGREEMENT, layers.label_key(CRUNCH))
    assert crunch.controller.session.colour_key == layers.AGREEMENT


def test_labels_come_from_the_step_or_else_from_the_kept_words(crunch: WindowBench):
    crunch.controller.colour_by(layers.labels_key(CRUNCH))
    without = show(crunch, "R3")
    kept_layer = crunch.view.overlay.layer
    crunch.controller.colour_by(layers.labels_key("link_ratio"))
    with_labels = show(crunch, "SHORT", "link_ratio")
    labelled = crunch.view.overlay.layer

    assert without.labels is None
    assert kept_layer is not None
    assert (kept_layer.kind, kept_layer.key) == (LayerKind.LABEL, layers.labels_key(CRUNCH))
    assert np.array_equal(kept_layer.values > 0, without.mask)
    assert with_labels.labels is not None
    assert labelled is not None
    assert labelled.kind is LayerKind.CLASSES


# -- the pane ----------------------------------------------------------------------------------


def test_plain_text_is_the_page_text_of_the_step_with_a_notice(crunch: WindowBench):
    crunch.controller.show_pane_as(CRUNCH, ShowAs.PLAIN)
    at_step = show(crunch, "E")
    pane = crunch.window.panes.pane(CRUNCH)
    assert pane is not None
    text, line = pane.plain.shown, pane.step_line.text()
    crunch.do("back_to_result")

    assert text == kept_text(crunch.page, at_step.mask)
    assert "Search here" in text
    assert line == "Page text after step E: Drop attributes"
    assert pane.plain.shown == crunch.extraction(CRUNCH).own_text != text
    assert pane.step_line.isHidden()


def test_source_follows_each_step_and_the_result(crunch: WindowBench):
    crunch.controller.show_pane_as(CRUNCH, ShowAs.SOURCE)
    crunch.settle()
    pane = crunch.window.panes.pane(CRUNCH)
    assert pane is not None
    of_result = pane.plain.shown
    seen = {}
    for code in ("E", "R3", "E"):
        show(crunch, code)
        seen[code] = pane.plain.shown
    line = pane.step_line.text()
    crunch.do("back_to_result")

    assert "Home" in seen["E"]
    assert "Home" not in seen["R3"]
    assert "<input" not in seen["E"]
    assert line == "HTML of the page text after step E: Drop attributes"
    assert pane.plain.shown == of_result == cleaned(crunch.page, crunch.extraction(CRUNCH))


def _copy_in_window(bench: WindowBench) -> None:
    bench.do("copy_pane")


def _copy_in_pane(bench: WindowBench) -> None:
    pane = bench.window.panes.pane(CRUNCH)
    assert pane is not None
    pane.body.copy_all_wanted.emit()


@pytest.mark.parametrize("copy", [_copy_in_window, _copy_in_pane])
def test_copy_uses_the_text_of_the_step(crunch: WindowBench, copy: Callable[[WindowBench], None]):
    at_step = show(crunch, "E")

    copy(crunch)

    assert QGuiApplication.clipboard().text() == kept_text(crunch.page, at_step.mask)


def test_copying_reports_that_it_is_the_text_of_a_step(crunch: WindowBench):
    show(crunch, "E")

    crunch.do("copy_pane")

    assert status_message(crunch) == "Copied to the clipboard: page text after step E."


def test_export_writes_the_text_of_the_step_under_its_name(crunch: WindowBench, tmp_path: Path):
    at_step = show(crunch, "E")

    crunch.window_controller.export.write(Export((CRUNCH, ARTICLE), "text", tmp_path / "out"))

    written = {file.name: file.read_text("utf-8") for file in (tmp_path / "out").iterdir()}
    assert written["lake.crunch after E.txt"] == kept_text(crunch.page, at_step.mask)
    assert f"lake.{ARTICLE}.txt" in written


def test_a_step_that_keeps_nothing_has_a_notice(crunch: WindowBench):
    at_step = show(crunch, "F1", ARTICLE)
    pane = crunch.window.panes.pane(ARTICLE)

    assert at_step.status is Status.EMPTY
    assert at_step.message == "After F1 nothing is kept."
    assert pane is not None
    assert pane.notice.isVisible()


def test_a_step_on_screen_is_always_the_same_result(crunch: WindowBench):
    first = show(crunch, "R3")

    crunch.controller.colour_by(layers.AGREEMENT)
    crunch.settle()

    assert shown(crunch) is first


# -- the diagram -------------------------------------------------------------------------------


def test_the_steps_of_a_removing_method_begin_with_the_page(crunch: WindowBench):
    show(crunch, "R3")
    view = crunch.window.steps

    removed = int(crunch.extraction(CRUNCH).mask_after(index_of(crunch, "R2")).sum()) - int(
        shown(crunch).mask.sum()
    )
    first = view.steps[0]
    assert (first.code, first.added, first.removed) == ("E", 0, 0)
    assert removed > 0
    assert f"+0 −{removed}," in view.summary.text()
