"""Snippets that must be in a text, and snippets that must not."""

from __future__ import annotations

import pytest

from boilerscope.extractors.model.gold import Snippets
from boilerscope.extractors.scoring.counts import snippets
from tests.helpers.scores import texts_to_score

SNIPPETS = Snippets(required=("Lake ice melts", "in April"), forbidden=("Sign up",))


@pytest.mark.parametrize(
    ("text", "n_passed"),
    [
        ("Lake ice melts in April.", 3),
        ("LAKE ICE\n\tmelts", 2),
        ("Lake ice melts in April. sign\nup now", 2),
        ("Sign up", 0),
        ("", 1),
        ("Lakeicemelts", 1),
    ],
)
def test_snippets_pass_if_required_ones_are_found_and_forbidden_ones_are_not(
    text: str, n_passed: int
):
    assert snippets(*texts_to_score("", text, SNIPPETS)) == (n_passed, 3)


@pytest.mark.parametrize("listed", [None, Snippets()])
def test_a_page_without_snippets_is_not_scored_by_them(listed: Snippets | None):
    assert snippets(*texts_to_score("", "text", listed)) is None
