"""Panes by identifier, with settings, from settings files; lists of extractors and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import boilerscope
from boilerscope.api.panes import panes_of
from boilerscope.extractors import registry
from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.settings import from_table, to_table

if TYPE_CHECKING:
    from pathlib import Path


def test_a_pane_has_the_identifier_as_its_name_unless_it_is_named():
    usual, named = boilerscope.pane("bte"), boilerscope.pane("bte", "heavy", tag_weight=2)

    assert (usual.name, usual.extractor) == ("bte", "bte")
    assert (named.name, named.extractor) == ("heavy", "bte")
    assert to_table(named.settings) == {"tag_weight": 2.0}


def test_settings_are_taken_as_in_settings_files():
    for identifier in registry.algorithms():
        extractor = registry.extractor(identifier)
        table = to_table(extractor.default_settings(), everything=True)

        pane = boilerscope.pane(identifier, **table)

        assert pane.settings == from_table(extractor.settings_class, table)


def test_panes_of_the_same_name_get_numbers():
    panes = panes_of(["bte", boilerscope.pane("bte", tag_weight=2.0), "link_ratio"])

    assert [pane.name for pane in panes] == ["bte", "bte#2", "link_ratio"]


def test_one_pane_needs_no_list(tmp_path: Path):
    file = tmp_path / "panes.toml"
    file.write_text(settings_file.write(panes_of(["bte", "crunch"])), encoding="utf-8")

    assert [pane.name for pane in panes_of("bte")] == ["bte"]
    assert [pane.name for pane in panes_of(file)] == ["bte", "crunch"]
    assert [pane.name for pane in panes_of([str(file), "bte"])] == ["bte", "crunch", "bte#2"]


def test_all_extractors_are_listed_with_their_problems():
    table = boilerscope.list_extractors()
    summaries = dict(zip(table.column("extractor"), table.column("summary"), strict=True))

    assert tuple(table.column("extractor")) == registry.identifiers()
    assert summaries["bte"] == registry.extractor("bte").summary


def test_all_settings_of_an_extractor_are_listed():
    table = boilerscope.list_settings("bte")

    weight = next(row for row in table if row["setting"] == "tag_weight")
    assert (weight["default"], weight["low"], weight["high"]) == ("1.0", 0.1, 5.0)
    with pytest.raises(UnknownNameError, match="did you mean 'bte'"):
        boilerscope.list_settings("btee")
