"""The settings panel, by real events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QSlider, QWidget

from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
from boilerscope.extractors.model.settings import (
    MainKnob,
    NoSettings,
    PipelineStep,
    Settings,
    knob,
    knobs,
)
from boilerscope.widgets.records import Lock
from boilerscope.widgets.settings.editors import (
    ChoiceEditor,
    NumberEditor,
    SwitchEditor,
    TextEditor,
)
from boilerscope.widgets.settings.list_editor import GridEditor
from boilerscope.widgets.settings.main_knobs import MainMove, PaneSettings
from boilerscope.widgets.settings.panel import SettingsPanel
from boilerscope.widgets.settings.pipeline_editor import PipelineEditor
from boilerscope.widgets.settings.records import PaneChoice, PresetChoice, SettingsView
from boilerscope.widgets.settings.sample import (
    DropShortSettings,
    FuseSettings,
    KeepAllSettings,
    OtherSettings,
    SampleProfile,
    SampleSettings,
)

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.settings.main_rows import MainKnobs
    from boilerscope.widgets.settings.row import KnobRow

FIGURES = {"link_density": np.array([0.0, 0.0, 0.4, 1.0]), "words": np.array([2.0, 30.0, 55.0])}


class Emissions:
    """The signals of a panel, in order."""

    def __init__(self, panel: SettingsPanel) -> None:
        self.settings: list[Any] = []
        self.moves: list[MainMove] = []
        panel.changed.connect(self.settings.append)
        panel.main_moved.connect(self.moves.append)


@pytest.fixture
def panel(qtbot: QtBot) -> SettingsPanel:
    settings_panel = SettingsPanel()
    qtbot.addWidget(settings_panel)
    settings_panel.resize(320, 900)
    settings_panel.show_view(SettingsView(SampleSettings(), pane="a", distributions=FIGURES))
    settings_panel.show()
    qtbot.waitExposed(settings_panel)
    settings_panel.activateWindow()
    return settings_panel


@pytest.fixture
def emitted(panel: SettingsPanel) -> Emissions:
    return Emissions(panel)


def row(panel: SettingsPanel, name: str) -> KnobRow:
    """Return the row of a field."""
    assert panel.page is not None
    return panel.page.form.rows[name]


def number_editor(panel: SettingsPanel, name: str) -> NumberEditor:
    """Return the number editor of a field."""
    editor = row(panel, name).editor
    assert isinstance(editor, NumberEditor)
    return editor


def type_number(panel: SettingsPanel, name: str, text: str) -> None:
    """Type into a number box and press Enter."""
    box = number_editor(panel, name).box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


def wheel(widget: QSlider | QComboBox) -> None:
    """Turn the wheel by one notch over a widget."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


@pytest.fixture
def hasty(qtbot: QtBot) -> SettingsPanel:
    """Return a panel that shows its main knobs alone."""
    settings_panel = SettingsPanel()
    qtbot.addWidget(settings_panel)
    settings_panel.resize(320, 300)
    settings_panel.leave_groups()
    settings_panel.show_view(SettingsView(SampleSettings(), pane="a", distributions=FIGURES))
    settings_panel.show()
    qtbot.waitExposed(settings_panel)
    assert settings_panel.page is not None
    assert not settings_panel.page.is_whole
    assert settings_panel.page.main.isVisible()
    return settings_panel


def test_left_groups_come_as_if_they_had_been_there(hasty: SettingsPanel, panel: SettingsPanel):
    changed = SampleSettings(min_words=7)
    for shown in (hasty, panel):
        shown.show_view(SettingsView(changed, pane="a", distributions=FIGURES))
    emitted = Emissions(hasty)

    hasty.make_groups()

    values = [
        [number_editor(shown, name).box.text() for name in ("min_words", "max_link_density")]
        for shown in (hasty, panel)
    ]
    assert values[0] == values[1]
    type_number(hasty, "min_words", "9")
    assert emitted.settings == [SampleSettings(min_words=9)]


def test_whoever_needs_left_groups_makes_them(hasty: SettingsPanel):
    assert hasty.focus_field("max_link_density")
    assert hasty.page is not None
    assert row(hasty, "max_link_density").isVisible()


