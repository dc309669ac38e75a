"""Optional spellings of PySide, which the program does not use."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module


def spare_source_scan() -> None:
    """Keep PySide from reading the source of every module that is imported after it.

    It searches each source for its own name, because only such a module could ask for its
    optional spellings (``snake_case``, ``true_property``), and Python keeps all that text. Here
    no module asks for them, and a module that is not searched has the usual spellings. PySide has
    no public switch for it; a version without this function is not affected.
    """
    with suppress(ImportError):
        vars(import_module("shibokensupport.feature")).update(_mod_uses_pyside=lambda _module: True)
