"""What a batch does not load before its first page."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers.material import ROOT


@pytest.mark.parametrize(
    ("module", "later"),
    [
        # What comes before the start of the worker processes.
        ("batch", "numpy lxml rich pebble extractors.runner extractors.registry extractors.corpus"),
        # What comes before the first page.
        ("running_batch", "rich pyarrow fsspec httpx distributed PySide6 extractors.features"),
    ],
)
def test_worker_processes_and_the_first_page_do_not_wait_for_what_comes_later(
    module: str, later: str
):
    code = f"import sys, app.cli.{module}; print(*sys.modules)"
    words = [sys.executable, "-c", code]
    printed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    loaded = set(printed.split())
    assert f"app.cli.{module}" in loaded
    assert not loaded & set(later.split())
