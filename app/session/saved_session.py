"""Session files (``.bscope``): what the window writes into one, and reads from it. No Qt.

The file is the snapshot of a page, see `boilerscope.extractors.page.snapshot`, with the panes, the
gold standard, the results and what is on screen. The panes are a settings file, which ``--config``
reads; the gold standard is a line of marks, which ``score`` reads. The session of a corpus has the
path of the corpus instead of its pages.
"""

from __future__ import annotations

import json
import platform
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.app.session.last_session import LastCorpus, LastSession, from_plain, to_plain
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, SnapshotError
from boilerscope.extractors.formats import jsonl, settings_file
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.slim import extractor_version
from boilerscope.extractors.gold.session_gold import gold_part
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.page.snapshot import GOLD, PANES, RESULTS, VIEWS, has_page, read_parts
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.system.atomic_write import atomic_write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord

VERSION = 1
"""Version of `VIEWS`; all earlier versions are read."""

_LIBRARIES = ("boilerscope", "lxml", "numpy", "PySide6")
_UNREADABLE = (ValueError, TypeError, LookupError, RecursionError, AttributeError)


@dataclass(frozen=True, slots=True)
class SavedResult:
    """Result of a pane as it was saved.

    Attributes
    ----------
    version : str
        Version of the extractor or its library.
    settings : dict
        All settings.
    runs : tuple of (int, int)
        Kept token ranges.
    n_tokens : int
        Number of tokens of the page.
    line : str
        The record, as ``jsonl`` has it.
    """

    pane: str
    extractor: str
    version: str
    settings: dict[str, Any]
    runs: tuple[tuple[int, int], ...]
    n_tokens: int
    line: str


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session as read from its file.

    Attributes
    ----------
    last : LastSession
        Panes, page, corpus and views. The page has no address: it is in the file.
    has_page : bool
        Whether there is a page; else it is the session of a corpus.
    results : tuple of SavedResult
        Results of the panes.
    replaced : tuple of str
        Extractors that this program does not have; their panes show their saved results.
    lost : tuple of str
        Panes that could not be restored at all.
    """

    last: LastSession
    has_page: bool
    results: tuple[SavedResult, ...] = ()
    replaced: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """Words that a pane decides differently now than when its session was saved.

    Attributes
    ----------
    before, now : str
        Version of the extractor or library, then and now.
    """

    pane: str
    n_words: int
    before: str
    now: str


def parts_of(
    last: LastSession, page: Page | None, gold: Gold | None, panes: Sequence[PaneRecord]
) -> dict[str, bytes]:
    """Return the entries of a session file, without its page.

    Parameters
    ----------
    page : Page or None
        The page of the session; None for that of a corpus.
    """
    if last.page is not None:
        last = replace(last, page=replace(last.page, address="", text="", row=None))
    table = {"session": to_plain(last), "version": VERSION, "made_with": _versions()}
    parts = {
        VIEWS: json.dumps(table, ensure_ascii=False, indent=1).encode("utf-8", "replace"),
        PANES: settings_file.write(
            Pane(pane.name, pane.extractor, pane.settings) for pane in panes
        ).encode("utf-8", "replace"),
    }
    if page is not None and gold is not None:
        parts[GOLD] = gold_part(page, gold)
    if page is not None:
        lines = [_line(page, pane) for pane in panes if pane.extraction is not None]
        parts[RESULTS] = "".join(lines).encode("utf-8", "replace")
    return parts


def read_session(file: Path, folder: Path) -> SessionFile | None:
    """Return the session in a file; None if it is the snapshot of a page alone.

    Parameters
    ----------
    folder : Path
        Folder for the saved results of extractors that this program does not have.

    Raises
    ------
    SnapshotError
        If the file is damaged, too large, or of a newer version.
    """
    parts = read_parts(file, (VIEWS, RESULTS))
    if VIEWS not in parts:
        return None
    table = _table_of(file, parts[VIEWS])
    saved = _results_of(parts.get(RESULTS, b""))
    panes, replaced = _available(table.get("panes"), saved, folder, file.stem)
    last = from_plain(table | {"panes": panes})
    names = [pane["name"] for pane in panes if isinstance(pane, dict) and "name" in pane]
    restored = {pane.name for pane in last.panes}
    return SessionFile(
        replace(last, corpus=_found(last.corpus, file)),
        has_page(file),
        saved,
        replaced,
        tuple(str(name) for name in names if name not in restored),
    )


def differences(saved: Sequence[SavedResult], panes: Sequence[PaneRecord]) -> list[Difference]:
    """Return the panes of equal settings whose results are not those that were saved."""
    by_name = {result.pane: result for result in saved}
    found: list[Difference] = []
    for pane in panes:
        result, extraction = by_name.get(pane.name), pane.extraction
        if result is None or extraction is None or result.extractor != pane.extractor:
            continue
        if result.settings != _settings(pane) or result.n_tokens != len(extraction.mask):
            continue
        before = np.zeros(result.n_tokens, dtype=bool)
        for start, end in result.runs:
            before[start:end] = True
        n_words = int((before != extraction.mask).sum())
        if n_words:
            now = extractor_version(pane.extractor)
            found.append(Difference(pane.name, n_words, result.version, now))
    return found


# -- writing -----------------------------------------------------------------------------------


def _line(page: Page, pane: PaneRecord) -> str:
    """Return the record of a pane's result, without its blocks, which a run gives again."""
    if pane.extraction is None:
        raise ValueError("the pane has not run")
    table = jsonl.record(Result(page.name, page.name, pane.name, page, pane.extraction))
    del table["blocks"]
    return json.dumps(table, ensure_ascii=False, allow_nan=False) + "\n"


