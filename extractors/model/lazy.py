"""Lazy record fields: values that only views need, computed on first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Lazy(Generic[T]):
    """A value that is computed once, when first read.

    It is pickled as the value. The function must return an equal value at every call and must not
    fail, because no caller could handle the error at that point.
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
    """A record field that accepts a `Lazy` and is read as its value.

    The record must not have slots. Declare the field like this, with or without a default::

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
        if record is None:  # while the record is declared, the default is read
            if not self._default:
                raise AttributeError(self._name)
            return self._default[0]
        value: T | Lazy[T] = vars(record)[self._name]
        if isinstance(value, Lazy):
            value = vars(record)[self._name] = value.value
        return value

    def __set__(self, record: object, value: T | Lazy[T]) -> None:
        vars(record)[self._name] = value


def is_computed(record: object, name: str) -> bool:
    """Return whether a field of a record already has its value."""
    return not isinstance(vars(record)[name], Lazy)


def replaced(record: T, **changes: Any) -> T:
    """Return a copy of a record without slots, some fields replaced and no lazy field read.

    Values that are already computed, such as cached properties, are copied too.
    """
    copy: T = object.__new__(type(record))
    vars(copy).update(vars(record), **changes)
    return copy


class LazySequence(Sequence[T]):
    """A sequence of known length whose items are computed when read.

    It equals any sequence of equal items and is pickled as a tuple.

    Parameters
    ----------
    size : int
        Number of items.
    item : function of int
        Returns the item at an index from 0 to ``size - 1``, the same item each time.
    """

    __slots__ = ("_item", "_size")
    __hash__ = None  # type: ignore[assignment]  # like a list

    def __init__(self, size: int, item: Callable[[int], T]) -> None:
        self._size = size
        self._item = item

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        selected = range(self._size)[index]
        if isinstance(selected, range):
            return tuple(map(self._item, selected))
        return self._item(selected)

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
