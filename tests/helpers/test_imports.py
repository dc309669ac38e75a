"""Imports are read from the source as they would run."""

from __future__ import annotations

from tests.helpers.imports import circles, imports_of, loaded_at_start, module_name, source_of
from tests.helpers.material import ROOT


def test_what_a_module_loads_at_its_start_leaves_out_functions_and_type_checking():
    source = (
        "import a\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import b\nelse:\n    import c\n"
        "try:\n    import d\nexcept ImportError:\n    d = None\n"
        "def f():\n    import e\n"
        "class C:\n    import g\n"
    )
    found = imports_of(source)

    assert {each.module for each in found} == {"a", "typing", "b", "c", "d", "e", "g"}
    assert {each.module for each in found if each.at_start} == {"a", "typing", "c", "d", "g"}
    assert [each.module for each in found if each.for_types] == ["b"]


def test_a_name_taken_from_a_package_of_ours_is_a_module_only_if_it_has_a_source():
    found = imports_of("from extractors import errors\nfrom extractors.errors import PageError")

    assert [each.module for each in found] == ["extractors.errors", "extractors.errors"]


def test_a_name_is_below_itself_and_its_packages_alone():
    (found,) = imports_of("import app.cli")

    assert found.is_below("app")
    assert found.is_below("app.cli")
    assert not found.is_below("ap", "app.cli.more")


def test_module_names_and_sources_belong_together():
    package, module = ROOT / "extractors" / "__init__.py", ROOT / "extractors" / "errors.py"

    assert source_of(module_name(package)) == package
    assert source_of(module_name(module)) == module
    assert source_of("extractors.no_such_module") is None


def test_loading_a_module_loads_its_packages_and_what_they_ask_for():
    asked_by = loaded_at_start("extractors.errors")

    assert asked_by["extractors"] == "extractors.errors"
    assert asked_by["difflib"] == "extractors.errors"


def test_a_circle_is_found_however_long_and_each_once():
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
