"""Screens and programs for scenarios; a failed scenario leaves a picture of every screen.

`start` starts a program that ends with its module, so that the scenarios of a module can share a
program. Dialogs and menus that a failed scenario left open are closed before the next one.
Pictures of failures go to ``tests/desktop/failed/`` or to BOILERSCOPE_SCREENSHOTS.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from tests.desktop.driver import Program, Screen, missing_programs
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FAILED = Path(os.environ.get("BOILERSCOPE_SCREENSHOTS", Path(__file__).parent / "failed"))
PAGES = ROOT / "tests" / "data" / "desktop"
"""Small pages of our own for scenarios."""

LONGEST = (
    "test_key_owners.py",
    "test_key_targets.py",
    "test_heights.py",
    "test_corpus_sweep.py",
    "test_keys.py",
    "test_loading.py",
    "test_key_matrix.py",
    "test_corpus.py",
    "test_tables.py",
    "test_what_gets_out.py",
    "test_real_pages.py",
)
"""The slowest files. They run first, so that no process is left alone with one at the end."""

_screens: dict[tuple[int, int], Screen] = {}
_programs: list[Program] = []
"""Programs of the present module."""


class Start(Protocol):
    """Function that starts the program, see `Program`; without a folder it creates one."""

    def __call__(
        self,
        *arguments: str,
        size: tuple[int, int] = ...,
        folder: Path | None = ...,
        environment: Mapping[str, str] | None = ...,
    ) -> Program:
        """Return the running program."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the scenarios of the slowest files first, all other scenarios after them in order."""
    folder = Path(__file__).parent
    assert all((folder / name).exists() for name in LONGEST), "LONGEST names a missing file"
    indices = [index for index, item in enumerate(items) if item.path.parent == folder]
    scenarios = sorted((items[index] for index in indices), key=_turn)
    for index, scenario in zip(indices, scenarios, strict=True):
        items[index] = scenario


def _turn(item: pytest.Item) -> int:
    name = item.path.name
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


@pytest.fixture(scope="session", autouse=True)
def _desktop() -> Iterator[None]:
    """Skip every scenario if there is no X server; end the servers at the end."""
    missing = missing_programs()
    if missing:
        pytest.skip(f"no desktop to test on, these programs are missing: {', '.join(missing)}")
    yield
    for screen in _screens.values():
        screen.stop()
    _screens.clear()


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Return a function that starts the program on a screen of a given size.

    At the end, no program may have printed a traceback: an error in a Qt slot does not end the
    program and would remain unnoticed.
    """
    started = _programs
    started.clear()

    def start_one(
        *arguments: str,
        size: tuple[int, int] = (1600, 1000),
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Program:
        if size not in _screens:
            _screens[size] = Screen(*size, tmp_path_factory.mktemp("screen"))
        home = folder or tmp_path_factory.mktemp("program")
        program = Program(_screens[size], home, arguments, environment)
        started.append(program)
        program.settled()
        return program

    yield start_one
    for program in started:
        program.stop()
    printed = "\n".join(program.errors.read_text("utf-8") for program in started)
    assert "Traceback" not in printed, printed[printed.find("Traceback") :][:4000]


@pytest.fixture(scope="module")
def lake(start: Start) -> Program:
    """Return a program with the small page `lake.html`, shared by the scenarios of a module."""
    return start(str(PAGES / "lake.html"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Save a picture of each screen if a scenario failed, then close what it left open."""
    report = yield
    if report.failed:
        name = re.sub(r"\W+", "_", item.nodeid.rpartition("/")[2])
        for (width, height), screen in _screens.items():
            file = FAILED / f"{name}_{width}x{height}.png"
            screen.save(file)
            report.sections.append(("picture", str(file)))
        for program in _programs:
            with suppress(AssertionError, OSError):  # it may be what failed
                program.close_dialogs()
    return report
