"""Results as Parquet tables: one of results and, with blocks, one of blocks and one of kept tokens.

``results.parquet`` has the fields of the slim record. ``blocks.parquet`` has a row for each block,
``tokens.parquet`` a row for each page and pane with the ranges of its kept tokens. Rows of the
tables belong together by ``page_id`` and ``pane``; `parquet_columns` declares them. Needs pyarrow
(extra ``tables``); the caller checks that it is installed, by
`boilerscope.extractors.scoring.writing.require_parquet`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from boilerscope.extractors.formats.blocks import block_rows
from boilerscope.extractors.formats.jsonl import block_table
from boilerscope.extractors.formats.parquet_columns import (
    BLOCKS,
    COLUMNS,
    RESULTS,
    TOKENS,
    schema_of,
)
from boilerscope.extractors.page.kept_text import runs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from boilerscope.extractors.formats.parquet_columns import TableColumn
    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.formats.slim import SlimRecord

TableRows = dict[str, list[dict[str, Any]]]
"""Rows by the name of their table, with the values of all its columns."""

ROWS_AT_ONCE = 5_000
"""Rows of a row group, all in memory at once."""


def table_names(*, blocks: bool) -> tuple[str, ...]:
    """Return the names of the tables, with or without those of blocks and tokens."""
    return (RESULTS, BLOCKS, TOKENS) if blocks else (RESULTS,)


def table_rows(result: Result, record: SlimRecord, *, blocks: bool) -> TableRows:
    """Return the rows of a result.

    Parameters
    ----------
    record : SlimRecord
        Record of the result.

    Raises
    ------
    TypeError
        If the extractor gave something else than a text as a text.
    """
    rows = {RESULTS: [record.table()]}
    if blocks:
        name = {"page_id": record.page_id, "pane": record.pane}
        mask = result.extraction.mask
        rows[BLOCKS] = [{**name, **block_table(row)} for row in block_rows(result)]
        kept = {"page_tokens": len(mask), "kept_tokens": int(mask.sum()), "kept": runs_of(mask)}
        rows[TOKENS] = [{**name, **kept}]
    return {
        table: [
            {column.name: column.cell(row[column.name]) for column in COLUMNS[table]} for row in of
        ]
        for table, of in rows.items()
    }


class ParquetTables:
    """Writes results as Parquet tables into a folder; a context manager.

    The files have their names only when they are complete.

    Parameters
    ----------
    folder : Path
        Target folder; it is created if it does not exist.
    blocks : bool
        Whether to write the tables of blocks and tokens.
    """

    def __init__(self, folder: Path, *, blocks: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        names = table_names(blocks=blocks)
        self._files = {name: folder / f"{name}.parquet" for name in names}
        self._streams: dict[str, BinaryIO] = {}
        for name, file in self._files.items():
            self._streams[name] = _temporary(file).open("wb")
        self._writer = TableWriter(self._streams)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._writer.close()
        else:
            self._writer.discard()
        for name, file in self._files.items():
            self._streams[name].close()
            if kind is None:
                _temporary(file).replace(file)
            else:
                with suppress(OSError):
                    _temporary(file).unlink()

    def put(self, rows: TableRows) -> None:
        """Add the rows of a result."""
        self._writer.put(rows)


class TableWriter:
    """Writes results as Parquet tables to streams.

    The same rows give the same bytes with the same version of pyarrow.

    Parameters
    ----------
    streams : mapping of str to binary stream
        A stream for each name of `table_names`; the caller closes it after the writer.
    timed : bool
        Whether to write ``seconds``.
    """

    def __init__(self, streams: Mapping[str, BinaryIO], *, timed: bool = True) -> None:
        self._tables = {}
        for name, stream in streams.items():
            columns = [column for column in COLUMNS[name] if timed or column.name != "seconds"]
            self._tables[name] = _Table(stream, columns)

    def put(self, rows: TableRows) -> None:
        """Add the rows of a result."""
        for name, rows_of_table in rows.items():
            self._tables[name].put(rows_of_table)

    def close(self) -> None:
        """Write the ends of the tables."""
        for table in self._tables.values():
            table.close()

    def discard(self) -> None:
        """Discard the tables while their streams are still open."""
        for table in self._tables.values():
            table.discard()


class _Table:
    """One table, written in row groups."""

    def __init__(self, stream: BinaryIO, columns: Sequence[TableColumn]) -> None:
        import pyarrow.parquet as pq

        self._schema = schema_of(columns)
        self._rows: list[dict[str, Any]] = []
        self._writer = pq.ParquetWriter(stream, self._schema)

    def put(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows; values of columns that the table does not have are left out."""
        for row in rows:
            self._rows.append(row)
            if len(self._rows) >= ROWS_AT_ONCE:
                self._flush()

    def close(self) -> None:
        """Write the end of the table."""
        self._flush()
        self._writer.close()

    def discard(self) -> None:
        """End the writer, which would otherwise write when it is garbage-collected."""
        with suppress(Exception):
            self._writer.close()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            try:
                table = pa.Table.from_pylist(self._rows, self._schema)
            except UnicodeEncodeError:  # half of a surrogate pair is not a character
                table = pa.Table.from_pylist(_encodable(self._rows), self._schema)
            self._writer.write_table(table)
        self._rows = []


def _temporary(file: Path) -> Path:
    return file.with_name(f".{file.name}.new")


def _encodable(value: Any) -> Any:
    """Return rows without halves of surrogate pairs, which are written as in JSON."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {name: _encodable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, tuple):  # an entry of a map, which pyarrow takes only as a tuple
        return tuple(map(_encodable, value))
    return value