def _settings(pane: PaneRecord) -> dict[str, Any]:
    """Return the settings of a pane as they are after a way through JSON."""
    settings: dict[str, Any] = json.loads(json.dumps(to_table(pane.settings, everything=True)))
    return settings


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version(), "platform": sys.platform}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


# -- reading -----------------------------------------------------------------------------------


def _table_of(file: Path, data: bytes) -> dict[str, Any]:
    """Return the session of `VIEWS`."""
    try:
        table = json.loads(data)
        number = table["version"]
        session = dict(table["session"])
    except _UNREADABLE as error:
        raise SnapshotError(f"{file.name!r} is damaged: {VIEWS}: {error}.") from error
    if not isinstance(number, int) or not 1 <= number <= VERSION:
        raise SnapshotError(
            f"{file.name!r} is a session of version {number}; this version of Boilerscope reads"
            f" sessions up to {VERSION}. Open it with a newer version."
        )
    return session


def _results_of(data: bytes) -> tuple[SavedResult, ...]:
    """Return the saved results that can be read."""
    results: list[SavedResult] = []
    for line in data.decode("utf-8", "replace").splitlines():
        with suppress(*_UNREADABLE):
            table = json.loads(line)
            n_tokens = int(table["page_tokens"])
            runs = tuple((int(start), int(end)) for start, end in table["kept_runs"])
            if 0 <= n_tokens < 2**31 and all(0 <= a <= b <= n_tokens for a, b in runs):
                results.append(
                    SavedResult(
                        str(table["pane"]),
                        str(table["extractor"]),
                        str(table["version"]),
                        dict(table["settings"]),
                        runs,
                        n_tokens,
                        line,
                    )
                )
    return tuple(results)


def _available(
    panes: object, saved: Sequence[SavedResult], folder: Path, stem: str
) -> tuple[list[Any], tuple[str, ...]]:
    """Return the panes, those of missing extractors with their saved results; and the missing."""
    tables = list(panes) if isinstance(panes, list) else []
    by_name = {result.pane: result for result in saved}
    missing: list[str] = []
    for number, table in enumerate(tables):
        if not isinstance(table, dict) or not isinstance(table.get("extractor"), str):
            continue
        identifier, result = table["extractor"], by_name.get(str(table.get("name")))
        if _is_known(identifier) or result is None:
            continue
        with suppress(BoilerscopeError):
            name = f"{identifier} ({stem})".replace("/", "_").replace("\\", "_").strip(". ")
            results = folder / f"{name[:120]}.jsonl"
            atomic_write(results, f"{result.line}\n")
            own = registry.add(str(results))
            tables[number] = table | {"extractor": own, "settings": {}}
            missing.append(identifier)
    return tables, tuple(missing)


def _is_known(identifier: str) -> bool:
    """Return whether an extractor is here, and the library that it needs."""
    try:
        extractor = registry.known(identifier)
        return extractor is not None and not extractor.missing()
    except BoilerscopeError:
        return False


def _found(corpus: LastCorpus | None, file: Path) -> LastCorpus | None:
    """Return the corpus, its parts at their paths or, if moved, beside the session file."""
    if corpus is None:
        return None
    folder = file.resolve().parent
    return replace(corpus, path=_moved(corpus.path, folder), batch=_moved(corpus.batch, folder))


def _moved(path: str, folder: Path) -> str:
    """Return a path, or that of the file of the same name in a folder if only this one exists."""
    beside = folder / Path(path).name
    return str(beside) if path and not Path(path).exists() and beside.exists() else path
