"""Fixtures of the page tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtWidgets import QToolTip

from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.panel import PagePanel
from tests.helpers.page_bench import Bench
from tests.helpers.stub_page_view import StubPageView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.view import PageView
    from boilerscope.widgets.selection import SelectionModel


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    """Return a bench whose view is on screen; it is closed together with its engine."""
    bench = Bench(qtbot)
    bench.view.show()
    yield bench
    bench.close()


@pytest.fixture
def panel(qtbot: QtBot, selection: SelectionModel) -> Iterator[PagePanel]:
    """Return the panel over a stub."""
    stub = StubPageView(selection, resource_path("agent"))
    page_panel = PagePanel(selection, resource_path("agent"), cast("PageView", stub))
    qtbot.addWidget(page_panel)
    page_panel.resize(512, 500)
    page_panel.show()
    yield page_panel
    QToolTip.hideText()
