"""Scores on our own pages, compared with pinned scores; a lower score is an error."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING

import pytest

from tests.helpers import quality_gate
from tests.helpers.quality_gate import Changes, compare, pin, pinned

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.quality_gate import Pins

PINS: Pins = {
    "inputs": {"set/a": "1", "set/b": "2"},
    "scores": {
        "bte": {"means": {"token_f1": 0.75}, "token_f1": {"set/a": 0.5, "set/b": 1.0}},
        "qd": {"means": {"token_f1": 0.5}, "token_f1": {"set/a": 0.5, "set/b": 0.5}},
    },
}


def test_scores_are_the_pinned_scores():
    changes = compare(pinned(), quality_gate.measured())

    command = "python -m tests.helpers.quality_gate --pin"
    assert changes.lower == (), f"lower scores; if they are meant: {command} --allow-lower"
    assert changes.other == (), f"pin them: {command}"


@pytest.fixture
def now() -> Pins:
    """Return a copy of the pinned scores, which a test may change."""
    return copy.deepcopy(PINS)


def test_equal_scores_are_no_change(now: Pins):
    assert compare(PINS, now) == Changes()


def test_a_lower_score_names_the_pages_and_is_pinned_only_if_allowed(now: Pins, tmp_path: Path):
    now["scores"]["bte"] = {
        "means": {"token_f1": 0.7},
        "token_f1": {"set/a": 0.5, "set/b": 0.9},
    }
    file = tmp_path / "scores.json"

    changes = compare(PINS, now)

    assert changes == Changes(lower=("bte: token_f1 0.75 -> 0.7 (set/b 1.0 -> 0.9)",))
    assert not pin(changes, now, allow_lower=False, file=file)
    assert not file.exists()
    assert pin(changes, now, allow_lower=True, file=file)
    assert json.loads(file.read_text(encoding="utf-8")) == now


def test_a_higher_score_is_reported_and_can_be_pinned(now: Pins, tmp_path: Path):
    now["scores"]["qd"]["means"]["token_f1"] = 0.6

    changes = compare(PINS, now)

    assert changes.lower == ()
    assert changes.other == ("qd: token_f1 0.5 -> 0.6 (no page differs in F1)",)
    assert pin(changes, now, allow_lower=False, file=tmp_path / "scores.json")


def test_changed_inputs_are_reported(now: Pins):
    now["inputs"] = {"set/a": "9", "set/c": "3"}

    assert compare(PINS, now).other == tuple(
        f"set/{name}: the page or its gold has changed" for name in "abc"
    )


def test_a_missing_extractor_is_a_lower_score_and_a_new_extractor_is_not(now: Pins):
    now["scores"]["new"] = now["scores"].pop("qd")

    assert compare(PINS, now) == Changes(("qd: is missing",), ("new: is not pinned",))
