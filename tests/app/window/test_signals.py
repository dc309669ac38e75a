"""Every signal that a widget declares is connected by the program."""

from __future__ import annotations

import gc
import inspect
from typing import TYPE_CHECKING

from PySide6.QtCore import QMetaMethod, QObject, Signal
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.bench import WindowBench

ROOM = "boilerscope.widgets."

FOR_A_WHILE = {
    "page.gate.Gate.refused",
    "page.isolated_view.IsolatedView.loaded",
    "page.view.PageView.archive_ready",
    "page.view.PageView.settled",
}
"""Connected while a page is loaded or a snapshot is taken."""

OF_A_DIALOG = {
    "export.text_tab.TextTab.preview_asked",
    "export.text_tab.TextTab.repair_asked",
    "export.dialog.ExportDialog.command_copied",
}
"""Connected by the program when it opens the dialog; tests open it without the program."""

FOR_TESTS = {"page.view.PageView.painted"}
"""The only sign that the web engine has painted; tests and benchmarks wait for it."""


def declared(kind: type) -> Iterator[str]:
    """Yield the names of the signals that a class declares itself."""
    yield from (name for name, value in vars(kind).items() if isinstance(value, Signal))


def connected(instance: QObject) -> set[str]:
    """Return the names of the signals to which anything is connected."""
    about = instance.metaObject()
    methods = (about.method(index) for index in range(about.methodCount()))
    return {
        method.name().toStdString()
        for method in methods
        if method.methodType() is QMetaMethod.MethodType.Signal
        and instance.isSignalConnected(method)
    }


def test_every_signal_of_a_widget_is_connected_by_the_program(lake: WindowBench):
    assert lake.window_controller.of_corpus is not None, "makes the Corpus face"
    lake.settle()
    missing: dict[str, bool] = {}
    objects = [other for other in gc.get_objects() if isinstance(other, QObject)]
    for instance in filter(isValid, objects):  # earlier tests leave wrappers of deleted ones
        kinds = [
            kind for kind in inspect.getmro(type(instance)) if kind.__module__.startswith(ROOM)
        ]
        has = connected(instance) if kinds else set()
        for kind in kinds:
            for name in declared(kind):
                signal = f"{kind.__module__}.{kind.__qualname__}.{name}".removeprefix(ROOM)
                missing[signal] = missing.get(signal, True) and name not in has

    assert len(missing) > 200
    unconnected = {signal for signal, is_missing in missing.items() if is_missing}
    assert unconnected - OF_A_DIALOG == FOR_A_WHILE | FOR_TESTS