def test_a_search_makes_left_groups(hasty: SettingsPanel):
    QTest.keyClicks(hasty.finder, "zzz")

    assert hasty.page is not None
    assert hasty.page.is_whole
    assert hasty.page.nothing.isVisible()


def test_a_class_without_main_knobs_has_its_groups_at_once(hasty: SettingsPanel):
    hasty.show_view(SettingsView(OtherSettings(), pane="b"))

    assert hasty.page is not None
    assert hasty.page.is_whole == (not hasty.page.main.is_useful)


def test_the_room_of_left_groups_is_about_theirs(hasty: SettingsPanel):
    area = hasty.stack.currentWidget()
    assert hasty.page is not None
    hasty.page.layout_now()
    before = hasty.page.height()

    hasty.make_groups()
    QApplication.processEvents()

    assert area is hasty.stack.currentWidget()
    assert before == pytest.approx(hasty.page.height(), rel=0.5)


def test_every_declared_setting_has_a_row(panel: SettingsPanel):
    assert panel.page is not None
    assert list(panel.page.form.rows) == [field.name for field in knobs(SampleSettings)]


def test_every_editor_has_an_accessible_name(panel: SettingsPanel):
    for name in (field.name for field in knobs(SampleSettings)):
        assert row(panel, name).editor.focus_widget.accessibleName(), name


def test_a_typed_number_changes_the_record(panel: SettingsPanel, emitted: Emissions):
    type_number(panel, "max_link_density", "0.5")

    assert emitted.settings == [SampleSettings(max_link_density=0.5)]
    assert number_editor(panel, "max_link_density").slider.value() == 50


def test_a_fraction_can_be_typed(panel: SettingsPanel, emitted: Emissions):
    type_number(panel, "max_link_density", "1/4")

    assert emitted.settings == [SampleSettings(max_link_density=0.25)]


def test_typing_the_current_value_changes_nothing(panel: SettingsPanel, emitted: Emissions):
    box = number_editor(panel, "max_link_density").box
    type_number(panel, "max_link_density", box.text())

    assert not emitted.settings


def test_arrow_keys_step_a_number(panel: SettingsPanel, emitted: Emissions):
    box = number_editor(panel, "min_density").box
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_Down)

    assert emitted.settings == [SampleSettings(min_density=9.5), SampleSettings()]


def test_a_dragged_slider_changes_the_record_live(panel: SettingsPanel, emitted: Emissions):
    slider = number_editor(panel, "max_link_density").slider
    panel.focus_field("max_link_density")
    left, right = QPoint(20, slider.height() - 12), QPoint(200, slider.height() - 12)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, left)
    QTest.mouseMove(slider, QPoint(120, right.y()))
    QTest.mouseMove(slider, right)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, right)
    values = [settings.max_link_density for settings in emitted.settings]

    assert len(values) == 3
    assert values == sorted(values)
    assert number_editor(panel, "max_link_density").box.text() == f"{values[-1]:.2f}"


def test_the_wheel_moves_a_slider_only_with_the_focus(panel: SettingsPanel, emitted: Emissions):
    slider = number_editor(panel, "max_link_density").slider
    wheel(slider)
    before = list(emitted.settings)
    slider.setFocus()
    wheel(slider)

    assert before == []
    assert len(emitted.settings) == 1


def test_the_wheel_changes_no_chooser_without_the_focus(panel: SettingsPanel, emitted: Emissions):
    editor = row(panel, "profile").editor
    assert isinstance(editor, ChoiceEditor)
    wheel(editor.combo)

    assert not emitted.settings


def test_an_invalid_number_shows_the_declarations_message_and_changes_nothing(
    panel: SettingsPanel, emitted: Emissions
):
    type_number(panel, "min_words", "2000")
    knob_row = row(panel, "min_words")

    assert not emitted.settings
    assert knob_row.message.text.text() == "min_words must be at most 1000, got 2000"
    assert knob_row.message.isVisible()
    assert number_editor(panel, "min_words").box.property("invalid") is True
    assert number_editor(panel, "min_words").box.text() == "2000"


