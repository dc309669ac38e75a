"""A corpus controller with two panes and a small corpus, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers import toy
from tests.helpers.controller_bench import ControllerBench
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def shared(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ControllerBench]:
    """Return a bench with two panes."""
    toy.install(monkeypatch, tmp_path / "toys", "toy")
    bench = ControllerBench(qtbot, tmp_path)
    bench.add_panes("toy", "bte")
    yield bench
    bench.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a small corpus."""
    return write_corpus(tmp_path / "pages")
