"""The server that forks worker processes loads the requested extractors once for all of them."""

from __future__ import annotations

import subprocess
import sys

from tests.helpers.material import ROOT

# A new interpreter, because a process has one server, and this one runs already.
LOADED = """
from boilerscope.extractors.runs import fork_server, workers

fork_server.start(extractors=["bte", "mine.py:keep", "unknown"])
pool = workers.make_pool()
try:
    names = "[*__import__('sys').modules, *__import__('os').environ]"
    print(*pool.schedule(eval, args=[names]).result())
finally:
    workers.end(pool)
"""


def test_a_worker_starts_with_the_requested_extractors_of_the_program_and_no_others():
    process = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, check=True, text=True, cwd=ROOT
    )
    names = set(process.stdout.split())

    assert "boilerscope.extractors.algorithms.bte.extractor" in names
    assert "boilerscope.extractors.algorithms.qd.extractor" not in names
    assert "BOILERSCOPE_LOADED_EXTRACTORS" not in names
    assert process.stderr == ""
