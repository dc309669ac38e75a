"""Conditions of the block table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.widgets.blocks.expression import (
    MAX_DEPTH,
    ExpressionError,
    evaluate,
    is_condition,
)

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray

WORDS = np.array([3.0, 19.0, 20.0, math.nan, 400.0])
DENSITY = np.array([0.9, 0.31, 0.0, 0.5, 0.1])
KEPT = np.array([False, True, True, False, True])
RULES = {"F8": np.array([True, False, False, True, False])}


def met(text: str) -> list[bool]:
    """Return which of five blocks meet a condition."""

    def contains(searched: str) -> BoolArray:
        return np.array([searched in f"block {number}" for number in range(5)])

    quantities = {"words": WORDS, "link_density_words": DENSITY}
    states = {"kept": KEPT, "dropped": ~KEPT}
    found: list[bool] = evaluate(text, quantities, states, RULES, contains).tolist()
    return found


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("link_density_words > 0.3 and words < 20", [0, 1]),
        ("words < 20 or words > 100", [0, 1, 4]),
        ("not words < 20", [2, 3, 4]),
        ("not (kept or link_density_words >= 90%)", [3]),
        ("words != 3", [1, 2, 4]),
        ("10 <= words < 20.5", [1, 2]),
        ("words = 20 AND kept", [2]),
        ("words ≥ 20", [2, 4]),
        ("-words < -100", [4]),
        ("rule = F8", [0, 3]),
        ("rule != f8 and kept", [1, 2, 4]),
        ('"block 1" or "block 4"', [1, 4]),
        ("words < link_density_words", []),
    ],
)
def test_a_condition_selects_its_blocks(text: str, blocks: list[int]):
    assert [number for number, is_met in enumerate(met(text)) if is_met] == blocks


@pytest.mark.parametrize(
    ("text", "kind", "what", "nearest"),
    [
        ("wrds > 3", "name", "wrds", "words"),
        ("rule = F9", "name", "F9", "F8"),
        ("words >", "end", "", ""),
        ("(words > 3", "end", ")", ""),
        ("words > 3)", "extra", ")", ""),
        ("words > 3 # 4", "extra", "#", ""),
        ("words and kept", "compare", "and", ""),
        ("words > and", "end", "and", ""),
    ],
)
def test_a_wrong_condition_says_where(text: str, kind: str, what: str, nearest: str):
    with pytest.raises(ExpressionError) as error:
        met(text)

    assert (error.value.kind, error.value.what, error.value.nearest) == (kind, what, nearest)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("words < 20", True),
        ("link_density_words>0.3", True),
        ("rule = F8", True),
        ("(words) >= 2", True),
        ("plain words", False),
        ('"a < b"', False),
        ("-> next", False),
        ("", False),
    ],
)
def test_words_are_not_taken_for_a_condition(text: str, *, expected: bool):
    assert is_condition(text) is expected


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_says_why_not(text: str):
    try:
        n_blocks = len(met(text))
    except ExpressionError:
        return
    assert n_blocks == len(WORDS)


@pytest.mark.parametrize("opening", ["(", "not ", "not("])
def test_a_condition_that_nests_too_deeply_is_refused(opening: str):
    with pytest.raises(ExpressionError):
        met(opening * 5000 + "kept")
    assert met("not " * (MAX_DEPTH - MAX_DEPTH % 2) + "kept") == KEPT.tolist()


NUMBERS = st.integers(-5, 5)


@given(
    st.recursive(
        st.builds(
            "{} {} {}".format,
            st.sampled_from(["words", "link_density_words", "1", "2.5"]),
            st.sampled_from(["<", "<=", ">", ">=", "==", "!="]),
            NUMBERS,
        ),
        lambda inner: (
            st.builds("({} and {})".format, inner, inner)
            | st.builds("({} or {})".format, inner, inner)
            | st.builds("(not {})".format, inner)
        ),
        max_leaves=6,
    )
)
def test_conditions_mean_what_they_mean_in_python(text: str):
    defined = [0, 1, 2, 4]  # a missing value is unequal to everything in Python
    for block in defined:
        names = {"words": WORDS[block], "link_density_words": DENSITY[block]}
        assert met(text)[block] == bool(eval(text, {}, names))  # noqa: S307 - our own text
