"""Lazy record fields: values that only views need, computed on first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Lazy(Generic[T]):
    """A value that is made once, when it is read: what is given to a field of that kind.

    It travels between processes as the value. It must make the same one whenever it is asked, and
    must not fail: nobody is there any more to tell why.

    Parameters
    ----------
    make : function
        Returns the value.
    """

    __slots__ = ("_made",)

    def __init__(self, make: Callable[[], T]) -> None:
        self._made: Callable[[], T] | tuple[T] = make

    @property
    def value(self) -> T:
        """The value."""
        if not isinstance(self._made, tuple):
            self._made = (self._made(),)
        return self._made[0]

    def __reduce__(self) -> tuple[Callable[[T], T], tuple[T]]:
        return _same, (self.value,)


class LazyField(Generic[T]):
    """A field of a record that can be given a `Lazy`, and is read as the value.

    The record must have no slots. It is declared like this, with a default or without::

        own_text: LazyField[str] = LazyField("")
    """

    def __init__(self, *default: T | Lazy[T]) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, record: None, owner: type) -> T | Lazy[T]: ...
    @overload
    def __get__(self, record: object, owner: type) -> T: ...
    def __get__(self, record: object | None, owner: type) -> T | Lazy[T]:
        if record is None:  # the record is being declared and asks for the default
            if not self._default:
                raise AttributeError(self._name)
            return self._default[0]
        value: T | Lazy[T] = vars(record)[self._name]
        if isinstance(value, Lazy):
            value = vars(record)[self._name] = value.value
        return value

    def __set__(self, record: object, value: T | Lazy[T]) -> None:
        vars(record)[self._name] = value


def is_made(record: object, name: str) -> bool:
    """Tell whether a field of a record holds its value, not how to make it."""
    return not isinstance(vars(record)[name], Lazy)


def replaced(record: T, **changes: Any) -> T:
    """Return a record without slots with other values in some fields; none of the others is read.

    What else the record has come to know of itself stays known, such as cached properties.
    """
    other: T = object.__new__(type(record))
    vars(other).update(vars(record), **changes)
    return other


class LazySequence(Sequence[T]):
    """A sequence of known length whose items are made when they are read.

    It equals any sequence of equal items, and travels between processes as the tuple of them.

    Parameters
    ----------
    size : int
        Number of items.
    item : function of int
        Returns the item at a place from 0 to ``size - 1``, the same one each time.
    """

    __slots__ = ("_item", "_size")
    __hash__ = None  # type: ignore[assignment]  # like a list

    def __init__(self, size: int, item: Callable[[int], T]) -> None:
        self._size = size
        self._item = item

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        chosen = range(self._size)[place]
        if isinstance(chosen, range):
            return tuple(map(self._item, chosen))
        return self._item(chosen)

    def __iter__(self) -> Iterator[T]:
        return map(self._item, range(self._size))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == yours for mine, yours in zip(self, other, strict=True)
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._size:,}>"

    def __reduce__(self) -> tuple[type[tuple[T, ...]], tuple[tuple[T, ...]]]:
        return tuple, (tuple(self),)


def _same(value: T) -> T:
    return value