def test_a_corrected_number_removes_the_message(panel: SettingsPanel, emitted: Emissions):
    type_number(panel, "min_words", "2000")
    type_number(panel, "min_words", "20")

    assert emitted.settings == [SampleSettings(min_words=20)]
    assert not row(panel, "min_words").message.isVisible()
    assert number_editor(panel, "min_words").box.property("invalid") is False


def test_text_that_is_not_a_number_is_reported(panel: SettingsPanel):
    type_number(panel, "min_density", "many")

    assert row(panel, "min_density").message.text.text() == "“many” is not a number"


def test_half_a_word_is_not_a_whole_number(panel: SettingsPanel):
    type_number(panel, "min_words", "2.5")

    assert row(panel, "min_words").message.text.text() == "“2.5” is not a whole number"


def test_unfinished_typing_survives_a_finished_run(panel: SettingsPanel, emitted: Emissions):
    view = SettingsView(SampleSettings(), pane="a", distributions=FIGURES)
    box = number_editor(panel, "min_density").box
    text = row(panel, "marker").editor
    assert isinstance(text, TextEditor)
    for field, typed in ((box, "12"), (text.field, "En")):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, typed)
        panel.show_view(view)

        assert field.text() == typed
    QTest.keyClick(text.field, Qt.Key.Key_Return)

    assert emitted.settings[-1].marker == "En"


def test_an_unfinished_entry_survives_a_finished_run(panel: SettingsPanel):
    editor = row(panel, "phrases").editor
    assert isinstance(editor, GridEditor)
    editor.grid.add()
    panel.show_view(SettingsView(SampleSettings(), pane="a"))

    assert editor.grid.findChild(QLineEdit) is not None
    assert editor.grid.rowCount() == 3


def test_an_automatic_value_shows_its_actual_value(panel: SettingsPanel):
    before = number_editor(panel, "min_words").box.text()
    panel.show_view(SettingsView(SampleSettings(profile=SampleProfile.STRICT), pane="a"))

    assert before == "auto (16)"
    assert number_editor(panel, "min_words").box.text() == "auto (24)"


def test_without_a_page_a_value_that_the_page_decides_has_no_number(panel: SettingsPanel):
    settings = LearnedSettings()
    panel.show_view(SettingsView(settings, pane="a"))
    without = number_editor(panel, "cut").box.text()
    panel.show_view(SettingsView(settings, pane="a", decided={"cut": 0.31}))

    assert without == "auto"
    assert number_editor(panel, "cut").box.text() == "auto (0.31)"


def test_an_emptied_field_is_automatic_again(panel: SettingsPanel, emitted: Emissions):
    panel.show_view(SettingsView(SampleSettings(min_words=5), pane="a"))
    box = number_editor(panel, "min_words").box
    box.setFocus()
    box.selectAll()
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    QTest.keyClick(box, Qt.Key.Key_Return)

    assert emitted.settings == [SampleSettings()]


def test_a_choice_shows_plain_labels_and_emits_the_member(panel: SettingsPanel, emitted: Emissions):
    editor = row(panel, "profile").editor
    assert isinstance(editor, ChoiceEditor)
    labels = [editor.combo.itemText(i) for i in range(editor.combo.count())]
    editor.combo.setFocus()
    QTest.keyClick(editor.combo, Qt.Key.Key_Down)

    assert labels == ["Classic, 16 words", "Strict, 24 words"]
    assert emitted.settings == [SampleSettings(profile=SampleProfile.STRICT)]


@dataclass(frozen=True)
class NamingSettings(Settings):
    """A setting that is one of several names."""

    input: str = knob("first", "Input", "One of them.", names=lambda: ("first", "second"))


def test_a_name_is_chosen_from_a_list(panel: SettingsPanel, emitted: Emissions):
    panel.show_view(SettingsView(NamingSettings()))
    editor = row(panel, "input").editor
    assert isinstance(editor, ChoiceEditor)
    editor.combo.setFocus()
    QTest.keyClick(editor.combo, Qt.Key.Key_Down)

    assert emitted.settings == [NamingSettings(input="second")]


