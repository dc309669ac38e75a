"""Files of marks made by people, beside the pages of a corpus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.formats import own

if TYPE_CHECKING:
    from boilerscope.extractors.gold.entry import GoldEntry


def with_marks(entry: GoldEntry) -> GoldEntry:
    """Return an entry with the marks beside its page as gold, if there are any."""
    if not isinstance(entry.html, Path):
        return entry
    marks = own.marks_file(entry.html)
    return replace(entry, source=own.MarksSource(marks)) if marks.is_file() else entry
