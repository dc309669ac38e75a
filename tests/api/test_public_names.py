"""The public names are documented, typed, imported on first use, and work as their docs show."""

from __future__ import annotations

import doctest
import inspect
import re
import shutil
import subprocess
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

import boilerscope
from boilerscope.resources.loader import samples
from tests.helpers.imports import FACE, module_name, sources
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DOCS = ROOT / "docs" / "python.md"
RIGHT = """
import boilerscope

page = boilerscope.read("page.html")
result: boilerscope.Result = boilerscope.extract(page, "bte", tag_weight=1.5)
text: str = result.text
kept: list[bool] = [block.kept for block in result.blocks]
reason: str = str(result.why("a few words"))
names: list[str] = [other.name for other in boilerscope.compare(page, ["bte", "link_ratio"])]
rows = boilerscope.list_extractors().column("extractor")
html: str = boilerscope.show(page, [result]).html
"""
WRONG = """
import boilerscope

boilerscope.extract(3)
boilerscope.no_such_name
"""


def type_check(folder: Path, **sources: str) -> list[tuple[str, str]]:
    """Return the errors of `mypy --strict` in scripts of a user, as pairs of script and code."""
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-pretty"]
    run = subprocess.run(
        [*command, "--follow-imports=silent", *(f"{name}.py" for name in sources)],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    return re.findall(r"^(\w+)\.py:.* error: .*\[([\w-]+)\]$", run.stdout, re.MULTILINE)


def test_every_public_name_can_be_imported_and_has_a_docstring():
    names = boilerscope.__all__

    assert names == sorted(names)
    assert set(names) <= set(dir(boilerscope))
    for name in names:
        assert inspect.getdoc(getattr(boilerscope, name)), name


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        boilerscope.reed  # type: ignore[attr-defined]  # noqa: B018 - the error is wanted


def test_no_public_name_is_the_name_of_a_room():
    """`import boilerscope.extractors` would replace a function of that name."""
    rooms = {path.name for path in (ROOT / FACE).iterdir()}

    assert rooms.isdisjoint(boilerscope.__all__)


@pytest.mark.parametrize("module", [module_name(path) for path in sources(FACE)])
def test_the_examples_of_the_docstrings_work(module: str):
    loaded = import_module(module)
    assert isinstance(loaded, ModuleType)

    assert doctest.testmod(loaded).failed == 0


def test_the_page_of_the_docs_shows_every_public_name():
    text = DOCS.read_text(encoding="utf-8")

    assert [name for name in boilerscope.__all__ if not re.search(rf"\b{name}\b", text)] == []


def test_the_examples_of_the_docs_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for library in ("pandas", "polars"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    shutil.copy(samples()[0].path, tmp_path / "page.html")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}

    for code in re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL):
        exec(code, names)  # noqa: S102 - our own page

    printed = capsys.readouterr().out
    assert "did you mean 'boilerpipe.article'?" in printed
    assert (tmp_path / "page-with-reasons.html").is_file()


def test_every_function_has_an_example():
    functions = [
        getattr(boilerscope, name)
        for name in boilerscope.__all__
        if inspect.isfunction(getattr(boilerscope, name))
    ]

    assert len(functions) > 5
    for function in functions:
        assert ">>> " in (inspect.getdoc(function) or ""), function.__name__


def test_the_types_are_seen_by_a_strict_type_checker(tmp_path: Path):
    pytest.importorskip("mypy", reason="mypy is not installed")

    errors = type_check(tmp_path, right=RIGHT, wrong=WRONG)

    assert errors == [("wrong", "arg-type"), ("wrong", "attr-defined")]
