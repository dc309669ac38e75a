"""Main knobs: the fields they drive, and by which value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import MainKnob, Settings, find_knob, knob
from boilerscope.widgets.records import Lock
from boilerscope.widgets.settings.main_knobs import (
    Link,
    PaneSettings,
    default_value,
    driven_fields,
    move,
    rank_of,
    value_at,
)
from boilerscope.widgets.settings.sample import OtherSettings, SampleProfile, SampleSettings


@dataclass(frozen=True)
class Guarded(Settings):
    """Allows a ratio only below its other field."""

    ratio: float = knob(1.0, "Ratio", "...", unit="x", low=0.0, high=4.0, main=MainKnob.LINK_RATIO)
    ceiling: float = knob(1.5, "Ceiling", "...", low=0.0, high=4.0)

    def check(self) -> None:
        if self.ratio > self.ceiling:
            raise SettingsError("ratio must be at most ceiling", field="ratio")


@dataclass(frozen=True)
class Unset(Settings):
    """Has no main knob."""

    name: str = knob("x", "Name", "...")


@pytest.fixture
def panes() -> tuple[PaneSettings, ...]:
    return (PaneSettings("a", SampleSettings()), PaneSettings("b", OtherSettings()))


def test_the_first_field_of_the_active_pane_leads(panes: tuple[PaneSettings, ...]):
    driven = driven_fields(MainKnob.LINK_RATIO, panes, "b", Lock.RANK)

    assert [(field.pane, field.knob.name, field.link) for field in driven] == [
        ("b", "rate", Link.LEADS),
        ("a", "max_link_density", Link.RANK),
    ]


def test_fields_of_one_quantity_in_one_unit_get_the_same_value(panes: tuple[PaneSettings, ...]):
    moved = move(MainKnob.MIN_LENGTH, 40, panes, "a")

    assert moved is not None
    assert moved.settings["a"] == SampleSettings(min_words=40)
    assert moved.settings["b"] == OtherSettings(fewest_words=40)


def test_the_same_quantity_in_another_unit_is_not_locked():
    @dataclass(frozen=True)
    class Characters(Settings):
        """Counts the same column in another unit."""

        length: int = knob(
            80, "L", "...", unit="characters", bounds="words", main=MainKnob.MIN_LENGTH
        )

    panes = (PaneSettings("a", SampleSettings()), PaneSettings("c", Characters()))
    driven = driven_fields(MainKnob.MIN_LENGTH, panes, "a", Lock.RANK)

    assert driven[1].link is Link.RANK
    assert len(driven_fields(MainKnob.MIN_LENGTH, panes, "a")) == 1


def test_fields_that_bound_nothing_measured_are_never_locked():
    panes = (PaneSettings("a", Guarded()), PaneSettings("b", Guarded()))
    driven = driven_fields(MainKnob.LINK_RATIO, panes, "a", Lock.RANK)

    assert driven[1].link is Link.RANK
    assert len(driven_fields(MainKnob.LINK_RATIO, panes, "a")) == 1


def test_a_locked_value_stays_in_the_range_of_the_follower(panes: tuple[PaneSettings, ...]):
    moved = move(MainKnob.MIN_LENGTH, 900, panes, "a")

    assert moved is not None
    assert moved.settings["b"] == OtherSettings(fewest_words=500)


def test_different_units_move_by_rank_in_their_own_ranges(panes: tuple[PaneSettings, ...]):
    half_way_up = 1 / 3 + (1 - 1 / 3) / 2
    moved = move(MainKnob.LINK_RATIO, half_way_up, panes, "a", Lock.RANK)

    assert moved is not None
    assert moved.rank == pytest.approx(0.75)
    rate = moved.settings["b"].rate  # type: ignore[attr-defined]  # a field of OtherSettings
    scale_high = 4.0  # three times the default, as a round number
    assert rate == pytest.approx(1.1 + (scale_high - 1.1) / 2, abs=0.051)


def test_a_knob_at_its_default_moves_no_other_field(panes: tuple[PaneSettings, ...]):
    moved = move(MainKnob.LINK_RATIO, 1 / 3, panes, "a", Lock.RANK)

    assert moved is not None
    assert moved.rank == 0.5
    assert set(moved.settings) == {"a"}


def test_a_knob_moved_back_moves_all_fields_back(panes: tuple[PaneSettings, ...]):
    away = move(MainKnob.LINK_RATIO, 0.9, panes, "a", Lock.RANK)
    assert away is not None
    moved = tuple(PaneSettings(name, settings) for name, settings in away.settings.items())
    back = move(MainKnob.LINK_RATIO, 1 / 3, moved, "a", Lock.RANK)

    assert away.settings["b"] != OtherSettings()
    assert back is not None
    assert back.settings["b"] == OtherSettings()


def test_low_and_high_end_have_rank_zero_and_one():
    pane = PaneSettings("a", SampleSettings())
    declared = find_knob(SampleSettings, "max_link_density")

    assert rank_of(pane, declared, 0.0) == 0.0
    assert rank_of(pane, declared, 1.0) == 1.0
    assert value_at(pane, declared, 0.0) == 0.0
    assert value_at(pane, declared, 1.0) == 1.0


def test_the_range_of_a_field_follows_the_page_if_the_declared_range_is_far_off():
    word_counts = np.array([3.0, 8.0, 20.0, 60.0])
    pane = PaneSettings("a", SampleSettings(), {"words": word_counts})
    declared = find_knob(SampleSettings, "min_words")

    assert value_at(pane, declared, 1.0) <= 100


def test_a_value_that_conflicts_with_other_settings_is_rejected_and_named():
    panes = (PaneSettings("a", SampleSettings()), PaneSettings("g", Guarded()))
    moved = move(MainKnob.LINK_RATIO, 1.0, panes, "a", Lock.RANK)

    assert moved is not None
    assert set(moved.settings) == {"a"}
    assert [(refusal.pane, refusal.field) for refusal in moved.refused] == [("g", "ratio")]


def test_a_conflicting_leading_value_raises():
    with pytest.raises(SettingsError, match="at most ceiling"):
        move(MainKnob.LINK_RATIO, 2.0, (PaneSettings("g", Guarded()),), "g")


def test_a_pane_without_such_a_field_drives_nothing(panes: tuple[PaneSettings, ...]):
    own = (PaneSettings("u", Unset()), *panes)

    assert driven_fields(MainKnob.LINK_RATIO, own, "u") == ()
    assert move(MainKnob.LINK_RATIO, 1.0, own, "u") is None


def test_an_automatic_default_comes_from_the_profile():
    declared = find_knob(SampleSettings, "min_words")

    assert default_value(SampleSettings(min_words=3), declared) == 16
    assert default_value(SampleSettings(profile=SampleProfile.STRICT), declared) == 24
