"""Sequences that are made when somebody looks: what only views show costs a run nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


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
