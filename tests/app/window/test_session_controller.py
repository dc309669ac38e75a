"""A change of the session reports its parts, its panes and the view that began it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.changes import Changed, SessionPart
from boilerscope.app.session.session import DEFAULT_PANES
from boilerscope.widgets.records import Lock, Selection, ShowAs
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.session_controller import SessionController

OTHER = LINK_RATIO


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[ControllerBench]:
    """Return a controller that is stopped after the test."""
    controller_bench = ControllerBench(qtbot, tmp_path)
    yield controller_bench
    controller_bench.close()


def note_changes(bench: ControllerBench) -> list[Changed]:
    """Return a list that records the changes from now on."""
    changes: list[Changed] = []
    bench.controller.changed.connect(changes.append)
    return changes


def settle(bench: ControllerBench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not bench.controller.running(), timeout=20_000)


def test_a_setting_changes_settings_and_then_the_result_of_its_pane_alone(
    bench: ControllerBench, qtbot: QtBot
):
    bench.open()
    changes = note_changes(bench)

    bench.controller.set_field(ARTICLE, "nw_cur", 40, initiator="settings")
    settle(bench, qtbot)

    reported = [change for change in changes if change.parts is not SessionPart.RUN_STATE]
    assert reported == [
        Changed(SessionPart.SETTINGS, frozenset({ARTICLE}), "settings"),
        Changed(SessionPart.RESULT, frozenset({ARTICLE})),
    ]


def test_without_a_page_the_view_that_began_the_change_is_refreshed_as_well(bench: ControllerBench):
    bench.controller.add_pane(ARTICLE)
    changes = note_changes(bench)

    bench.controller.set_field(ARTICLE, "nw_cur", 40, initiator="settings")

    assert changes == [Changed(SessionPart.SETTINGS, frozenset({ARTICLE}))]


@pytest.mark.parametrize(
    ("act", "change"),
    [
        (lambda session: session.activate(OTHER), Changed(SessionPart.ACTIVE | SessionPart.COLOUR)),
        (lambda session: session.fold_pane(ARTICLE, True), Changed(SessionPart.ARRANGEMENT)),
        (lambda session: session.remove_pane(ARTICLE), Changed(SessionPart.ARRANGEMENT)),
        (
            lambda session: session.link_pane(ARTICLE, Lock.OFF),
            Changed(SessionPart.SETTINGS, frozenset(DEFAULT_PANES)),
        ),
        (
            lambda session: session.show_pane_as(ARTICLE, ShowAs.PLAIN),
            Changed(SessionPart.SHOW_AS, frozenset({ARTICLE})),
        ),
        (lambda session: session.colour_by("agreement"), Changed(SessionPart.COLOUR)),
        (
            lambda session: session.show_step(ARTICLE, 0),
            Changed(SessionPart.STEP | SessionPart.COLOUR),
        ),
        (lambda session: session.show_strips(["agreement"]), Changed(SessionPart.STRIPS)),
        (lambda session: session.select(Selection(((0, 1),))), Changed(SessionPart.SELECTION)),
    ],
)
def test_a_change_reports_its_parts_and_panes(
    bench: ControllerBench, act: Callable[[SessionController], None], change: Changed
):
    bench.open()
    changes = note_changes(bench)

    act(bench.controller)

    assert changes == [change]


def test_the_last_view_of_an_extractor_is_used_for_its_next_pane(
    bench: ControllerBench, qtbot: QtBot
):
    bench.open()
    bench.controller.show_pane_as(ARTICLE, ShowAs.PLAIN)

    bench.controller.add_pane(ARTICLE)
    settle(bench, qtbot)

    assert bench.controller.session.pane(f"{ARTICLE}#2").show_as is ShowAs.PLAIN
    assert bench.controller.session.views == {ARTICLE: "plain"}
