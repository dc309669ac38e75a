"""Fixtures of the controllers' tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.panel import PagePanel
from boilerscope.widgets.panes.row import PaneRow
from tests.helpers.controller_bench import ControllerBench
from tests.helpers.dialogs import note_errors
from tests.helpers.stub_page_view import StubPageView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.view import PageView


@pytest.fixture
def shared(qtbot: QtBot, tmp_path: Path) -> Iterator[ControllerBench]:
    """Return the parts that a controller needs, without a window."""
    bench = ControllerBench(qtbot, tmp_path)
    yield bench
    bench.close()


@pytest.fixture
def stub(shared: ControllerBench, qtbot: QtBot) -> StubPageView:
    """Return a page view without an engine."""
    view = StubPageView(shared.selection, resource_path("agent"))
    qtbot.addWidget(view)
    return view


@pytest.fixture
def view(stub: StubPageView) -> PageView:
    """Return the same view, typed as controllers require."""
    return cast("PageView", stub)


@pytest.fixture
def panel(shared: ControllerBench, qtbot: QtBot, view: PageView) -> PagePanel:
    """Return the page column over the view without an engine."""
    panel = PagePanel(shared.selection, resource_path("agent"), view)
    qtbot.addWidget(panel)
    return panel


@pytest.fixture
def row(shared: ControllerBench, qtbot: QtBot) -> PaneRow:
    """Return the row of panes."""
    row = PaneRow(shared.selection)
    qtbot.addWidget(row)
    return row


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the error messages shown during the test."""
    return note_errors(monkeypatch)
