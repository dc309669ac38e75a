"""What the palette says a number would do before Return does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.session.presets import Presets
from app.session.session import Session
from app.window.palette_entries import entries
from widgets.palette import rank

if TYPE_CHECKING:
    from pathlib import Path

    from widgets.records import PaletteEntry


@pytest.fixture
def listed(tmp_path: Path, qapp: object) -> list[PaletteEntry]:
    """Return the entries of a session with one pane."""
    del qapp
    session = Session()
    session.add("boilerpipe.article", None, now=0.0)
    return entries(session, [], Presets(tmp_path), str)


def entry(listed: list[PaletteEntry], field: str) -> PaletteEntry:
    return next(one for one in listed if one.id.endswith(f":{field}"))


def test_a_number_is_shown_with_the_present_value_and_the_unit(listed: list[PaletteEntry]):
    found = entry(listed, "nw_cur")
    assert found.preview is not None

    preview = found.preview(30.0)

    assert preview.text == "16 → 30 words"
    assert not preview.refused


def test_a_fraction_for_a_whole_number_is_shown_as_it_would_be_taken(listed: list[PaletteEntry]):
    found = entry(listed, "nw_cur")
    assert found.preview is not None

    assert found.preview(29.7).text == "16 → 30 words"


def test_a_refused_number_says_why(listed: list[PaletteEntry]):
    found = entry(listed, "nw_cur")
    assert found.preview is not None

    preview = found.preview(-5.0)

    assert preview.text == "16 → -5"
    assert "-5" in preview.refused


def test_a_number_after_a_name_leaves_the_settings_that_take_one(listed: list[PaletteEntry]):
    found = rank(listed, "length 30", [])

    assert found
    assert all(one.preview is not None and number == "30" for one, number in found)
