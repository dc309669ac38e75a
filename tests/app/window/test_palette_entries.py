"""The palette's preview of a number before Return applies it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.presets import Presets
from boilerscope.app.session.session import Session
from boilerscope.app.window.palette_entries import entries
from boilerscope.widgets.palette import rank

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.records import PaletteEntry


@pytest.fixture
def palette_entries(tmp_path: Path, qapp: object) -> list[PaletteEntry]:
    """Return the entries of a session with one pane."""
    del qapp
    session = Session()
    session.add("boilerpipe.article", None, now=0.0)
    return entries(session, [], Presets(tmp_path), str)


def entry(palette_entries: list[PaletteEntry], field: str) -> PaletteEntry:
    return next(item for item in palette_entries if item.id.endswith(f":{field}"))


def test_a_number_is_shown_with_the_present_value_and_the_unit(palette_entries: list[PaletteEntry]):
    number_entry = entry(palette_entries, "nw_cur")
    assert number_entry.preview is not None

    preview = number_entry.preview(30.0)

    assert preview.text == "16 → 30 words"
    assert not preview.refused


def test_a_fraction_for_a_whole_number_is_shown_rounded(palette_entries: list[PaletteEntry]):
    number_entry = entry(palette_entries, "nw_cur")
    assert number_entry.preview is not None

    assert number_entry.preview(29.7).text == "16 → 30 words"


def test_a_rejected_number_shows_the_reason(palette_entries: list[PaletteEntry]):
    number_entry = entry(palette_entries, "nw_cur")
    assert number_entry.preview is not None

    preview = number_entry.preview(-5.0)

    assert preview.text == "16 → -5"
    assert "-5" in preview.refused


def test_a_number_after_a_name_leaves_numeric_settings_only(palette_entries: list[PaletteEntry]):
    ranked = rank(palette_entries, "length 30", [])

    assert ranked
    assert all(item.preview is not None and number == "30" for item, number in ranked)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("move to its own window", "detach"),
        ("scroll with the others", "lock"),
        ("agreement", "tab_agreement"),
        ("zoom", "whole_row"),
        ("zoom", "larger"),
        ("chinese", "language"),
        ("save plot", "export"),
        ("report", "export"),
        ("report", "export_corpus"),
        ("latex", "export_corpus"),
        ("picture", "export_page"),
        ("shortcuts", "keys"),
    ],
)
def test_words_of_users_and_of_other_programs_find_actions(
    palette_entries: list[PaletteEntry], typed: str, action: str
):
    found = [item.id for item, _ in rank(palette_entries, typed, [])]

    assert f"action:{action}" in found


def test_the_entry_of_an_extractor_says_what_it_does_and_when(palette_entries: list[PaletteEntry]):
    added = [item for item in palette_entries if item.id.startswith("extractor:")]
    years = [item for item in added if re.fullmatch(r"(19|20)\d\d", item.right)]

    assert len(added) >= 30
    assert [item.id for item in added if len(item.kind.split()) < 3] == []
    assert len({item.kind for item in added}) == len(added)
    assert len(years) > len(added) / 2
