"""Shards: runs of pages of bounded size, the unit of work that is stored and repeated."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors.gold.batch_files import JSON_LINES, record_suffixes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from extractors.crawl.inputs import CrawlPage
    from extractors.runner import Pane

SHARD_BYTES = 4 * 2**20
"""Bytes of pages in a shard, unless the user chooses another size."""

SHARD_PAGES = 256
"""Pages in a shard, unless the user chooses another number."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A run of pages.

    Attributes
    ----------
    number : int
        Number of the shard, from 0.
    pages : tuple of CrawlPage
        The pages in the order of the inputs.
    """

    number: int
    pages: tuple[CrawlPage, ...]

    def digest(self) -> str:
        """Return a SHA-256 of what the shard consists of, without reading pages."""
        digest = hashlib.sha256()
        for page in self.pages:
            line = f"{page.source}\0{page.page_id}\0{page.size}\0{page.place!r}\n"
            digest.update(line.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class BatchJob:
    """What is done with each page of a batch.

    Attributes
    ----------
    panes : tuple of Pane
        Panes to run.
    timeout_s : float
        Longest time of one pane on one page, seconds.
    memory_limit : int
        Address space of the process that runs pages, bytes.
    own : mapping of str to str
        Location of each extractor of the user that was added for this run, by identifier.
    record_format : str
        ``jsonl`` or ``parquet``.
    blocks : bool
        Whether records have figures and all blocks.
    """

    panes: tuple[Pane, ...]
    timeout_s: float
    memory_limit: int
    own: Mapping[str, str]
    record_format: str = JSON_LINES
    blocks: bool = False

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Ends of the names of the files with the records of a shard."""
        return record_suffixes(self.record_format, blocks=self.blocks)


def cut(
    pages: Iterable[CrawlPage], max_bytes: int = SHARD_BYTES, max_pages: int = SHARD_PAGES
) -> Iterator[Shard]:
    """Yield shards as pages are listed; where they end depends on the pages alone.

    A shard has at most `max_bytes`, or a single page that is larger.
    """
    taken: list[CrawlPage] = []
    number = size = 0
    for page in pages:
        if taken and (size + page.size > max_bytes or len(taken) == max_pages):
            yield Shard(number, tuple(taken))
            number, size, taken = number + 1, 0, []
        taken.append(page)
        size += page.size
    if taken:
        yield Shard(number, tuple(taken))
