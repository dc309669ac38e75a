"""Store of corpus results in SQLite, which avoids repeated runs.

A page and its results are written in one transaction when the page is finished, so that a killed
program loses only the current page. Several programs can use the store at once. It is a cache: a
damaged store is renamed and replaced by an empty store.
"""

from __future__ import annotations

import sqlite3
import time
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.runs.kept import KeptOutcome, KeptPage, KeptResult, KeptScore
from boilerscope.extractors.runs.keys import ResultKey
from boilerscope.extractors.runs.packed_losses import AddressTable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path
    from types import TracebackType

P = ParamSpec("P")
T = TypeVar("T")

SCHEMA = 3
"""Version of the tables; each version has a separate file."""

MAX_BYTES = 2 * 2**30
"""Default size limit of the store, bytes."""

_APPLICATION = 0x626F696C
"""SQLite application ID, which distinguishes a store from other databases."""

_BUSY_S = 30.0
_USED_AGAIN_S = 3_600
"""Interval between updates of a result's time of use, so that reading rarely writes."""

_ROW_BYTES = 500
"""Approximate size of a result without mask and text, bytes."""

_KEPT_SHARE = 0.9
"""Share of the size limit that remains after a removal, so that removals are rare."""

_TABLES = """
create table pages (
    fingerprint text primary key,
    digest text not null,
    scored text not null,
    used integer not null
) without rowid;
create table results (
    id integer primary key,
    page text not null,
    extractor text not null,
    version text not null,
    settings text not null,
    outcome text not null,
    mask blob not null,
    own_text blob not null,
    decided blob,
    size integer not null,
    used integer not null,
    unique (page, extractor, version, settings)
);
create index results_by_use on results (used);
create table scores (
    result integer not null references results (id) on delete cascade,
    scoring text not null,
    score text not null,
    losses blob,
    primary key (result, scoring)
) without rowid;
create table addresses (
    id integer primary key,
    address text not null unique
);
"""


