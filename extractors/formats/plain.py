"""Plain text: the algorithm's own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.record import Result


def write(result: Result) -> str:
    """Return the own text; unless it is empty, it ends with a line end."""
    text = result.extraction.own_text
    return text if not text or text.endswith("\n") else text + "\n"


def under_heading(write_one: Callable[[Result], str]) -> Callable[[Result], str]:
    """Return a writer that puts a line with page and pane before each text."""

    def write_piece(result: Result) -> str:
        return f"==> {result.page_id} · {result.pane} <==\n{write_one(result)}"

    return write_piece
