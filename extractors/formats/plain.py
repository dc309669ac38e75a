"""Plain text: the algorithm's own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractors.formats.record import Result


def write(result: Result) -> str:
    """Return the own text, ending with a line end where there is any."""
    text = result.extraction.own_text
    return text if not text or text.endswith("\n") else text + "\n"
