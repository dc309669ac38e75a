"""The start imports what it shows: an empty window first, then what its views show.

It reads no source: Python has compiled all modules.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

EMPTY_WINDOW = """
import boilerscope.app.cli.main, boilerscope.app.window.program
import boilerscope.app.window.appearance, boilerscope.app.window.garbage
import boilerscope.app.window.window, boilerscope.widgets.page.engine
"""
VIEWS = """
import boilerscope.app.window.arrangement, boilerscope.app.window.view_making
import boilerscope.app.window.controllers.window
"""


@pytest.mark.parametrize(
    ("start", "left_out"),
    [
        (EMPTY_WINDOW, ("numpy", "lxml", "pyqtgraph", "boilerscope.extractors.page")),
        (EMPTY_WINDOW, ("boilerscope.app.window.controllers", "boilerscope.extractors.registry")),
        (VIEWS, ("qtawesome", "qtpy", "trafilatura", "readability", "pandas", "pyarrow")),
        (VIEWS, ("boilerscope.extractors.training", "boilerscope.extractors.trace")),
        (VIEWS, ("boilerscope.widgets.corpus.pages.view", "boilerscope.widgets.corpus.sweep")),
        (VIEWS, ("boilerscope.app.window.controllers.corpus.controllers",)),
        (VIEWS, ("boilerscope.extractors.formats.catalogue", "boilerscope.extractors.search")),
        (VIEWS, ("boilerscope.widgets.export.dialog", "boilerscope.app.window.dialogs")),
        (VIEWS, ("boilerscope.api.report", "boilerscope.app.window.work.corpus_jobs")),
        (VIEWS, ("rapidfuzz", "urllib.request", "sqlite3", "concurrent.futures.process")),
        (VIEWS, ("boilerscope.extractors.runs.expecting", "boilerscope.extractors.runs.workers")),
        (VIEWS, ("boilerscope.extractors.sources.listing", "boilerscope.extractors.gold.saving")),
        (VIEWS, ("boilerscope.extractors.page.source_scan", "boilerscope.extractors.own.versions")),
        (VIEWS, ("boilerscope.extractors.peers", "boilerscope.extractors.algorithms.crunch")),
    ],
)
def test_the_start_does_not_import_what_it_does_not_show(start: str, left_out: tuple[str, ...]):
    program = f"import sys\n{start}\nprint(*sys.modules, sep='\\n')"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )

    imported = set(ended.stdout.split())
    assert "boilerscope.app.window" in imported
    assert not imported.intersection(left_out)


def test_the_start_reads_no_source_of_a_module():
    program = (
        "import linecache\n"
        "from boilerscope.app.window.program import go_headless, make_application\n"
        f"go_headless()\nmake_application(pages=False)\n{VIEWS}\n"
        "print(*(file for file in linecache.cache if 'extractors' in file or 'widgets' in file))"
    )

    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )

    assert ended.stdout.split() == []
