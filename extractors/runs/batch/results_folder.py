"""Results folder of a batch: records, timings and marks of shards, manifest and summary.

::

    results/
        manifest.json               inputs, limits, settings and versions, written at the start
        settings.toml               panes
        shards/00/00000000.jsonl    a slim record for every page and pane, without ``seconds``
        shards/00/00000000.done     mark: the shard is complete
        timings/00/00000000.jsonl   seconds for every page and pane
        timings/run.json            start and end of the last run
        summary.json                counts by status, written last

With ``--format parquet``, the records of a shard are in ``00000000.results.parquet`` and, with
blocks, ``00000000.blocks.parquet`` and ``00000000.tokens.parquet``. A local file gets its final
name when it is complete. In an object store, where files cannot be renamed, an incomplete file may
have the final name; a shard is complete only with its mark, which is written last.
"""

from __future__ import annotations

import fcntl
import glob
import json
import os
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.sources.batch_folder import (
    FORMAT,
    MANIFEST,
    MARK,
    SETTINGS,
    SHARDS,
    TIMINGS,
)
from boilerscope.extractors.system.atomic_write import replacement
from boilerscope.extractors.system.storage import AnyFile, StoredFile, is_storage_address

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import BinaryIO

VERSION = 1

_PER_FOLDER = 1_000


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark of a complete shard, with counts and digests.

    Attributes
    ----------
    pages : str
        Digest of the list of pages, see `Shard.digest`.
    records : str
        SHA-256 of its records.
    inputs : str
        SHA-256 over the digests of the bytes of its pages.
    n_pages, n_bytes : int
        Number of pages, and their bytes as stored.
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


