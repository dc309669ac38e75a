"""The window for the settings of one extractor, by real events, and its command."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox

from boilerscope.app.cli.main import main
from boilerscope.app.session.preferences import Language, Preferences, ThemeChoice
from boilerscope.app.settings_editor import program
from boilerscope.app.settings_editor.document import SettingsDocument
from boilerscope.app.settings_editor.program import make_settings_window
from boilerscope.app.window.translation import CHINESE, DECLARED, install_language, table
from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.crunch.extractor import CRUNCH
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.presets_file import load_presets
from boilerscope.extractors.model.settings import changed
from boilerscope.widgets.settings.editors import SwitchEditor, TextEditor
from tests.helpers.dialogs import type_text
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from boilerscope.app.settings_editor.window import SettingsWindow

BUTTONS = QMessageBox.StandardButton


@pytest.fixture
def open_window(
    qapp: QApplication, tmp_path: Path
) -> Iterator[Callable[[SettingsDocument], SettingsWindow]]:
    """Return a function that opens the window of a document, with its own home folder."""
    windows: list[SettingsWindow] = []

    def opened(document: SettingsDocument) -> SettingsWindow:
        settings_window = make_settings_window(
            qapp,
            document,
            folder=tmp_path / "home",
            preferences=Preferences(theme=ThemeChoice.LIGHT),
        )
        windows.append(settings_window)
        settings_window.show()
        return settings_window

    yield opened
    for window in windows:
        window.document.open(None)  # without changes, the window closes without a question
        window.close()
        window.deleteLater()
    # No event loop runs here; undeleted windows would be restyled with every new window.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def window(open_window: Callable[[SettingsDocument], SettingsWindow]) -> SettingsWindow:
    """Return the window of Crunch's defaults, without a file."""
    return open_window(SettingsDocument("crunch"))


def answer(result: Any) -> Any:
    """Return a stand-in for a dialog that gives this answer."""
    return staticmethod(lambda *_args, **_more: result)


def switch(window: SettingsWindow, field: str) -> None:
    """Click the switch of a setting."""
    page = window.panel.page
    assert page is not None
    editor = page.form.rows[field].editor
    assert isinstance(editor, SwitchEditor)
    QTest.mouseClick(editor.switch, Qt.MouseButton.LeftButton)


def choose_preset(window: SettingsWindow, name: str) -> None:
    """Choose a preset in the panel."""
    index = window.panel.presets.findData(name)
    window.panel.presets.setCurrentIndex(index)
    window.panel.presets.activated.emit(index)


@pytest.mark.parametrize(
    "entry",
    [entry for entry in registry.entries() if entry.extractor is not None],
    ids=lambda entry: entry.id,
)
def test_every_extractor_opens_with_its_panel(
    entry: registry.Entry,
    open_window: Callable[[SettingsDocument], SettingsWindow],
    tmp_path: Path,
):
    file = tmp_path / "prefs.toml"
    window = open_window(SettingsDocument(entry.id, file))
    window.actions_by_name["save"].trigger()

    assert entry.extractor is not None
    assert window.panel.settings == entry.extractor.default_settings()
    assert window.windowTitle() == f"prefs.toml[*] - {entry.extractor.name}"
    (pane,) = settings_file.load(file)
    assert (pane.extractor, pane.settings) == (entry.id, entry.extractor.default_settings())


def test_setting_is_changed_undone_and_redone(window: SettingsWindow):
    switch(window, "forms")
    after = changed(window.document.settings)
    modified = window.isWindowModified()
    QTest.mouseClick(window.panel.undo, Qt.MouseButton.LeftButton)
    undone = changed(window.document.settings)
    window.actions_by_name["redo"].trigger()

    assert after == {"forms": False}
    assert modified
    assert undone == {}
    assert window.document.settings == CrunchSettings(forms=False)
    assert window.panel.settings == CrunchSettings(forms=False)


