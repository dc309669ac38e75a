"""Job of the tab Changes: two panes with traces on the pages of a corpus, compared. No Qt."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.runs.changes import compare_stored
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.changes.records import Changes

if TYPE_CHECKING:
    from collections.abc import Generator

    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.corpus_jobs import RunRequest
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane


class ReadChanges(NamedTuple):
    """Progress of a comparison: pages whose results are there, and all pages."""

    n_done: int
    n_pages: int


def read_changes(
    request: RunRequest, names: tuple[str, str], control: Control
) -> Generator[ReadChanges, None, Changes]:
    """Return the changes between two panes; stored results are not computed again.

    Parameters
    ----------
    request : RunRequest
        The two panes, or their files, and options that ask for losses, so that rules are known.
    names : tuple of str
        Names of the panes, before and after.
    """
    changes = Changes(*names)
    by_name: dict[str, Pane | FilePane] = {
        **{pane.name: pane for pane in request.panes},
        **{file.pane.name: file for file in request.files},
    }
    rows = request.rows
    with ExitStack() as stack:
        store = _opened(request.store, stack)
        run = request.run(store, control)
        for n_done, _ in enumerate(run.results(), start=1):
            yield ReadChanges(n_done, len(rows))
        before, after = by_name[names[0]], by_name[names[1]]
        compared = compare_stored(
            request.pages, (before, after), request.options.score, store, changes, rows
        )
        for _ in compared:
            if control.is_cancelled():
                break
    return changes


def _opened(folder: Path | None, stack: ExitStack) -> ResultStore:
    """Open the store of results, or if it cannot be used one that is gone at the end."""
    if folder is not None:
        try:
            return stack.enter_context(ResultStore(folder))
        except CorpusError:
            pass  # the run bar has said so when the panes ran
    return stack.enter_context(ResultStore(Path(stack.enter_context(TemporaryDirectory()))))