@contextmanager
def naming(file: AnyFile) -> Iterator[None]:
    """Convert an `OSError` to a `CorpusError` that names the file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise CorpusError(f"{file} cannot be written: {error.strerror or error}.") from error


class ResultsFolder:
    """Paths and files of a batch's results.

    Parameters
    ----------
    path : Path or str
        Folder or its address.

    Raises
    ------
    CorpusError
        If it is an address that cannot be used here.
    """

    def __init__(self, path: Path | str) -> None:
        self.path: AnyFile = (
            StoredFile(path) if isinstance(path, str) and is_storage_address(path) else Path(path)
        )

    @property
    def location(self) -> Path | str:
        """Folder as an argument of the constructor."""
        return self.path if isinstance(self.path, Path) else self.path.address

    def records_files(self, number: int, suffixes: Sequence[str]) -> list[AnyFile]:
        """Return the files with the records of a shard, see `BatchJob.suffixes`."""
        return [self._file(SHARDS, number, suffix) for suffix in suffixes]

    def timings_file(self, number: int) -> AnyFile:
        """Return the file with the run times of a shard."""
        return self._file(TIMINGS, number, ".jsonl")

    def mark_file(self, number: int) -> AnyFile:
        """Return the file with the mark of a shard."""
        return self._file(SHARDS, number, MARK)

    def mark(self, number: int, suffixes: Sequence[str]) -> Mark | None:
        """Return the mark of a complete shard, None if it is not complete."""
        try:
            mark = Mark(**json.loads(self.mark_file(number).read_bytes()))
            is_complete = all(file.is_file() for file in self.records_files(number, suffixes))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            return None  # a damaged mark: the shard runs again
        else:
            return mark if is_complete else None

    def last_mark(self) -> int:
        """Return the highest number of a shard with a mark, -1 without one.

        Raises
        ------
        CorpusError
            If it is an address that cannot be read.
        """
        pattern = f"{SHARDS}/*/*{MARK}"
        try:
            if isinstance(self.path, Path):
                stems = [file.stem for file in self.path.glob(pattern)]
            else:
                address = StoredFile(glob.escape(self.path.address))
                stems = [file.stem for file in (address / pattern).matching()]
        except OSError as error:
            raise CorpusError(f"{self.path} cannot be read: {error}.") from error
        return max((int(stem) for stem in stems if stem.isdecimal()), default=-1)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create a local folder and hold its lock; folders at an address have none.

        Raises
        ------
        CorpusError
            If another batch holds the lock, or the folder cannot be created.
        """
        if not isinstance(self.path, Path):
            yield
            return
        with naming(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._lock(descriptor)
            yield
        finally:
            os.close(descriptor)  # also releases the lock

    def _lock(self, descriptor: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CorpusError(
                f"{self.path}: another batch is writing there. Wait until it ends, or choose"
                " another folder."
            ) from error
        except OSError:
            return  # a network folder without locks

    def write(self, file: AnyFile, text: str) -> None:
        """Write a file completely or, where files can be renamed, not at all.

        Raises
        ------
        CorpusError
            If it cannot be written; the message names the file.
        """
        with self.created(file) as stream, naming(file):
            stream.write(text.encode("utf-8", "backslashreplace"))

    @contextmanager
    def created(self, file: AnyFile) -> Iterator[BinaryIO]:
        """Yield a stream for a file that is complete at the end.

        Raises
        ------
        CorpusError
            If it cannot be created or completed; the message names the file.
        """
        with ExitStack() as stack:
            with naming(file):
                if isinstance(file, Path):
                    file.parent.mkdir(parents=True, exist_ok=True)
                    stream = stack.enter_context(replacement(file))
                else:
                    stream = stack.enter_context(file.open("wb"))
            yield stream
            with naming(file):
                stack.close()

    def begin(self, manifest: Mapping[str, Any], settings: str) -> None:
        """Write the manifest, and the settings as a settings file.

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
        if self.last_mark() >= 0:
            raise CorpusError(
                f"{self.path} contains shards of a batch without its manifest.json. Choose another"
                " folder."
            )
        self.write(self.path / SETTINGS, settings)
        head = {"format": FORMAT, "format_version": VERSION}
        self._write_table(MANIFEST, {**head, **manifest})

    def has_results(self) -> bool:
        """Return whether the folder has a manifest.

        Raises
        ------
        CorpusError
            If it is an address that cannot be read.
        """
        try:
            return (self.path / MANIFEST).is_file()
        except OSError as error:
            raise CorpusError(f"{self.path} cannot be read: {error}.") from error

    def manifest(self) -> dict[str, Any]:
        """Return the manifest.

        Raises
        ------
        CorpusError
            If the folder has no manifest, or that of another program or version.
        """
        file = self.path / MANIFEST
        try:
            table = json.loads(file.read_bytes())
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

    def settings(self) -> str:
        """Return the content of the settings file.

        Raises
        ------
        CorpusError
            If it cannot be read.
        """
        file = self.path / SETTINGS
        try:
            return file.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CorpusError(f"{file} cannot be read: {error}.") from error

    def end(self, summary: Mapping[str, Any]) -> None:
        """Write the summary."""
        self._write_table("summary.json", summary)

    def summary(self) -> dict[str, Any] | None:
        """Return the summary, None if the batch is not complete."""
        try:
            table = json.loads((self.path / "summary.json").read_bytes())
        except (OSError, ValueError):
            return None
        return table if isinstance(table, dict) else None

    def write_run(self, began: float, ended: float, n_repeated: int) -> None:
        """Write start and end of a run, in seconds since 1970, and its number of repeated shards.

        Like all times, they are not part of the results.
        """
        table = {"began": began, "ended": ended, "repeated_shards": n_repeated}
        self._write_table("timings/run.json", table)

    def remove_leftovers(self) -> None:
        """Remove unfinished files of a killed run; folders at an address have none."""
        if not isinstance(self.path, Path):
            return
        for folder in (SHARDS, TIMINGS):
            for file in (self.path / folder).glob("*/.*.new"):
                file.unlink(missing_ok=True)

    def _file(self, folder: str, number: int, suffix: str) -> AnyFile:
        group = f"{number // _PER_FOLDER:02d}"
        return self.path / f"{folder}/{group}/{number:08d}{suffix}"

    def _write_table(self, name: str, table: Mapping[str, Any]) -> None:
        text = json.dumps(table, indent=2, ensure_ascii=False) + "\n"
        self.write(self.path / name, text)
