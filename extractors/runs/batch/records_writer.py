"""Writer of a shard's records as JSON lines or Parquet tables, with their digest."""

from __future__ import annotations

import hashlib
import io
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, cast

from boilerscope.extractors.formats.parquet_tables import TableWriter, table_names
from boilerscope.extractors.runs.batch.results_folder import naming
from boilerscope.extractors.sources.batch_folder import JSON_LINES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from boilerscope.extractors.formats.parquet_tables import TableRows
    from boilerscope.extractors.runs.batch.results_folder import ResultsFolder
    from boilerscope.extractors.runs.batch.shards import BatchJob
    from boilerscope.extractors.system.storage import AnyFile

    Content = str | TableRows


@contextmanager
def records_writer(folder: ResultsFolder, number: int, job: BatchJob) -> Iterator[RecordsWriter]:
    """Yield a writer for the records of a shard; the files are complete at the end.

    Parameters
    ----------
    job : BatchJob
        Format of the records.

    Raises
    ------
    CorpusError
        If a file cannot be written; the message names the file.
    """
    with ExitStack() as files:
        streams = [
            _DigestStream(files.enter_context(folder.created(file)), file)
            for file in folder.records_files(number, job.suffixes)
        ]
        writer = RecordsWriter(streams, job)
        try:
            yield writer
            writer.close()
        except BaseException:
            writer.discard()
            raise


class RecordsWriter:
    """Writer of records to streams.

    Parameters
    ----------
    streams : sequence of stream
        A stream for each suffix in `BatchJob.suffixes`.
    job : BatchJob
        Format of the records.
    """

    def __init__(self, streams: Sequence[_DigestStream], job: BatchJob) -> None:
        self._streams = streams
        self._tables = None
        if job.record_format != JSON_LINES:
            names = table_names(blocks=job.blocks)
            streams_by_table = cast("dict[str, BinaryIO]", dict(zip(names, streams, strict=True)))
            self._tables = TableWriter(streams_by_table, timed=False)

    def put(self, content: Content) -> None:
        """Write a record: a line of JSON, or rows of tables if the format is Parquet."""
        if isinstance(content, str):
            self._streams[0].write(content.encode("utf-8", "backslashreplace"))
        elif self._tables is not None:
            self._tables.put(content)

    def close(self) -> None:
        """Finish the tables."""
        if self._tables is not None:
            self._tables.close()

    def discard(self) -> None:
        """Discard unfinished tables."""
        if self._tables is not None:
            self._tables.discard()

    def digest(self) -> str:
        """Return the SHA-256 of the file, or of the digests of several files."""
        digests = [stream.hash.hexdigest() for stream in self._streams]
        return digests[0] if len(digests) == 1 else _sha256("".join(digests))


class _DigestStream(io.RawIOBase):
    """Stream that forwards data and computes its SHA-256; it does not close the stream below."""

    def __init__(self, stream: BinaryIO, file: AnyFile) -> None:
        super().__init__()
        self.hash = hashlib.sha256()
        self._stream, self._file, self._n_bytes = stream, file, 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._n_bytes

    def write(self, data: bytes) -> int:  # type: ignore[override]  # any buffer is forwarded
        self.hash.update(data)
        with naming(self._file):
            self._stream.write(data)
        self._n_bytes += len(data)
        return len(data)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
