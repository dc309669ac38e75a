"""One object changes the session, one the corpus; all other code gets read-only views."""

from __future__ import annotations

import ast

from boilerscope.app.session.face_state import CorpusState
from boilerscope.app.session.read_only import CorpusView, SessionView
from boilerscope.app.session.session import Session
from tests.helpers.material import ROOT

OWNERS = {"app/window/session_controller.py", "app/settings_editor/document.py"}
"""Modules that may import `Session`; mypy restricts all others to `SessionView`."""


def importers(mutable: type) -> set[str]:
    """Return the modules of the program that import a class."""
    return {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "app").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == mutable.__module__
        and mutable.__name__ in {alias.name for alias in node.names}
    }


def test_only_the_controller_and_the_document_import_the_mutable_session():
    assert importers(Session) == OWNERS


def test_the_view_cannot_change_a_session():
    public = {name: part for name, part in vars(SessionView).items() if not name.startswith("_")}

    properties = {name for name, part in public.items() if isinstance(part, property)}
    assert all(vars(SessionView)[name].fset is None for name in properties)
    asked = {"pane", "has", "can_undo", "can_redo", "setups", "other_to_compare"}
    assert public.keys() - properties == asked


def test_the_view_cannot_change_the_corpus():
    public = {name: part for name, part in vars(CorpusView).items() if not name.startswith("_")}

    properties = {name for name, part in public.items() if isinstance(part, property)}
    assert all(vars(CorpusView)[name].fset is None for name in properties)
    asked = {"shows", "ran_panes", "source_of", "settled", "outdated", "pending"}
    assert public.keys() - properties == asked


def test_only_its_controller_imports_the_mutable_state_of_the_corpus():
    assert importers(CorpusState) == {"app/window/corpus/controller.py"}


def test_nothing_in_the_window_but_the_controller_changes_a_table_of_scores():
    changing = {"add", "remove", "take_found", "mark_outdated", "mark_current"}
    callers = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "app" / "window").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in changing
        and ast.unparse(node.func.value).endswith("table")
    }

    assert callers == set()
