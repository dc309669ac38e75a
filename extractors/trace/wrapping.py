"""Wrapping: functions of a library replaced while a run lasts, wherever its modules hold them."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import FrameType


_INHERITED: Any = object()


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A function to wrap.

    Attributes
    ----------
    path : str
        ``module:name`` or ``module:Class.name``.
    owner : module or class
        What holds it.
    name : str
        Its name there.
    held : object
        What the owner holds: the function, or a class or static method around it.
    function : callable
        The function itself.
    names : tuple of str
        Names of its positional parameters; empty if unknown.
    """

    path: str
    owner: Any
    name: str
    held: Any
    function: Callable[..., Any]
    names: tuple[str, ...]

    def arguments(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call by name, those without a name by number."""
        if len(args) <= len(self.names):
            return {**dict(zip(self.names, args, strict=False)), **kwargs}
        return {**{str(n): value for n, value in enumerate(args)}, **kwargs}


def find_target(path: str) -> Target | None:
    """Return the function of a path, None if the installed library has none there."""
    module_name, _, name = path.partition(":")
    try:
        owner: Any = importlib.import_module(module_name)
    except ImportError:
        return None
    *classes, last = name.split(".")
    for part in classes:
        owner = getattr(owner, part, None)
        if not inspect.isclass(owner):
            return None
    held = vars(owner).get(last, getattr(owner, last, None))
    function = held.__func__ if isinstance(held, classmethod | staticmethod) else held
    if not callable(function):
        return None
    return Target(path, owner, last, held, function, _parameters(function))


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    code = getattr(function, "__code__", None)
    return code.co_varnames[: code.co_argcount] if code is not None else ()


@contextmanager
def wrapped(
    wrappers: Iterable[tuple[Target, Callable[..., Any]]], packages: tuple[str, ...]
) -> Iterator[None]:
    """Replace functions by wrappers, and put them back at the end, whatever happens.

    Parameters
    ----------
    wrappers : iterable of (Target, callable)
        Function to replace, and its replacement.
    packages : tuple of str
        Packages whose modules may hold the functions under any name.
    """
    undo: list[tuple[Any, str, Any]] = []
    by_identity: dict[int, tuple[Any, Any]] = {}
    try:
        for target, wrapper in wrappers:
            if inspect.isclass(target.owner):
                held = vars(target.owner).get(target.name, _INHERITED)
                undo.append((target.owner, target.name, held))
                setattr(target.owner, target.name, _like(held, wrapper))
            else:
                by_identity[id(target.held)] = target.held, wrapper
        for module in modules_of(packages):
            for name, value in list(vars(module).items()):
                held, wrapper = by_identity.get(id(value), (None, None))
                if held is value and wrapper is not None:
                    undo.append((module, name, value))
                    setattr(module, name, wrapper)
        yield
    finally:
        for owner, name, value in reversed(undo):
            if value is _INHERITED:
                delattr(owner, name)
            else:
                setattr(owner, name, value)


def _like(held: Any, wrapper: Callable[..., Any]) -> Any:
    """Return the wrapper as the kind of attribute that it replaces."""
    if isinstance(held, classmethod | staticmethod):
        return type(held)(wrapper)
    return wrapper


def modules_of(packages: tuple[str, ...]) -> Iterator[Any]:
    """Yield the loaded modules of several packages."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in packages:
            yield module


def run_watched(
    function: Callable[..., Any],
    call: Callable[[], Any],
    on_line: Callable[[FrameType], None] | None,
    on_return: Callable[[FrameType], None],
) -> Any:
    """Call a function and report the lines of its own frame, and the frame at its return.

    Other functions that it calls run without reports. The trace function of the thread, such as
    that of a debugger, is put back.
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return call()

    def local(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line" and on_line is not None:
            on_line(frame)
        elif event == "return":
            on_return(frame)
        return local

    def on_call(frame: FrameType, _event: str, _argument: object) -> Any:
        if frame.f_code is not code:
            return None
        frame.f_trace_lines = on_line is not None
        # Further calls are of no interest. getattr(frame, "call", None) is None, without Python.
        sys.settrace(getattr)
        return local

    previous = sys.gettrace()
    sys.settrace(on_call)
    try:
        return call()
    finally:
        sys.settrace(previous)


def named_like(function: Callable[..., Any], wrapper: Callable[..., Any]) -> Callable[..., Any]:
    """Give a wrapper the name and documentation of its function."""
    try:
        return functools.wraps(function)(wrapper)
    except (AttributeError, TypeError):  # a function of an extension module
        return wrapper
