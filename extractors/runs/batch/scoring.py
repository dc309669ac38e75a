"""Scoring of a batch: its texts are aligned with the pages of a gold standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.page.files import page_stem
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.file_panes import EXTRACTOR, FilePane
from boilerscope.extractors.sources.results_files import read_outputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.sources.results_files import Output


class BatchTexts:
    """Texts of a batch for pages with gold; texts of other pages are skipped.

    Attributes
    ----------
    panes : tuple of FilePane
        Panes of the batch with their texts.

    Raises
    ------
    GoldError
        If the batch has no result for any of these pages, or if two pages with gold, or two results
        of a pane, have the same name.
    """

    def __init__(self, folder: Path, entries: Iterable[ListedPage]) -> None:
        names: set[str] = set()
        entry_names: set[str] = set()
        for entry in entries:
            if entry.name in entry_names:
                raise GoldError(
                    f"the gold has two pages {entry.name}, so their results in {folder} cannot be"
                    " told apart. Give each page an id of its own"
                )
            entry_names.add(entry.name)
            names.update(_keys(entry))
        by_pane: dict[str, dict[str, Output]] = {}
        by_last: dict[str, str] = {}
        for output in read_outputs(folder):
            by_page = by_pane.setdefault(output.extractor, {})
            last = output.page_id.rpartition("/")[2]
            if names.intersection((output.page_id, last)):
                earlier = by_page.get(output.page_id)
                if earlier is not None and earlier.page_id == output.page_id:
                    raise GoldError(
                        f"{folder} has two results for the page {output.page_id}. Run the batch"
                        " again: each page then has a name of its own"
                    )
                by_page[output.page_id] = output
                if by_last.setdefault(last, output.page_id) == output.page_id:
                    by_page[last] = output
                else:  # a name in several sets does not identify a page
                    by_page.pop(last, None)
        if not any(by_pane.values()):
            raise GoldError(f"{folder} has no result for a page with gold")
        self.panes = tuple(
            FilePane(Pane(name, EXTRACTOR, NoSettings()), outputs)
            for name, outputs in by_pane.items()
        )


def _keys(entry: ListedPage) -> Iterator[str]:
    name = entry.name
    last = name.rpartition("/")[2]
    yield from (name, name.partition("/")[2], last, page_stem(last))
    if entry.url:
        yield entry.url
