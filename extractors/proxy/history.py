"""Recent pages, in memory only: many records, and the bytes of fewer pages."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boilerscope.extractors.proxy.records import PageCopy, PageRecord, ProxyOptions

_RECORDS = 200


class History:
    """Records and bytes of recent pages.

    Parameters
    ----------
    options : ProxyOptions
        Number of pages whose bytes are kept, and their memory limit.
    """

    def __init__(self, options: ProxyOptions) -> None:
        self._limit, self._max_bytes = options.kept_pages, round(options.kept_mb * 2**20)
        self._records: deque[PageRecord] = deque(maxlen=_RECORDS)
        self._copies: OrderedDict[int, PageCopy] = OrderedDict()
        self._n_bytes = 0
        self.n_pages = 0
        self.n_cleaned = 0

    def add(self, copy: PageCopy) -> None:
        """Add a page; drop the oldest bytes beyond the limits."""
        self.n_pages += 1
        self.n_cleaned += copy.record.cleaned
        self._records.append(copy.record)
        self._copies[copy.record.number] = copy
        self._n_bytes += copy.size
        while len(self._copies) > self._limit or self._n_bytes > self._max_bytes:
            _, oldest = self._copies.popitem(last=False)
            self._n_bytes -= oldest.size

    def records(self, client: str) -> list[PageRecord]:
        """Return the records of a client, newest first."""
        return [record for record in reversed(self._records) if record.client == client]

    def copy(self, number: int) -> PageCopy | None:
        """Return the bytes of a page; None if they have been dropped."""
        return self._copies.get(number)
