"""Shards: groups of pages of bounded size, the unit of work that is stored and repeated."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.options import DEFAULT, StructureOptions
from boilerscope.extractors.sources.batch_folder import JSON_LINES, record_suffixes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.limits import RunLimits

SHARD_BYTES = 2**20
"""Default maximum of page bytes in a shard."""

SHARD_PAGES = 16
"""Default maximum number of pages in a shard: 60 slow pages keep four workers busy."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Consecutive pages of a batch.

    Attributes
    ----------
    number : int
        Number of the shard, from 0.
    pages : tuple of ListedPage
        Pages in the order of the inputs.
    """

    number: int
    pages: tuple[ListedPage, ...]

    def digest(self) -> str:
        """Return a SHA-256 of the list of pages, without reading files.

        It depends on source, name and size of each page, so that later versions can resume.
        """
        # imported here, because the worker processes start before such a slow import
        from boilerscope.extractors.model.listed_page import BytesPlace

        digest = hashlib.sha256()
        for page in self.pages:
            line = f"{page.source}\0{page.name}\0{page.assumed_size}\n"
            digest.update(line.encode("utf-8", "surrogatepass"))
            if isinstance(page.place, BytesPlace):  # such as on standard input
                digest.update(hashlib.sha256(page.place.data).digest())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class BatchJob:
    """Panes, limits and record format of a batch.

    Attributes
    ----------
    panes : tuple of Pane
        Panes to run.
    limits : RunLimits
        Limits of the processes that run pages, each one page at a time.
    own : mapping of str to str
        Locations of the user's extractors that were added for this run, by identifier.
    record_format : str
        ``jsonl`` or ``parquet``.
    blocks : bool
        Whether records include measured values and all blocks.
    structure : StructureOptions
        The text of the records, and the options of its structure.
    """

    panes: tuple[Pane, ...]
    limits: RunLimits
    own: Mapping[str, str]
    record_format: str = JSON_LINES
    blocks: bool = False
    structure: StructureOptions = DEFAULT

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Suffixes of the files with the records of a shard."""
        return record_suffixes(self.record_format, blocks=self.blocks)


def cut(
    pages: Iterable[ListedPage], max_bytes: int = SHARD_BYTES, max_pages: int = SHARD_PAGES
) -> Iterator[Shard]:
    """Yield shards while pages are listed; their boundaries depend on the pages alone.

    A shard has at most `max_bytes`, unless it is a single larger page.
    """
    shard_pages: list[ListedPage] = []
    number = size = 0
    for page in pages:
        if shard_pages and (size + page.assumed_size > max_bytes or len(shard_pages) == max_pages):
            yield Shard(number, tuple(shard_pages))
            number, size, shard_pages = number + 1, 0, []
        shard_pages.append(page)
        size += page.assumed_size
    if shard_pages:
        yield Shard(number, tuple(shard_pages))
