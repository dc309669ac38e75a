"""First failures of a batch, read from its results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.extraction import FAILURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from boilerscope.extractors.runs.batch.results_folder import ResultsFolder
    from boilerscope.extractors.system.storage import AnyFile

N_SHOWN = 5
"""Number of failures that are shown at the end of a batch."""

_FIELDS = ["page_id", "pane", "status", "message"]


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
    OSError, ValueError
        If the records cannot be read.
    """
    records = (
        Failure(*(record[name] for name in _FIELDS))
        for number in shards
        for record in _records(folder.records_files(number, suffixes)[0])
        if record["status"] in FAILURES
    )
    return list(islice(records, N_SHOWN))


def _records(file: AnyFile) -> Iterator[dict[str, Any]]:
    with file.open("rb") as stream:
        if file.name.endswith(".parquet"):
            import pyarrow.parquet as pq

            yield from pq.read_table(stream, columns=_FIELDS).to_pylist()
        else:
            yield from map(json.loads, stream)
