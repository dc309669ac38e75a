"""The last session is read as it was written, or without the parts that cannot be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.app.session.history import PaneSetup
from boilerscope.app.session.last_session import (
    FILE,
    LastCorpus,
    LastPage,
    LastSession,
    load,
    save,
)
from boilerscope.extractors import registry
from boilerscope.widgets.records import Lock, Selection, ShowAs

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = registry.extractor("link_ratio").default_settings()
FULL = LastSession(
    panes=(
        PaneSetup("link_ratio", "link_ratio", SETTINGS.replace(rate=2.5), folded=True),
        PaneSetup("bte", "bte", registry.extractor("bte").default_settings(), linked=True),
        PaneSetup(
            "bte#2",
            "bte",
            registry.extractor("bte").default_settings(),
            show_as=ShowAs.DIFFERENCE,
            compare_with="bte",
        ),
    ),
    active="bte",
    lock=Lock.RANK,
    page=LastPage("/pages/lake.html", "", "utf-8", rendered=True, title="Lake", scroll=(4, 17.5)),
    corpus=LastCorpus(
        *("/pages", True, "sweep", 3), has_bounds=True, annotators=("Ada", "Bob"), gold_by="Ada"
    ),
    selection=Selection(((3, 9), (12, 13)), "bte", 2),
    colour="label:bte",
    strips=("label:bte", "agreement"),
    step=("bte", 1),
    round=2,
    compared=("bte", "bte#2"),
    tabs=(2, 1),
    is_marking=True,
    when="2026-01-01T10:00:00+00:00",
)


@pytest.mark.parametrize("session", [LastSession(), FULL, FULL.with_panes_only()])
def test_a_session_comes_back_as_it_was(tmp_path: Path, session: LastSession):
    problem = save(tmp_path, session)

    assert problem == ""
    assert load(tmp_path) == session


@pytest.mark.parametrize("part", ["page", "corpus", "selection", "step", "tabs", "lock", "panes"])
@pytest.mark.parametrize("damage", [None, 7, "text", [], {}, [1], {"runs": 3}])
def test_a_damaged_part_is_left_out_and_the_others_come_back(
    tmp_path: Path, part: str, damage: Any
):
    save(tmp_path, FULL)
    table = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    table[part] = damage
    (tmp_path / FILE).write_text(json.dumps(table), encoding="utf-8")

    session = load(tmp_path)

    assert session is not None
    assert session.colour == FULL.colour
    assert part == "panes" or session.panes == FULL.panes


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"version": 99}', "\x00\xff"])
def test_a_file_that_is_not_a_session_is_none(tmp_path: Path, text: str):
    (tmp_path / FILE).write_text(text, encoding="utf-8")

    assert load(tmp_path) is None


def test_a_pane_whose_extractor_is_gone_is_left_out(tmp_path: Path):
    save(tmp_path, FULL)
    text = (tmp_path / FILE).read_text(encoding="utf-8")
    (tmp_path / FILE).write_text(text.replace('"bte"', '"gone"'), encoding="utf-8")

    session = load(tmp_path)

    assert session is not None
    assert [pane.name for pane in session.panes] == ["link_ratio"]


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert "could not be kept" in save(tmp_path / "file", FULL)
