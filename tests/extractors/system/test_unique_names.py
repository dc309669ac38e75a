"""Names that are unique: the next free number after a name that is taken."""

from __future__ import annotations

import pytest

from boilerscope.extractors.system.unique_names import UniqueNames


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (["a", "a", "a"], ["a", "a-2", "a-3"]),
        (["a-2", "a", "a"], ["a-2", "a", "a-3"]),
        (["a", "a", "a-2"], ["a", "a-2", "a-2-2"]),
        (["", ""], ["", "-2"]),
    ],
)
def test_a_name_that_is_taken_gets_the_next_free_number(names: list[str], unique: list[str]):
    taken = UniqueNames()

    assert [taken.take(name) for name in names] == unique


def test_names_can_be_taken_from_the_beginning():
    assert UniqueNames(["toy", "toy#3"], mark="#").take("toy") == "toy#2"


def test_many_equal_names_are_numbered_in_linear_time():
    names = UniqueNames()

    numbered = [names.take("index") for _ in range(30_000)]

    assert len(set(numbered)) == 30_000
    assert numbered[-1] == "index-30000"
