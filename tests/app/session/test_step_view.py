"""A step is matched to a newer result by its code."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.app.session.step_view import same_step
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.steps import Step


def extraction_with_steps(codes: str) -> Extraction:
    """Return a result with a step for each letter."""
    nothing = np.zeros(0, dtype=np.int32)
    steps = tuple(Step(code, "Do it", (), nothing, nothing.astype(np.bool_)) for code in codes)
    return Extraction("any", Status.OK, steps=steps)


@pytest.mark.parametrize(
    ("before", "index", "after", "expected"),
    [
        ("abc", 1, "abc", 1),
        ("abc", 2, "ac", 1),
        ("ac", 1, "abc", 2),
        ("abc", 1, "ac", None),
        ("aba", 2, "aba", 2),
        ("aba", 2, "cabxa", 4),
        ("aba", 2, "ab", None),
        ("aba", 0, "ba", 1),
        ("abc", 0, "", None),
    ],
)
def test_a_step_matches_the_step_of_the_same_code_and_number(
    before: str, index: int, after: str, expected: int | None
):
    assert same_step(extraction_with_steps(before), index, extraction_with_steps(after)) == expected
