"""Modules that a batch does not load before its first page."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers.material import ROOT


@pytest.mark.parametrize(
    ("module", "later"),
    [
        # Code that runs before the worker processes start, and the modules that it must not load.
        ("batch", "numpy lxml rich pebble extractors.runner extractors.registry extractors.corpus"),
        # Code that runs before the first page, and the modules that it must not load.
        ("running_batch", "rich pyarrow fsspec httpx distributed PySide6 extractors.features"),
    ],
)
def test_worker_processes_and_the_first_page_do_not_wait_for_later_modules(module: str, later: str):
    code = f"import sys, app.cli.{module}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    loaded = set(printed.split())
    assert f"app.cli.{module}" in loaded
    assert not loaded & set(later.split())