def test_preset_is_applied_and_all_is_reset(window: SettingsWindow):
    level = CRUNCH.presets[-1]
    choose_preset(window, level.name)
    applied = window.document.settings
    QTest.mouseClick(window.panel.reset_all, Qt.MouseButton.LeftButton)

    assert applied == CRUNCH.preset_settings(level)
    assert window.document.settings == CrunchSettings()


def test_own_preset_is_saved_offered_and_its_file_opened(
    window: SettingsWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    opened: list[str] = []

    def open_url(url: Any) -> bool:
        opened.append(url.fileName())
        return True

    type_text(monkeypatch, "mine")
    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    window.actions_by_name["edit_presets"].trigger()
    before = list(opened)
    switch(window, "forms")
    window.actions_by_name["save_preset"].trigger()
    window.actions_by_name["edit_presets"].trigger()

    (saved,) = load_presets(tmp_path / "home", CRUNCH)
    assert CRUNCH.preset_settings(saved) == CrunchSettings(forms=False)
    assert window.panel.presets.currentData() == "mine"
    assert before == []
    assert opened == ["crunch.toml"]


def test_presets_edited_by_hand_are_offered_when_the_window_is_shown_again(
    window: SettingsWindow, tmp_path: Path
):
    file = tmp_path / "home" / "presets" / "crunch.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[[preset]]\nname = "x"\n[preset.settings]\nforms = false\n', encoding="utf-8")
    window.refresh()
    choose_preset(window, "x")

    assert window.document.settings == CrunchSettings(forms=False)


def test_save_as_writes_a_settings_file_with_its_suffix(
    window: SettingsWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer((str(tmp_path / "prefs"), "")))
    switch(window, "forms")
    QTest.mouseClick(window.save_button, Qt.MouseButton.LeftButton)

    (pane,) = settings_file.load(tmp_path / "prefs.toml")
    assert pane.settings == CrunchSettings(forms=False)
    assert not window.isWindowModified()
    assert "prefs.toml" in window.file_label.text()


def test_unfinished_typing_is_saved(
    window: SettingsWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer((str(tmp_path / "a.toml"), "")))
    page = window.panel.page
    assert page is not None
    editor = page.form.rows["ad_hosts_file"].editor
    assert isinstance(editor, TextEditor)
    editor.field.setFocus()
    QTest.keyClicks(editor.field, "hosts.txt")
    window.actions_by_name["save"].trigger()

    (pane,) = settings_file.load(tmp_path / "a.toml")
    assert pane.settings == CrunchSettings(ad_hosts_file="hosts.txt")


def test_file_is_opened_and_a_bad_file_is_reported_with_its_field(
    window: SettingsWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    messages: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: messages.append(args[-1]))
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    head = '[[pane]]\nextractor = "crunch"\n[pane.settings]\n'
    good.write_text(f"{head}limit = 0.5\n", encoding="utf-8")
    bad.write_text(f"{head}limt = 0.5\n", encoding="utf-8")
    for file in (good, bad):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", answer((str(file), "")))
        window.actions_by_name["open"].trigger()

    assert window.panel.settings == CrunchSettings(limit=0.5)
    assert window.document.file == good
    assert len(messages) == 1
    assert "bad.toml" in messages[0]
    assert "'limt'" in messages[0]


def test_file_without_the_extractor_is_reported(
    open_window: Callable[[SettingsDocument], SettingsWindow], tmp_path: Path
):
    file = tmp_path / "prefs.toml"
    file.write_text('[[pane]]\nextractor = "bte"\n', encoding="utf-8")

    window = open_window(SettingsDocument("crunch", file))

    assert "crunch" in window.file_label.text()


def test_a_pane_of_the_file_is_chosen(
    open_window: Callable[[SettingsDocument], SettingsWindow], tmp_path: Path
):
    file = tmp_path / "prefs.toml"
    pane = '[[pane]]\nname = "{}"\nextractor = "crunch"\n[pane.settings]\nlimit = {}\n'
    file.write_text(pane.format("a", 0.5) + pane.format("b", 0.7), encoding="utf-8")
    window = open_window(SettingsDocument("crunch", file))
    window.panel.panes.activated.emit(1)
    switch(window, "forms")
    window.actions_by_name["save"].trigger()

    assert [setup.settings for setup in settings_file.load(file)] == [
        CrunchSettings(limit=0.5),
        CrunchSettings(limit=0.7, forms=False),
    ]


@pytest.mark.parametrize(
    ("button", "closes", "is_saved"),
    [(BUTTONS.Save, True, True), (BUTTONS.Discard, True, False), (BUTTONS.Cancel, False, False)],
    ids=["save", "discard", "cancel"],
)
def test_closing_asks_before_unsaved_changes_are_lost(
    open_window: Callable[[SettingsDocument], SettingsWindow],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    button: QMessageBox.StandardButton,
    closes: bool,
    is_saved: bool,
):
    monkeypatch.setattr(QMessageBox, "question", answer(button))
    file = tmp_path / "prefs.toml"
    window = open_window(SettingsDocument("crunch", file))
    switch(window, "forms")
    window.close()

    assert window.isVisible() is not closes
    assert file.exists() is is_saved


def test_closing_asks_nothing_when_nothing_is_lost(
    window: SettingsWindow, monkeypatch: pytest.MonkeyPatch
):
    questions: list[object] = []
    monkeypatch.setattr(QMessageBox, "question", lambda *args: questions.append(args))
    switch(window, "forms")
    window.actions_by_name["undo"].trigger()
    window.close()

    assert questions == []
    assert not window.isVisible()


def test_file_changed_by_another_program_is_not_overwritten_unasked(
    open_window: Callable[[SettingsDocument], SettingsWindow],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    monkeypatch.setattr(QMessageBox, "question", answer(BUTTONS.No))
    file = tmp_path / "prefs.toml"
    window = open_window(SettingsDocument("crunch", file))
    window.actions_by_name["save"].trigger()
    file.write_text("# theirs\n", encoding="utf-8")
    switch(window, "forms")
    window.actions_by_name["save"].trigger()

    assert file.read_text(encoding="utf-8") == "# theirs\n"
    assert window.isWindowModified()


@pytest.mark.parametrize("agreed", [False, True], ids=["left", "written over"])
def test_closing_asks_about_a_file_made_unreadable_by_another_program(
    open_window: Callable[[SettingsDocument], SettingsWindow],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    agreed: bool,
):
    answers = [BUTTONS.Save, BUTTONS.Yes if agreed else BUTTONS.No]
    monkeypatch.setattr(QMessageBox, "question", lambda *_args: answers.pop(0))
    file = tmp_path / "prefs.toml"
    window = open_window(SettingsDocument("crunch", file))
    window.actions_by_name["save"].trigger()
    file.write_bytes(b"\xff\xfe\x00")
    switch(window, "forms")
    window.close()

    assert answers == []
    assert window.isVisible() is not agreed
    assert (file.read_bytes() == b"\xff\xfe\x00") is not agreed


@pytest.mark.parametrize("agreed", [False, True], ids=["left", "written over"])
def test_existing_file_of_the_completed_name_is_not_replaced_unasked(
    window: SettingsWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, agreed: bool
):
    questions: list[str] = []

    def ask(*args: Any) -> QMessageBox.StandardButton:
        questions.append(args[2])
        return BUTTONS.Yes if agreed else BUTTONS.No

    monkeypatch.setattr(QMessageBox, "question", ask)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer((str(tmp_path / "prefs"), "")))
    file = tmp_path / "prefs.toml"
    file.write_text("# theirs\n", encoding="utf-8")
    switch(window, "forms")
    window.actions_by_name["save_as"].trigger()

    assert questions == ["prefs.toml already exists. Overwrite it?"]
    assert (file.read_text(encoding="utf-8") == "# theirs\n") is not agreed
    assert window.isWindowModified() is not agreed


def test_damaged_presets_are_reported_once_when_the_window_opens(
    open_window: Callable[[SettingsDocument], SettingsWindow], tmp_path: Path
):
    presets = tmp_path / "home" / "presets" / "crunch.toml"
    presets.parent.mkdir(parents=True)
    presets.write_text("[[preset", encoding="utf-8")
    file = tmp_path / "prefs.toml"
    file.write_text('[[pane]]\nextractor = "bte"\n', encoding="utf-8")

    window = open_window(SettingsDocument("crunch", file))
    message = window.file_label.text()
    window.notify("something else")
    switch(window, "forms")

    assert str(presets) in message
    assert window.file_label.text() == "something else"


def test_unwritable_file_is_reported_and_the_document_stays_unsaved(
    open_window: Callable[[SettingsDocument], SettingsWindow],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    messages: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: messages.append(args[-1]))
    (tmp_path / "a file").touch()
    window = open_window(SettingsDocument("crunch"))
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", answer((str(tmp_path / "a file" / "p.toml"), ""))
    )
    switch(window, "forms")
    window.actions_by_name["save"].trigger()

    assert len(messages) == 1
    assert "p.toml" in messages[0]
    assert window.isWindowModified()


