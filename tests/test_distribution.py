"""Distributed files: locks that fit the declaration, files without paths of a machine."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement

from tests.helpers.imports import ROOMS
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LINKS = ROOT / "src" / "boilerscope"

# Lock file: the extras and dependency groups that it pins besides the base install.
LOCKS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "requirements.lock": (("gui",), ()),
    "requirements-proxy.lock": (("proxy",), ()),
    "requirements-docs.lock": ((), ("docs",)),
    "requirements-core.lock": (("cjk", "peers", "tables", "tune", "cluster"), ("test-core",)),
    "requirements-dev.lock": (
        ("gui", "cjk", "peers", "tables", "tune", "cluster"),
        ("dev", "build"),
    ),
}
PIN = re.compile(r"^([a-z0-9-]+)==([^\s;]+)(?: ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
# A home or temporary folder of a machine. Tests that need an invented path use one below /srv.
MACHINE = re.compile(rb"(?<![\w./-])/(?:home|root|work|Users|tmp|mnt)/[\w.-]+")


@cache
def declaration() -> dict[str, Any]:
    """Return pyproject.toml as tables."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(extras: tuple[str, ...], groups: tuple[str, ...]) -> list[Requirement]:
    """Return the requirements of the base install, some extras and some dependency groups."""
    project = declaration()["project"]
    texts = list(project["dependencies"])
    for extra in extras:
        texts += project["optional-dependencies"][extra]
    waiting = list(groups)
    while waiting:
        for entry in declaration()["dependency-groups"][waiting.pop()]:
            if isinstance(entry, dict):
                waiting.append(entry["include-group"])
            else:
                texts.append(entry)
    return [Requirement(text) for text in texts]


def pins(lock: str) -> dict[str, str]:
    """Return the pinned version of each distribution in a lock file."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return {match[1]: match[2] for line in lines if (match := PIN.match(line))}


def tracked_files() -> list[Path]:
    """Return the files under version control; skip the test if there is none."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    result = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - the git of the developer
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    paths = [ROOT / name.decode() for name in result.stdout.split(b"\0") if name]
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_a_valid_version_of_every_requirement(lock: str):
    pinned = pins(lock)
    unfit = [
        str(requirement)
        for requirement in requirements(*LOCKS[lock])
        if not requirement.specifier.contains(pinned.get(requirement.name.lower(), "0"))
    ]

    assert unfit == [], "run scripts/lock"


@pytest.mark.parametrize("lock", sorted(path.name for path in ROOT.glob("*.lock")))
def test_a_lock_has_pins_with_hashes_and_no_address(lock: str):
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if not line.lstrip().startswith("#")]
    odd = [line for line in entries if not PIN.match(line) and not HASH.match(line)]
    unhashed = [
        line
        for line, after in zip(entries, [*entries[1:], ""], strict=True)
        if PIN.match(line) and not HASH.match(after)
    ]

    assert pins(lock)
    assert odd == []
    assert unhashed == []
    assert not [line for line in lines if "://" in line]


def test_the_lock_of_the_page_agents_tools_has_hashes_and_names_no_registry():
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    pinned = {name: package for name, package in lock["packages"].items() if name}

    assert "node_modules/eslint" in pinned
    assert [name for name, package in pinned.items() if "integrity" not in package] == []
    assert [name for name, package in pinned.items() if "resolved" in package] == []


def test_all_locks_except_the_proxys_pin_the_same_versions():
    every = pins("requirements-dev.lock")
    differing = {
        (path.name, name): version
        for path in ROOT.glob("*.lock")
        if path.name != "requirements-proxy.lock"
        for name, version in pins(path.name).items()
        if every.get(name, version) != version
    }

    assert differing == {}


def test_mitmproxy_does_not_limit_any_other_lock():
    holders = {path.name for path in ROOT.glob("*.lock") if "mitmproxy" in pins(path.name)}
    h11 = tuple(map(int, pins("requirements-dev.lock")["h11"].split(".")))

    assert holders == {"requirements-proxy.lock"}
    assert h11 >= (0, 16)  # older versions accept malformed chunked bodies


def test_the_lock_without_qt_pins_no_qt():
    assert not {name for name in pins("requirements-core.lock") if "qt" in name or "pyside" in name}


def test_the_base_install_does_not_require_qt():
    names = {requirement.name.lower() for requirement in requirements((), ())}

    assert not {name for name in names if "qt" in name or "pyside" in name or "shiboken" in name}


def test_the_wheel_contains_every_room_and_no_test():
    targets = declaration()["tool"]["hatch"]["build"]["targets"]
    links = {path.name: path.readlink().as_posix() for path in LINKS.iterdir() if path.is_symlink()}

    assert links == {room: f"../../{room}" for room in ROOMS}
    assert targets["wheel"] == {"packages": ["src/boilerscope"]}
    assert "src" in targets["sdist"]["only-include"]
    assert not {*ROOMS, "tests"} & set(targets["sdist"]["only-include"])


def test_the_installed_project_announces_the_declared_extractors():
    declared = declaration()["project"]["entry-points"]["boilerscope.extractors"]
    installed = {point.name: point.value for point in entry_points(group="boilerscope.extractors")}

    assert declared.items() <= installed.items(), "install the project again: scripts/test"


def test_no_tracked_file_contains_a_path_of_a_machine():
    paths = [
        f"{path.relative_to(ROOT)}: {match.group().decode()}"
        for path in tracked_files()
        for match in MACHINE.finditer(path.read_bytes())
        if b"\0" not in path.read_bytes()[:8000]
    ]

    assert paths == []
