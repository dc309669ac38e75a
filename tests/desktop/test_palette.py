"""The palette: its hint when nothing matches, and the preview of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

PANE, FIELD = "boilerpipe.article", "nw_cur"


@pytest.fixture(scope="module")
def shared(start: Start) -> Program:
    """Return a program with a small page."""
    return start(str(PAGES / "tags.html"))


@pytest.fixture
def palette(shared: Program) -> Iterator[Program]:
    """Return the program with its palette open and empty."""
    shared.key("ctrl+k").wait(lambda now: now.widgets("palette"), "the palette is open")
    yield shared
    shared.key("ctrl+a", "Escape")
    shared.wait(lambda now: not now.widgets("palette"), "the palette is closed")


def words(state: State) -> int:
    """Return the setting that these scenarios change."""
    value: int = state.pane(PANE)["settings"][FIELD]
    return value


def rows(state: State) -> list[str]:
    """Return the descriptions of the matches for screen readers; none while nothing matches."""
    return [item["said"] for matches in state.widgets("Matches") for item in matches["items"]]


def test_a_search_without_match_has_a_hint(palette: Program):
    palette.type("xyzzy")

    note = "Nothing matches “xyzzy”."
    palette.wait(lambda now: note in now.texts(), "the note names all letters")
    assert not palette.state().widgets("Matches")
    palette.key("ctrl+a").type("export")
    palette.wait(lambda now: now.widgets("Matches"), "the list is back")


def test_a_number_shows_its_effect_and_return_sets_it(palette: Program):
    assert words(palette.state()) == 16

    palette.type("minimum length 30")
    state = palette.wait(
        lambda now: any("16 → 30 words" in row for row in rows(now)), "both values are shown"
    )
    assert words(state) == 16
    palette.key("Return")

    palette.wait(lambda now: words(now) == 30, "the setting is changed")
    palette.key("ctrl+z").wait(lambda now: words(now) == 16, "undo takes it back")


def test_a_rejected_number_shows_the_reason_and_changes_nothing(palette: Program):
    palette.type("minimum length -5")
    palette.wait(
        lambda now: any("16 → -5" in row and "at least 0" in row for row in rows(now)),
        "the reason is shown",
    )

    palette.key("Return")

    state = palette.settled()
    assert words(state) == 16
    assert state.widgets("palette")
