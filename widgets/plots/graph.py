"""pyqtgraph, which all plots import from here.

At its import it copies every name of QtCore, QtGui and QtWidgets, and so has PySide make each of
their types and enumerations: half of what the import takes. Here it gets modules that look a
name up when it is read.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets

if TYPE_CHECKING:
    from collections.abc import Iterator

_COPIED = (QtCore, QtGui, QtWidgets)


class _Names(ModuleType):
    """A module with the names of another one, and with those that are set in it."""

    def __init__(self, name: str, source: ModuleType) -> None:
        super().__init__(name)
        self._source = source

    def __getattr__(self, name: str) -> object:
        found: object = getattr(self._source, name)
        return found

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._source)})


@contextmanager
def _without_copies() -> Iterator[None]:
    """Let pyqtgraph look names of Qt up, and find none to copy, while it is imported."""
    former = {source: vars(source).get("__dir__", source.__dir__) for source in _COPIED}
    for source in _COPIED:
        name = f"pyqtgraph.Qt.{source.__name__.rpartition('.')[2]}"
        sys.modules.setdefault(name, _Names(name, source))
        vars(source)["__dir__"] = list
    try:
        yield
    finally:
        for source, listed in former.items():
            vars(source)["__dir__"] = listed


with _without_copies():
    import pyqtgraph as pg

__all__ = ["pg"]