def test_an_unknown_name_is_marked_and_kept(panel: SettingsPanel):
    panel.show_view(SettingsView(NamingSettings(input="third")))
    editor = row(panel, "input").editor
    assert isinstance(editor, ChoiceEditor)
    labels = [editor.combo.itemText(i) for i in range(editor.combo.count())]

    assert labels == ["first", "second", "third (unknown)"]
    assert editor.combo.currentText() == "third (unknown)"
    assert panel.settings == NamingSettings(input="third")


def test_a_switch_toggles(panel: SettingsPanel, emitted: Emissions):
    editor = row(panel, "keep_titles").editor
    assert isinstance(editor, SwitchEditor)
    QTest.mouseClick(editor.switch, Qt.MouseButton.LeftButton)

    assert isinstance(editor.switch, QCheckBox)
    assert emitted.settings == [SampleSettings(keep_titles=False)]


def test_a_text_is_applied_when_it_is_finished(panel: SettingsPanel, emitted: Emissions):
    editor = row(panel, "marker").editor
    assert isinstance(editor, TextEditor)
    editor.field.selectAll()
    QTest.keyClicks(editor.field, "End")
    before = list(emitted.settings)
    QTest.keyClick(editor.field, Qt.Key.Key_Return)

    assert before == []
    assert emitted.settings == [SampleSettings(marker="End")]


def test_entries_of_a_list_are_added_edited_moved_and_removed(
    qtbot: QtBot, panel: SettingsPanel, emitted: Emissions
):
    editor = row(panel, "phrases").editor
    assert isinstance(editor, GridEditor)
    editor.grid.add()
    field = editor.grid.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "Print")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(emitted.settings))
    added = emitted.settings[-1].phrases
    editor.grid.setCurrentCell(2, 0)
    QTest.keyClick(editor.grid, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    moved = emitted.settings[-1].phrases
    QTest.keyClick(editor.grid, Qt.Key.Key_Delete)

    assert added == ("Read more", "Share this", "Print")
    assert moved == ("Read more", "Print", "Share this")
    assert emitted.settings[-1].phrases == ("Read more", "Share this")


def test_an_empty_entry_is_not_an_entry(qtbot: QtBot, panel: SettingsPanel, emitted: Emissions):
    editor = row(panel, "phrases").editor
    assert isinstance(editor, GridEditor)
    editor.grid.add()
    field = editor.grid.findChild(QLineEdit)
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: editor.grid.rowCount() == 2)

    assert not emitted.settings


def test_a_table_names_its_columns_and_emits_rows(panel: SettingsPanel, emitted: Emissions):
    editor = row(panel, "kinds").editor
    assert isinstance(editor, GridEditor)
    titles = [editor.grid.horizontalHeaderItem(i) for i in range(2)]
    item = editor.grid.item(0, 1)
    assert item is not None
    item.setText("Next page")

    assert [title.text() for title in titles if title is not None] == ["Kind", "Phrase"]
    assert emitted.settings[-1].kinds == (("begins", "Next page"),)


def pipeline(panel: SettingsPanel) -> PipelineEditor:
    """Return the pipeline editor."""
    editor = row(panel, "pipeline").editor
    assert isinstance(editor, PipelineEditor)
    return editor


def test_a_step_is_added_after_the_current_step(panel: SettingsPanel, emitted: Emissions):
    editor = pipeline(panel)
    editor.list.cards[0].setFocus()
    labels = [action.text() for action in editor.menu.actions()]
    editor.menu.actions()[2].trigger()

    assert labels == ["Drop short blocks", "Fuse neighbours", "Keep everything"]
    assert [use.kind for use in emitted.settings[-1].pipeline] == ["drop_short", "keep_all", "fuse"]


