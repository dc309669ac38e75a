"""What is imported late is imported at its first use."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.system.late import late_call, late_calls, late_module
from tests.helpers.imports import imports_of

if TYPE_CHECKING:
    from pathlib import Path

MODULE = "late_example"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Name of a module that is not imported yet: a number, and a function that doubles."""
    source = "NUMBER = 3\n\ndef double(n, *, more=0):\n    return 2 * n + more\n"
    (tmp_path / f"{MODULE}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    return MODULE


def test_the_first_read_imports_a_module(module: str, monkeypatch: pytest.MonkeyPatch):
    late: Any = late_module(module)
    assert module not in sys.modules

    assert late.NUMBER == 3
    monkeypatch.setattr(sys.modules[module], "NUMBER", 4)
    assert late.NUMBER == 4, "it is read as it is now"
    with pytest.raises(AttributeError, match="absent"):
        _ = late.absent


def test_the_first_call_imports_a_function(module: str):
    double = late_call(module, "double")
    (same,) = late_calls(module, "double")
    assert module not in sys.modules

    assert double(4, more=1) == 9
    assert same(4) == 8


def test_an_error_of_the_import_is_raised_at_each_use():
    late: Any = late_module("boilerscope.no_such_module")
    for _ in range(2):
        with pytest.raises(ModuleNotFoundError, match="no_such_module"):
            _ = late.name


def test_a_late_import_is_one_for_the_tests_of_layers_and_none_at_the_start():
    (imported,) = imports_of('exporting = late_module("boilerscope.app.session.exporting")')

    assert imported.module == "boilerscope.app.session.exporting"
    assert not imported.at_start
