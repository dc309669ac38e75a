"""An output pane in every state and view, by real events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.model.lazy import replaced
from boilerscope.extractors.page import Page, segments
from boilerscope.widgets import terms, theme
from boilerscope.widgets.demo import DemoSettings, demo_extraction, demo_scene
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.panes.output_pane import OutputPane
from boilerscope.widgets.panes.pane_status import PaneStatus, status_of, took
from boilerscope.widgets.records import (
    GoldScore,
    Layer,
    LayerKind,
    PaneRecord,
    RunState,
    Scene,
    Selection,
    ShowAs,
)
from tests.helpers.cut_texts import cut_texts

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.selection import SelectionModel

SCENE = demo_scene()
NAME = "boilerpipe.article"


def record(**changes: Any) -> PaneRecord:
    return replace(SCENE.panes[0], **changes)


def failed(status: Status, message: str = "", seconds: float = 0.2) -> Extraction:
    return Extraction("x", status, DemoSettings(), message, seconds=seconds)


def scene_with(pane: PaneRecord, *more_panes: PaneRecord) -> Scene:
    return replace(SCENE, panes=(pane, *(more_panes or SCENE.panes[1:])))


@pytest.fixture
def pane(qtbot: QtBot, selection: SelectionModel) -> OutputPane:
    output_pane = OutputPane(NAME, selection)
    qtbot.addWidget(output_pane)
    output_pane.resize(260, 600)
    output_pane.show()
    output_pane.show_scene(SCENE)
    return output_pane


def words_of(pane: OutputPane) -> str:
    """Return every word visible in the header and the notice."""
    labels = [*pane.header.findChildren(QLabel), *pane.notice.findChildren(QLabel)]
    return " | ".join(label.text() for label in labels if label.isVisible() and label.text())


def press(pane: OutputPane, command: str) -> None:
    button = pane.notice.findChild(QPushButton, command)
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def commands(pane: OutputPane) -> list[str]:
    return [
        button.objectName()
        for button in pane.notice.findChildren(QPushButton)
        if button.isVisible()
    ]


# -- header ----------------------------------------------------------------------------------


def test_the_header_gives_name_words_share_and_time(pane: OutputPane):
    assert (
        words_of(pane) == f"{NAME} | 243 words | 61\u00a0% | 0.9\u00a0ms | All settings at default"
    )


def test_the_bar_is_blue_as_far_as_the_share_and_hatched_beyond(pane: OutputPane):
    picture = pane.header.grab().toImage()
    kept = {picture.pixelColor(x, 62).name() for x in range(155)}
    dropped = {picture.pixelColor(x, 62).name() for x in range(162, 260)}

    assert kept == {theme.colour("content").name()}
    assert theme.colour("content").name() not in dropped
    assert len(dropped) > 1


def test_against_gold_the_header_gives_scores_and_the_counts_move_to_the_tip(pane: OutputPane):
    outcomes = ((Outcome.KEPT, 150), (Outcome.DROPPED, 0), (Outcome.WRONGLY_KEPT, 150))
    score = GoldScore(0.932, 0.98, 0.887, (*outcomes, (Outcome.MISSED, 0)))
    pane.show_scene(scene_with(record(gold_score=score)))
    picture = pane.header.grab().toImage()

    assert words_of(pane).startswith(f"{NAME} | F1 0.93 | P 0.98  R 0.89 |")
    assert "243 words, 61\u00a0%" in pane.header.detail_label.toolTip()
    assert picture.pixelColor(200, 62).name() == theme.colour("content").name()
    pale = picture.pixelColor(60, 62)
    assert pale.lightness() > theme.colour("content").lightness() + 40


def test_a_score_on_few_words_says_on_how_many(pane: OutputPane):
    outcomes = ((Outcome.KEPT, 10), (Outcome.DROPPED, 0), (Outcome.WRONGLY_KEPT, 10))
    score = GoldScore(0.932, 0.98, 0.887, (*outcomes, (Outcome.MISSED, 0)))
    pane.show_scene(scene_with(record(gold_score=score)))

    assert words_of(pane).startswith(f"{NAME} | F1 0.93 | on 20 of 399 words |")
    assert "P 0.98  R 0.89" in pane.header.detail_label.toolTip()


@pytest.mark.parametrize(("traced", "is_explained"), [(None, False), (1.0, True)])
def test_the_score_of_a_trace_says_why_a_corpus_can_have_another(
    pane: OutputPane, traced: float | None, *, is_explained: bool
):
    made = record(gold_score=GoldScore(0.932, 0.98, 0.887, ()))
    assert made.shown is not None
    extraction = replaced(made.shown, traced=traced)
    pane.show_scene(scene_with(replace(made, extraction=extraction, last_good=extraction)))

    tip = pane.header.detail_label.toolTip()
    assert ("A corpus is scored without it" in tip) == is_explained


@pytest.mark.parametrize("score", [None, GoldScore(0.975, 0.981, 0.969, ())])
def test_no_width_of_a_pane_cuts_a_figure(pane: OutputPane, score: GoldScore | None):
    pane.show_scene(scene_with(record(gold_score=score)))
    pane.header.expected_label.setText("exp. F1 0.97")
    shown = set()
    for width in range(400, 120, -7):
        pane.resize(width, 600)
        labels = [
            label
            for label in (pane.header.status_label, pane.header.detail_label)
            if label.isVisible()
        ]
        shown.add(len(labels))

        assert cut_texts(pane.header) == [], width
        assert all(label.sizeHint().width() <= label.width() for label in labels), width
        assert labels[0].toolTip()
    assert 2 in shown


def test_changed_settings_are_chips_that_open_them(pane: OutputPane, qtbot: QtBot):
    pane.show_scene(scene_with(record(settings=DemoSettings(min_words=4))))
    (chip,) = [
        button
        for button in pane.header.findChildren(QPushButton)
        if button.isVisible() and "min_words" in button.text()
    ]
    with qtbot.waitSignal(pane.setting_clicked) as signal:
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton)

    assert chip.text() == "min_words 4"
    assert "Shorter blocks are boilerplate." in chip.toolTip()
    assert signal.args == ["min_words"]


def test_chips_without_room_are_behind_a_count(pane: OutputPane, qtbot: QtBot):
    settings = DemoSettings(min_words=120, keep_title=False, max_link_density=0.5)
    pane.show_scene(scene_with(record(settings=settings)))
    buttons = [b for b in pane.header.findChildren(QPushButton) if b.isVisible()]
    more = next(button for button in buttons if button.text().startswith("+"))
    actions = more.menu().actions()
    with qtbot.waitSignal(pane.setting_clicked) as signal:
        actions[-1].trigger()

    assert len(buttons) - 1 + len(actions) == 3
    assert signal.args == ["keep_title"]


def test_a_middle_click_on_the_header_closes(pane: OutputPane, qtbot: QtBot):
    with qtbot.waitSignal(pane.command) as signal:
        QTest.mouseClick(pane.header, Qt.MouseButton.MiddleButton)

    assert signal.args == ["remove_pane"]


def test_a_click_on_the_header_activates(pane: OutputPane, qtbot: QtBot):
    with qtbot.waitSignal(pane.activated):
        QTest.mouseClick(pane.header, Qt.MouseButton.LeftButton)


def test_the_active_pane_has_a_dark_line_on_top(pane: OutputPane):
    active = pane.header.grab().toImage().pixelColor(100, 0)
    pane.show_scene(replace(SCENE, active="cx_extractor"))
    inactive = pane.header.grab().toImage().pixelColor(100, 0)

    assert active == theme.colour("ink")
    assert inactive == theme.colour("surface")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0.0009, "0.9 ms"), (0.0142, "14 ms"), (2.14, "2.1 s"), (0.0, "0.0 ms"), (0.00996, "10 ms")],
)
def test_times_have_a_suitable_unit(seconds: float, expected: str):
    assert took(seconds) == expected.replace(" ", "\u00a0")


def test_a_chinese_page_counts_characters(qtbot: QtBot, selection: SelectionModel):
    page = Page.from_text("<p>水力发电站</p><p>风</p>", name="zh")
    extraction = demo_extraction(page, np.array([True, False]), DemoSettings(), extractor="x")
    pane = OutputPane(NAME, selection)
    qtbot.addWidget(pane)
    pane.show()
    pane.show_scene(Scene(page, (record(extraction=extraction, last_good=extraction),), NAME))

    assert "5 characters" in words_of(pane)


# -- states ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pane_record", "elapsed_s", "status"),
    [
        (record(), 0.0, PaneStatus.FINE),
        (record(extraction=None, last_good=None, state=RunState.IDLE), 0.0, PaneStatus.WAITING),
        (record(extraction=None, last_good=None, state=RunState.RUNNING), 0.0, PaneStatus.RUNNING),
        (record(state=RunState.OUTDATED), 0.05, PaneStatus.FINE),
        (record(state=RunState.OUTDATED), 0.2, PaneStatus.OUTDATED),
        (record(state=RunState.RUNNING), 0.2, PaneStatus.OUTDATED),
        (record(extraction=failed(Status.ERROR)), 0.0, PaneStatus.ERROR),
        (record(extraction=failed(Status.ERROR), state=RunState.OUTDATED), 0.05, PaneStatus.ERROR),
        (
            record(extraction=failed(Status.ERROR), state=RunState.OUTDATED),
            0.2,
            PaneStatus.OUTDATED,
        ),
        (
            record(extraction=failed(Status.ERROR), last_good=None, state=RunState.RUNNING),
            0.2,
            PaneStatus.RUNNING,
        ),
        (record(extraction=failed(Status.TIMEOUT)), 0.0, PaneStatus.TIMEOUT),
        (record(extraction=failed(Status.CANCELLED)), 0.0, PaneStatus.CANCELLED),
        (record(extraction=failed(Status.UNAVAILABLE)), 0.0, PaneStatus.UNAVAILABLE),
        (record(extraction=failed(Status.EMPTY)), 0.0, PaneStatus.EMPTY),
    ],
)
def test_state_and_status_decide_the_appearance_of_a_pane(
    pane_record: PaneRecord, elapsed_s: float, status: PaneStatus
):
    assert status_of(pane_record, elapsed_s) is status


def test_a_first_run_shows_grey_lines_and_can_be_cancelled_after_a_while(
    pane: OutputPane, qtbot: QtBot
):
    first = record(extraction=None, last_good=None, state=RunState.RUNNING)
    pane.show_scene(scene_with(first))
    at_once = pane.grey.isVisible(), bool(visible_buttons(pane))
    qtbot.waitUntil(lambda: bool(visible_buttons(pane)), timeout=3000)
    with qtbot.waitSignal(pane.command) as signal:
        QTest.mouseClick(visible_buttons(pane)[0], Qt.MouseButton.LeftButton)

    assert at_once == (True, False)
    assert signal.args == ["cancel_run"]
    assert "Running" in words_of(pane)


def visible_buttons(pane: OutputPane) -> list[QPushButton]:
    return [button for button in pane.grey.findChildren(QPushButton) if button.isVisible()]


def test_an_outdated_text_stays_under_a_veil_after_a_while_and_not_at_once(
    pane: OutputPane, qtbot: QtBot
):
    pane.show_scene(scene_with(record(state=RunState.OUTDATED)))
    at_once = words_of(pane)
    qtbot.waitUntil(lambda: "Outdated" in words_of(pane), timeout=3000)
    outdated = words_of(pane)
    lines = pane.body.content
    pane.show_scene(SCENE)

    assert "Outdated" not in at_once
    assert "newer run, 0." in outdated
    assert pane.body.isVisible()
    assert lines is pane.body.content
    assert "Outdated" not in words_of(pane)


def test_an_error_describes_the_problem_and_offers_remedies(pane: OutputPane, qtbot: QtBot):
    broken = record(
        extraction=failed(Status.ERROR, "Step 4: min must be at least 1, got 0.\nTrace"),
        settings=DemoSettings(min_words=1),
    )
    pane.show_scene(scene_with(broken))
    texts = words_of(pane)
    offered = commands(pane)
    with qtbot.waitSignal(pane.command) as signal:
        press(pane, "reset_setting")

    assert "Error | after 0.2\u00a0s" in texts
    assert "Step 4: min must be at least 1, got 0." in texts
    assert "Trace" not in texts
    assert "The last good text is still available." in texts
    assert offered == ["reset_setting", "run_again", "last_good", "details"]
    assert signal.args == ["reset_setting"]
    assert not pane.body.isVisible()


def test_details_of_an_error_are_shown_on_demand(pane: OutputPane):
    broken = failed(Status.ERROR, "Step 4 failed.\nTrace of it")
    pane.show_scene(scene_with(record(extraction=broken, settings=DemoSettings(min_words=1))))
    press(pane, "details")

    assert "min_words = 1\nStep 4 failed.\nTrace of it" in words_of(pane)


def test_the_last_good_text_of_a_failed_pane_is_shown_on_demand(pane: OutputPane):
    pane.show_scene(scene_with(record(extraction=failed(Status.ERROR, "No."))))
    press(pane, "last_good")
    is_shown = pane.body.isVisible()
    press(pane, "last_good")

    assert is_shown
    assert not pane.body.isVisible()


def test_without_changed_settings_or_good_text_an_error_offers_less(pane: OutputPane):
    broken = record(extraction=failed(Status.ERROR, "No."), last_good=None)
    pane.show_scene(scene_with(broken))

    assert commands(pane) == ["run_again", "details"]


@pytest.mark.parametrize(
    ("status", "word", "offer", "buttons"),
    [
        (
            Status.TIMEOUT,
            "Timeout",
            "",
            {"run_longer": "Run again with 30\u00a0s", "last_good": "Last good text"},
        ),
        (Status.UNAVAILABLE, "Unavailable", "Lay out now", {"offer": "Lay out now"}),
        (Status.UNAVAILABLE, "Unavailable", "", {}),
        (Status.CANCELLED, "Cancelled", "", {"run_again": "Run again"}),
    ],
)
def test_a_pane_without_text_offers_remedies(
    pane: OutputPane, status: Status, word: str, offer: str, buttons: dict[str, str]
):
    extraction = failed(status, "Because of this.")
    pane.show_scene(scene_with(record(extraction=extraction, offer=offer)))
    visible = [b for b in pane.notice.findChildren(QPushButton) if b.isVisible()]

    assert word in words_of(pane)
    assert {button.objectName(): button.text() for button in visible} == buttons


def test_an_empty_pane_shows_its_reason_above_the_folded_page(pane: OutputPane):
    page = SCENE.page
    assert page is not None
    nothing = demo_extraction(
        page, np.zeros(len(segments(page)), dtype=np.bool_), DemoSettings(), extractor="x"
    )
    empty = record(extraction=nothing, last_good=nothing, offer="Lower the threshold to 12")
    pane.show_scene(scene_with(empty))

    assert "Empty" in words_of(pane)
    assert "No block has more than 16 words." in words_of(pane)
    assert commands(pane) == ["offer"]
    assert pane.body.content is not None
    assert pane.body.content.lines.left_out.tolist() == [45]


# -- views -----------------------------------------------------------------------------------


def test_plain_text_is_the_extractors_own_text(pane: OutputPane):
    pane.show_scene(scene_with(record(show_as=ShowAs.PLAIN)))
    extraction = SCENE.panes[0].shown
    assert extraction is not None

    assert pane.plain.isVisible()
    assert pane.plain.toPlainText() == extraction.own_text


def test_the_source_is_requested_once_per_run_and_shown(pane: OutputPane, qtbot: QtBot):
    with qtbot.waitSignal(pane.source_wanted):
        pane.show_scene(scene_with(record(show_as=ShowAs.SOURCE, run=7)))
    with qtbot.assertNotEmitted(pane.source_wanted):
        pane.show_scene(scene_with(record(show_as=ShowAs.SOURCE, run=7)))
    pane.set_source((7, None), "<p>cleaned</p>")
    with qtbot.assertNotEmitted(pane.source_wanted):
        pane.show_scene(scene_with(record(show_as=ShowAs.SOURCE, run=7)))

    assert pane.plain.toPlainText() == "<p>cleaned</p>"


def test_the_source_of_a_step_differs_from_the_source_of_the_run(pane: OutputPane, qtbot: QtBot):
    pane.show_scene(scene_with(record(show_as=ShowAs.SOURCE, run=7)))
    pane.set_source((7, None), "<p>result</p>")
    with qtbot.waitSignal(pane.source_wanted):
        pane.show_scene(scene_with(record(show_as=ShowAs.SOURCE, run=7, step=0)))
    pane.set_source((7, 0), "<p>step</p>")
    at_step = pane.plain.toPlainText()
    with qtbot.waitSignal(pane.source_wanted):
        pane.show_scene(scene_with(record(show_as=ShowAs.SOURCE, run=7)))

    assert at_step == "<p>step</p>"


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (ShowAs.RENDERED, "After step {code}: {title}"),
        (ShowAs.DIFFERENCE, "After step {code}: {title}"),
        (ShowAs.PLAIN, "Page text after step {code}: {title}"),
        (ShowAs.SOURCE, "HTML of the page text after step {code}: {title}"),
    ],
)
def test_every_view_names_the_step_it_shows(pane: OutputPane, view: ShowAs, text: str):
    pane.show_scene(scene_with(record(show_as=view, step=0)))
    line = pane.step_line.text()
    is_shown = pane.step_line.isVisible()
    pane.show_scene(scene_with(record(show_as=view)))
    extraction = SCENE.panes[0].shown
    assert extraction is not None

    assert line == text.format(code=extraction.steps[0].code, title=extraction.steps[0].title)
    assert is_shown
    assert not pane.step_line.isVisible()


def test_a_difference_counts_words_kept_by_both_panes_or_one_pane(pane: OutputPane):
    pane.show_scene(scene_with(record(show_as=ShowAs.DIFFERENCE, compare_with="cx_extractor")))
    first, second = (SCENE.panes[n].shown for n in (0, 1))
    assert first is not None
    assert second is not None
    n_both = int((first.mask & second.mask).sum())

    assert pane.legend.isVisible()
    assert pane.legend.accessibleName() == (
        f"both {n_both}, only 1: {int((first.mask & ~second.mask).sum())}, "
        f"only 2: {int((~first.mask & second.mask).sum())}"
    )


def test_a_difference_to_a_removed_pane_has_a_note(pane: OutputPane):
    pane.show_scene(scene_with(record(show_as=ShowAs.DIFFERENCE, compare_with="gone")))

    assert "Nothing to compare with" in words_of(pane)
    assert not pane.body.isVisible()


@pytest.mark.parametrize(
    ("index", "view"), [(0, ShowAs.RENDERED), (1, ShowAs.PLAIN), (2, ShowAs.SOURCE)]
)
def test_the_menu_chooses_a_view(pane: OutputPane, qtbot: QtBot, index: int, view: ShowAs):
    with qtbot.waitSignal(pane.show_as_chosen) as signal:
        pane.header.show_as_menu.actions()[index].trigger()

    assert signal.args == [view]


def test_the_menu_offers_every_other_pane_for_a_difference(pane: OutputPane, qtbot: QtBot):
    submenu = pane.header.show_as_menu.actions()[3].menu()
    assert isinstance(submenu, QMenu)
    names = [action.text() for action in submenu.actions()]
    with qtbot.waitSignal(pane.compare_chosen) as signal:
        submenu.actions()[1].trigger()

    assert names == ["cx_extractor", "link_ratio", "text_distribution"]
    assert signal.args == ["link_ratio"]


def test_menu_entries_are_commands(pane: OutputPane):
    emitted: list[str] = []
    pane.command.connect(emitted.append)
    for action in pane.header.menu.actions():
        if action.text() and not action.text().startswith(("Find", "Copy")):
            action.trigger()

    assert emitted == [
        *("export", "show_result", "run_again", "reset_all", "duplicate_pane", "align"),
        *("lock", "fold_pane", "detach", "remove_pane"),
    ]


def test_the_menu_explains_the_figures_of_the_header(pane: OutputPane):
    asked: list[tuple[str, str]] = []
    terms.signals().asked.connect(lambda *label: asked.append(label))

    pane.header.menu.actions()[-1].trigger()

    [(label, tip)] = asked
    assert label == "Main content"
    assert tip.startswith("Tokens of the page that are kept: ")


def test_copying_without_marked_text_requests_the_whole_text(qtbot: QtBot, pane: OutputPane):
    with qtbot.waitSignal(pane.command) as signal:
        QTest.keyClick(pane.body, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert signal.args == ["copy_pane"]


# -- selection -------------------------------------------------------------------------------


def test_a_click_selects_the_panes_own_block(
    pane: OutputPane, selection: SelectionModel, qtbot: QtBot
):
    with qtbot.waitSignal(selection.selected) as signal:
        pane.body.token_clicked.emit(60)

    picked = selection.selection
    assert picked is not None
    assert picked.pane == NAME
    assert picked.start <= 60 < picked.end
    assert signal.args[1] is pane


def test_hovered_text_of_a_different_view_is_outlined(pane: OutputPane, selection: SelectionModel):
    before = pane.body.viewport().grab().toImage()
    assert SCENE.page is not None
    start = int(segments(SCENE.page).token_start[9])
    selection.point(Selection(((start, start + 3),)), None)
    after = pane.body.viewport().grab().toImage()
    magenta = theme.colour("selection").name()

    assert before != after
    assert any(
        after.pixelColor(x, y).name() == magenta for x in (8, 9) for y in range(after.height())
    )


# -- finding ---------------------------------------------------------------------------------


def test_control_f_finds_and_counts_and_escape_closes(pane: OutputPane):
    QTest.keyClick(pane.body, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(pane.find_bar.field, "the GULLS")
    first = words(pane)
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Return)
    second = words(pane)
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    third = words(pane)
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Escape)

    assert [first, second, third] == ["1/3", "2/3", "1/3"]
    assert pane.find_bar.isHidden()


def test_finding_in_plain_text_searches_that_text(pane: OutputPane):
    pane.show_scene(scene_with(record(show_as=ShowAs.PLAIN)))
    pane.open_find()
    QTest.keyClicks(pane.find_bar.field, "Advertisement")
    absent = words(pane)
    pane.find_bar.field.setText("gallery")

    assert absent == "No match"
    assert words(pane) == "1/1"
    assert len(pane.plain.extraSelections()) == 1


def words(pane: OutputPane) -> str:
    return " ".join(label.text() for label in pane.find_bar.findChildren(TextLabel))


def test_showing_the_same_scene_again_repaints_nothing(pane: OutputPane):
    QGuiApplication.processEvents()
    painted: list[int] = []

    class FetchControl(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(1)
            return super().eventFilter(watched, event)

    watch = FetchControl()
    pane.body.viewport().installEventFilter(watch)
    pane.show_scene(SCENE)
    QGuiApplication.processEvents()

    assert painted == []


def test_only_the_pane_of_a_previewed_setting_outlines_its_words(pane: OutputPane):
    page = SCENE.page
    assert page is not None
    layer = Layer("would change", "Would change", LayerKind.LABEL, np.zeros(page.n_tokens))
    preview = replace(SCENE, layers={**SCENE.layers, layer.key: layer}, previewed=NAME)
    before = pane.body.grab().toImage()

    pane.show_scene(preview)
    outlined = pane.body.grab().toImage()
    pane.show_scene(replace(preview, previewed="another"))

    assert outlined != before
    assert pane.body.grab().toImage() == before
