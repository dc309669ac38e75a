"""The real window for tests: offscreen, with its own home folder, closed in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.widgets.page.engine import prepare_engine
from tests.helpers.bench import WindowBench
from tests.helpers.host_server import host_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.host_server import HostServer

prepare_engine()  # before any code creates the application


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[WindowBench]:
    """Return a shown window without a page."""
    window_bench = WindowBench(qtbot, tmp_path)
    yield window_bench
    window_bench.close()


@pytest.fixture
def lake_file(tmp_path: Path) -> Path:
    """Return the file of a small page."""
    file = tmp_path / "lake.html"
    file.write_text(LAKE, encoding="utf-8")
    return file


@pytest.fixture
def lake(bench: WindowBench, lake_file: Path) -> WindowBench:
    """Return the window with a small page open in four panes."""
    bench.open(str(lake_file))
    return bench


LAKE = """<!DOCTYPE html><html><head><title>Quiet lake | Post</title></head><body>
<div id="nav"><a href="/">Home</a> <a href="/n">News</a> <a href="/s">Sport</a></div>
<h1>Quiet lake</h1>
<p>{first}</p>

<p>{second}</p>

<p>A short line.</p>




<div id="foot"><a href="/p">Privacy</a> <a href="/t">Terms of use</a></div>
</body></html>
""".format(
    first=" ".join(f"alpha{n}" for n in range(40)) + ".",
    second=" ".join(f"beta{n}" for n in range(28)) + ".",
)


@pytest.fixture
def lists() -> Iterator[HostServer]:
    """Serve a list of one host."""
    with host_server() as server:
        server.answers["/hosts"] = (200, b"0.0.0.0 own.example.net\n")
        yield server
