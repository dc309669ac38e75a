"""The folder of a batch: records and timings of each shard, its mark, settings, manifest, summary.

::

    results/
        manifest.json               inputs, limits and versions, written first
        settings.toml               the panes
        shards/00/00000000.jsonl    a slim record for each page and pane, without ``seconds``
        shards/00/00000000.done     mark: the shard is complete
        timings/00/00000000.jsonl   seconds of each page and pane
        timings/run.json            begin and end of the last run
        summary.json                counts by status, written last
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from extractors.atomic_write import replace_file
from extractors.errors import CorpusError
from extractors.formats import settings_file
from extractors.gold.batch_files import FORMAT, MANIFEST, MARK, RECORDS, SETTINGS, SHARDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from extractors.runner import Pane

VERSION = 1

_PER_FOLDER = 1_000


@dataclass(frozen=True, slots=True)
class Mark:
    """What is known of a complete shard.

    Attributes
    ----------
    number : int
        Number of the shard.
    pages : str
        Digest of what the shard consists of, see `Shard.digest`.
    records : str
        SHA-256 of its records.
    inputs : str
        SHA-256 over the digests of the bytes of its pages.
    n_pages, n_bytes : int
        Its pages, and their bytes as stored.
    statuses : dict of str to dict
        Number of records by pane and status.
    """

    number: int
    pages: str
    records: str
    inputs: str
    n_pages: int
    n_bytes: int
    statuses: dict[str, dict[str, int]]

    def text(self) -> str:
        """Return the mark as JSON."""
        return json.dumps(asdict(self)) + "\n"


class ResultsFolder:
    """Paths and files of a batch's results.

    Parameters
    ----------
    path : Path
        The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def records_file(self, number: int) -> Path:
        """Return the file with the records of a shard."""
        return self._file(SHARDS, number, RECORDS)

    def timings_file(self, number: int) -> Path:
        """Return the file with the run times of a shard."""
        return self._file("timings", number, RECORDS)

    def mark_file(self, number: int) -> Path:
        """Return the mark of a shard."""
        return self._file(SHARDS, number, MARK)

    def mark(self, number: int) -> Mark | None:
        """Return the mark of a complete shard, None if it is not complete."""
        try:
            text = self.mark_file(number).read_text(encoding="utf-8")
            return Mark(**json.loads(text)) if self.records_file(number).is_file() else None
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            return None  # a damaged mark: the shard runs again

    def write(self, file: Path, text: str) -> None:
        """Write a file completely or not at all.

        Raises
        ------
        CorpusError
            If it cannot be written; the message names the file.
        """
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(file, text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise CorpusError(f"{file} cannot be written: {error.strerror or error}.") from error

    def begin(self, manifest: Mapping[str, Any], panes: tuple[Pane, ...]) -> None:
        """Write settings and manifest.

        Raises
        ------
        CorpusError
            If the folder cannot be written, or contains results.
        """
        if self.has_results():
            raise CorpusError(
                f"{self.path} contains the results of a batch. Add --resume to continue it, or"
                " choose another folder."
            )
        self.write(self.path / SETTINGS, settings_file.write(panes))
        head = {"format": FORMAT, "format_version": VERSION}
        self._write_table(MANIFEST, {**head, **manifest})

    def has_results(self) -> bool:
        """Return whether the folder has a manifest."""
        return (self.path / MANIFEST).is_file()

    def manifest(self) -> dict[str, Any]:
        """Return the manifest.

        Raises
        ------
        CorpusError
            If the folder has none, or one of another program or version.
        """
        file = self.path / MANIFEST
        try:
            table = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise CorpusError(
                f"{self.path} has no results of a batch: no manifest.json."
            ) from error
        except (OSError, ValueError) as error:
            raise CorpusError(f"{file} cannot be read: {error}.") from error
        if not isinstance(table, dict) or table.get("format") != FORMAT:
            raise CorpusError(f"{file} is not the manifest of a batch.")
        if table.get("format_version") != VERSION:
            raise CorpusError(f"{file} has version {table.get('format_version')}, not {VERSION}.")
        return table

    def panes(self) -> tuple[Pane, ...]:
        """Return the panes of the batch."""
        return settings_file.load(self.path / SETTINGS)

    def end(self, summary: Mapping[str, Any]) -> None:
        """Write the summary."""
        self._write_table("summary.json", summary)

    def summary(self) -> dict[str, Any] | None:
        """Return the summary, None if the batch is not complete."""
        try:
            table = json.loads((self.path / "summary.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return table if isinstance(table, dict) else None

    def write_run(self, began: float, ended: float, n_repeated: int) -> None:
        """Write when a run began and ended, in seconds since 1970, and how many shards it repeated.

        Like all times, it is not among the results.
        """
        table = {"began": began, "ended": ended, "repeated_shards": n_repeated}
        self._write_table("timings/run.json", table)

    def remove_leftovers(self) -> None:
        """Remove unfinished files of a run that was killed."""
        for folder in (SHARDS, "timings"):
            for file in (self.path / folder).glob("*/.*.new"):
                file.unlink(missing_ok=True)

    def _file(self, folder: str, number: int, suffix: str) -> Path:
        group = f"{number // _PER_FOLDER:02d}"
        return self.path / folder / group / f"{number:08d}{suffix}"

    def _write_table(self, name: str, table: Mapping[str, Any]) -> None:
        text = json.dumps(table, indent=2, ensure_ascii=False) + "\n"
        self.write(self.path / name, text)
