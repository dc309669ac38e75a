"""Files of a batch's results, written by `boilerscope.extractors.runs.batch.results_folder`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.system.storage import is_storage_address

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from boilerscope.extractors.system.storage import AnyFile

FORMAT = "boilerscope-batch"
MANIFEST = "manifest.json"
SETTINGS = "settings.toml"
SHARDS, TIMINGS = "shards", "timings"
MARK = ".done"
JSON_LINES, PARQUET = "jsonl", "parquet"
"""Formats of records."""

RESULTS_TABLE = ".results.parquet"


def record_suffixes(record_format: str, *, blocks: bool) -> tuple[str, ...]:
    """Return the suffixes of the files with the records of a shard."""
    if record_format == JSON_LINES:
        return (".jsonl",)
    return (RESULTS_TABLE, ".blocks.parquet", ".tokens.parquet") if blocks else (RESULTS_TABLE,)


def is_batch_folder(path: Path) -> bool:
    """Return whether a path is the folder of a batch's results."""
    try:
        table = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(table, dict) and table.get("format") == FORMAT


def batch_inputs(folder: Path) -> list[str]:
    """Return the inputs of a batch as the user named them; relative paths are made absolute.

    Raises
    ------
    GoldError
        If the manifest cannot be read.
    """
    file = folder / MANIFEST
    try:
        table = json.loads(file.read_text(encoding="utf-8"))
        base, inputs = Path(table["folder"]), table["inputs"]
        return [name if is_storage_address(name) else str(base / name) for name in inputs]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GoldError(f"{file} cannot be read: {error}.") from error


def run_times(records: Path) -> dict[tuple[str, str], float]:
    """Return the run times of a shard, in seconds, by page identifier and pane.

    Parameters
    ----------
    records : Path
        One of its `record_files`. Times that cannot be read are left out.
    """
    group = records.parent
    file = group.parents[1] / TIMINGS / group.name / f"{records.name.partition('.')[0]}.jsonl"
    try:
        lines = [json.loads(line) for line in file.read_bytes().splitlines()]
        return {(line["page_id"], line["pane"]): float(line["seconds"]) for line in lines}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def record_files(folder: Path) -> Iterator[Path]:
    """Yield the files with texts and statuses of complete shards, in order."""
    marks = sorted((folder / SHARDS).glob(f"*/*{MARK}"), key=lambda mark: mark.name)
    for mark in marks:
        table = mark.with_suffix(RESULTS_TABLE)
        yield table if table.exists() else mark.with_suffix(".jsonl")


def read_records(file: AnyFile, fields: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the named fields of the records in a file of a shard: JSON lines, or a table.

    Parameters
    ----------
    fields : sequence of str
        Fields of `SlimRecord`.

    Raises
    ------
    GoldError
        If the file cannot be read; the message names it.
    """
    read = _rows if file.name.endswith(".parquet") else _lines
    try:
        with file.open("rb") as stream:
            for record in read(stream, fields):
                yield {name: record[name] for name in fields}
    except (OSError, ValueError, TypeError, KeyError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else error
        raise GoldError(f"{file} cannot be read: {reason}.") from error
    except ImportError as error:
        raise GoldError(
            f"{file} needs pyarrow. Install it with: {extra_command('tables')}"
        ) from error


def _lines(stream: BinaryIO, fields: Sequence[str]) -> Iterator[Any]:
    del fields  # lines are read whole
    return map(json.loads, stream)


def _rows(stream: BinaryIO, fields: Sequence[str]) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(stream) as table:
            for rows in table.iter_batches(1_000, columns=list(fields)):
                yield from rows.to_pylist()
    except pa.ArrowException as error:
        raise ValueError(error) from error
