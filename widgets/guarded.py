"""Bases of models and delegates: an error in them is reported, and the program goes on.

Qt calls their methods while it paints a view. Where an exception that C code has raised, such as
``()[3]``, leaves such a method, and the view's own ``paintEvent`` is in Python, too, PySide 6.11 on
Python 3.11 reads memory that is free, and the process ends. An exception that Python code raises
again is reported as any other. So all methods of Qt that a subclass replaces are called through
one that does this.
"""

from __future__ import annotations

from functools import wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel
from PySide6.QtWidgets import QStyledItemDelegate

if TYPE_CHECKING:
    from collections.abc import Callable

_GUARDED = "_is_guarded"


class ItemModel(QAbstractItemModel):
    """Model of a tree."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _guard(cls, QAbstractItemModel)


class ListModel(QAbstractListModel):
    """Model of a list."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _guard(cls, QAbstractListModel)


class TableModel(QAbstractTableModel):
    """Model of a table."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _guard(cls, QAbstractTableModel)


class Delegate(QStyledItemDelegate):
    """Painter and editor of the cells of a view."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _guard(cls, QStyledItemDelegate)


def is_guarded(method: object) -> bool:
    """Return whether a method of a model or delegate raises its errors again."""
    return bool(getattr(method, _GUARDED, False))


def _guard(cls: type, of_qt: type) -> None:
    """Let the methods of Qt that a class itself replaces raise their errors again."""
    for name, method in list(vars(cls).items()):
        if isinstance(method, FunctionType) and name[0] != "_" and hasattr(of_qt, name):
            setattr(cls, name, _raising_again(method))


def _raising_again(method: FunctionType) -> Callable[..., Any]:
    @wraps(method)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except Exception:  # noqa: TRY203 - from here on, Python code has raised it
            raise

    setattr(guarded, _GUARDED, True)
    return guarded