def test_steps_are_moved_and_removed_by_keys(panel: SettingsPanel, emitted: Emissions):
    editor = pipeline(panel)
    panel.focus_field("pipeline")
    editor.list.cards[0].setFocus()
    QTest.keyClick(editor.list.cards[0], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    moved = [use.kind for use in emitted.settings[-1].pipeline]
    QTest.keyClick(editor.list.cards[1], Qt.Key.Key_Delete)

    assert moved == ["fuse", "drop_short"]
    assert emitted.settings[-1].pipeline == (PipelineStep("fuse", FuseSettings(2)),)


def test_a_step_can_be_dragged_to_a_new_position(panel: SettingsPanel, emitted: Emissions):
    editor = pipeline(panel)
    panel.focus_field("pipeline")
    card = editor.list.cards[0]
    QTest.mousePress(
        card, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(40, 10)
    )
    QTest.mouseMove(card, QPoint(40, 60))
    QTest.mouseMove(card, QPoint(40, 70))
    QTest.mouseRelease(
        card, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(40, 70)
    )

    assert [use.kind for use in emitted.settings[-1].pipeline] == ["fuse", "drop_short"]


def test_a_step_unfolds_to_its_own_settings(panel: SettingsPanel, emitted: Emissions):
    card = pipeline(panel).list.cards[0]
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Space)
    assert card.form is not None
    inner = card.form.rows["min_words"].editor
    assert isinstance(inner, NumberEditor)
    QTest.keyClick(inner.box, Qt.Key.Key_Up)

    assert emitted.settings[-1].pipeline[0] == PipelineStep("drop_short", DropShortSettings(4))
    assert card.is_open


def test_a_step_without_settings_does_not_unfold(panel: SettingsPanel):
    uses = (PipelineStep("keep_all", KeepAllSettings()),)
    panel.show_view(SettingsView(SampleSettings(pipeline=uses), pane="a"))
    card = pipeline(panel).list.cards[0]
    QTest.keyClick(card, Qt.Key.Key_Space)

    assert not card.is_open


def test_an_unfolded_step_stays_unfolded_when_steps_before_it_change(panel: SettingsPanel):
    card = pipeline(panel).list.cards[1]
    card.unfold(True)
    uses = (PipelineStep("keep_all", KeepAllSettings()), *SampleSettings().pipeline)
    panel.show_view(SettingsView(SampleSettings(pipeline=uses), pane="a"))

    assert pipeline(panel).list.cards[2] is card
    assert card.is_open


def test_one_field_is_reset(panel: SettingsPanel, emitted: Emissions):
    panel.show_view(SettingsView(SampleSettings(max_link_density=0.9, min_density=3.0), pane="a"))
    knob_row = row(panel, "max_link_density")
    changed = knob_row.is_changed
    QTest.mouseClick(knob_row.reset, Qt.MouseButton.LeftButton)

    assert changed
    assert emitted.settings == [SampleSettings(min_density=3.0)]
    assert not knob_row.is_changed


def test_a_group_is_reset(panel: SettingsPanel, emitted: Emissions):
    panel.show_view(SettingsView(SampleSettings(max_link_density=0.9, marker="x"), pane="a"))
    assert panel.page is not None
    group = next(group for group in panel.page.form.groups if not group.reset.isHidden())
    QTest.mouseClick(group.reset, Qt.MouseButton.LeftButton)

    assert emitted.settings == [SampleSettings(marker="x")]


def test_everything_is_reset_even_rejected_values(panel: SettingsPanel, emitted: Emissions):
    panel.show_view(SettingsView(SampleSettings(max_link_density=0.9), pane="a"))
    type_number(panel, "min_words", "2000")
    QTest.mouseClick(panel.reset_all, Qt.MouseButton.LeftButton)

    assert emitted.settings == [SampleSettings()]
    assert not row(panel, "min_words").message.isVisible()


def test_undo_and_redo_are_requested_from_the_program(qtbot: QtBot, panel: SettingsPanel):
    panel.show_view(SettingsView(SampleSettings(), pane="a", can_undo=True, can_redo=False))
    with qtbot.waitSignal(panel.undo_asked):
        QTest.mouseClick(panel.undo, Qt.MouseButton.LeftButton)

    assert not panel.redo.isEnabled()


