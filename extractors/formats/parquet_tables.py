"""Results as Parquet tables: one of results and, with blocks, one of blocks and one of kept tokens.

``results.parquet`` has the fields of the slim record. ``blocks.parquet`` has a row for each block,
``tokens.parquet`` a row for each page and pane with the ranges of its kept tokens. Rows of the
tables belong together by ``page_id`` and ``pane``. Needs pyarrow (extra ``tables``); the caller
checks that it is there, by `extractors.scoring.writing.require_parquet`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from extractors.formats.slim import FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pyarrow as pa
    import pyarrow.parquet as pq

ROWS_AT_ONCE = 5_000
"""Rows of a row group: so many are in memory."""

_IDENTIFIERS = {"page_id": "string", "pane": "string"}
_RANGES = "ranges"  # a list of records with first and last, in tokens, last not included
_LISTS = {"warnings", "labels"}
_NUMBERS = {"seconds": "float64"}
_LONG = {"text"}
_RESULTS = {
    name: "list" if name in _LISTS else _NUMBERS.get(name, "text" if name in _LONG else "string")
    for name in FIELDS
}
_BLOCKS = {
    **_IDENTIFIERS,
    "block": "int32",
    "kept": "bool",
    "tokens": "int32",
    "runs": _RANGES,
    "rule": "string",
    "labels": "list",
    "figures": "figures",
    "path": "string",
    "text": "text",
}
_TOKENS = {**_IDENTIFIERS, "page_tokens": "int32", "kept_tokens": "int32", "kept": _RANGES}


class ParquetTables:
    """Writes lines of JSON as Parquet tables; a context manager.

    The files have their names only when they are complete.

    Parameters
    ----------
    folder : Path
        Target folder; it is created if it does not exist.
    blocks : bool
        Whether the lines have blocks, for the tables of blocks and tokens.
    """

    def __init__(self, folder: Path, *, blocks: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._results = _Table(folder / "results.parquet", _RESULTS)
        self._blocks = _Table(folder / "blocks.parquet", _BLOCKS) if blocks else None
        self._tokens = _Table(folder / "tokens.parquet", _TOKENS) if blocks else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for table in filter(None, (self._results, self._blocks, self._tokens)):
            table.close(complete=kind is None)

    def put(self, line: str) -> None:
        """Add a record, a line of ``jsonl`` or ``jsonl-blocks``."""
        record = json.loads(line)
        if self._blocks is None or self._tokens is None:
            self._results.put(record)
            return
        self._results.put({**record, "settings": record["settings_digest"]})
        name = {"page_id": record["page_id"], "pane": record["pane"]}
        for block in record["blocks"]:
            self._blocks.put({**name, **block})
        self._tokens.put(
            {
                **name,
                "page_tokens": record["page_tokens"],
                "kept_tokens": record["kept_tokens"],
                "kept": record["kept_runs"],
            }
        )


class _Table:
    """One table, written in row groups under a temporary name."""

    def __init__(self, file: Path, columns: Mapping[str, str]) -> None:
        self._file, self._columns = file, columns
        self._temporary = file.with_name(f".{file.name}.new")
        self._schema = _schema(columns)
        self._rows: list[dict[str, Any]] = []
        self._writer: pq.ParquetWriter | None = None

    def put(self, row: Mapping[str, Any]) -> None:
        """Add a row."""
        self._rows.append({name: _cell(kind, row[name]) for name, kind in self._columns.items()})
        if len(self._rows) >= ROWS_AT_ONCE:
            self._flush()

    def close(self, *, complete: bool) -> None:
        """Give the file its name, or remove it if it is not complete."""
        if complete:
            self._flush()
        if self._writer is not None:
            self._writer.close()
        if complete:
            self._temporary.replace(self._file)
        else:
            with suppress(OSError):
                self._temporary.unlink()

    def _flush(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        if self._writer is None:
            self._writer = pq.ParquetWriter(self._temporary, self._schema)
        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._rows = []


def _schema(columns: Mapping[str, str]) -> pa.Schema:
    import pyarrow as pa

    ranges = pa.list_(pa.struct([("first", pa.int32()), ("last", pa.int32())]))
    kinds = {
        "list": pa.list_(pa.string()),
        "text": pa.large_string(),
        "figures": pa.map_(pa.string(), pa.float64()),
        _RANGES: ranges,
    }
    return pa.schema(
        [(name, kinds.get(kind) or pa.type_for_alias(kind)) for name, kind in columns.items()]
    )


def _cell(kind: str, value: Any) -> Any:
    if kind == _RANGES:
        return [{"first": first, "last": last} for first, last in value]
    if kind == "figures":
        return [(name, figure) for name, figure in value.items() if not isinstance(figure, str)]
    return value
