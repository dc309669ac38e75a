"""The fixtures of the page's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtWidgets import QToolTip

from resources.loader import resource_path
from tests.helpers.page_bench import Bench
from tests.helpers.stub_page_view import StubPageView
from widgets.page.panel import PagePanel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from widgets.page.view import PageView
    from widgets.selection import SelectionModel


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    """Return a bench whose view is on screen; it goes away with its engine."""
    made = Bench(qtbot)
    made.view.show()
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, selection: SelectionModel) -> Iterator[PagePanel]:
    """Return the panel over a stub."""
    stub = StubPageView(selection, resource_path("agent"))
    made = PagePanel(selection, resource_path("agent"), cast("PageView", stub))
    qtbot.addWidget(made)
    made.resize(512, 500)
    made.show()
    yield made
    QToolTip.hideText()
