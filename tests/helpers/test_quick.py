"""The quick tests are those that start no process, no window and no Chromium."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers.material import ROOT
from tests.helpers.quick import SLOW_PLACES, is_listed_as_quick, is_quick


@pytest.mark.parametrize(
    ("place", "name", "fixtures"),
    [
        ("extractors/text/test_words.py", "test_a_hostile_megabyte_is_read", ()),
        ("extractors/runs/test_pool.py", "test_a_run", ()),
        ("test_scripts.py", "test_a_script", ()),
        ("app/window/test_tabs.py", "test_a_tab", ("qtbot", "bench")),
    ],
)
def test_processes_the_window_and_long_pages_are_left_out(
    place: str, name: str, fixtures: tuple[str, ...]
):
    assert not is_listed_as_quick(ROOT / "tests" / place, name, fixtures)


def test_other_tests_are_quick():
    assert is_listed_as_quick(
        ROOT / "tests" / "extractors" / "text" / "test_words.py", "test_a_word", ()
    )


def test_a_property_is_not_quick(request: pytest.FixtureRequest):
    item = request.node
    before = is_quick(item)
    item.add_marker("hypothesis")

    assert (before, is_quick(item)) == (is_listed_as_quick(item.path, item.name, ()), False)


@pytest.mark.parametrize("place", SLOW_PLACES)
def test_every_place_that_is_left_out_exists(place: str):
    assert (ROOT / "tests" / place).exists()


@pytest.mark.parametrize(
    "start",
    [
        "import subprocess; subprocess.run(['true'])",
        "import os; os.fork()",
        "import multiprocessing as m; m.get_context('spawn').Process(target=print).start()",
        "import multiprocessing as m; m.get_context('forkserver').Process(target=print).start()",
    ],
)
def test_a_process_that_a_quick_test_starts_is_refused(start: str):
    code = f"from tests.helpers.quick import refuse_processes; refuse_processes(); {start}"

    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, cwd=ROOT, text=True
    )

    assert result.returncode == 1
    assert "a quick test starts a process" in result.stderr
