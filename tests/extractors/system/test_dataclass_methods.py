"""A dataclass whose methods are compiled at their first use is like any other."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import sys
from dataclasses import FrozenInstanceError, InitVar, dataclass, field, fields, replace
from threading import Barrier, Thread
from types import FunctionType
from typing import Any

import pytest

from boilerscope.extractors.system.dataclass_methods import compile_methods_late

COMPILED_ONE_BY_ONE = hasattr(dataclasses, "_create_fn")
METHODS = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__")


@pytest.fixture(autouse=True)
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    if COMPILED_ONE_BY_ONE:
        monkeypatch.setattr(dataclasses, "_create_fn", vars(dataclasses)["_create_fn"])
    compile_methods_late()


def declare(**options: Any) -> Any:
    """Return a class and a class below it, declared just now."""

    @dataclass(**options)
    class Point:
        """Two numbers. Without a docstring, `dataclass` writes one from the signature at once."""

        x: int
        y: int = 2
        seen: list[int] = field(default_factory=list, compare=False)
        start: InitVar[int] = 0

        def __post_init__(self, start: int) -> None:
            self.seen.append(start)

    @dataclass(**options)
    class Place(Point):
        name: str = "here"

    return Point, Place


ALL_OPTIONS = [
    {},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"order": True, "slots": True},
]


@pytest.fixture(params=ALL_OPTIONS, ids=str)
def options(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.mark.skipif(not COMPILED_ONE_BY_ONE, reason="this Python compiles all methods at once")
def test_a_method_is_compiled_when_it_is_used():
    point, _ = declare(frozen=True, slots=True)
    assert not any(
        isinstance(vars(point)[name], FunctionType) for name in METHODS if name != "__repr__"
    )

    point(1)

    compiled = [name for name in METHODS if isinstance(vars(point)[name], FunctionType)]
    assert compiled == ["__init__", "__repr__"]


def test_values_and_equality(options: dict[str, bool]):
    point, place = declare(**options)

    made = place(1, start=7, name="there")

    assert (made.x, made.y, made.seen, made.name) == (1, 2, [7], "there")
    assert point(1) == point(1, seen=[3]) != point(2)
    assert point(1) != place(1)
    assert repr(point(1)).endswith(".Point(x=1, y=2, seen=[0])")
    assert [declared.name for declared in fields(place)] == ["x", "y", "seen", "name"]
    assert replace(made, x=5, start=1).x == copy.copy(made).x + 4 == 5
    with pytest.raises(TypeError, match=r"Point\.__init__\(\) missing 1 required"):
        point()


def test_hash_and_order(options: dict[str, bool]):
    point, _ = declare(**options)

    if options.get("frozen"):
        assert hash(point(1)) == hash(point(1, seen=[4])) != hash(point(2))
    else:
        assert point.__hash__ is None
    if options.get("order"):
        assert sorted([point(2), point(1)]) == [point(1), point(2)]
        assert point(1) <= point(1)
    else:
        with pytest.raises(TypeError):
            sorted([point(2), point(1)])


def test_a_frozen_record_and_the_one_below_it_stay_frozen():
    for made in (kind(1) for kind in declare(frozen=True)):
        for _ in range(2):
            with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
                made.x = 3
            with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
                del made.x
        assert made.x == 1


def test_signatures_names_and_inspection_are_the_usual_ones(options: dict[str, bool]):
    point, place = declare(**options)

    assert list(inspect.signature(place).parameters) == ["x", "y", "seen", "start", "name"]
    assert place.__init__.__qualname__.endswith("declare.<locals>.Place.__init__")
    assert place.__repr__.__name__ == "__repr__"
    assert point.__match_args__ == ("x", "y", "seen", "start")
    assert "x: 'int'" in str(inspect.signature(point))


def test_a_method_of_the_class_above_is_reached_through_super():
    point, _ = declare(frozen=True)

    class Named(point):  # type: ignore[valid-type, misc]  # a class that is declared when called
        def __init__(self) -> None:
            super().__init__(4)

        def __repr__(self) -> str:
            return f"named {super().__repr__()}"

    assert Named().x == 4
    assert "Named(x=4, y=2, seen=[0])" in repr(Named())
    assert point(4) != Named()
    assert isinstance(vars(point)["__init__"], FunctionType)


@dataclass
class _Kept:
    x: int


def test_a_record_that_holds_itself_is_printed_and_one_is_pickled():
    point, _ = declare()
    made = point(1)
    made.seen.append(made)

    assert repr(made).endswith(".Point(x=1, y=2, seen=[0, ...])")
    assert pickle.loads(pickle.dumps(_Kept(3))) == _Kept(3)  # noqa: S301 - our own bytes


def test_threads_may_use_a_method_first_at_the_same_time():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            point, _place = declare(frozen=True, slots=True)
            begin = Barrier(4)
            made: list[int] = []

            def make(
                number: int, point: Any = point, begin: Barrier = begin, made: Any = made
            ) -> None:
                begin.wait()
                made.append(hash(point(number)))

            threads = [Thread(target=make, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

            assert len(set(made)) == 4
    finally:
        sys.setswitchinterval(interval)


def test_twice_is_once():
    before = vars(dataclasses).get("_create_fn")

    compile_methods_late()

    assert vars(dataclasses).get("_create_fn") is before
