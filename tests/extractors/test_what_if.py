"""What-if search: the nearest change of one setting that flips a block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.what_if import Trying, WhatIf, what_if, what_if_pairs
from boilerscope.resources.loader import samples
from tests.helpers import toy
from tests.helpers.toy import ToySettings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGE = Page.from_text(
    "".join(f"<p>{' '.join(['word'] * n)}" for n in (3, 17, 40, 41, 90)), name="page"
)


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install the toy."""
    toy.install(monkeypatch, tmp_path, "toy")


def _toy(settings: ToySettings) -> Extraction:
    return runner.run(PAGE, "toy", settings)


def _run(settings: Settings) -> Extraction:
    assert isinstance(settings, ToySettings)
    return _toy(settings)


def _changes(extraction: Extraction, block: int) -> dict[str, WhatIf]:
    return {change.field: change for change in what_if(_run, extraction, block)}


def test_a_threshold_moves_to_the_nearest_measured_value_that_flips_the_block():
    changes = _changes(_toy(ToySettings(min_words=20)), 1)

    change = changes["min_words"]
    assert (change.old, change.new, change.keeps) == (20, 17, True)
    assert change.settings == ToySettings(min_words=17)
    assert (change.gained, change.lost) == (0, 0)


def test_a_kept_block_is_dropped_by_the_smallest_increase_of_the_threshold():
    change = _changes(_toy(ToySettings(min_words=5)), 2)["min_words"]

    assert (change.new, change.keeps) == (41, False)
    assert (change.gained, change.lost) == (0, 17)


def test_other_changes_of_the_text_are_counted_in_tokens():
    change = _changes(_toy(ToySettings(min_words=50)), 1)["min_words"]

    assert change.new == 17
    assert change.gained == 40 + 41


def test_the_search_of_an_automatic_setting_starts_at_its_actual_value():
    change = _changes(_toy(ToySettings()), 4)["max_words"]

    assert change.old == 10_000
    assert change.new == 89


def test_a_switch_and_a_choice_are_tried_as_well():
    assert _changes(_toy(ToySettings()), 0)["invert"].new is True
    assert "unit" not in _changes(_toy(ToySettings()), 0)


def test_the_settings_of_the_deciding_rule_come_first():
    order = [change.field for change in what_if(_run, _toy(ToySettings(min_words=20)), 1)]

    assert order[0] == "min_words"


def test_a_change_that_contradicts_another_field_is_not_suggested():
    extraction = _toy(ToySettings(min_words=30, max_words=35))

    changes = _changes(extraction, 4)

    assert "min_words" not in changes
    assert changes["max_words"].new == 90


def test_a_block_without_tokens_cannot_flip():
    extraction = replace(
        _toy(ToySettings()),
        blocks=Blocks.from_ranges(np.array([0]), np.array([0]), np.array([0])),
    )

    assert list(what_if(_run, extraction, 0)) == []


def test_a_search_can_be_stopped_before_every_run():
    runs = count()

    def counted(settings: Settings) -> Extraction:
        next(runs)
        return _run(settings)

    extraction = _toy(ToySettings(min_words=20))
    assert list(what_if(counted, extraction, 1, cancelled=lambda: True)) == []
    assert next(runs) == 0

    checks = count()
    stopped = list(what_if(counted, extraction, 1, cancelled=lambda: next(checks) >= 4))
    assert next(runs) < 8
    assert len(stopped) <= 1


def test_a_search_tells_each_setting_and_each_pair_before_it_is_tried():
    told: list[Trying] = []
    extraction = _toy(ToySettings(min_words=20))
    list(what_if(_run, extraction, 1, told=told.append))
    singles = [trying.fields for trying in told]

    assert [(trying.number, trying.total) for trying in told] == [
        (number, len(told)) for number in range(1, len(told) + 1)
    ]
    assert singles[0] == ("min_words",)
    assert len({*singles}) == len(singles)

    told.clear()
    list(what_if_pairs(_run, extraction, 1, told=told.append))
    assert told
    assert {len(trying.fields) for trying in told} == {2}
    assert told[-1].number == told[-1].total == len(told)


def test_a_run_that_fails_flips_nothing():
    extraction = _toy(ToySettings(min_words=20))

    def failing(settings: Settings) -> Extraction:
        return runner.failed(PAGE, "toy", settings, Status.ERROR, "no")

    assert list(what_if(failing, extraction, 1)) == []


@dataclass(frozen=True)
class Line(Settings):
    """A threshold far from its value, on a quantity that is not measured."""

    height: float = knob(0.0, "Height", "...", low=-1e6, high=1e6, step=0.5)
    level: int = knob(50, "Level", "...", low=0, high=100)

    def check(self) -> None:
        """Refuse one value."""
        if self.level == 60:
            raise SettingsError("level must not be 60", field="level")


