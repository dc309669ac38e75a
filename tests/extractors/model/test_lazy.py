"""Lazy fields: read like any other field, computed only when read."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cached_property

import pytest

from boilerscope.extractors.model.lazy import Lazy, LazyField, LazySequence, is_computed, replaced


@dataclass(frozen=True)
class Note:
    """A record with an ordinary field and lazy fields."""

    name: str
    number: LazyField[int] = LazyField()
    text: LazyField[str] = LazyField("none")
    words: LazyField[list[str]] = LazyField(Lazy(list))

    @cached_property
    def length(self) -> int:
        """Number of characters of the name."""
        return len(self.name)


@pytest.fixture
def calls() -> list[str]:
    return []


@pytest.fixture
def note(calls: list[str]) -> Note:
    def write() -> str:
        calls.append("write")
        return "written"

    return Note("a", 1, Lazy(write))


def test_a_lazy_field_is_computed_once_when_it_is_read(note: Note, calls: list[str]):
    assert (note.name, note.number) == ("a", 1)
    assert calls == []
    assert not is_computed(note, "text")
    assert (note.text, note.text) == ("written", "written")
    assert calls == ["write"]
    assert is_computed(note, "text")


def test_a_replaced_record_computes_an_unread_field_when_it_is_read(note: Note, calls: list[str]):
    other = replaced(note, name="b", number=2)

    assert calls == []
    assert (other.name, other.number, other.text) == ("b", 2, "written")
    assert note.text == "written"
    assert calls == ["write"]


def test_a_replaced_record_can_have_a_new_value_for_an_unread_field(note: Note, calls: list[str]):
    assert replaced(note, text="other").text == "other"
    assert calls == []


def test_a_replaced_record_keeps_its_cached_properties(note: Note):
    assert note.length == 1
    assert "length" in vars(replaced(note, number=2))


def test_a_lazy_field_has_its_declared_default_or_is_required():
    assert (Note("a", 1).text, Note("a", 1).words) == ("none", [])
    with pytest.raises(TypeError, match="number"):
        Note("a")


def test_a_record_arrives_in_another_process_with_its_values(note: Note):
    arrived = pickle.loads(pickle.dumps(note))  # noqa: S301 - our own bytes

    assert vars(arrived) == {"name": "a", "number": 1, "text": "written", "words": []}


def test_a_record_equals_a_record_with_the_computed_value(note: Note):
    assert note == Note("a", 1, "written")
    assert note != Note("a", 1, "read")


@pytest.fixture
def computed() -> list[int]:
    return []


@pytest.fixture
def squares(computed: list[int]) -> LazySequence[int]:
    def item(index: int) -> int:
        computed.append(index)
        return index * index

    return LazySequence(4, item)


def test_only_items_that_are_read_are_computed(squares: LazySequence[int], computed: list[int]):
    assert len(squares) == 4
    assert computed == []
    assert squares[2] == 4
    assert computed == [2]


def test_negative_indices_and_slices_are_read_as_in_a_tuple(squares: LazySequence[int]):
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


def test_text_is_not_equal_to_a_sequence_of_its_characters():
    assert LazySequence(1, lambda _: "a") != "a"


def test_it_arrives_in_another_process_as_a_tuple(squares: LazySequence[int]):
    assert pickle.loads(pickle.dumps(squares)) == (0, 1, 4, 9)  # noqa: S301 - our own bytes


def test_an_empty_sequence_is_false():
    assert not LazySequence(0, str)
