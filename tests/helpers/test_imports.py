"""Imports are read from the source as they would run."""

from __future__ import annotations

from tests.helpers.imports import circles, imports_of, loaded_at_start, module_name, source_of
from tests.helpers.material import ROOT


def test_imports_at_the_start_leave_out_functions_and_type_checking():
    source = (
        "import a\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import b\nelse:\n    import c\n"
        "try:\n    import d\nexcept ImportError:\n    d = None\n"
        "def f():\n    import e\n"
        "class C:\n    import g\n"
    )
    imports = imports_of(source)

    assert {entry.module for entry in imports} == {"a", "typing", "b", "c", "d", "e", "g"}
    assert {entry.module for entry in imports if entry.at_start} == {"a", "typing", "c", "d", "g"}
    assert [entry.module for entry in imports if entry.for_types] == ["b"]


def test_a_name_taken_from_a_package_of_ours_is_a_module_only_if_it_has_a_source():
    imports = imports_of(
        "from boilerscope.extractors import errors\n"
        "from boilerscope.extractors.errors import PageError"
    )

    assert [entry.module for entry in imports] == [
        "boilerscope.extractors.errors",
        "boilerscope.extractors.errors",
    ]


def test_a_name_is_below_itself_and_its_packages_only():
    (imported,) = imports_of("import boilerscope.app.cli")

    assert imported.is_below("boilerscope.app")
    assert imported.is_below("boilerscope.app.cli")
    assert not imported.is_below("boilerscope.ap", "boilerscope.app.cli.more")


def test_module_names_and_sources_correspond():
    package, module = ROOT / "extractors" / "__init__.py", ROOT / "extractors" / "errors.py"

    face = ROOT / "src" / "boilerscope" / "api" / "results.py"

    assert module_name(face) == "boilerscope.api.results"
    assert source_of("boilerscope.api.results") == face
    assert source_of("boilerscope") == ROOT / "src" / "boilerscope" / "__init__.py"
    assert source_of(module_name(package)) == package
    assert source_of(module_name(module)) == module
    assert source_of("boilerscope.extractors.no_such_module") is None


def test_loading_a_module_loads_its_packages_and_their_imports():
    asked_by = loaded_at_start("boilerscope.extractors.errors")

    assert asked_by["boilerscope.extractors"] == "boilerscope.extractors.errors"
    assert asked_by["difflib"] == "boilerscope.extractors.errors"


def test_circles_of_any_length_are_found_once():
    imports = {
        "a": ["b", "os"],
        "b": ["c"],
        "c": ["a", "d"],
        "d": [],
        "e": ["f", "a"],
        "f": ["e"],
        "g": ["g"],
    }

    assert circles(imports) == [["a", "b", "c"], ["e", "f"], ["g"]]
    assert circles({"a": ["b"], "b": ["c"], "c": []}) == []
