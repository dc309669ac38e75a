"""The fixtures of the page's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.page_bench import Bench, CountingServer, counting_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    """Return a bench whose view is on screen; it goes away with its engine."""
    made = Bench(qtbot)
    made.view.show()
    yield made
    made.close()


@pytest.fixture
def server() -> Iterator[CountingServer]:
    """Serve pages on this machine, counting what comes in."""
    with counting_server() as counts:
        yield counts
