"""The refresher, with views that record their updates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.changes import Changed, SessionPart
from boilerscope.app.session.corpus import CorpusChanged, CorpusPart
from boilerscope.app.window.refresher import Refresher, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot


def fail() -> None:
    raise RuntimeError("this view fails")


def test_views_are_updated_in_their_order_and_urgent_views_at_once(qtbot: QtBot):
    seen: list[str] = []
    views = [
        View("table", lambda: seen.append("table")),
        View("page", lambda: seen.append("page"), at_once=True),
        View("texts", lambda: seen.append("texts")),
    ]
    refresher = Refresher(views)

    refresher.ask()

    assert seen == ["page"]
    qtbot.waitUntil(lambda: refresher.idle)
    assert seen == ["page", "table", "texts"]


def test_views_that_are_added_are_refreshed_after_the_others_and_lose_no_refresh(qtbot: QtBot):
    seen: list[str] = []
    refresher = Refresher([View("texts", lambda: seen.append("texts"))])
    refresher.ask()
    late = [
        View("board", lambda: seen.append("board")),
        View("face", lambda: seen.append("face"), at_once=True),
    ]

    refresher.add(late)

    assert seen == ["face"]
    qtbot.waitUntil(lambda: refresher.idle)
    assert seen == ["face", "texts", "board"]


def test_a_failing_view_does_not_stop_the_refresh_of_other_views(qtbot: QtBot):
    seen: list[str] = []
    refresher = Refresher([View("curves", fail), View("texts", lambda: seen.append("texts"))])

    with qtbot.captureExceptions() as faults:
        refresher.ask()
        qtbot.waitUntil(lambda: refresher.idle)

    assert seen == ["texts"]
    assert [str(fault[1]) for fault in faults] == ["this view fails"]


def test_a_failing_urgent_view_does_not_stop_the_refresh_of_other_views(qtbot: QtBot):
    seen: list[str] = []
    views = [View("page", fail, at_once=True), View("texts", lambda: seen.append("texts"))]
    refresher = Refresher(views)

    with pytest.raises(RuntimeError, match="this view fails"):
        refresher.ask()

    qtbot.waitUntil(lambda: refresher.idle)
    assert seen == ["texts"]


def test_an_unknown_view_cannot_be_refreshed():
    refresher = Refresher([View("page", fail)])

    with pytest.raises(KeyError, match="no view is called pages"):
        refresher.ask(["pages"])


RESULT_OF_A = Changed(SessionPart.RESULT, frozenset({"a"}))


@pytest.mark.parametrize(
    ("shows", "panes", "change", "refreshed"),
    [
        (SessionPart.RESULT, None, RESULT_OF_A, ["view"]),
        (SessionPart.RESULT, lambda: {"a", "b"}, RESULT_OF_A, ["view"]),
        (SessionPart.RESULT, lambda: {"b"}, RESULT_OF_A, []),
        (SessionPart.SETTINGS | SessionPart.STEP, None, RESULT_OF_A, []),
        (
            SessionPart.STEP,
            lambda: {"b"},
            Changed(SessionPart.RESULT | SessionPart.STEP, frozenset({"a"})),
            ["view"],
        ),
        (SessionPart.SELECTION, lambda: {"b"}, Changed(SessionPart.SELECTION), ["view"]),
        (SessionPart.RESULT, lambda: {"b"}, Changed(SessionPart.PAGE), ["view"]),
        (SessionPart.SELECTION, None, Changed(SessionPart.ARRANGEMENT), ["view"]),
        (SessionPart.SETTINGS, None, Changed(SessionPart.SETTINGS, frozenset({"a"}), "view"), []),
        (
            SessionPart.SETTINGS,
            None,
            Changed(SessionPart.SETTINGS, frozenset({"a"}), "curves"),
            ["view"],
        ),
    ],
)
def test_a_change_refreshes_the_views_that_show_a_part_of_it(
    shows: SessionPart, panes: Callable[[], set[str]] | None, change: Changed, refreshed: list[str]
):
    seen: list[str] = []
    refresher = Refresher([View("view", lambda: seen.append("view"), shows, panes, at_once=True)])

    refresher.follow(change)

    assert seen == refreshed
    assert refresher.idle


def test_a_view_of_a_corpus_is_told_of_its_parts_and_one_of_a_page_is_not(qtbot: QtBot):
    seen: list[str] = []
    views = [
        View("board", lambda: seen.append("board"), CorpusPart.SCORES | CorpusPart.TABLE),
        View("strips", lambda: seen.append("strips"), SessionPart.RESULT),
    ]
    refresher = Refresher(views)

    refresher.follow(CorpusChanged(CorpusPart.SCORES))
    refresher.follow(CorpusChanged(CorpusPart.ROW))
    refresher.follow(CorpusChanged(CorpusPart.TABLE, "board"))
    qtbot.waitUntil(lambda: refresher.idle)
    assert seen == ["board"]
    refresher.follow(Changed(SessionPart.PAGE))
    qtbot.waitUntil(lambda: refresher.idle)

    assert seen == ["board", "strips"]


def test_a_view_that_is_not_on_screen_is_refreshed_once_when_it_appears(qtbot: QtBot):
    seen: list[str] = []
    shown: list[bool] = []
    views = [
        View("plots", lambda: seen.append("plots"), CorpusPart.SCORES, is_shown=lambda: bool(shown))
    ]
    refresher = Refresher(views)

    refresher.follow(CorpusChanged(CorpusPart.SCORES))
    refresher.follow(CorpusChanged(CorpusPart.SCORES))
    refresher.flush()
    assert refresher.idle
    assert seen == []
    shown.append(True)
    refresher.follow(CorpusChanged(CorpusPart.FACE))
    qtbot.waitUntil(lambda: refresher.idle)

    assert seen == ["plots"]


def test_while_results_arrive_a_view_keeps_its_pace_and_a_choice_is_shown_at_once(qtbot: QtBot):
    seen: list[str] = []
    parts = CorpusPart.RESULTS | CorpusPart.SCORES
    refresher = Refresher([View("plots", lambda: seen.append("plots"), parts, pace_s=3600.0)])

    refresher.follow(CorpusChanged(CorpusPart.RESULTS))
    qtbot.waitUntil(lambda: refresher.idle)
    refresher.follow(CorpusChanged(CorpusPart.RESULTS | CorpusPart.RUN))
    assert not refresher.idle
    assert seen == ["plots"]
    refresher.follow(CorpusChanged(CorpusPart.SCORES))
    qtbot.waitUntil(lambda: refresher.idle)

    assert seen == ["plots", "plots"]
