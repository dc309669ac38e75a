"""Settings are changed, kept and saved before any page is open; no extractor runs until then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from boilerscope.extractors.algorithms.crunch.extractor import CRUNCH
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.presets_file import load_presets
from boilerscope.extractors.model.settings import changed
from boilerscope.widgets.records import RunState
from boilerscope.widgets.settings.editors import SwitchEditor
from tests.helpers.dialogs import choose_file, type_text

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QUrl

    from tests.helpers.bench import WindowBench


@pytest.fixture
def crunch(bench: WindowBench) -> WindowBench:
    """Return the window without a page, with a Crunch pane."""
    bench.controller.add_pane("crunch")
    settle(bench)
    return bench


def settle(bench: WindowBench) -> None:
    """Bring every view up to date."""
    bench.window_controller.views.flush()


def settings(bench: WindowBench) -> CrunchSettings:
    """Return the settings of the pane."""
    crunch_settings = bench.pane("crunch").settings
    assert isinstance(crunch_settings, CrunchSettings)
    return crunch_settings


def do(bench: WindowBench, action: str) -> None:
    """Trigger an enabled action."""
    settle(bench)
    assert bench.window_controller.actions[action].isEnabled()
    bench.window_controller.actions.trigger(action)
    settle(bench)


def test_panel_is_enabled_and_mentions_that_nothing_runs(crunch: WindowBench):
    panel = crunch.window.settings

    assert panel.isVisible()
    assert panel.isEnabled()
    assert isinstance(panel.settings, CrunchSettings)
    assert crunch.controller.running() == []
    assert crunch.pane("crunch").state is RunState.IDLE
    assert "1" in crunch.window.status.runs.text()


def test_switch_of_the_panel_changes_the_setting_and_undo_restores_it(crunch: WindowBench):
    page = crunch.window.settings.page
    assert page is not None
    editor = page.form.rows["forms"].editor
    assert isinstance(editor, SwitchEditor)
    QTest.mouseClick(editor.switch, Qt.MouseButton.LeftButton)
    after = changed(settings(crunch))
    do(crunch, "undo")
    undone = changed(settings(crunch))
    do(crunch, "redo")

    assert after == {"forms": False}
    assert undone == {}
    assert changed(settings(crunch)) == {"forms": False}


def test_preset_is_applied_by_the_panel_and_reset(crunch: WindowBench):
    panel = crunch.window.settings
    level = CRUNCH.presets[-1]
    index = panel.presets.findData(level.name)
    panel.presets.setCurrentIndex(index)
    panel.presets.activated.emit(index)
    settle(crunch)
    applied = settings(crunch)
    do(crunch, "reset_all")

    assert applied == CRUNCH.preset_settings(level)
    assert applied != CrunchSettings()
    assert settings(crunch) == CrunchSettings()


def test_own_preset_is_saved_and_its_file_opened(
    crunch: WindowBench, monkeypatch: pytest.MonkeyPatch
):
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.fileName())
        return True

    type_text(monkeypatch, "mine")
    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    crunch.controller.set_field("crunch", "limit", 0.5)
    do(crunch, "save_preset")
    do(crunch, "edit_presets")

    (saved,) = load_presets(crunch.home, CRUNCH)
    assert CRUNCH.preset_settings(saved) == CrunchSettings(limit=0.5)
    assert crunch.window.settings.presets.findData("mine") >= 0
    assert opened == ["crunch.toml"]


def test_an_own_preset_is_renamed_and_deleted_while_its_settings_stay(
    crunch: WindowBench, monkeypatch: pytest.MonkeyPatch
):
    presets, registry = crunch.window.settings.presets, crunch.window_controller.actions
    crunch.controller.set_field("crunch", "limit", 0.5)
    crunch.settle()
    registry.refresh()
    can_rename = [registry[name].isEnabled() for name in ("rename_preset", "delete_preset")]
    type_text(monkeypatch, "mine")
    do(crunch, "save_preset")
    suggested = type_text(monkeypatch, "strict links")
    registry.refresh()
    do(crunch, "rename_preset")
    renamed = [preset.name for preset in load_presets(crunch.home, CRUNCH)]
    shown = presets.currentData()
    confirm(monkeypatch)
    registry.refresh()
    do(crunch, "delete_preset")

    assert can_rename == [False, False]
    assert (suggested, renamed, shown) == (["mine"], ["strict links"], "strict links")
    assert load_presets(crunch.home, CRUNCH) == ()
    assert settings(crunch) == CrunchSettings(limit=0.5)
    assert presets.findData("strict links") < 0


def test_a_preset_of_the_same_name_is_replaced_only_after_a_question(
    crunch: WindowBench, monkeypatch: pytest.MonkeyPatch
):
    type_text(monkeypatch, "mine")
    crunch.controller.set_field("crunch", "limit", 0.5)
    do(crunch, "save_preset")
    crunch.controller.set_field("crunch", "limit", 0.6)
    questions = confirm(monkeypatch, yes=False)
    do(crunch, "save_preset")

    (saved,) = load_presets(crunch.home, CRUNCH)
    assert CRUNCH.preset_settings(saved) == CrunchSettings(limit=0.5)
    assert len(questions) == 1
    assert "mine" in questions[0]


def confirm(monkeypatch: pytest.MonkeyPatch, *, yes: bool = True) -> list[str]:
    """Answer every question by its button that confirms, or by *Cancel*; return the questions."""
    asked: list[str] = []

    def press(box: QMessageBox) -> int:
        asked.append(box.text())
        role = QMessageBox.ButtonRole.AcceptRole if yes else QMessageBox.ButtonRole.RejectRole
        (button,) = (button for button in box.buttons() if box.buttonRole(button) is role)
        box.show()
        button.click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    return asked


def test_settings_file_is_saved_and_opened(
    crunch: WindowBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    file = tmp_path / "panes.toml"
    choose_file(monkeypatch, file)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer((str(file), "")))
    crunch.controller.set_field("crunch", "limit", 0.5)
    do(crunch, "save_settings")
    do(crunch, "remove_pane")
    without = [pane.name for pane in crunch.controller.session.panes]
    do(crunch, "open_settings")

    (pane,) = settings_file.load(file)
    assert pane.settings == CrunchSettings(limit=0.5)
    assert without == []
    assert settings(crunch) == CrunchSettings(limit=0.5)


def test_first_page_runs_the_chosen_panes_and_is_painted_by_them(
    crunch: WindowBench, tmp_path: Path
):
    file = tmp_path / "page.html"
    file.write_text("<p>One two three four five six seven.</p>", encoding="utf-8")
    crunch.controller.set_field("crunch", "limit", 0.5)

    crunch.open(str(file))

    assert [pane.name for pane in crunch.controller.session.panes] == ["crunch"]
    assert crunch.extraction("crunch").settings == CrunchSettings(limit=0.5)
    crunch.qtbot.waitUntil(lambda: crunch.drawn("seven") is not None)


def answer(result: tuple[Any, ...]) -> Any:
    """Return a stand-in for a dialog that gives this answer."""
    return staticmethod(lambda *_args, **_more: result)
