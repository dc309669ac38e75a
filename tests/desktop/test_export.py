"""Exports: questions before, written files, and messages for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

CONFIG = """[[pane]]
extractor = "cx_extractor"

[[pane]]
extractor = "crunch"
"""


@pytest.fixture(scope="module")
def notes(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return a program with an English page in cx_extractor and crunch; its home is its folder."""
    folder = tmp_path_factory.mktemp("notes")
    config = folder / "panes.toml"
    config.write_text(CONFIG, encoding="utf-8")
    return start(str(PAGES / "hostile_links.html"), "--config", str(config), folder=folder)


def _dialog(program: Program) -> State:
    program.key("ctrl+e")
    return program.wait(lambda now: now["front"] == "ExportDialog", "the dialog opens")


def _choose_format(program: Program, label: str) -> None:
    program.click_item(label, path="exportFormat")
    program.wait(
        lambda now: any(item["selected"] for item in now.items(label, path="exportFormat")),
        f"{label} is chosen",
    )


def _type_folder(program: Program, text: str) -> None:
    program.click("exportFolder").key("ctrl+a").type(text)


def _activate(program: Program, number: int) -> None:
    program.click("address").key("Escape")
    program.key(str(number))
    program.wait(lambda now: now.active["number"] == number, f"pane {number} is active")


def _closed(program: Program) -> State:
    return program.wait(lambda now: not now.widgets("exportDialog"), "the dialog closes")


def test_a_home_folder_is_resolved_and_html_is_inert(notes: Program):
    _activate(notes, 2)
    _dialog(notes)
    _choose_format(notes, "HTML")
    _type_folder(notes, "~/out")
    notes.wait(lambda now: str(notes.folder / "out") in now.texts(), "the folder is shown in full")
    notes.key("Return")
    _closed(notes)

    file = notes.folder / "out" / "hostile_links.crunch.html"
    wait_until(file.exists, "the file is written")
    html = file.read_text(encoding="utf-8").lower()
    assert "harbour office counted" in html
    for acting in ("onload", "onclick", "onmouseover", "javascript:", "srcdoc", "<script", "void("):
        assert acting not in html, acting


def test_a_folder_is_remembered_and_a_file_is_not_replaced_unasked(notes: Program):
    file = notes.folder / "out" / "hostile_links.crunch.html"
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine", encoding="utf-8")
    _activate(notes, 2)

    state = _dialog(notes)
    assert state.widget("exportFolder")["text"] == str(notes.folder / "out")
    _choose_format(notes, "HTML")
    notes.click("exportFolder").key("Return")
    notes.wait(lambda now: now.widgets("Overwrite"), "the question is asked")
    notes.key("Escape")
    notes.wait(
        lambda now: now.widgets("exportDialog") and not now.widgets("Overwrite"),
        "the dialog is there again",
    )
    assert file.read_text(encoding="utf-8") == "mine"
    notes.click("exportFolder").key("Return")
    notes.wait(lambda now: now.widgets("Overwrite"), "the question is asked again")
    notes.click("Overwrite")
    _closed(notes)
    wait_until(lambda: file.read_text(encoding="utf-8") != "mine", "the file is replaced")


def test_a_relative_folder_is_remembered_as_absolute(notes: Program):
    _dialog(notes)
    _type_folder(notes, "relative")
    notes.key("Return")
    _closed(notes)

    wait_until((notes.folder / "relative").is_dir, "the folder is made where the program runs")
    state = _dialog(notes)
    assert state.widget("exportFolder")["text"] == str(notes.folder / "relative")
    notes.key("Escape")
    _closed(notes)


def test_a_format_unfit_for_the_clipboard_is_named_before_the_dialog_closes(notes: Program):
    _dialog(notes)
    notes.click("All panes").click("Clipboard")
    _choose_format(notes, "HTML")

    state = notes.wait(lambda now: now.widgets("exportProblem"), "the problem is named")
    assert "HTML" in state.widget("exportProblem")["text"]
    assert not state.widget("Export", **{"class": "QPushButton"})["enabled"]
    notes.key("Escape")
    _closed(notes)


def test_text_without_spaces_is_reported_and_page_text_is_offered(notes: Program):
    _activate(notes, 1)
    notes.key("ctrl+shift+c")
    state = notes.wait(lambda now: "no spaces" in now["message"], "the message tells of it")
    assert "kept page text" in state["message"]
    assert "boatthatcamein" in notes.clipboard().replace("\n", "")

    state = _dialog(notes)
    assert "no spaces" in state.texts()
    notes.click("exportText").click_item("Page text, with the page's spacing")
    notes.wait(lambda now: "no spaces" not in now.texts(), "the page's text needs no remark")
    notes.click("Clipboard").key("Return")
    _closed(notes)
    notes.wait(lambda _now: "every boat that came in" in notes.clipboard(), "the text has spaces")


def test_joined_paragraphs_are_reported_and_separated_on_demand(notes: Program):
    _activate(notes, 2)
    _dialog(notes)
    notes.click("Clipboard")
    label = "Turn on “Break at blocks”"
    notes.wait(lambda now: now.widgets(label), "the setting is offered")
    notes.click(label)
    notes.wait(lambda now: not now.widgets(label), "the offer is gone")
    notes.click("Clipboard").key("Return")
    _closed(notes)

    notes.wait(lambda _now: "to read.\nThose who" in notes.clipboard(), "paragraphs are lines")
    assert notes.settled().pane("crunch")["settings"]["block_breaks"] is True
    notes.key("ctrl+z")
    notes.wait(lambda now: now.pane("crunch")["settings"]["block_breaks"] is False, "it is undone")


def test_a_picture_without_a_suffix_is_a_png_in_the_same_folder(notes: Program):
    notes.key("ctrl+k")
    notes.wait(lambda now: now.widgets(path="palette"), "the palette opens")
    notes.type("window as a picture").key("Return")
    notes.wait(
        lambda now: str(now.focus.get("text")).endswith(".png"), "the dialog asks for a file"
    )
    notes.key("ctrl+a").type(str(notes.folder / "window")).key("Return")
    _closed(notes)

    wait_until(lambda: len(_pictures(notes.folder)) == 1, "the picture is written")
    assert _pictures(notes.folder)[0].read_bytes().startswith(b"\x89PNG")


def _pictures(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("window*") if file.suffix == ".png"]