def _line(kept: Callable[[Line], bool]) -> Callable[[Settings], Extraction]:
    def run(settings: Settings) -> Extraction:
        assert isinstance(settings, Line)
        mask = np.array([kept(settings)])
        return Extraction(
            "line",
            Status.OK,
            settings=settings,
            blocks=Blocks.from_ranges(np.array([0]), np.array([1]), np.array([0])),
            content=mask,
            mask=mask,
        )

    return run


@given(st.integers(-9000, 9000).filter(bool))
def test_a_setting_that_bounds_no_quantity_moves_by_its_steps(steps: int):
    bound = steps / 2
    run = _line(lambda line: line.height >= bound if bound > 0 else line.height <= bound)

    changes = {change.field: change for change in what_if(run, run(Line()), 0)}

    assert changes["height"].new == bound


def test_the_ends_of_the_range_are_tried_too():
    run = _line(lambda line: line.height == 1e6)

    assert next(what_if(run, run(Line()), 0)).new == 1e6


def test_the_nearer_of_two_sides_is_suggested():
    run = _line(lambda line: line.level <= 40 or line.level >= 58)

    assert next(what_if(run, run(Line()), 0)).new == 58
    run = _line(lambda line: line.level <= 45 or line.level >= 58)
    assert next(what_if(run, run(Line()), 0)).new == 45


def test_a_refused_value_on_the_way_is_skipped():
    run = _line(lambda line: line.level >= 61)

    assert next(what_if(run, run(Line()), 0)).new == 61


def test_candidates_are_the_steps_next_to_measured_fractions():
    @dataclass(frozen=True)
    class Ratio(Settings):
        max_ratio: float = knob(0.2, "Max. ratio", "...", low=0, high=1, step=0.05, bounds="ratio")

    def run(settings: Settings) -> Extraction:
        assert isinstance(settings, Ratio)
        ratio = np.array([1 / 3, np.nan])
        content = ratio <= settings.max_ratio
        return Extraction(
            "ratio",
            Status.OK,
            settings=settings,
            blocks=Blocks.from_ranges(np.array([0, 1]), np.array([1, 2]), np.array([0, 0])),
            columns=(Column("ratio", "", "", "", ratio),),
            content=content,
            mask=content,
        )

    assert next(what_if(run, run(Ratio()), 0)).new == 0.35


@pytest.mark.parametrize(
    "identifier", ["boilerpipe.article", "cx_extractor", "link_ratio", "text_distribution"]
)
def test_a_suggested_change_flips_the_block_on_a_real_page(identifier: str):
    page = read_page(samples()[0].path)
    extraction = runner.run(page, identifier)
    counts = extraction.blocks.token_counts()
    extractor = registry.extractor(identifier)

    for block in np.argsort(-counts)[:6].tolist():
        is_selected = np.zeros(len(extraction.blocks), dtype=np.bool_)
        is_selected[block] = True
        tokens = extraction.blocks.mask(is_selected, page.n_tokens)
        for change in what_if(
            lambda settings: runner.run(page, identifier, settings), extraction, block
        ):
            again = runner.run(page, identifier, change.settings)
            assert (again.mask[tokens].mean() >= 0.5) is np.bool_(change.keeps)
            assert change.keeps is not bool(extraction.mask[tokens].mean() >= 0.5)
            assert isinstance(change.settings, extractor.settings_class)


def test_two_settings_flip_a_block_that_no_single_one_flips():
    page = read_page(next(sample.path for sample in samples() if sample.identifier == "news-en"))
    extractor = registry.extractor("boilerpipe.article")

    def run(settings: Settings) -> Extraction:
        return runner.run(page, extractor.id, settings)

    before = run(extractor.default_settings())
    n_pairs = 0
    for block in range(0, len(before.blocks), 40):
        single = next(what_if(run, before, block), None)
        pair = next(what_if_pairs(run, before, block), None)
        if single is not None or pair is None:
            continue
        n_pairs += 1
        assert pair.also is not None
        field, old, new = pair.also
        changes = {pair.field: pair.new, field: new}
        assert pair.settings == before.settings.replace(**changes)
        assert (pair.old, old) == (before.setting(pair.field), before.setting(field))
        after = run(pair.settings)
        assert (after.mask == pair.mask).all()
        is_block = np.arange(len(before.blocks)) == block
        words = before.blocks.mask(is_block, page.n_tokens)
        is_kept = bool(after.mask[words].mean() >= 0.5)
        assert is_kept == pair.keeps != bool(before.mask[words].mean() >= 0.5)
    assert n_pairs
