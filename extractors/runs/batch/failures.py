"""First failures of a batch, read from its results."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import FAILURES
from boilerscope.extractors.sources.batch_folder import read_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.runs.batch.results_folder import ResultsFolder

N_SHOWN = 5
"""Number of failures that are shown at the end of a batch."""

_FIELDS = ("page_id", "pane", "status", "message")


@dataclass(frozen=True, slots=True)
class Failure:
    """Record of a pane that failed on a page; the attributes are fields of `SlimRecord`."""

    page_id: str
    pane: str
    status: str
    message: str


def first_failures(
    folder: ResultsFolder, shards: Iterable[int], suffixes: Sequence[str]
) -> list[Failure]:
    """Return the first failures in the records of shards, `N_SHOWN` at most.

    Parameters
    ----------
    shards : iterable of int
        Numbers of complete shards.
    suffixes : sequence of str
        See `BatchJob.suffixes`.

    Raises
    ------
    GoldError
        If the records cannot be read.
    """
    records = (
        Failure(**record)
        for number in shards
        for record in read_records(folder.records_files(number, suffixes)[0], _FIELDS)
        if record["status"] in FAILURES
    )
    return list(islice(records, N_SHOWN))