def _named_errors(
    method: Callable[Concatenate[ResultStore, P], T],
) -> Callable[Concatenate[ResultStore, P], T]:
    """Raise `CorpusError` with the name of the file if the database fails, as on a full disk."""

    @wraps(method)
    def named(store: ResultStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(store, *args, **kwargs)
        except sqlite3.Error as error:
            raise CorpusError(f"{store.file} cannot be read or written: {error}.") from error

    return named


class ResultStore:
    """Results of extractors on pages, and their scores.

    Parameters
    ----------
    folder : Path
        Folder of the store; it is created if necessary.
    max_bytes : int
        Size limit in bytes; above it, the least recently used results are removed.

    Raises
    ------
    CorpusError
        If the store cannot be opened.
    """

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES) -> None:
        self.folder = folder
        self.file = folder / f"results-{SCHEMA}.sqlite"
        self._max_bytes = max_bytes
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._database = self._open()
        except (OSError, sqlite3.Error) as error:
            raise CorpusError(f"{self.file} cannot be opened: {error}") from error
        self._addresses = AddressTable(self._database)
        (self._size,) = self._database.execute(
            "select coalesce(sum(size), 0) from results"
        ).fetchone()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @property
    def size(self) -> int:
        """Size of the results, bytes."""
        return int(self._size)

    @_named_errors
    def page(self, fingerprint: str) -> KeptPage | None:
        """Return the stored page of a fingerprint, None if it is new or changed."""
        row = self._database.execute(
            "select digest, scored from pages where fingerprint = ?", (fingerprint,)
        ).fetchone()
        return None if row is None else KeptPage.from_json(*row)

    @_named_errors
    def outcomes(
        self, page: str, scoring: str, keys: Collection[ResultKey]
    ) -> dict[ResultKey, tuple[KeptOutcome, KeptScore | None]]:
        """Return the stored outcomes and scores of some results of a page; mark them as used.

        Parameters
        ----------
        page : str
            Digest of the page.
        scoring : str
            Key of the scores, see `KeptScore.scoring`.
        keys : collection of ResultKey
            The results; a page that was swept has many more.
        """
        if not keys:
            return {}
        rows = self._database.execute(
            f"with wanted(e, v, s) as (values {', '.join(['(?, ?, ?)'] * len(keys))})"  # noqa: S608 - placeholders only
            " select id, used, extractor, version, settings, outcome, score, losses from wanted"
            " join results on (page, extractor, version, settings) = (?, e, v, s)"
            " left join scores on result = id and scoring = ?",
            (*(part for key in keys for part in key.parts), page, scoring),
        ).fetchall()
        now = int(time.time())
        stale = [(now, row[0]) for row in rows if now - row[1] > _USED_AGAIN_S]
        if stale:
            with self._writing():
                self._database.executemany("update results set used = ? where id = ?", stale)
        return {
            ResultKey(*key): (
                KeptOutcome.from_json(outcome),
                None
                if score is None
                else KeptScore.from_json(scoring, score, self._addresses.losses(losses)),
            )
            for _, _, *key, outcome, score, losses in rows
        }

    @_named_errors
    def result(self, page: str, key: ResultKey) -> KeptResult | None:
        """Return a stored result of a page, None if there is none."""
        row = self._database.execute(
            "select outcome, mask, own_text, decided from results"
            " where (page, extractor, version, settings) = (?, ?, ?, ?)",
            (page, *key.parts),
        ).fetchone()
        if row is None:
            return None
        outcome = KeptOutcome.from_json(row[0])
        decided = self._addresses.decisions(row[3], outcome.n_tokens)
        return KeptResult(outcome, row[1], row[2], decided)

    @_named_errors
    def keep(
        self,
        page: str,
        kept: Iterable[tuple[ResultKey, KeptResult | None, KeptScore | None]],
        pages: Mapping[str, KeptPage] | None = None,
    ) -> None:
        """Store results of a page, their scores and the page itself in one transaction.

        Parameters
        ----------
        page : str
            Digest of the page.
        kept : iterable of (ResultKey, KeptResult or None, KeptScore or None)
            Results and scores; None for a result that is already stored, or for no score. The
            counts of a score are added to those of an earlier score of the same scoring.
        pages : mapping of str to KeptPage, optional
            The page by its fingerprint, with which a later run finds its results.
        """
        now = int(time.time())
        pack = self._addresses  # before the transaction: its rows stay if the transaction fails
        prepared = [
            (
                *(key, result, score),
                None if result is None else pack.packed_decisions(result.decided),
                None if score is None else pack.packed_losses(score.losses),
            )
            for key, result, score in kept
        ]
        with self._writing():
            for key, result, score, decided, losses in prepared:
                row = (
                    self._id(page, key)
                    if result is None
                    else self._write(page, key, result, decided, now)
                )
                if score is not None and row is not None:
                    self._database.execute(
                        "insert into scores values (?, ?, ?, ?) on conflict do update"
                        " set score = json_patch(score, excluded.score),"
                        " losses = coalesce(excluded.losses, losses)",
                        (row, score.scoring, score.as_json(), losses),
                    )
            for fingerprint, kept_page in (pages or {}).items():
                self._database.execute(
                    "insert or replace into pages values (?, ?, ?, ?)",
                    (fingerprint, kept_page.digest, kept_page.scored_as_json(), now),
                )
        if self._size > self._max_bytes:
            self._remove_oldest()

    def _id(self, page: str, key: ResultKey) -> int | None:
        """Return the row of a result, None if another program has removed it."""
        row = self._database.execute(
            "select id from results where (page, extractor, version, settings) = (?, ?, ?, ?)",
            (page, *key.parts),
        ).fetchone()
        return None if row is None else int(row[0])

    def _write(
        self, page: str, key: ResultKey, result: KeptResult, decided: bytes | None, now: int
    ) -> int:
        """Write a result and return its row; delete another earlier one with its scores.

        The scores of an equal result stay: a page can be in a corpus twice, with another gold and
        score each time.
        """
        outcome, parts = result.outcome.as_json(), (result.packed_mask, result.packed_text, decided)
        equal = self._database.execute(
            "update results set outcome = ?, decided = coalesce(?, decided), used = ?"
            " where (page, extractor, version, settings) = (?, ?, ?, ?)"
            " and json_extract(outcome, '$.status') = ? and mask = ? and own_text = ?"
            " and coalesce(decided, ?) is coalesce(?, decided) returning id",
            (outcome, decided, now, page, *key.parts, result.outcome.status, *parts, decided),
        ).fetchone()
        if equal is not None:
            return int(equal[0])
        self._delete(page, key)
        size = sum(len(part) for part in parts if part is not None) + _ROW_BYTES
        (row,) = self._database.execute(
            "insert into results values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
            (page, *key.parts, outcome, *parts, size, now),
        ).fetchone()
        self._size += size
        return int(row)

    def _delete(self, page: str, key: ResultKey) -> None:
        """Delete a result with its scores."""
        deleted = self._database.execute(
            "delete from results where (page, extractor, version, settings) = (?, ?, ?, ?)"
            " returning size",
            (page, *key.parts),
        ).fetchall()
        self._size -= sum(size for (size,) in deleted)

    def _remove_oldest(self) -> None:
        """Remove the least recently used results, until the size is well below the limit."""
        with self._writing():
            (self._size,) = self._database.execute("select sum(size) from results").fetchone()
            excess = self._size - int(self._max_bytes * _KEPT_SHARE)
            last = self._database.execute(
                "select used, id from (select used, id, sum(size) over (order by used, id) as total"
                " from results) where total >= ? order by used, id limit 1",
                (excess,),
            ).fetchone()
            if excess > 0 and last is not None:
                self._database.execute("delete from results where (used, id) <= (?, ?)", last)
                self._database.execute(
                    "delete from pages where digest not in (select page from results)"
                )
            (self._size,) = self._database.execute(
                "select coalesce(sum(size), 0) from results"
            ).fetchone()
        self._database.execute("pragma incremental_vacuum").fetchall()

    def _writing(self) -> _Transaction:
        return _Transaction(self._database)

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # locked, read-only or full
                raise
            for suffix in ("", "-wal", "-shm"):
                damaged = self.file.with_name(self.file.name + suffix)
                if damaged.exists():
                    damaged.replace(self.file.with_name(f"{self.file.name}{suffix}.damaged"))
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.file, timeout=_BUSY_S, isolation_level=None)
        try:
            database.execute("pragma auto_vacuum = incremental")
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = normal")
            database.execute("pragma foreign_keys = on")
            with _Transaction(database):
                (application,) = database.execute("pragma application_id").fetchone()
                if application not in {0, _APPLICATION}:
                    raise sqlite3.DatabaseError("a database of another program")
                if not application:
                    for statement in _TABLES.split(";\n"):
                        database.execute(statement)
                    database.execute(f"pragma application_id = {_APPLICATION}")
                    database.execute(f"pragma user_version = {SCHEMA}")
        except sqlite3.Error:
            database.close()
            raise
        return database


class _Transaction:
    """Transaction of SQLite; it waits for other programs that write."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("begin immediate")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._database.execute("commit" if kind is None else "rollback")


def default_folder() -> Path:
    """Return the store's folder in the user's cache folder."""
    from platformdirs import user_cache_path

    return user_cache_path("boilerscope") / "corpus"
