"""Tables of an audit: numbers are aligned to the right, texts and names of pages to the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextTable

from boilerscope.widgets.corpus.audit_card import AuditCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("rows", [[("news", "1,024", "left out: 0%")], []])
def test_numbers_are_aligned_to_the_right_with_their_heading(
    qtbot: QtBot, rows: list[tuple[str, ...]]
):
    card = AuditCard()
    qtbot.addWidget(card)

    card.show_tables([("Policy", ("set", "pages", "title"), rows)], (), {"news"})

    frames = card.tables.document().rootFrame().childFrames()
    [table] = [frame for frame in frames if isinstance(frame, QTextTable)]
    assert table.rows() == 1 + len(rows)
    for row in range(table.rows()):
        right = [
            bool(
                table.cellAt(row, column).firstCursorPosition().blockFormat().alignment()
                & Qt.AlignmentFlag.AlignRight
            )
            for column in range(3)
        ]
        assert right == [False, bool(rows), False]
