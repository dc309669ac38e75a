"""What a batch loads before its first page: only what that page needs, and once for all workers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.cli.batch import WORKER_MODULES
from boilerscope.extractors import registry
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.batch.shard_running import ShardPage
from boilerscope.extractors.sources.listing import list_pages
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ARTICLE = "boilerpipe.article"

RUN = """
import importlib, pickle, sys

_, task_file, *preloaded = sys.argv
for name in preloaded:
    importlib.import_module(name)
loaded = set(sys.modules)
with open(task_file, "rb") as stream:
    task = pickle.load(stream)
from boilerscope.extractors.runs.pool import run_task
(line,) = run_task(task)
print(line.status, *sorted(name for name in set(sys.modules) - loaded if "." in name))
"""


def run(code: str, *arguments: str) -> list[str]:
    """Return the words that a new interpreter prints."""
    process = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        check=True,
        text=True,
        cwd=ROOT,
    )
    return process.stdout.split()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.html", "<title>Page</title><p>Words of the page."),
        ("pages.jsonl", '{"id": "a", "html": "<title>Page</title><p>Words of the page."}\n'),
    ],
)
def test_a_worker_loads_no_module_of_ours_for_its_first_page(tmp_path: Path, name: str, text: str):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    (listed,) = list_pages([str(file)])
    settings = registry.extractor(ARTICLE).default_settings()
    task = tmp_path / "task"
    task.write_bytes(pickle.dumps(ShardPage(listed, (Pane(ARTICLE, ARTICLE, settings),))))
    preloaded = (
        "boilerscope.extractors.runs.loaded_worker",
        "boilerscope.extractors.algorithms.boilerpipe.extractor",
    )

    status, *loaded = run(RUN, str(task), *WORKER_MODULES, *preloaded)

    assert status in {"ok", "empty"}
    libraries = ("extractors.", "numpy.", "lxml.", "rapidfuzz.")
    assert [module for module in loaded if module.startswith(libraries)] == []


@pytest.mark.parametrize(
    ("module", "later"),
    [
        # Code that runs before the worker processes start, and the modules that it must not load.
        (
            "batch",
            (
                "numpy lxml rich pebble boilerscope.extractors.runner"
                " boilerscope.extractors.registry boilerscope.extractors.search"
            ),
        ),
        # Code that runs before the first page, and the modules that it must not load.
        (
            "running_batch",
            (
                "rich rapidfuzz pyarrow fsspec httpx distributed pebble PySide6"
                " boilerscope.extractors.features"
            ),
        ),
    ],
)
def test_worker_processes_and_the_first_page_do_not_wait_for_later_modules(module: str, later: str):
    loaded = set(run(f"import sys, boilerscope.app.cli.{module}; print(*sys.modules)"))

    assert f"boilerscope.app.cli.{module}" in loaded
    assert not loaded & set(later.split())
