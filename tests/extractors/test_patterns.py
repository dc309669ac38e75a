"""Regular expressions that match alike on every supported version of Python."""

from __future__ import annotations

import ast
import re

import pytest

from tests.helpers.imports import ROOMS, sources
from tests.helpers.material import ROOT

# Python before 3.11.5 forgets the start of a possessive group if its last repetition fails; an
# empty last alternative keeps that repetition from failing.
_UNSAFE = re.compile(r"[^|\\]\)(?:[*+?]|\{[0-9,]+\})\+")


def _texts(source: str) -> list[str]:
    nodes = ast.walk(ast.parse(source))
    constants = (node.value for node in nodes if isinstance(node, ast.Constant))
    decoded = (c.decode("latin-1") if isinstance(c, bytes) else c for c in constants)
    return [text for text in decoded if isinstance(text, str)]


def _unsafe(source: str) -> list[str]:
    return [text for text in _texts(source) if _UNSAFE.search(text)]


@pytest.mark.parametrize("room", ROOMS)
def test_possessive_groups_end_in_an_empty_alternative(room: str) -> None:
    unsafe_by_file = {
        str(path.relative_to(ROOT)): unsafe
        for path in sources(room)
        if (unsafe := _unsafe(path.read_text(encoding="utf-8")))
    }

    assert unsafe_by_file == {}


@pytest.mark.parametrize("pattern", ["(?:ab?c)*+", "(?:a|b)?+", "x(a+b)++", "(?:ab){2,}+"])
def test_possessive_group_that_may_fail_is_found(pattern: str) -> None:
    assert _unsafe(f"P = rb{pattern!r}") == [pattern]


@pytest.mark.parametrize("pattern", ["(?:ab?c|)*+", "[ab]*+", r"\)*+", "a++", "(?:ab)*"])
def test_safe_pattern_is_accepted(pattern: str) -> None:
    assert _unsafe(f"P = r{pattern!r}") == []


@pytest.mark.parametrize(
    ("pattern", "text", "matched"),
    [("(?:ab?c|)*+", "acaba", "ac"), ("(?:a+b|cd(?=e)|)*+", "aabcdf", "aab")],
)
def test_empty_alternative_makes_a_possessive_group_stop_at_the_right_offset(
    pattern: str, text: str, matched: str
) -> None:
    match = re.match(pattern, text)

    assert match is not None
    assert match.group() == matched
