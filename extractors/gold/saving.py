"""Marks beside a page: read and write them without losing the marks of another program.

``<page>.gold.jsonl`` has one line, see `boilerscope.extractors.gold.formats.own`. The caller passes
the marks that it has read. If the file has changed since, nothing is written, and the error
contains both sides and their merge.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.annotators import with_annotation
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.gold.json_files import parse_object
from boilerscope.extractors.gold.marking import Merge, merge
from boilerscope.extractors.gold.page_files import relative
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.files import page_stem
from boilerscope.extractors.system.atomic_write import replace_file
from boilerscope.extractors.system.wording import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page

LOCK_S = 2.0
"""Maximum wait for another program that saves in the same folder, in seconds."""

_WAIT_S = 0.01
_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)


@dataclass(frozen=True, slots=True, eq=False)
class SavedMarks:
    """The marks of a page as they are in their file.

    Attributes
    ----------
    digest : str
        SHA-256 of its bytes; empty without a file.
    gold : Gold or None
        The marks; None without a file.
    """

    file: Path
    digest: str = ""
    gold: Gold | None = None


class GoldConflictError(GoldError):
    """Another program has changed the marks since they were read.

    Attributes
    ----------
    theirs : SavedMarks
        Marks in the file now; pass them to `save_marks` to replace them.
    merged : Merge
        Their marks and ours put together.
    """

    def __init__(self, theirs: SavedMarks, merged: Merge) -> None:
        self.theirs = theirs
        self.merged = merged
        differing = merged.n_contradictions
        advice = (
            f"{counted(differing, 'word')} {agreeing(differing, 'is', 'are')} marked differently;"
            f" merge the rest and mark {agreeing(differing, 'it', 'them')} again"
            if differing
            else "No word is marked differently; merge the marks"
        )
        super().__init__(
            f"{theirs.file} was changed by another program. {advice}, or save elsewhere."
        )


def load_marks(file: Path, page: Page) -> SavedMarks:
    """Read the marks of a page.

    Parameters
    ----------
    file : Path
        The file of marks, see `own.marks_file`; it may be absent.

    Raises
    ------
    GoldError
        If the file cannot be read, or the page has changed since it was marked.
    """
    return _parsed(file, _read(file), page)


def save_marks(
    saved: SavedMarks, page: Page, gold: Gold, html: Path, annotator: str = ""
) -> SavedMarks:
    """Write the marks of a page, completely or not at all.

    Parameters
    ----------
    saved : SavedMarks
        Marks that the caller has read; the file must not have changed since.
    html : Path
        File of the page.
    annotator : str
        Annotator whose marks have changed; those of other annotators are taken from the file. Empty
        if the gold itself was changed.

    Returns
    -------
    SavedMarks
        The new content of the file.

    Raises
    ------
    GoldConflictError
        If another program has changed the same marks: nothing is written.
    GoldError
        If the file cannot be written, such as in a read-only folder.
    """
    file = saved.file.resolve()  # a link stays a link
    encoding = page.decoded.encoding if page.decoded.how == "user" else None
    set_name = html.resolve().parent.name
    place = FilePlace(html)
    listed = ListedPage(page_stem(html.name), set_name, place, encoding=encoding, url=page.url)
    with folder_lock(file.parent):
        present = _read(file)
        # A file that was deleted has nothing to lose.
        if present and _digest(present) != saved.digest:
            gold = _with_theirs(saved, _parsed(saved.file, present, page), gold, annotator)
        elif saved.gold is not None:
            gold = _with_ours(saved.gold, gold, annotator)
        line = own.line_of(GoldPage(listed, page, gold), relative(html, file.parent))
        data = f"{line}\n".encode("utf-8", "backslashreplace")
        try:
            replace_file(file, data)
        except OSError as error:
            raise _not_saved(file, error) from error
    return SavedMarks(saved.file, _digest(data), gold)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise GoldError(f"{file} cannot be read: {error.strerror}") from error


def _parsed(file: Path, data: bytes, page: Page) -> SavedMarks:
    if not data:
        return SavedMarks(file)
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) != 1:
        raise GoldError(f"{file} must have one line, that of its page, got {len(lines)}.")
    fields = parse_object(lines[0], f"{file}, line 1", own.VALID_FORM)
    return SavedMarks(file, _digest(data), own.gold_of_line(fields, page))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest() if data else ""


def _with_theirs(saved: SavedMarks, theirs: SavedMarks, gold: Gold, annotator: str) -> Gold:
    """Return the marks in the file with ours, if another program has changed other marks alone.

    Raises
    ------
    GoldConflictError
        If it has changed the marks that we have changed.
    """
    n_tokens = len(gold.classes)
    base, ours, other = (
        _classes_by(each, annotator, n_tokens) for each in (saved.gold, gold, theirs.gold)
    )
    if theirs.gold is None or not annotator or not np.array_equal(base, other):
        raise GoldConflictError(theirs, merge(base, ours, other))
    return _with_ours(theirs.gold, gold, annotator)


def _with_ours(stored: Gold, gold: Gold, annotator: str) -> Gold:
    """Return stored gold with our marks of an annotator; our gold without an annotator."""
    ours = gold.annotation(annotator)
    if ours is None:
        return replace(gold, annotations=stored.annotations)
    return with_annotation(stored, ours, gold.provenance)


def _classes_by(gold: Gold | None, annotator: str, n_tokens: int) -> NDArray[np.uint8]:
    """Return the classes of an annotator, or of the gold itself; unmarked without any."""
    marks = gold.annotation(annotator) if gold is not None and annotator else gold
    return np.zeros(n_tokens, dtype=np.uint8) if marks is None else marks.classes


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, so that one program at a time saves marks there.

    Raises
    ------
    GoldError
        If another program keeps the lock longer than `LOCK_S`, or the folder cannot be locked.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise GoldError(f"Gold not saved: {folder}: {error.strerror}.") from error
    try:
        _lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)  # also releases the lock


def _lock(descriptor: int, folder: Path) -> None:
    """Wait for the lock. `flock` has no time limit of its own, so a busy lock is tried again."""
    deadline = time.monotonic() + LOCK_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise GoldError(
                    f"Gold not saved: another program keeps {folder} locked. Try again."
                ) from error
            time.sleep(_WAIT_S)  # flock itself waits without limit; windows save in a worker thread
        except OSError as error:
            raise GoldError(f"Gold not saved: {folder} cannot be locked: {error}.") from error
        else:
            return


def _not_saved(file: Path, error: OSError) -> GoldError:
    if error.errno in _READ_ONLY:
        return GoldError(
            f"Gold not saved: the folder {file.parent} is read-only. Save it in another folder."
        )
    return GoldError(f"Gold not saved: {file} cannot be written: {error.strerror}.")
