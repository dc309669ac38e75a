"""Conditions of every test: its own home, no display, deterministic, no threads or windows left."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
import sys
import threading
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from hypothesis import settings

from tests.helpers import quick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.helpers.hostile_server import HostileServer
    from tests.helpers.page_bench import CountingServer

HAS_QT = importlib.util.find_spec("PySide6") is not None

# Qt and Chromium read these when they are loaded, so they are set before any import.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--disable-gpu")
if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")

# Threads of LightGBM that wait by spinning make training ten times as long beside other tests.
# OpenMP reads this when the first library that uses it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# Programs that the tests start are compiled once, as for a user, and not in every process.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Maximum time until a thread ends after its test.
GRACE_S = 5.0

# Longer byte strings are left out of the names of tests.
MAX_BYTES_IN_NAME = 32

# Without Qt only the code that runs on a server can be tested.
collect_ignore = [] if HAS_QT else ["app", "widgets"]

# The same examples in every run, and no time limits, because other programs share the machine.
settings.register_profile("boilerscope", deadline=None, derandomize=True, database=None)
settings.load_profile("boilerscope")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--quick``; accept the options of pytest-qt when pytest-qt is not installed."""
    parser.addoption(
        "--quick", action="store_true", help="leave out what tests/helpers/quick.py lists"
    )
    parser.addoption(
        "--kills", type=int, default=4, help="how often the window is killed at a random moment"
    )
    if not HAS_QT:
        for name in ("qt_api", "qt_log_level_fail", "qt_log_ignore"):
            parser.addini(name, "read by pytest-qt alone")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the modules that hold no quick test, if asked to."""
    return True if config.getoption("quick") and quick.is_slow_place(collection_path) else None


@pytest.hookimpl(trylast=True)  # after Hypothesis has marked its tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are not quick, if asked to."""
    if not config.getoption("quick"):
        return
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        (kept if quick.is_quick(item) else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name long bytes alike: packed ones contain the time, and processes must agree on names."""
    return "bytes" if isinstance(val, bytes) and len(val) > MAX_BYTES_IN_NAME else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse processes while the quick tests run."""
    if session.config.getoption("quick"):
        quick.refuse_processes()


def pytest_report_header() -> str | None:
    """Report the tests that an environment without Qt leaves out."""
    return None if HAS_QT else "PySide6 is not installed: tests/app and tests/widgets are left out"


@pytest.fixture(scope="session", autouse=HAS_QT)
def no_automatic_collections() -> Iterator[None]:
    """Turn automatic garbage collection off, as in the window (`app/window/garbage.py`).

    What the collected modules hold lives as long as the tests do: no collection looks at it again.
    """
    gc.disable()
    gc.freeze()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture(autouse=HAS_QT)
def collections_between_tests() -> Iterator[None]:
    """Collect garbage after a test, when no other thread uses Qt."""
    from boilerscope.app.window.garbage import due_generation

    yield
    if (generation := due_generation()) >= 0:
        gc.collect(generation)


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """Undo changes of the environment: commands without a display silence Qt, for example."""
    before = dict(os.environ)
    yield
    if os.environ != before:
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture(autouse=True)
def own_extractors() -> Iterator[None]:
    """Remove the extractors that a test adds to this process."""
    with mock.patch.dict("boilerscope.extractors.own.added._added"):
        yield


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's own settings and caches out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(tmp_path_factory.mktemp(name.lower())))
        patch.delenv("BOILERSCOPE_CONFIG", raising=False)
        yield


@pytest.fixture(scope="session")
def mitmproxy() -> Path:
    """Return the Python that has mitmproxy; skip the test if there is none."""
    from boilerscope.extractors.errors import ProxyError
    from boilerscope.extractors.proxy.process import proxy_python

    try:
        return proxy_python()
    except ProxyError as error:
        pytest.skip(f"the proxy is not tested: {error}")


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread running or a window open."""
    threads, windows = _threads(), _open_windows()
    yield
    for thread in _threads() - threads:
        thread.join(timeout=GRACE_S)
    running = {thread.name for thread in _threads() - threads}
    shown = {type(window).__name__ for window in _open_windows() - windows}

    assert not running, f"threads left running: {running}"
    assert not shown, f"windows left open: {shown}"


@pytest.fixture(autouse=True)
def no_unexpected_log_records(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs a warning; a test that expects it calls `caplog.clear()`."""
    yield
    records = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING
    ]

    assert not records, f"unexpected log records: {records}"


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """Load the web engine before the application exists, as Qt documents."""
    from PySide6.QtWidgets import QApplication

    from boilerscope.widgets.page.engine import prepare_engine

    prepare_engine()
    return QApplication


@pytest.fixture(scope="session")
def web_profile(qapp: QApplication) -> QWebEngineProfile:
    """Return a profile that writes nothing to disk and outlives every page of the tests."""
    from PySide6.QtWebEngineCore import QWebEngineProfile

    return QWebEngineProfile(qapp)


@pytest.fixture
def run_js(qtbot: QtBot) -> Callable[[QWebEnginePage, str], Any]:
    """Return a function that runs a script in a page's isolated world and waits for its value.

    Only a truth value, a number or a text comes back; let the script say `JSON.stringify` for
    anything else.
    """
    from PySide6.QtWebEngineCore import QWebEngineScript

    world = QWebEngineScript.ScriptWorldId.ApplicationWorld.value

    def run(page: QWebEnginePage, script: str) -> Any:
        values: list[Any] = []
        page.runJavaScript(script, world, values.append)
        qtbot.waitUntil(lambda: bool(values), timeout=5000)
        return values[0]

    return run


def _threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if not thread.daemon}


def _open_windows() -> set[Any]:
    """Return the windows on screen except tips, which Qt closes itself some time later."""
    loaded = sys.modules.get("PySide6.QtWidgets")
    if loaded is None or not isinstance(loaded.QApplication.instance(), loaded.QApplication):
        return set()
    tip = sys.modules["PySide6.QtCore"].Qt.WindowType.ToolTip
    windows = loaded.QApplication.topLevelWidgets()
    return {window for window in windows if window.isVisible() and window.windowType() != tip}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the test's own folder for preferences and stored lists, not created yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BOILERSCOPE_CONFIG", str(folder))
    return folder


@pytest.fixture
def server() -> Iterator[CountingServer]:
    """Serve pages on this machine and count the requests."""
    from tests.helpers.page_bench import counting_server

    with counting_server() as counts:
        yield counts


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostileServer]:
    """Serve answers that a fetch must survive, reached without a proxy."""
    from tests.helpers.hostile_server import hostile_server

    monkeypatch.setenv("NO_PROXY", "*")
    with hostile_server() as running:
        yield running
