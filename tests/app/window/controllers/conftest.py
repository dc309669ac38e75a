"""The fixture of the controllers' tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.controller_bench import ControllerBench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def shared(qtbot: QtBot, tmp_path: Path) -> Iterator[ControllerBench]:
    """Return what a controller needs, without a window."""
    made = ControllerBench(qtbot, tmp_path)
    yield made
    made.close()