def test_without_panes_presets_and_history_their_controls_are_hidden(panel: SettingsPanel):
    assert not panel.panes.isVisible()
    assert not panel.presets.isVisible()
    assert not panel.undo.isVisible()


def test_panes_and_presets_are_chosen(qtbot: QtBot, panel: SettingsPanel):
    panel.show_view(
        SettingsView(
            SampleSettings(),
            pane="a",
            panes=(PaneChoice(1, "a"), PaneChoice(2, "b")),
            presets=(PresetChoice("strict"),),
            preset="",
        )
    )
    with qtbot.waitSignal(panel.pane_chosen) as pane:
        QTest.keyClick(panel.panes, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.preset_chosen) as preset:
        QTest.keyClick(panel.presets, Qt.Key.Key_Down)

    assert pane.args == ["b"]
    assert preset.args == ["strict"]


def test_settings_that_match_no_preset_are_custom(panel: SettingsPanel):
    panel.show_view(
        SettingsView(SampleSettings(), pane="a", presets=(PresetChoice("strict"),), preset=None)
    )

    assert panel.presets.currentText() == "Preset: custom"


def test_a_setting_is_found_by_any_of_its_words(panel: SettingsPanel):
    QTest.keyClicks(panel.finder, "linked BOILERPLATE")
    assert panel.page is not None
    names = [name for name, knob_row in panel.page.form.rows.items() if knob_row.isVisible()]

    assert names == ["max_link_density"]


def test_a_search_without_result_shows_a_note(panel: SettingsPanel):
    QTest.keyClicks(panel.finder, "zzz")
    assert panel.page is not None

    assert panel.page.nothing.isVisible()
    assert "zzz" in panel.page.nothing.text()


def test_focus_on_a_field_unfolds_shows_and_scrolls(panel: SettingsPanel):
    assert panel.page is not None
    group = panel.page.form.groups[-1]
    group.header.set_open(False)
    panel.finder.setText("zzz")

    assert panel.focus_field("pipeline")
    assert row(panel, "pipeline").isVisible()
    assert not row(panel, "pipeline").visibleRegion().isEmpty()
    assert QApplication.focusWidget() is pipeline(panel).list.cards[0]


def test_focus_on_an_unknown_field_is_refused(panel: SettingsPanel):
    assert not panel.focus_field("no_such_field")


def test_the_full_help_names_field_source_quantity_and_range(panel: SettingsPanel):
    help_text = row(panel, "max_link_density").whatsThis()

    assert "max_link_density" in help_text
    assert "published paper" in help_text
    assert "link_density" in help_text
    assert "0 to 1" in help_text


def test_f1_shows_the_help_of_the_focused_setting(qtbot: QtBot, panel: SettingsPanel):
    panel.focus_field("max_link_density")
    box = number_editor(panel, "max_link_density").box
    QTest.keyClick(box, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: help_window() is not None)
    window = help_window()
    assert window is not None
    window.close()

    assert window.metaObject().className() == "QWhatsThat"


def help_window() -> QWidget | None:
    """Return the window that shows a help text."""
    return next(
        (
            window
            for window in QApplication.topLevelWidgets()
            if window.metaObject().className() == "QWhatsThat" and window.isVisible()
        ),
        None,
    )


def test_a_run_that_rejects_a_field_shows_its_message_at_the_field(panel: SettingsPanel):
    panel.show_view(
        SettingsView(SampleSettings(min_density=4.0), pane="a", errors={"min_density": "too low"})
    )

    assert row(panel, "min_density").message.text.text() == "too low"
    assert number_editor(panel, "min_density").box.text() == "4.0"


def test_widgets_are_built_once_per_settings_class(panel: SettingsPanel):
    first = panel.page
    panel.show_view(SettingsView(OtherSettings(), pane="b"))
    second = panel.page
    panel.show_view(SettingsView(SampleSettings(marker="z"), pane="a"))

    assert panel.page is first
    assert second is not first


def test_an_extractor_without_settings_shows_a_note(panel: SettingsPanel):
    panel.show_view(SettingsView(NoSettings(), pane="n"))
    assert panel.page is not None

    assert panel.page.nothing.text() == "This extractor has no settings."
    assert not panel.page.main.isVisible()


