"""A lazy sequence reads like a tuple and makes only what is read."""

from __future__ import annotations

import pickle

import pytest

from extractors.model.lazy import LazySequence


@pytest.fixture
def made() -> list[int]:
    return []


@pytest.fixture
def squares(made: list[int]) -> LazySequence[int]:
    def item(place: int) -> int:
        made.append(place)
        return place * place

    return LazySequence(4, item)


def test_only_what_is_read_is_made(squares: LazySequence[int], made: list[int]):
    assert len(squares) == 4
    assert made == []
    assert squares[2] == 4
    assert made == [2]


def test_places_from_the_end_and_ranges_are_read_like_those_of_a_tuple(squares: LazySequence[int]):
    assert squares[-1] == 9
    assert squares[1:3] == (1, 4)
    assert squares[::-2] == (9, 1)
    assert list(squares) == [0, 1, 4, 9]
    with pytest.raises(IndexError):
        squares[4]


def test_it_equals_a_sequence_of_the_same_items(squares: LazySequence[int]):
    assert squares == (0, 1, 4, 9)
    assert squares == [0, 1, 4, 9]
    assert squares != (0, 1, 4)
    assert squares != (0, 1, 4, 8)
    assert squares != 4


def test_text_is_no_sequence_of_items():
    assert LazySequence(1, lambda _: "a") != "a"


def test_it_arrives_in_another_process_as_a_tuple(squares: LazySequence[int]):
    assert pickle.loads(pickle.dumps(squares)) == (0, 1, 4, 9)  # noqa: S301 - our own bytes


def test_none_at_all_is_false():
    assert not LazySequence(0, str)
