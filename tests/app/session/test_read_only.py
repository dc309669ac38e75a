"""One object changes a session: everything else is given the read-only view of it."""

from __future__ import annotations

import ast

from app.session.read_only import SessionView
from app.session.session import Session
from tests.helpers.material import ROOT

OWNERS = {"app/window/session_controller.py", "app/settings_editor/document.py"}
"""Modules that may have a `Session`; mypy holds all others to what `SessionView` has."""


def test_only_the_controller_and_the_document_have_a_session_that_can_be_changed():
    having = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "app").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == Session.__module__
        and Session.__name__ in {alias.name for alias in node.names}
    }

    assert having == OWNERS


def test_the_view_has_nothing_that_changes_a_session():
    public = {name: part for name, part in vars(SessionView).items() if not name.startswith("_")}

    properties = {name for name, part in public.items() if isinstance(part, property)}
    assert all(vars(SessionView)[name].fset is None for name in properties)
    assert public.keys() - properties == {"pane", "has", "can_undo", "can_redo", "setups"}
