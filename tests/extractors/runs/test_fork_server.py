"""The server that forks worker processes loads the requested extractors once for all of them."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from boilerscope.extractors.runs import fork_server
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


def test_several_threads_may_start_the_server_at_once():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            contexts = list(threads.map(lambda _: fork_server.start(), range(400)))
    finally:
        sys.setswitchinterval(interval)

    assert len(contexts) == 400
