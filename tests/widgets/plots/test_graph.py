"""pyqtgraph looks names of Qt up instead of copying them all."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from boilerscope.widgets.plots.graph import pg
from tests.helpers.imports import ROOMS, imports_of, sources


def test_names_of_qt_are_those_of_pyside_and_none_is_copied():
    for theirs, ours in ((QtCore, pg.QtCore), (QtGui, pg.QtGui), (QtWidgets, pg.QtWidgets)):
        shared = [name for name in dir(theirs) if name.startswith("Q")]

        assert len(shared) > 90
        assert set(dir(theirs)) <= set(dir(ours))
        assert all(getattr(ours, name) is getattr(theirs, name) for name in shared[:20])
        assert len(vars(ours).keys() & set(shared)) < 10


def test_a_name_that_qt_does_not_have_is_an_attribute_error():
    assert not hasattr(pg.QtCore, "QNothing")


def test_all_plots_import_pyqtgraph_from_one_place():
    importers = [
        path.name
        for room in ROOMS
        for path in sources(room)
        for imported in imports_of(path.read_text(encoding="utf-8"))
        if imported.module.partition(".")[0] == "pyqtgraph"
    ]

    assert importers == ["graph.py"]
