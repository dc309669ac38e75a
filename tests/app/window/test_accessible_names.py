"""Every control on both faces has a name for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from boilerscope.widgets.buttons import IconButton
from tests.helpers.corpus_files import write_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtGui import QAccessibleInterface

    from tests.helpers.bench import WindowBench

MAX_CHILDREN = 60
"""Longer lists have many rows of one kind."""


def nodes(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield a node of the tree that screen readers see, and all nodes below it."""
    yield node
    for index in range(min(node.childCount(), MAX_CHILDREN)):
        child: QAccessibleInterface | None = node.child(index)
        if child is not None and child.isValid():
            yield from nodes(child)


def is_viewport(node: QAccessibleInterface) -> bool:
    """Return whether a node is the inner part of a view, which the view names."""
    widget = node.object()
    outer = widget.parent() if isinstance(widget, QWidget) else None
    return isinstance(outer, QAbstractScrollArea) and outer.viewport() is widget


@pytest.mark.parametrize("face", ["start", "page", "corpus"])
def test_every_node_that_takes_the_focus_has_a_name(
    bench: WindowBench, lake_file: Path, tmp_path: Path, face: str
):
    if face == "page":
        bench.open(str(lake_file))
    elif face == "corpus":
        corpus = bench.window_controller.corpus.state
        bench.window_controller.open(str(write_corpus(tmp_path / "pages")))
        bench.qtbot.waitUntil(lambda: corpus.table is not None)
    bench.settle()
    root = QAccessible.queryAccessibleInterface(bench.window)
    found = list(nodes(root))
    nameless = [
        f"{type(node.object()).__name__} {node.object().objectName()}"
        for node in found
        if node.state().focusable
        and not node.state().invisible
        and not node.text(QAccessible.Text.Name)
        and not is_viewport(node)
        and isinstance(node.object(), QWidget)
    ]

    assert len(found) > 100
    assert nameless == []


def test_panes_and_strips_tell_screen_readers_what_they_show(lake: WindowBench):
    window, session = lake.window, lake.controller.session
    found = [window.panes.pane(pane.name) for pane in session.panes]
    opened = [pane for pane in found if pane is not None]
    buttons = [button for pane in opened for button in pane.header.findChildren(IconButton)]
    names = [
        (button.accessibleName(), button.accessibleDescription())
        for button in buttons
        if button.isVisible()
    ]

    assert len(opened) > 1
    assert all(pane.name in pane.body.accessibleName() for pane in opened)
    assert "trips" in window.strips.accessibleName()
    assert len(names) == len(set(names)) > 2
