"""Panes are saved, opened and restored, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog

from boilerscope.app.session.kept_panes import KeptPanes
from boilerscope.app.window.controllers.pane_files import PaneFileController
from boilerscope.app.window.save_dialog import SaveDialog
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench
from tests.helpers.dialogs import choose_file

if TYPE_CHECKING:
    from pathlib import Path

PANES = """[[pane]]
name = "mine"
extractor = "link_ratio"
settings = { rate = 0.4 }
"""


@pytest.fixture
def kept(tmp_path: Path) -> KeptPanes:
    """Return the unsaved panes of the last session, which has none."""
    return KeptPanes(tmp_path)


@pytest.fixture
def files(shared: ControllerBench, kept: KeptPanes) -> PaneFileController:
    """Return the controller."""
    save_dialog = SaveDialog(shared.window, shared.context.preferences)
    return PaneFileController(shared.context, shared.actions, shared.window, save_dialog, kept)


def test_saved_panes_are_opened_again(
    shared: ControllerBench,
    files: PaneFileController,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    choose_file(monkeypatch, tmp_path / "panes.toml")
    shared.add_panes(ARTICLE, LINK_RATIO)
    shared.controller.set_field(LINK_RATIO, "rate", 0.4)
    shared.do("save_settings")
    shared.controller.remove_pane(ARTICLE)
    shared.controller.reset(LINK_RATIO)

    was_read = files.load(tmp_path / "panes.toml")

    assert was_read
    assert shared.names() == [ARTICLE, LINK_RATIO]
    assert shared.controller.session.pane(LINK_RATIO).settings.rate == 0.4  # type: ignore[attr-defined]  # settings of this extractor


@pytest.mark.usefixtures("files")
def test_saving_into_a_file_keeps_what_its_user_wrote(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    file = tmp_path / "panes.toml"
    choose_file(monkeypatch, file)
    text = (
        "# For the paper\n\n[[pane]]  # ours\n"
        f'extractor = "{LINK_RATIO}"\nsettings = {{ rate = 0.3 }}  # tuned\n\n'
        f'# The reference\n[[pane]]\nextractor = "{ARTICLE}"\n'
    )
    file.write_text(text, encoding="utf-8")
    shared.add_panes(LINK_RATIO, ARTICLE)
    shared.controller.set_field(LINK_RATIO, "rate", 0.4)

    shared.do("save_settings")

    assert file.read_text(encoding="utf-8") == text.replace("0.3", "0.4")


@pytest.mark.usefixtures("files")
def test_open_asks_for_a_file(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    file = tmp_path / "panes.toml"
    file.write_text(PANES, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_details: (str(file), ""))

    shared.do("open_settings")

    assert shared.names() == ["mine"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [("[[pane]]\nextractor = 'none'\n", "none"), ("pane = 1", "pane"), (None, "No such file")],
)
def test_a_file_that_is_not_a_settings_file_is_reported_and_changes_nothing(
    shared: ControllerBench,
    files: PaneFileController,
    errors: list[str],
    tmp_path: Path,
    content: str | None,
    reason: str,
):
    shared.add_panes(ARTICLE)
    file = tmp_path / "panes.toml"
    if content is not None:
        file.write_text(content, encoding="utf-8")

    was_read = files.load(file)

    assert not was_read
    assert shared.names() == [ARTICLE]
    assert errors[0].startswith("The settings could not be read.")
    assert reason in errors[0]
    assert "panes.toml" in errors[0]


@pytest.mark.usefixtures("files")
def test_a_file_that_cannot_be_written_is_reported(
    shared: ControllerBench,
    monkeypatch: pytest.MonkeyPatch,
    errors: list[str],
    tmp_path: Path,
):
    shared.add_panes(ARTICLE)
    (tmp_path / "file").touch()
    monkeypatch.setattr(SaveDialog, "ask", lambda *_details: tmp_path / "file" / "panes.toml")

    shared.do("save_settings")

    assert errors[0].startswith("The settings could not be written.")
    assert "panes.toml" in errors[0]


def test_unsaved_panes_of_the_last_session_are_restored_and_announced(
    shared: ControllerBench, kept: KeptPanes, files: PaneFileController
):
    shared.add_panes(ARTICLE)
    kept.keep(shared.controller.session.panes)
    shared.controller.add_pane(LINK_RATIO)

    files.restore()
    restored = list(shared.messages)
    shared.open()

    assert shared.names() == [ARTICLE]
    assert "unsaved panes" in restored[0]
    assert shared.messages == restored * 2  # again with the first page


def test_panes_that_were_saved_are_not_kept_for_the_next_start(
    shared: ControllerBench,
    kept: KeptPanes,
    files: PaneFileController,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    choose_file(monkeypatch, tmp_path / "panes.toml")
    shared.add_panes(ARTICLE)
    shared.do("save_settings")

    kept.keep(shared.controller.session.panes)
    files.restore()

    assert shared.messages == []


def test_kept_panes_that_cannot_be_read_are_reported(
    shared: ControllerBench, files: PaneFileController, tmp_path: Path
):
    (tmp_path / "unsaved_panes.toml").write_text("[[pane", encoding="utf-8")

    files.restore()

    assert "unsaved_panes.toml" in shared.messages[0]
    assert shared.names() == []
