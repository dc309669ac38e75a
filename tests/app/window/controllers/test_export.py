"""Results are copied, written and repaired, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QLabel, QMessageBox, QPushButton

from boilerscope.app.session.exporting import Export
from boilerscope.app.window.controllers.export import ExportController
from boilerscope.extractors.formats.structure.options import StructureOptions, Texts
from boilerscope.extractors.model.settings import changed
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.widgets.export.dialog import ExportDialog
from boilerscope.widgets.export.text_tab import TextTab
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench
from tests.helpers.dialogs import answer, press

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QUrl
    from pytestqt.qtbot import QtBot

CX = "cx_extractor"
GAP = "\n" * 8
LINES = "\n".join(f"<p>{' '.join(f'alpha{n}' for n in range(40))}.</p>" for _ in range(12))


@pytest.fixture
def export(shared: ControllerBench) -> ExportController:
    """Return the controller of a page with the default panes, the article extractor active."""
    shared.open(f"<title>Lake</title><body>{GAP}{LINES}{GAP}<p>End</body>")
    shared.controller.activate(ARTICLE)
    return ExportController(shared.context, shared.actions, shared.window)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def tab_of(dialog: ExportDialog) -> TextTab:
    tab = dialog.current()
    assert isinstance(tab, TextTab)
    return tab


def press_in(dialog: ExportDialog, label: str) -> None:
    next(button for button in dialog.findChildren(QPushButton) if button.text() == label).click()


def accept(dialog: ExportDialog) -> None:
    dialog.accept()


def reject(dialog: ExportDialog) -> None:
    dialog.reject()


@pytest.mark.usefixtures("export")
def test_own_text_of_the_active_pane_is_copied(shared: ControllerBench):
    extraction = shared.controller.session.pane(ARTICLE).shown
    assert extraction is not None

    shared.do("copy_pane")

    assert clipboard() == extraction.own_text
    assert "alpha0" in clipboard()
    assert shared.messages == ["Copied to the clipboard."]


@pytest.mark.usefixtures("export")
def test_text_after_a_step_is_copied_with_the_name_of_the_step(shared: ControllerBench):
    shared.controller.show_step(ARTICLE, 0)

    shared.do("copy_pane")

    step = shared.context.views.scene.pane(ARTICLE)
    assert step is not None
    assert step.step_code in shared.messages[-1]


@pytest.mark.usefixtures("export")
def test_copying_a_text_without_breaks_names_the_setting_that_helps(shared: ControllerBench):
    shared.controller.activate(CX)

    shared.do("copy_pane")

    assert "“Show white space”" in shared.messages[-1]
    assert "“Copy the kept page text”" in shared.messages[-1]


@pytest.mark.usefixtures("export")
def test_kept_page_text_is_copied_with_the_spacing_of_the_page(shared: ControllerBench):
    page, shown = shared.controller.session.page, shared.controller.session.pane(CX).shown
    assert page is not None
    assert shown is not None
    shared.controller.activate(CX)

    shared.do("copy_page_text")

    assert clipboard() == kept_text(page, shown.mask)


def test_files_are_written_and_their_folder_is_remembered(
    shared: ControllerBench, export: ExportController, tmp_path: Path
):
    folder = tmp_path / "results"

    export.write(Export((ARTICLE, LINK_RATIO), "text", folder))

    names = sorted(file.name for file in folder.iterdir())
    assert names == ["lake.boilerpipe.article.txt", "lake.link_ratio.txt"]
    assert "alpha0" in (folder / names[0]).read_text(encoding="utf-8")
    assert shared.messages[-1].endswith(f"{folder}: {', '.join(names)}")
    assert shared.context.preferences.current.last_export_folder == str(folder)


def test_an_export_waits_for_running_panes(
    shared: ControllerBench, export: ExportController, tmp_path: Path
):
    shared.controller.run([ARTICLE])

    export.write(Export((ARTICLE,), "text", tmp_path / "results"))
    before = (tmp_path / "results").exists()
    shared.finish()

    assert not before
    assert shared.messages[0] == "The export starts when the panes have run."
    assert [file.name for file in (tmp_path / "results").iterdir()] == [
        "lake.boilerpipe.article.txt"
    ]


def test_the_folder_of_the_written_file_is_shown(
    shared: ControllerBench,
    export: ExportController,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    opened: list[str] = []

    def note(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return len(opened) == 1

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    shared.context.notifier.written = None  # the bench is shared
    shared.actions.refresh()
    before = shared.actions["show_written"].isEnabled()

    export.write(Export((ARTICLE,), "text", tmp_path))
    shared.do("show_written")
    shared.do("show_written")

    assert not before
    assert opened == [str(tmp_path)] * 2
    assert shared.messages[-1] == f"No file manager opened the folder: {tmp_path}"


def test_a_folder_that_cannot_be_created_is_reported(
    export: ExportController, errors: list[str], tmp_path: Path
):
    (tmp_path / "file").touch()

    export.write(Export((ARTICLE,), "text", tmp_path / "file" / "results"))

    assert errors[0].startswith("The export could not be written.")
    assert str(tmp_path / "file") in errors[0]


@pytest.mark.usefixtures("export")
def test_the_dialog_exports_the_active_pane_into_the_last_folder(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "results").mkdir()
    shared.context.preferences.change(last_export_folder=str(tmp_path / "results"))
    answer(monkeypatch, ExportDialog, [accept])

    shared.do("export")

    assert [file.name for file in (tmp_path / "results").iterdir()] == [
        "lake.boilerpipe.article.txt"
    ]


@pytest.mark.parametrize(
    ("label", "text", "n_dialogs"), [("Overwrite", "alpha0", 1), ("Cancel", "old", 2)]
)
@pytest.mark.usefixtures("export")
def test_a_file_that_exists_is_replaced_only_if_the_user_agrees(
    shared: ControllerBench,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    label: str,
    text: str,
    n_dialogs: int,
):
    file = tmp_path / "lake.boilerpipe.article.txt"
    file.write_text("old", encoding="utf-8")
    shared.context.preferences.change(last_export_folder=str(tmp_path))
    dialogs = answer(monkeypatch, ExportDialog, [accept, reject])
    questions = answer(monkeypatch, QMessageBox, [press(label)])

    shared.do("export")

    assert file.read_text(encoding="utf-8").startswith(text)
    assert len(dialogs) == n_dialogs
    assert questions[0].informativeText() == file.name


@pytest.mark.usefixtures("export")
def test_a_format_of_one_pane_cannot_copy_several_panes(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch
):
    problems: list[tuple[bool, str]] = []

    def choose(dialog: ExportDialog) -> None:
        tab_of(dialog).format_choice.choose("html")
        tab_of(dialog).all_panes.click()
        tab_of(dialog).to_clipboard.click()
        problems.append((dialog.export_button.isEnabled(), dialog.problem_label.text()))
        dialog.reject()

    answer(monkeypatch, ExportDialog, [choose])
    shared.do("export")

    enabled, problem = problems[0]
    assert not enabled
    assert "one pane" in problem


@pytest.mark.usefixtures("export")
def test_the_dialog_turns_on_the_setting_that_separates_words(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch
):
    shared.controller.activate(CX)

    def repair(dialog: ExportDialog) -> None:
        buttons = {button.text(): button for button in dialog.findChildren(QPushButton)}
        buttons["Turn on “Show white space”"].click()
        dialog.reject()

    answer(monkeypatch, ExportDialog, [repair])
    shared.do("export")
    shared.finish()
    repaired = shared.controller.session.pane(CX).shown
    shared.controller.undo()

    assert repaired is not None
    assert "alpha0 alpha1" in repaired.own_text
    assert changed(shared.controller.session.pane(CX).settings) == {}


LONG = ", and more of the same" * 8
STRUCTURE = (
    f"<title>Lake</title><body><h2>Boats{LONG}</h2><table><tr><th>a{LONG}<th>b{LONG}"
    f"<tr><td rowspan=2>c{LONG}<td>d{LONG}<tr><td>e{LONG}</table><pre>f{LONG}\ng{LONG}</pre>"
    f"<p>h{LONG} \\(x\\) <img src=i.png alt=j> k{LONG}</body>"
)


def test_the_dialog_counts_structure_shows_a_preview_and_writes_the_chosen_parts(
    shared: ControllerBench,
    export: ExportController,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    qtbot: QtBot,
):
    del export
    shared.open(STRUCTURE)
    shared.controller.activate(ARTICLE)
    shared.context.preferences.change(last_export_folder=str(tmp_path))
    shown: list[str] = []
    marked: list[str] = []

    def choose(dialog: ExportDialog) -> None:
        tab_of(dialog).format_choice.choose("markdown")
        qtbot.waitUntil(lambda: f"| c{LONG} | e{LONG} |" in tab_of(dialog).preview.source.shown)
        shown.extend(label.text() for label in dialog.findChildren(QLabel))
        press_in(dialog, "Show it")
        marked.append(tab_of(dialog).preview.source.textCursor().selectedText())
        tables = dialog.findChild(QCheckBox, "exportKeep_tables")
        assert isinstance(tables, QCheckBox)
        tables.setChecked(False)
        qtbot.waitUntil(lambda: "|" not in tab_of(dialog).preview.source.shown)
        shown.extend(label.text() for label in dialog.findChildren(QLabel))
        dialog.accept()

    answer(monkeypatch, ExportDialog, [choose])

    shared.do("export")

    parts = "1 code block, 1 of 1 formula, 1 of 1 image"
    assert f"Structure: 1 of 1 table, 1 of {parts}" in shown
    assert f"Structure: 0 of 1 table, 1 of {parts}" in shown
    assert marked == [f"| a{LONG} | b{LONG} |"]
    assert any(text.startswith("1 table has merged cells. Markdown repeats") for text in shown)
    assert "1, as LaTeX" in shown
    written = (tmp_path / "lake.boilerpipe.article.md").read_text(encoding="utf-8")
    assert "|" not in written
    assert f"```\nf{LONG}\ng{LONG}\n```" in written


def test_libraries_write_their_own_files_in_a_worker_process(
    shared: ControllerBench, export: ExportController, tmp_path: Path, qtbot: QtBot
):
    trafilatura = pytest.importorskip("trafilatura")
    shared.controller.add_pane("trafilatura")
    shared.finish()
    page = shared.controller.session.page
    assert page is not None
    structure = StructureOptions(text=Texts.OWN)
    file = tmp_path / "lake.trafilatura.md"

    export.write(Export(("trafilatura",), "markdown", tmp_path, structure=structure))
    qtbot.waitUntil(file.exists, timeout=30_000)

    expected = trafilatura.extract(page.decoded.text, output_format="markdown")
    assert file.read_text(encoding="utf-8") == expected + "\n"


def test_without_a_page_there_is_nothing_to_export(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch
):
    ExportController(shared.context, shared.actions, shared.window)
    dialogs = answer(monkeypatch, ExportDialog, [])

    shared.do("export")
    shared.do("copy_pane")

    assert dialogs == []
    assert shared.messages == []
