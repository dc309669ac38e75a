"""Commands that install what is missing work for the Python that runs."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from importlib import metadata
from importlib.metadata import PackageNotFoundError, PathDistribution
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement

from boilerscope.extractors.system import installing
from boilerscope.extractors.system.installing import (
    extra_command,
    package_command,
    same_project,
)
from tests.helpers.imports import ROOMS
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DECLARED: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]


@pytest.fixture
def installed_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes the installed Boilerscope come from a place."""

    def install(origin: dict[str, Any] | None) -> None:
        folder = tmp_path / "boilerscope-0.2.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Name: boilerscope\nVersion: 0.2.0\n", "utf-8")
        if origin is not None:
            (folder / "direct_url.json").write_text(json.dumps(origin), "utf-8")
        monkeypatch.setattr(metadata, "distribution", lambda _: PathDistribution(folder))

    return install


@pytest.mark.parametrize("extra", DECLARED)
def test_a_command_names_every_package_of_its_extra(extra: str):
    words = shlex.split(extra_command(extra))

    assert words[:4] == [sys.executable, "-m", "pip", "install"]
    assert sorted(map(str, map(Requirement, words[4:]))) == sorted(
        str(Requirement(text.lower())) for text in DECLARED[extra]
    )


@pytest.mark.parametrize("package", DECLARED["peers"])
def test_one_package_of_an_extra_is_installed_alone(package: str):
    library = Requirement(package).name
    named = shlex.split(package_command(library))[4:]

    assert list(map(str, map(Requirement, named))) == [str(Requirement(package))]


@pytest.mark.parametrize("name", ["resiliparse", "lxml"])
def test_a_package_of_the_base_install_has_its_versions(name: str):
    assert re.match(rf"{name}>=\d", shlex.split(package_command(name))[4])


def test_a_python_with_a_space_in_its_path_is_quoted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "executable", "/srv/my env/bin/python")

    assert shlex.split(package_command("joblib"))[0] == "/srv/my env/bin/python"


def test_where_there_is_no_pip_uv_installs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(installing, "find_spec", lambda _: None)

    assert shlex.split(package_command("joblib")) == [
        *("uv", "pip", "install", "-p", sys.executable, "joblib"),
    ]


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ({"url": "file:///srv/my%20copy", "dir_info": {"editable": True}}, "-e '/srv/my copy[x]'"),
        ({"url": "file:///srv/copy", "dir_info": {}}, "'/srv/copy[x]'"),
        (
            {"url": "file:///srv/boilerscope-0.2.0.whl", "archive_info": {}},
            "'boilerscope[x] @ file:///srv/boilerscope-0.2.0.whl'",
        ),
        (
            {"url": "https://example.org/b.git", "vcs_info": {"vcs": "git", "commit_id": "1f3"}},
            "'boilerscope[x] @ git+https://example.org/b.git@1f3'",
        ),
        (None, "'boilerscope[x]==0.2.0'"),
    ],
)
def test_another_environment_gets_the_same_boilerscope(
    origin: dict[str, Any] | None, expected: str, installed_from: Any
):
    installed_from(origin)

    assert same_project("x") == expected


def test_without_an_installed_boilerscope_its_name_is_what_remains(
    monkeypatch: pytest.MonkeyPatch,
):
    def not_installed(_name: str) -> Any:
        raise PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", not_installed)
    monkeypatch.setattr(metadata, "distribution", not_installed)

    assert shlex.split(extra_command("tune"))[4:] == ["boilerscope[tune]"]
    assert same_project("proxy") == "'boilerscope[proxy]'"


def test_extras_are_read_as_the_installed_project_declares_them():
    extras = metadata.metadata("boilerscope").get_all("Provides-Extra") or []

    assert set(extras) == set(DECLARED)


def test_no_message_names_an_index_that_does_not_have_boilerscope():
    named = [
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"pip install ['\"]?boilerscope", path.read_text("utf-8"))
    ]

    assert named == []
