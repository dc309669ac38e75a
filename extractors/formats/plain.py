"""Plain text: the algorithm's own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractors.formats.record import Result


def write(result: Result) -> str:
    """Return the own text, ending with a line end where there is any."""
    text = result.extraction.own_text
    return text if not text or text.endswith("\n") else text + "\n"


def under_heading(write_one: Callable[[Result], str]) -> Callable[[Result], str]:
    """Return a writer that puts a line before each text which says whose it is."""

    def write_piece(result: Result) -> str:
        return f"==> {result.page_id} · {result.pane} <==\n{write_one(result)}"

    return write_piece
