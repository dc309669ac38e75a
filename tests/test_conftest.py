"""Tests that leave threads or windows behind, or log warnings, fail."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

from tests.conftest import HAS_QT
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def outcome_of(source: str, folder: Path) -> str:
    """Return the outcome of a test module under our common rules."""
    module = folder / "test_sample.py"
    module.write_text(textwrap.dedent(source), encoding="utf-8")
    rules = ["-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-p", "no:cacheprovider"]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *rules, "--rootdir", str(folder), str(module)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    return result.stdout + result.stderr


def test_a_thread_left_running_a_logged_warning_and_a_python_warning_fail_a_test(tmp_path: Path):
    outcome = outcome_of(
        """
        import logging, threading, warnings
        import tests.conftest

        tests.conftest.GRACE_S = 0.01

        def test_thread():
            waiting = threading.Event()
            threading.Thread(target=waiting.wait, args=(1,), name="left over").start()

        def test_log():
            logging.getLogger("sample").warning("something odd")

        def test_expected_log(caplog):
            logging.getLogger("sample").warning("as expected")
            assert caplog.messages == ["as expected"]
            caplog.clear()

        def test_warning():
            warnings.warn("beware")
        """,
        tmp_path,
    )

    assert "threads left running: {'left over'}" in outcome
    assert "unexpected log records: ['something odd']" in outcome
    assert "UserWarning: beware" in outcome
    assert "1 failed, 3 passed, 2 errors" in outcome


if HAS_QT:

    def test_a_window_left_open_and_a_qt_message_fail_a_test(tmp_path: Path):
        outcome = outcome_of(
            """
            from PySide6.QtCore import qWarning
            from PySide6.QtWidgets import QLabel

            kept = []

            def test_window(qapp):
                kept.append(QLabel("left open"))
                kept[0].show()

            def test_message(qapp):
                qWarning("something odd")
            """,
            tmp_path,
        )

        assert "windows left open: {'QLabel'}" in outcome
        assert "something odd" in outcome
        assert "1 failed, 1 passed, 1 error" in outcome