def test_help_of_the_extractor_opens(window: SettingsWindow):
    QTest.mouseClick(window.help_button, Qt.MouseButton.LeftButton)

    (dialog,) = [child for child in window.findChildren(QDialog) if child.isVisible()]
    assert dialog.windowTitle() == "Crunch"
    dialog.close()


def test_chinese_window_has_the_summary_of_the_extractor_in_chinese(
    qapp: QApplication, tmp_path: Path
):
    chinese = Preferences(theme=ThemeChoice.LIGHT, language=Language.CHINESE)
    document = SettingsDocument("crunch")
    try:
        window = make_settings_window(qapp, document, folder=tmp_path, preferences=chinese)
        summary = window.summary.text()
        window.deleteLater()
    finally:
        install_language(qapp, "en")

    assert summary == table(CHINESE)[DECLARED][CRUNCH.summary]


# -- the command ---------------------------------------------------------------------------------


def command(*arguments: object) -> Any:
    """Run the command line in this process."""
    return CliRunner().invoke(main, [str(word) for word in arguments])


def test_command_passes_the_file_to_the_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    opened: list[SettingsDocument] = []

    def run_settings(document: SettingsDocument) -> int:
        opened.append(document)
        return 0

    monkeypatch.setattr(program, "run_settings", run_settings)
    file = tmp_path / "prefs.toml"
    result = command("settings", "crunch", file)

    assert result.exit_code == 0
    assert [(opened_document.extractor.id, opened_document.file) for opened_document in opened] == [
        ("crunch", file)
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("limt = 1", "pane crunch: unknown setting 'limt'; did you mean 'limit'?"),
        ("limit = 9", "pane crunch: limit must be at most 5, got 9"),
    ],
)
def test_command_names_file_and_key_of_a_bad_file(tmp_path: Path, text: str, message: str):
    file = tmp_path / "prefs.toml"
    file.write_text(f'[[pane]]\nextractor = "crunch"\n[pane.settings]\n{text}\n', encoding="utf-8")

    result = command("settings", "crunch", file)

    assert result.exit_code == 2
    assert f"{file}: {message}" in result.output


def test_command_suggests_the_nearest_extractor():
    result = command("settings", "cruch")

    assert result.exit_code == 2
    assert "unknown extractor 'cruch'; did you mean 'crunch'?" in result.output


def test_command_reports_a_missing_display(monkeypatch: pytest.MonkeyPatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    result = command("settings", "crunch")

    assert result.exit_code == 2
    assert "No display was found" in result.output


def test_window_opens_without_a_web_engine(tmp_path: Path):
    script = (
        "import sys; from boilerscope.app.settings_editor.program import make_settings_window;"
        "from boilerscope.app.window.program import make_application;"
        "from boilerscope.app.settings_editor.document import SettingsDocument;"
        "app = make_application(pages=False);"
        "window = make_settings_window(app, SettingsDocument('crunch'));"
        "window.show(); app.processEvents();"
        "print([name for name in sys.modules if 'WebEngine' in name])"
    )
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "BOILERSCOPE_CONFIG": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }

    process = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )

    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == "[]"
