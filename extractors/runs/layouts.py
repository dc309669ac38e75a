"""Layouts of the pages of a run, read when its pages are grouped by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.groups import BY_LAYOUT
from boilerscope.extractors.sources.site_tables import SiteTables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.scoring.table import ScoreTable


def read_layouts(table: ScoreTable, kinds: Iterable[str]) -> None:
    """Give a table the layouts of its pages, if groups of these kinds need them.

    Raises
    ------
    CorpusError
        If the cache of sites cannot be written.
    """
    if BY_LAYOUT in kinds and not table.has_layouts:
        table.take_layouts(SiteTables().layouts(table.pages))