def main_editor(panel: SettingsPanel, main: MainKnob) -> NumberEditor:
    """Return the editor of a main knob."""
    assert panel.page is not None
    editor = panel.page.main.rows[main].editor
    assert isinstance(editor, NumberEditor)
    return editor


def test_a_main_knob_alone_changes_its_field(panel: SettingsPanel, emitted: Emissions):
    QTest.keyClick(main_editor(panel, MainKnob.DISTRIBUTION).box, Qt.Key.Key_Up)

    assert emitted.settings == [SampleSettings(min_density=9.5)]
    assert emitted.moves == []
    assert number_editor(panel, "min_density").box.text() == "9.5"


TWO_PANES = (PaneChoice(1, "a"), PaneChoice(2, "b"))


def show_two(panel: SettingsPanel, lock: Lock) -> MainKnobs:
    """Show pane a beside pane b, which may be linked, and return the main knobs of a."""
    pane_settings = () if lock is Lock.OFF else (PaneSettings("b", OtherSettings()),)
    view = SettingsView(
        SampleSettings(), pane="a", panes=TWO_PANES, others=pane_settings, lock=lock
    )
    panel.show_view(view)
    assert panel.page is not None
    return panel.page.main


def test_a_main_knob_moves_other_panes_and_the_link_icon_names_them(
    panel: SettingsPanel, emitted: Emissions
):
    tip = show_two(panel, Lock.RANK).link.toolTip()
    QTest.keyClick(main_editor(panel, MainKnob.MIN_LENGTH).box, Qt.Key.Key_Up)

    assert "Link/text ratio\n– b.rate: moves to the same rank in its own range (x average)" in tip
    assert "Minimum length\n– b.fewest_words: same value (words)" in tip
    assert emitted.settings == []
    assert dict(emitted.moves[0].settings) == {
        "a": SampleSettings(min_words=17),
        "b": OtherSettings(fewest_words=17),
    }
    assert number_editor(panel, "min_words").box.text() == "17"


def test_a_pane_that_is_not_linked_moves_alone(panel: SettingsPanel, emitted: Emissions):
    main = show_two(panel, Lock.OFF)
    QTest.keyClick(main_editor(panel, MainKnob.MIN_LENGTH).box, Qt.Key.Key_Up)

    assert main.link.isVisible()
    assert main.locks[Lock.OFF].isChecked()
    assert emitted.settings == [SampleSettings(min_words=17)]
    assert emitted.moves == []


def test_linking_is_requested_from_the_program(qtbot: QtBot, panel: SettingsPanel):
    main = show_two(panel, Lock.EQUAL)
    with qtbot.waitSignal(panel.link_asked) as signal:
        main.locks[Lock.RANK].trigger()

    assert signal.args == ["a", Lock.RANK]


def test_linked_panes_move_only_fields_of_the_same_quantity_in_the_same_unit(
    panel: SettingsPanel, emitted: Emissions
):
    tip = show_two(panel, Lock.EQUAL).link.toolTip()
    QTest.keyClick(main_editor(panel, MainKnob.LINK_RATIO).box, Qt.Key.Key_Up)
    QTest.keyClick(main_editor(panel, MainKnob.MIN_LENGTH).box, Qt.Key.Key_Up)

    assert "rate" not in tip
    assert "b.fewest_words: same value (words)" in tip
    assert [set(move.settings) for move in emitted.moves] == [{"a"}, {"a", "b"}]


def test_a_single_pane_has_no_link_icon(panel: SettingsPanel):
    panel.show_view(SettingsView(SampleSettings(), pane="a"))
    assert panel.page is not None

    assert not panel.page.main.link.isVisible()


