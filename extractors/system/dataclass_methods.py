"""Methods of dataclasses that are compiled when they are first looked up.

`dataclass` writes up to six methods as text and compiles each of them, for hundreds of records at
every start. Of most records the program creates instances at most: it never prints, compares or
hashes them.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType


class _AtFirstUse:
    """A method that compiles its function, and makes room for it, when it is looked up."""

    __slots__ = ("__name__", "_compiled")

    def __init__(self, name: str, compiled: Callable[[], FunctionType]) -> None:
        self.__name__, self._compiled = name, compiled

    def __get__(self, instance: object, owner: type) -> Any:
        function = self._compiled()
        for kind in owner.__mro__:
            if vars(kind).get(self.__name__) is self:
                function.__qualname__ = f"{kind.__qualname__}.{self.__name__}"
                setattr(kind, self.__name__, function)
                break
        return function.__get__(instance, owner)

    def __call__(self, *args: object) -> object:
        """Call the function outside of a class, as a decorator of it does."""
        function: Callable[..., object] = self._compiled()
        return function(*args)


def compile_methods_late() -> None:
    """Let every dataclass that is declared from now on compile its methods at their first use.

    There is no public way: this replaces the function by which Python 3.11 and 3.12 compile one
    method. Python 3.13 compiles all methods of a class at once, and stays as it is. It is for a
    program, not for a library, since it changes the dataclasses of everybody in the process.
    """
    compile_now = vars(dataclasses).get("_create_fn")
    if compile_now is None or isinstance(compile_now, _Late):
        return
    vars(dataclasses)["_create_fn"] = _Late(compile_now)


class _Late:
    """The function of `dataclasses` that compiles a method, but at the first use of the method."""

    def __init__(self, compile_now: Callable[..., FunctionType]) -> None:
        self._compile_now = compile_now

    def __call__(self, name: str, *args: object, **named: object) -> _AtFirstUse:
        return _AtFirstUse(name, partial(self._compile_now, name, *args, **named))
