"""Files of gold standards, read and written in the background, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.system.late import late_module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boilerscope.app.window.work.work import Failure, Work
    from boilerscope.extractors.gold import saving
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
else:
    saving = late_module("boilerscope.extractors.gold.saving")

_LANE = "gold files"
_LOOK = Kind("gold of the page", _LANE)


@dataclass(frozen=True, slots=True, eq=False)
class MarkedPage:
    """A page that is being marked.

    Attributes
    ----------
    marks : Path
        The file of its marks.
    """

    page: Page
    file: Path
    marks: Path


class GoldFiles(QObject):
    """Finds the gold standard of a page, and reads and writes its marks.

    Parameters
    ----------
    work : Work
        Does the jobs. Marks are written even if the window closes meanwhile.

    Signals
    -------
    gold_found(Gold, Page)
        The page has this gold standard.
    unreadable(str)
        There is a gold standard, but it cannot be read.
    marks_read(MarkedPage, Gold or None)
        The marks in the file of a page; None without a file.
    saved(MarkedPage)
        The newest marks are in the file.
    conflict(MarkedPage, Merge, str)
        Another program has changed the file, which was not written. `take_theirs` and saving merged
        marks resolve the conflict.
    not_saved(MarkedPage, str)
        The file cannot be read or written.
    """

    gold_found = Signal(object, object)
    unreadable = Signal(str)
    marks_read = Signal(object, object)
    saved = Signal(object)
    conflict = Signal(object, object, str)
    not_saved = Signal(object, str)

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._in_file: saving.SavedMarks | None = None
        """Content of the file; only the jobs of the lane read and write this."""
        self._theirs: saving.SavedMarks | None = None
        """Marks that another program wrote; only the jobs of the lane read and write this."""

    def look(self, page: Page, find: Callable[[], ListedPage | None] | None) -> None:
        """Look for the gold standard of a page.

        Parameters
        ----------
        page : Page
            The page on screen.
        find : callable or None
            Returns the entry of the page; None if the page has no place where gold could be.
        """
        if find is None:
            self._work.drop(_LOOK)
            return
        self._work.ask(
            _LOOK,
            once(partial(_gold_of, page, find)),
            partial(self._on_gold, page),
            failed=lambda failure: self.unreadable.emit(failure.text),
        )

    def read_marks(self, marked: MarkedPage) -> None:
        """Read the marks of a page; `marks_read` or `not_saved` follows."""
        self._work.ask(
            Kind(f"read {marked.marks}", _LANE),
            once(partial(self._load, marked)),
            partial(self.marks_read.emit, marked),
            failed=partial(self._on_failure, marked),
        )

    def save(self, marked: MarkedPage, gold: Gold, annotator: str = "") -> None:
        """Write the marks of a page; `saved`, `conflict` or `not_saved` follows.

        Parameters
        ----------
        annotator : str
            Whose marks have changed, see `save_marks`.
        """
        self._work.ask(
            Kind(f"save {marked.marks}", _LANE, is_kept=True),
            once(partial(self._save, marked, gold, annotator)),
            partial(self._on_saved, marked),
            failed=partial(self._on_failure, marked),
        )

    def take_theirs(self) -> None:
        """Let the next `save` replace the marks that another program wrote."""
        self._work.ask(Kind("take theirs", _LANE, is_kept=True), once(self._accept), lambda _: None)

    # -- jobs ------------------------------------------------------------------------------

    def _load(self, marked: MarkedPage) -> Gold | None:
        self._in_file = saving.load_marks(marked.marks, marked.page)
        return self._in_file.gold

    def _save(
        self, marked: MarkedPage, gold: Gold, annotator: str
    ) -> saving.GoldConflictError | None:
        """Write the marks; return the conflict if another program has changed the file."""
        if self._in_file is None or self._in_file.file != marked.marks:
            self._in_file = saving.SavedMarks(marked.marks)
        try:
            self._in_file = saving.save_marks(
                self._in_file, marked.page, gold, marked.file, annotator
            )
        except saving.GoldConflictError as error:
            self._theirs = error.theirs
            return error
        return None

    def _accept(self) -> None:
        self._in_file = self._theirs or self._in_file

    # -- answers ---------------------------------------------------------------------------

    def _on_gold(self, page: Page, gold: Gold | None) -> None:
        if gold is not None:
            self.gold_found.emit(gold, page)

    def _on_saved(self, marked: MarkedPage, conflict: saving.GoldConflictError | None) -> None:
        if conflict is None:
            self.saved.emit(marked)
        else:
            self.conflict.emit(marked, conflict.merged, str(conflict))

    def _on_failure(self, marked: MarkedPage, failure: Failure) -> None:
        self.not_saved.emit(marked, failure.text)


def _gold_of(page: Page, find: Callable[[], ListedPage | None]) -> Gold | None:
    entry = find()
    return entry.gold(page) if entry is not None and entry.has_gold else None
