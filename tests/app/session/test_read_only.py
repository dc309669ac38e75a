"""One object changes a session; all other code gets its read-only view."""

from __future__ import annotations

import ast

from boilerscope.app.session.read_only import SessionView
from boilerscope.app.session.session import Session
from tests.helpers.material import ROOT

OWNERS = {"app/window/session_controller.py", "app/settings_editor/document.py"}
"""Modules that may import `Session`; mypy restricts all others to `SessionView`."""


def test_only_the_controller_and_the_document_import_the_mutable_session():
    importers = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "app").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == Session.__module__
        and Session.__name__ in {alias.name for alias in node.names}
    }

    assert importers == OWNERS


def test_the_view_cannot_change_a_session():
    public = {name: part for name, part in vars(SessionView).items() if not name.startswith("_")}

    properties = {name for name, part in public.items() if isinstance(part, property)}
    assert all(vars(SessionView)[name].fset is None for name in properties)
    assert public.keys() - properties == {"pane", "has", "can_undo", "can_redo", "setups"}
