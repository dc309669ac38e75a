"""Jobs of learning from marks, without Qt: train, and find the page to mark next."""

from __future__ import annotations

import hashlib
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.expecting import expect_stored
from boilerscope.extractors.runs.judging import judge
from boilerscope.extractors.system.atomic_write import atomic_write

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from boilerscope.app.window.work.control import Control
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runs.limits import RunLimits

_TRAINER = "marks"
_MAX_JUDGED = 200
_JUDGE_S = 15.0
"""Maximum number of pages, and maximum time, for the choice of the page to mark next."""
_SEED = 1
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class MarksRequest:
    """A corpus with marked pages.

    Attributes
    ----------
    pages : sequence of ListedPage
        All of its pages.
    source : str
        Its path, for the provenance of the model.
    folder : Path
        Folder for the model.
    """

    pages: Sequence[ListedPage]
    source: str
    folder: Path
    limits: RunLimits


@dataclass(frozen=True, slots=True)
class MarksProgress:
    """How far learning is: marked pages read, or unmarked pages judged.

    Attributes
    ----------
    is_judging : bool
        Whether the page to mark next is being looked for.
    """

    n_done: int
    n_pages: int
    is_judging: bool = False


@dataclass(frozen=True, slots=True)
class NextPage:
    """Page to mark next: that with the largest expected gain.

    Attributes
    ----------
    row : int
        Its number in the corpus.
    expected : float
        Expected F1 of the new model there; what it lacks to 1 is the gain to expect.
    n_judged : int
        Number of unmarked pages among which it was chosen.
    """

    row: int
    expected: float
    n_judged: int


@dataclass(frozen=True, slots=True)
class LearnedFromMarks:
    """What was learned.

    Attributes
    ----------
    file : Path
        Model of `learned`.
    curve : tuple of (str, float, float, float)
        Number of marks, and mean F1 with its 95 % interval on marked pages not learned from.
    n_used, n_known : int
        Number of pages that were learned from, and of those that the built-in model knew.
    left_out : tuple of str
        Names of marked pages with too little of their gold text.
    next_page : NextPage or None
        None if every page is marked, or none has a result.
    """

    file: Path
    curve: tuple[tuple[str, float, float, float], ...]
    n_used: int
    n_known: int
    left_out: tuple[str, ...]
    next_page: NextPage | None


class _Cancelled(Exception):  # noqa: N818 - not an error
    """The user has cancelled."""


def learn_from_marks(
    request: MarksRequest, control: Control
) -> Generator[MarksProgress, None, LearnedFromMarks | None]:
    """Adapt the built-in model to the marked pages, and find the page to mark next.

    Return None if it was cancelled.
    """
    marked = [page for page in request.pages if page.has_gold]
    # Only who learns from marks waits for the import of all trainers; the start does not.
    from boilerscope.extractors.training import TRAINERS
    from boilerscope.extractors.training.trainer import as_text, train

    n_read = 0

    def advance(_page: ListedPage) -> None:
        nonlocal n_read
        if control.is_cancelled():
            raise _Cancelled
        n_read += 1
        control.report(MarksProgress(n_read, len(marked)))

    yield MarksProgress(0, len(marked))
    trainer = TRAINERS[_TRAINER]
    try:
        table = train(
            trainer,
            [request.source],
            trainer.settings_class(),
            "learn from marks",
            advance,
            lambda _words: marked,
        )
    except _Cancelled:
        return None
    text = as_text(table)
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGITS]
    # A new name for each model: earlier panes and undo still need the earlier ones.
    file = request.folder / f"marks-{len(marked)}-{digest}.json"
    request.folder.mkdir(parents=True, exist_ok=True)
    atomic_write(file, text)
    next_page = yield from _next_page(request, file, control)
    if control.is_cancelled():
        return None
    provenance = table["provenance"]
    return LearnedFromMarks(
        file,
        tuple((name, *values) for name, (_n_pages, *values) in table["scores"].items()),
        provenance["pages_used"],
        provenance["pages_known"],
        tuple(provenance["pages_left_out"]),
        next_page,
    )


def _next_page(
    request: MarksRequest, file: Path, control: Control
) -> Generator[MarksProgress, None, NextPage | None]:
    """Judge a sample of the unmarked pages in worker processes; return that of the largest gain."""
    unmarked = [row for row, page in enumerate(request.pages) if not page.has_gold]
    order = np.random.default_rng(_SEED).permutation(len(unmarked))[:_MAX_JUDGED]
    rows = sorted(unmarked[index] for index in order.tolist())
    extractor = judge()
    settings = registry.extractor(extractor).default_settings().replace(model=str(file))
    pane = Pane(extractor, extractor, settings)
    best, n_judged, began_s = None, 0, control.seconds
    with closing(expect_stored(request.pages, rows, (pane,), request.limits, None)) as judged:
        for row, [record] in judged:
            n_judged += 1
            is_kept = record.status is Status.OK and record.expected is not None
            if is_kept and (best is None or record.value < best[1]):
                best = (row, record.value)
            yield MarksProgress(n_judged, len(rows), is_judging=True)
            if control.is_cancelled() or control.seconds - began_s > _JUDGE_S:
                break
    return None if best is None else NextPage(*best, n_judged)
