"""What a batch loads before its first page: only what that page needs, and once for all workers."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.cli.batch import WORKER_MODULES
from boilerscope.extractors import registry
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.fork_server import EXTRACTORS, OF_ALL_WORKERS
from boilerscope.extractors.runs.output import OutputOptions, OutputTask
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


STARTED = """
import sys
from boilerscope.app.cli.batch import batch

print(*sys.modules)
sys.path.append(sys.argv.pop())
batch()
"""

EXECUTOR = """
import sys

def loaded():
    print("then", *sys.modules)
    sys.exit()
"""


def run(code: str, *arguments: str, extractors: str = "") -> list[str]:
    """Return the words that a new interpreter prints; it loads extractors as a server does."""
    process = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        check=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {EXTRACTORS: extractors},
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
    panes = (Pane(ARTICLE, ARTICLE, settings),)
    task = tmp_path / "task"
    task.write_bytes(pickle.dumps(OutputTask(listed, panes, OutputOptions("jsonl", of_batch=True))))

    modules = (*OF_ALL_WORKERS, *WORKER_MODULES)
    status, *loaded = run(RUN, str(task), *modules, extractors=ARTICLE)

    assert status in {"ok", "empty"}
    libraries = ("boilerscope.", "numpy.", "lxml.", "rapidfuzz.")
    assert [module for module in loaded if module.startswith(libraries)] == []


# What runs before the worker processes start must not load these.
BEFORE_WORKERS = (
    "numpy lxml rich pebble boilerscope.extractors.runner boilerscope.extractors.registry"
    " boilerscope.extractors.search"
)
# What runs before the first page must not load these.
BEFORE_THE_PAGE = (
    "rich rapidfuzz pyarrow fsspec httpx distributed pebble PySide6 boilerscope.extractors.features"
)


def test_worker_processes_and_the_first_page_do_not_wait_for_later_modules(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<p>Words.")
    (tmp_path / "executor.py").write_text(EXECUTOR)
    options = ("-e", ARTICLE, "-o", str(tmp_path / "out"), "--executor", "executor:loaded")

    words = run(STARTED, str(page), *options, str(tmp_path))
    at_the_start, before_the_page = " ".join(words).split(" then ")

    assert "boilerscope.app.cli.batch" in at_the_start.split()
    assert not set(at_the_start.split()) & set(BEFORE_WORKERS.split())
    assert "boilerscope.extractors.runs.batch.run" in before_the_page.split()
    assert not set(before_the_page.split()) & set(BEFORE_THE_PAGE.split())
