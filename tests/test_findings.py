"""The list of findings in the window: every finding names tests that exist, or a reason."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent
LIST = TESTS / "findings.md"
_LINE = re.compile(r"- (?P<seen>.+?)\. \*\*(?P<state>Mended|Disputed|Open)\*\*: (?P<rest>.+)")
_TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


class Finding(NamedTuple):
    """A line of the list.

    Attributes
    ----------
    tests : list of (str, str)
        File and name of each test.
    """

    seen: str
    state: str
    rest: str
    tests: list[tuple[str, str]]


def findings() -> list[Finding]:
    """Return the lines of the list; a line of another form is an error."""
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line.startswith("-")]
    found = [(line, _LINE.fullmatch(line)) for line in lines]
    assert [line for line, match in found if match is None] == []
    return [
        Finding(match["seen"], match["state"], match["rest"], _TEST.findall(match["rest"]))
        for _, match in found
        if match is not None
    ]


@cache
def functions_of(file: str) -> frozenset[str]:
    """Return the names of the test functions of a file below `tests`."""
    path = TESTS / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("finding", findings(), ids=lambda finding: finding.seen[:50])
def test_a_finding_names_tests_that_exist_or_a_reason(finding: Finding):
    missing = [f"{file}::{test}" for file, test in finding.tests if test not in functions_of(file)]
    reason = _TEST.sub("", finding.rest)

    assert missing == []
    if finding.state == "Mended":
        assert finding.tests
        assert not re.search(r"\w", reason), "a mended finding has tests only"
    else:
        assert len(reason.split()) >= 8, "a finding that stays has a reason"


def test_every_finding_is_listed_once():
    seen = [finding.seen for finding in findings()]

    assert len(seen) > 110
    assert len(seen) == len(set(seen))