def test_a_rejected_value_of_a_main_knob_stays_and_is_marked(
    panel: SettingsPanel, emitted: Emissions
):
    panel.show_view(SettingsView(SampleSettings(), pane="a"))
    assert panel.page is not None
    row = panel.page.main.rows[MainKnob.LINK_RATIO]
    box = main_editor(panel, MainKnob.LINK_RATIO).box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "1.5")
    QTest.keyClick(box, Qt.Key.Key_Return)
    panel.show_view(SettingsView(SampleSettings(), pane="a"))  # a run ended
    typed, marked = box.text(), bool(box.property("invalid"))
    message = row.message.text.text()
    QTest.mouseClick(row.reset, Qt.MouseButton.LeftButton)

    assert emitted.settings == []
    assert (typed, marked) == ("1.5", True)
    assert "at most 1" in message
    assert box.text() == "0.33"
    assert not box.property("invalid")
    assert not row.reset.isVisible()


def test_a_changed_main_knob_is_marked_and_reset(panel: SettingsPanel, emitted: Emissions):
    panel.show_view(SettingsView(SampleSettings(), pane="a"))
    assert panel.page is not None
    row = panel.page.main.rows[MainKnob.DISTRIBUTION]
    QTest.keyClick(main_editor(panel, MainKnob.DISTRIBUTION).box, Qt.Key.Key_Up)
    marked = row.is_changed
    QTest.mouseClick(row.reset, Qt.MouseButton.LeftButton)

    assert marked
    assert emitted.settings == [SampleSettings(min_density=9.5), SampleSettings()]
    assert not row.is_changed


def test_a_panel_says_that_there_is_no_pane_only_when_that_is_known(qtbot: QtBot):
    panel = SettingsPanel()
    qtbot.addWidget(panel)
    panel.show()
    before = panel.empty.text()
    panel.show_view(None)

    assert before == ""
    assert panel.empty.text() == "Add an extractor to see its settings."
    assert panel.empty.isVisible()


def test_an_empty_box_names_the_expected_value(panel: SettingsPanel):
    box = number_editor(panel, "max_link_density").box
    box.setFocus()
    box.selectAll()
    QTest.keyClick(box, Qt.Key.Key_Delete)
    QTest.keyClick(box, Qt.Key.Key_Return)

    message = row(panel, "max_link_density").message.text.text()
    assert message == "Enter a number from 0 to 1"


@dataclass(frozen=True)
class Optional(Settings):
    """Automatic values of several kinds."""

    on: bool | None = knob(None, "On", "...")
    name: str | None = knob(None, "Name", "...")
    words: tuple[str, ...] | None = knob(None, "Words", "...")

    def resolve(self) -> Optional:
        return self.replace(
            on=True if self.on is None else self.on,
            name="plain" if self.name is None else self.name,
            words=("a", "b") if self.words is None else self.words,
        )


def test_automatic_values_of_every_kind_show_their_actual_value(qtbot: QtBot):
    panel = SettingsPanel()
    qtbot.addWidget(panel)
    panel.show_view(SettingsView(Optional(), pane="o"))
    choice, text, grid = (row(panel, name).editor for name in ("on", "name", "words"))
    assert isinstance(choice, ChoiceEditor)
    assert isinstance(text, TextEditor)
    assert isinstance(grid, GridEditor)

    assert choice.combo.currentText() == "auto (on)"
    assert text.field.placeholderText() == "auto (plain)"
    assert grid.note.text() == "auto (2 entries)"
    assert grid.grid.rows() == (("a",), ("b",))


@dataclass(frozen=True)
class Long(Settings):
    """An automatic list with a very large number of entries."""

    words: tuple[str, ...] | None = knob(None, "Words", "...")

    def resolve(self) -> Long:
        return self if self.words is not None else self.replace(words=("a",) * 20_000)


def test_a_long_automatic_list_is_counted_and_a_chosen_list_shown(qtbot: QtBot):
    panel = SettingsPanel()
    qtbot.addWidget(panel)
    panel.show_view(SettingsView(Long(), pane="o"))
    editor = row(panel, "words").editor
    assert isinstance(editor, GridEditor)
    rows, note = editor.grid.rows(), editor.note.text()

    panel.show_view(SettingsView(Long(words=("b",) * 1001), pane="o"))

    assert rows == ()
    assert note == "auto (20,000 entries)"
    assert len(editor.grid.rows()) == 1001
