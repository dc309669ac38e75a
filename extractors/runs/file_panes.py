"""Panes with results from files: a text for each page, aligned with its words."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, GoldError
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.aligned import RESULTS_FILE
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.runs.keys import ResultKey
from boilerscope.extractors.sources.batch_folder import SETTINGS
from boilerscope.extractors.sources.results import (
    output_of,
    outputs_by_page,
    page_keys,
    read_outputs,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.sources.results import Output

EXTRACTOR = RESULTS_FILE
"""Extractor of panes with results from files."""


@dataclass(frozen=True, slots=True, eq=False)
class FilePane:
    """Pane whose results come from a file.

    Attributes
    ----------
    pane : Pane
        Pane named after the extractor in the file.
    outputs : mapping of str to Output
        Result of each page by page identifier.
    stands_for : Pane or None
        Pane that computed the results, if its settings are known. The results count as results of
        that pane as long as it has these settings.
    file : Path or None
        The results file or the folder of the batch.
    """

    pane: Pane
    outputs: Mapping[str, Output]
    stands_for: Pane | None = None
    file: Path | None = None

    def output(self, page: ListedPage) -> Output | None:
        """Return the result of a page, None if the file has no result for it."""
        return output_of(self.outputs, page.name, page.url)

    def without_page(self, pages: Iterable[ListedPage]) -> list[str]:
        """Return the identifiers of the results that belong to none of the pages."""
        found = {output.page_id for page in pages if (output := self.output(page)) is not None}
        named = {output.page_id: None for output in self.outputs.values()}
        return [page_id for page_id in named if page_id not in found]

    def key(self, page: ListedPage) -> ResultKey:
        """Return the key of a page's result: a digest of its text, status, message and time."""
        output = self.output(page)
        if output is None:
            return ResultKey(EXTRACTOR, "", "")
        end = "" if output.is_answer else f"\0{output.status}\0{output.message}"
        seconds = f"\0{output.seconds}" if output.seconds else ""
        content = f"{output.text}{end}{seconds}".encode("utf-8", "surrogatepass")
        return ResultKey(EXTRACTOR, hashlib.sha256(content).hexdigest(), "")


def read_file_panes(file: Path, used_names: Iterable[str] = ()) -> list[FilePane]:
    """Read a results file: a pane for each extractor in it.

    Parameters
    ----------
    file : Path
        File in a format of `boilerscope.extractors.sources.results`.
    used_names : iterable of str
        Names of other panes.

    Raises
    ------
    GoldError
        If it cannot be read, or has two results of an extractor for a page; the message names
        the file.
    """
    names = list(used_names)
    panes = []
    for extractor, outputs in _outputs(file).items():
        names.append(free_name(extractor, names))
        pane = Pane(names[-1], EXTRACTOR, NoSettings())
        panes.append(FilePane(pane, outputs_by_page(outputs, file), file=file))
    return panes


def read_batch_panes(folder: Path, used_names: Iterable[str] = ()) -> tuple[list[FilePane], str]:
    """Read the results of a batch as panes with the settings of the batch.

    Parameters
    ----------
    used_names : iterable of str
        Names of other panes.

    Returns
    -------
    panes : list of FilePane
        Panes in the order of the batch, with `FilePane.stands_for`. If the settings of the batch
        cannot be read here, panes without it.
    reason : str
        Error in the settings; else empty.

    Raises
    ------
    GoldError
        If the results cannot be read.
    """
    try:
        panes = settings_file.load(folder / SETTINGS)
    except BoilerscopeError as error:
        return read_file_panes(folder, used_names), str(error)
    outputs = _outputs(folder)
    file_panes = [
        FilePane(
            Pane(pane.name, EXTRACTOR, NoSettings()),
            outputs_by_page(outputs.get(pane.name, ()), folder),
            pane,
        )
        for pane in panes
    ]
    return file_panes, ""


def read_batch_texts(folder: Path, pages: Iterable[ListedPage]) -> list[FilePane]:
    """Read the results of a batch for pages with gold; results of other pages are skipped.

    Parameters
    ----------
    pages : iterable of ListedPage
        Pages with gold, which the batch may name by the last part of their name alone.

    Raises
    ------
    GoldError
        If the batch has no result for any of these pages, or if two pages with gold, or two results
        of a pane, have the same name.
    """
    names = _names_of(pages, folder)
    by_pane: dict[str, dict[str, Output]] = {}
    by_last: dict[str, str] = {}
    for output in read_outputs(folder):
        by_page = by_pane.setdefault(output.extractor, {})
        last = output.page_id.rpartition("/")[2]
        if names.isdisjoint((output.page_id, last)):
            continue
        earlier = by_page.get(output.page_id)
        if earlier is not None and earlier.page_id == output.page_id:
            raise GoldError(
                f"{folder} has two results for the page {output.page_id}. Run the batch again:"
                " each page then has a name of its own"
            )
        by_page[output.page_id] = output
        if by_last.setdefault(last, output.page_id) == output.page_id:
            by_page[last] = output
        else:  # a name in several sets does not identify a page
            by_page.pop(last, None)
    if not any(by_pane.values()):
        raise GoldError(f"{folder} has no result for a page with gold")
    return [
        FilePane(Pane(name, EXTRACTOR, NoSettings()), outputs) for name, outputs in by_pane.items()
    ]


def read_scored_batch(folder: Path, pages: Iterable[ListedPage]) -> tuple[list[FilePane], str]:
    """Read the results of a batch for pages with gold, as panes with the settings of the batch.

    Returns
    -------
    panes, reason
        See `read_batch_panes`.

    Raises
    ------
    GoldError
        See `read_batch_texts`.
    """
    found = read_batch_texts(folder, pages)
    try:
        settings = {pane.name: pane for pane in settings_file.load(folder / SETTINGS)}
    except BoilerscopeError as error:
        return found, str(error)
    return [replace(file, stands_for=settings.get(file.pane.name)) for file in found], ""


def _names_of(pages: Iterable[ListedPage], folder: Path) -> set[str]:
    """Return all names by which a batch may identify the pages."""
    names: set[str] = set()
    page_names: set[str] = set()
    for page in pages:
        if page.name in page_names:
            raise GoldError(
                f"the gold has two pages {page.name}, so their results in {folder} cannot be told"
                " apart. Give each page an id of its own"
            )
        page_names.add(page.name)
        names.update(page_keys(page.name, page.url))
    return names


def _outputs(file: Path) -> dict[str, list[Output]]:
    """Return the results in a file, by extractor or pane."""
    by_extractor: dict[str, list[Output]] = {}
    for output in read_outputs(file):
        by_extractor.setdefault(output.extractor, []).append(output)
    return by_extractor
