"""The user's extractors are added from a file and follow its changes, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QProgressDialog, QPushButton

from boilerscope.app.window.controllers.own_extractors import (
    OwnExtractorController,
    carried_over,
    object_names,
)
from boilerscope.extractors import registry
from boilerscope.extractors.own import added
from tests.helpers.dialogs import type_text
from tests.helpers.wheels import install_only_from, write_wheel

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

LONGEST = '''
def longest(html: str, *, min_words: int = 3) -> str:
    """Keep the longest paragraph."""
    parts = html.split("<p>")[1:]
    return max((part.split("</p>")[0] for part in parts), key=len)
'''


@pytest.fixture
def own(
    shared: ControllerBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> OwnExtractorController:
    """Return the controller; its additions end with the test."""
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(added, "_added", {})
    return OwnExtractorController(shared.context, shared.actions, shared.window)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file with a function; the file dialog returns this file."""
    path = tmp_path / "mine.py"
    path.write_text(LONGEST, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    return path


@pytest.mark.usefixtures("own", "file")
def test_a_function_of_a_file_becomes_a_pane_with_its_defaults_as_settings(
    shared: ControllerBench,
):
    shared.open()
    shared.do("add_own")
    shared.finish()
    pane = shared.controller.session.panes[-1]

    assert pane.extractor == "mine.longest"
    assert getattr(pane.settings, "min_words", None) == 3
    assert pane.extraction is not None
    assert pane.extraction.own_text.startswith("alpha0 alpha1")
    assert "mine.longest" in added.locations()
    assert added.list_file().is_file()


@pytest.mark.usefixtures("own")
def test_a_changed_file_runs_again_with_its_new_settings(
    shared: ControllerBench, file: Path, qtbot: QtBot
):
    shared.open()
    shared.do("add_own")
    shared.finish()
    name = shared.controller.session.panes[-1].name
    shared.controller.set_field(name, "min_words", 7)
    shared.finish()
    changed = LONGEST.replace("max(", "min(").replace("= 3", "= 4, fast: bool = False")
    file.write_text(changed, encoding="utf-8")
    pane = shared.controller.session.pane
    qtbot.waitUntil(lambda: hasattr(pane(name).settings, "fast"), timeout=5000)
    shared.finish()
    result = pane(name).extraction

    assert getattr(pane(name).settings, "min_words", None) == 7
    assert result is not None
    assert result.own_text == "A short line."


@pytest.mark.usefixtures("own")
def test_a_broken_file_is_an_entry_with_its_error(shared: ControllerBench, file: Path):
    file.write_text("def longest(html: str, *, size=object()) -> str:\n    return ''\n")
    shared.open()
    n_panes = len(shared.controller.session.panes)
    shared.do("add_own")

    assert registry.entry("mine.longest").error
    assert "mine.longest" in shared.messages[-1]
    assert len(shared.controller.session.panes) == n_panes


@pytest.mark.usefixtures("own")
def test_the_user_chooses_among_functions_and_a_file_without_one_is_refused(
    shared: ControllerBench, file: Path, monkeypatch: pytest.MonkeyPatch
):
    questions: list[list[str]] = []

    def choose(*arguments: object, **_named: object) -> tuple[str, bool]:
        names = arguments[3]
        assert isinstance(names, list)
        questions.append(names)
        return names[-1], True

    monkeypatch.setattr(QInputDialog, "getItem", choose)
    file.write_text(f"{LONGEST}{LONGEST.replace('longest', 'other')}", encoding="utf-8")
    shared.do("add_own")
    file.write_text("LIMIT = 3\n", encoding="utf-8")
    shared.do("add_own")

    assert questions == [["longest", "other"]]
    assert shared.controller.session.panes[-1].extractor == "mine.other"
    assert "has no function" in shared.messages[-1]


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Offer an old release of readability-lxml; nothing else can be installed."""
    source = "class Document:\n    def __init__(self, html): pass\n"
    source += "    def summary(self): return '<p>alpha0 alpha1 alpha2</p>'\n"
    folder = tmp_path / "wheels"
    write_wheel(folder, "readability-lxml", "0.3", {"readability.py": source})
    write_wheel(folder, "lxml-html-clean", "0.4", {"lxml_html_clean.py": ""})
    install_only_from(folder, monkeypatch)
    monkeypatch.setenv("BOILERSCOPE_VERSIONS", str(tmp_path / "versions"))
    return tmp_path / "versions"


@pytest.mark.usefixtures("own", "wheels")
def test_a_version_is_installed_and_becomes_a_pane(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    type_text(monkeypatch, "readability-lxml==0.3")
    shared.open()
    n_panes = len(shared.controller.session.panes)
    shared.do("add_version")
    shows_progress = bool(shared.window.findChildren(QProgressDialog))
    qtbot.waitUntil(lambda: len(shared.controller.session.panes) > n_panes, timeout=15_000)
    shared.finish()
    pane = shared.controller.session.panes[-1]

    assert shows_progress
    assert not [box for box in shared.window.findChildren(QProgressDialog) if box.isVisible()]
    assert pane.extractor == "readability_lxml-0.3"
    assert pane.extraction is not None
    assert pane.extraction.own_text == "alpha0 alpha1 alpha2\n"
    assert added.locations()["readability_lxml-0.3"] == "readability-lxml==0.3"


@pytest.mark.usefixtures("own")
def test_a_cancelled_installation_adds_nothing(
    shared: ControllerBench, wheels: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    type_text(monkeypatch, "readability-lxml==0.3")
    shared.open()
    n_panes = len(shared.controller.session.panes)
    shared.do("add_version")
    [dialog] = shared.window.findChildren(QProgressDialog)
    [button] = dialog.findChildren(QPushButton)
    button.click()
    qtbot.waitUntil(lambda: not added.locations(), timeout=15_000)

    assert len(shared.controller.session.panes) == n_panes
    assert shared.messages[-1].endswith("was cancelled.")
    assert list(wheels.iterdir()) == []


@pytest.mark.usefixtures("own", "wheels")
def test_a_failed_installation_shows_what_the_installer_said(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    shown: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *values: shown.append(str(values[2])))
    type_text(monkeypatch, "readability-lxml==0.4")
    shared.open()
    shared.do("add_version")
    qtbot.waitUntil(lambda: bool(shown), timeout=15_000)

    assert "No matching distribution found for readability-lxml==0.4" in shown[0]
    assert added.locations() == {}


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trafilatura", "trafilatura is not a version. Write trafilatura==2.0.0"),
        ("nothing==1.0", "unknown library 'nothing'"),
    ],
)
def test_a_wrong_version_is_refused(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch, text: str, message: str
):
    suggested = type_text(monkeypatch, text)
    shared.open()
    shared.do("add_version")

    assert suggested == [""]
    assert message in shared.messages[-1]


def test_private_names_and_constants_are_not_extractors():
    source = "LIMIT = 3\nmodel = object()\ndef _part(): ...\nclass Mine: ...\n"

    assert object_names(source) == ["model", "Mine"]


def test_values_that_a_changed_class_rejects_are_dropped():
    article = registry.entry("boilerpipe.article").extractor
    ratio = registry.entry("link_ratio").extractor
    assert article is not None
    assert ratio is not None

    assert carried_over(ratio.default_settings(), article.settings_class) == (
        article.default_settings()
    )
