"""Models and delegates report their errors; PySide 6.11 would end the process for some of them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemDelegate

from boilerscope.widgets.guarded import TableModel, is_guarded
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QTableView
from boilerscope.widgets.guarded import TableModel

class Model(TableModel):
    def rowCount(self, parent=None):
        return 9
    def columnCount(self, parent=None):
        return 2
    def data(self, index, role=0):
        return ()[3]

class View(QTableView):
    def paintEvent(self, event):
        super().paintEvent(event)

application = QApplication(["guarded"])
view, model = View(), Model()
view.setModel(model)
view.show()
repaint, end = QTimer(), QTimer()
repaint.timeout.connect(view.viewport().update)
repaint.start(5)
end.singleShot(200, lambda: print("goes on") or application.quit())
application.exec()
"""


def _subclasses(base: type) -> Iterator[type]:
    subclasses: list[type] = base.__subclasses__()
    for cls in subclasses:
        if cls.__module__.startswith("boilerscope."):
            yield cls
        yield from _subclasses(cls)


def _all_of_ours() -> list[type]:
    """Return all models and delegates in the code of the window."""
    for room in ("widgets", "app"):
        for file in sorted((ROOT / room).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            if "guarded" in text or "QAbstract" in text or "Delegate" in text:
                module = file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
                import_module(f"boilerscope.{module}".removesuffix(".__init__"))
    return [*_subclasses(QAbstractItemModel), *_subclasses(QAbstractItemDelegate)]


def unguarded(cls: type) -> list[str]:
    """Return the methods of Qt that a class replaces without a guard."""
    qt = next(base for base in cls.__mro__ if base.__module__.startswith("PySide6."))
    return [
        f"{cls.__module__}.{cls.__name__}.{name}"
        for name, method in vars(cls).items()
        if not name.startswith("_") and callable(method) and hasattr(qt, name)
        if not is_guarded(method)
    ]


def test_every_model_and_delegate_is_guarded():
    ours = _all_of_ours()
    found = [name for cls in ours for name in unguarded(cls)]

    assert len(ours) > 30
    assert not found, "\n".join(["derive from boilerscope.widgets.guarded:", *found])


def test_a_class_without_guard_is_found():
    class Model(QAbstractItemModel):
        def rowCount(self, parent: object = None) -> int:
            del parent
            return 0

    assert [name.rpartition(".")[2] for name in unguarded(Model)] == ["rowCount"]


@pytest.mark.usefixtures("qapp")
def test_a_guarded_method_answers_as_it_is():
    class Model(TableModel):
        def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> str:
            """Return the heading."""
            return f"{section} {orientation.name} {role}"

        def rowCount(self, parent: object = None) -> int:
            raise KeyError(parent)

    model = Model()

    assert model.headerData(3, Qt.Orientation.Vertical, role=2) == "3 Vertical 2"
    assert Model.headerData.__doc__ == "Return the heading."
    with pytest.raises(KeyError):
        model.rowCount()


def test_an_error_of_c_code_in_a_cell_does_not_end_the_program():
    ended = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False, timeout=120
    )

    assert "goes on" in ended.stdout
    assert "IndexError" in ended.stderr
