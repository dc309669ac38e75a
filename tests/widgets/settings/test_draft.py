"""An edited record stays valid whatever the user types."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.widgets.settings.draft import Draft


@dataclass(frozen=True)
class Span(Settings):
    """Two ends."""

    low: int = knob(2, "Low", "...", low=0, high=100)
    high: int = knob(5, "High", "...", low=0, high=100)

    def check(self) -> None:
        if self.low > self.high:
            raise SettingsError("low must be at most high", field="low")


def test_a_valid_value_makes_a_new_record():
    draft = Draft(Span())

    assert draft.edit("low", 3)
    assert draft.settings == Span(low=3)
    assert not draft.errors


def test_a_rejected_value_leaves_the_last_valid_record_and_gives_the_reason():
    draft = Draft(Span())

    assert not draft.edit("low", 500)
    assert draft.settings == Span()
    assert draft.errors == {"low": "low must be at most 100, got 500"}


def test_a_waiting_value_takes_effect_when_a_later_edit_makes_it_valid():
    draft = Draft(Span())
    draft.edit("low", 20)
    refused = dict(draft.errors)

    assert refused == {"low": "low must be at most high"}
    assert draft.edit("high", 30)
    assert draft.settings == Span(20, 30)
    assert not draft.errors


def test_a_valid_edit_does_not_wait_for_a_rejected_edit():
    draft = Draft(Span())
    draft.edit("low", 20)

    assert draft.edit("high", 6)
    assert draft.settings == Span(2, 6)
    assert "low" in draft.errors


def test_a_record_from_outside_clears_the_errors_of_changed_fields():
    draft = Draft(Span())
    draft.edit("low", 20)
    draft.accept(Span(low=4))

    assert draft.settings == Span(low=4)
    assert not draft.errors


def test_a_record_from_outside_keeps_errors_of_other_fields():
    draft = Draft(Span())
    draft.edit("low", 20)
    draft.accept(Span(high=6))

    assert "low" in draft.errors


def test_the_same_value_again_is_not_a_change():
    assert not Draft(Span()).edit("low", 2)


def test_text_that_is_not_a_value_is_shown_and_not_kept():
    draft = Draft(Span())
    draft.refuse("low", "“x” is not a number")

    assert draft.errors == {"low": "“x” is not a number"}
    assert not draft.waiting
