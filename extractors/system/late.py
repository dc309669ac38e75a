"""Imports at first use, for what few users need: a dialog, a job, a format.

A module names what it needs once, at its head. Type checkers and the tests of layers read an
import; the start of the program is spared one::

    if TYPE_CHECKING:
        from boilerscope.extractors.formats import catalogue
        from boilerscope.extractors.sources.gold_sets import open_set
    else:
        catalogue = late_module("boilerscope.extractors.formats.catalogue")
        open_set = late_call("boilerscope.extractors.sources.gold_sets", "open_set")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class late_module:  # noqa: N801 - reads as the function that it is to its callers
    """A module by its full name; the first read of an attribute imports it.

    An error of the import is raised there, and at each read after it. Any thread may read.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        """Return an attribute of the module, as it is now."""
        found: object = getattr(import_module(self._name), attribute)
        return found


class late_call:  # noqa: N801 - as above
    """A function or class of a module; the first call imports the module.

    It can be called and nothing else: a class whose instances are told apart is imported.
    """

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *args: object, **named: object) -> object:
        """Call it; what it raises and an error of the import are raised."""
        return getattr(import_module(self._module), self._name)(*args, **named)


def late_calls(module: str, *names: str) -> Iterator[late_call]:
    """Yield functions and classes of a module by their names, see `late_call`."""
    return (late_call(module, name) for name in names)
