"""The command batch on a Dask cluster whose processes die: the same bytes as on one machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.app.cli.test_batch import PROGRAM, WAITING, contents
from tests.helpers.material import ROOT
from tests.helpers.processes import processes_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

N_PAGES = 12


class Cluster:
    """A scheduler and two workers, each process in its own session.

    Parameters
    ----------
    folder : Path
        Folder for the files of the processes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start scheduler and workers."""
        self.start_scheduler()
        self.start_workers()

    def start_scheduler(self) -> None:
        """Start the scheduler."""
        self._scheduler = self._run(
            "scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"
        )

    def start_workers(self) -> None:
        """Start the workers."""
        address = f"tcp://127.0.0.1:{self.port}"
        common = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(self._folder))
        self._workers = [self._run("worker", address, *common) for _ in range(2)]

    def end(self) -> None:
        """Kill every process of the cluster."""
        for process in [*self._workers, self._scheduler]:
            if process is not None:
                for pid in processes_of(process.pid):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                process.wait()

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{arguments[0]}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                start_new_session=True,
            )


@pytest.fixture
def idle_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Return a cluster that is not started."""
    pytest.importorskip("distributed")
    folder = tmp_path / "dask"
    folder.mkdir()
    cluster = Cluster(folder)
    yield cluster
    cluster.end()


@pytest.fixture
def cluster(idle_cluster: Cluster) -> Cluster:
    """Return a running cluster."""
    idle_cluster.start()
    return idle_cluster


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return the folder with the extractor that waits on page 7."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "mine.py").write_text(WAITING)
    return folder


@pytest.fixture
def arguments(tmp_path: Path, own: Path) -> tuple[str, ...]:
    """Return the arguments of the batch."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(N_PAGES):
        text = f"<p>This is a page with a few words, and it is the one with number {number}."
        (pages / f"{number:02d}.html").write_text(text)
    panes = ("-e", f"{own / 'mine.py'}:waiting", "-e", "bte")
    return (str(pages), *panes, "--shard-pages", "2", "-q")


@contextmanager
def _start(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start the command; kill it if the test fails while it runs."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "batch", *arguments],
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def _parent(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("PPid"))


def _finish(program: subprocess.Popen[bytes]) -> None:
    _, printed = program.communicate(timeout=60)
    assert program.returncode == 0, printed.decode()


def test_a_killed_worker_of_a_cluster_loses_nothing(
    cluster: Cluster, arguments: tuple[str, ...], own: Path, tmp_path: Path
):
    executor = ("--executor", f"dask:tcp://127.0.0.1:{cluster.port}")
    with _start(*arguments, *executor, "-o", str(tmp_path / "out")) as program:
        wait_until((own / "started").exists)
        page_process = int((own / "started").read_text())
        # The parent of a page process is the server that forks it.
        worker = _parent(_parent(page_process))
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: not Path(f"/proc/{page_process}").exists())
        (own / "go").touch()
        _finish(program)

    with _start(*arguments, "-o", str(tmp_path / "local")) as local:
        _finish(local)
    assert contents(tmp_path / "out") == contents(tmp_path / "local")


def test_a_restarted_scheduler_loses_nothing(
    cluster: Cluster, arguments: tuple[str, ...], own: Path, tmp_path: Path
):
    executor = ("--executor", f"dask:tcp://127.0.0.1:{cluster.port}")
    with _start(*arguments, *executor, "-o", str(tmp_path / "out")) as program:
        wait_until((own / "started").exists)
        cluster.end()
        (own / "go").touch()
        cluster.start()
        _finish(program)

    with _start(*arguments, "-o", str(tmp_path / "local")) as local:
        _finish(local)
    assert contents(tmp_path / "out") == contents(tmp_path / "local")


def test_a_batch_says_that_it_waits_for_workers(
    idle_cluster: Cluster, arguments: tuple[str, ...], own: Path, tmp_path: Path
):
    (own / "go").touch()
    idle_cluster.start_scheduler()
    address = f"tcp://127.0.0.1:{idle_cluster.port}"
    loud = [argument for argument in arguments if argument != "-q"]
    with _start(*loud, "--executor", f"dask:{address}", "-o", str(tmp_path / "out")) as program:
        assert program.stderr is not None
        message = program.stderr.readline().decode()
        idle_cluster.start_workers()
        _finish(program)

    assert message == (
        f"The cluster at {address} has no workers yet. The batch waits for them; start one with:"
        f" dask worker {address}\n"
    )


def test_tables_of_a_cluster_are_the_same_bytes(
    cluster: Cluster, arguments: tuple[str, ...], own: Path, tmp_path: Path
):
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    (own / "go").touch()
    tables = ("--format", "parquet", "--blocks")
    executor = ("--executor", f"dask:tcp://127.0.0.1:{cluster.port}")
    with (
        _start(*arguments, *tables, *executor, "-o", str(tmp_path / "out")) as program,
        _start(*arguments, *tables, "-o", str(tmp_path / "local")) as local,
    ):
        _finish(program)
        _finish(local)

    stored = contents(tmp_path / "out")
    assert stored == contents(tmp_path / "local")
    assert sum(name.endswith(".parquet") for name in stored) == 3 * N_PAGES // 2


def test_a_scheduler_that_does_not_answer_is_named_in_one_message(
    arguments: tuple[str, ...], tmp_path: Path
):
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    impatient = (
        "from boilerscope.extractors.runs.batch import executors; executors.CONNECT_S = 1;"
        f" {PROGRAM}"
    )

    refused = subprocess.run(
        [
            *(sys.executable, "-c", impatient, "batch", *arguments),
            *("--executor", f"dask:{address}", "-o", str(tmp_path / "out")),
        ],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )

    assert refused.returncode == 2
    error = refused.stderr[refused.stderr.index("Error: The executor cannot be opened") :]
    assert error.count("\n") == 1
    assert f"trying to connect to {address}" in error
    assert not (tmp_path / "out").exists()
