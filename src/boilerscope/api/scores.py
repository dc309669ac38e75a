"""Scores of panes on pages with gold, the same as those of the command line."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boilerscope.api.pages import SAMPLE, listed_sample
from boilerscope.api.panes import PaneLike, panes_of
from boilerscope.api.tables import Table
from boilerscope.extractors.errors import CorpusError, UnknownNameError
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.layouts import read_layouts
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.documents import Part, ScoresDocument
from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.extractors.scoring.leaderboard import Leaderboard, groups, leaderboard
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from boilerscope.extractors.scoring.results import PageStatus, ScoreOptions
from boilerscope.extractors.scoring.rows import mean_rows, page_rows
from boilerscope.extractors.scoring.run import ScoredRun, scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.sources.listing import pages_with_gold
from boilerscope.extractors.sources.matching import match_gold
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage

_MEANS = (
    *("group", "pane", "measure", "average", "value", "low", "high", "pages"),
    *("failed", "empty", "baseline", "difference_value", "difference_low", "difference_high"),
    *("wins", "ties", "losses"),
)
_PAGES = (
    *("set", "page", "language", "page_type", "page_status", "page_message"),
    *("tokens", "gold_tokens", "pane", "status", "message", "seconds"),
)
ALL = "all"


@dataclass(frozen=True, repr=False, eq=False)
class Scores:
    """Scores of panes on pages: means, single pages, and files as the command line writes them.

    Attributes
    ----------
    run : ScoredRun
        The whole record. It may change between versions.
    """

    run: ScoredRun

    @cached_property
    def table(self) -> Table:
        """A row for each mean over all pages, compared with the first pane, see `means`."""
        return self.means()

    def means(self, *, by: str = "", baseline: str = "") -> Table:
        """Return a row for each mean: of each pane, by each measure, in both averages.

        ``value`` with the ends of its 95 % interval, ``low`` and ``high``, over the ``pages`` that
        every pane answered; ``macro`` is the mean of the pages, ``micro`` that of their sums.
        ``difference_value`` is the difference to the baseline on the same pages, with its
        interval.

        Parameters
        ----------
        by : str
            Property that forms groups of pages: ``language``, ``type``, ``length``, ``set``,
            ``site`` or ``layout``; all pages together by default.
        baseline : str
            Pane that the others are compared with; the first by default.

        Raises
        ------
        UnknownNameError
            If there is no such property or pane; the message gives the nearest name.
        """
        boards = self._boards(by, baseline)
        return Table(_MEANS, mean_rows(self.run, {by or ALL: boards}))

    @cached_property
    def pages(self) -> Table:
        """A row for each page and pane, with a column for each measure.

        A page that could not be scored has a ``page_status`` and a ``page_message``.
        """
        columns = (*_PAGES, *self.run.options.measures)
        return Table(columns, page_rows(self.run))

    @property
    def about(self) -> Mapping[str, Any]:
        """Everything that is needed to repeat the run: settings, versions, digest of the pages."""
        return self.run.about()

    def export(self, format: str, *, rows: str = "means", by: Sequence[str] = ()) -> bytes:  # noqa: A002 - the word of the command line
        """Return the file that ``boilerscope score`` writes.

        Parameters
        ----------
        format : str
            ``table``, ``csv``, ``jsonl``, ``latex``, ``markdown`` or ``parquet``.
        rows : str
            ``means``, or ``pages`` for a row for each page and pane.
        by : sequence of str
            Properties that also form groups, see `means`.

        Raises
        ------
        UnknownNameError
            If there is no such format, kind of rows or property.
        """
        require("format", format, FORMATS)
        parts = {"means": Part.LEADERBOARD, "pages": Part.PAGES}
        require("rows", rows, parts)
        for name in by:
            require("group", name, GROUPS)
        return write(ScoresDocument(self.run, parts[rows], tuple(by)), format)

    def __repr__(self) -> str:
        run = self.run
        measure = "token_f1" if "token_f1" in run.options.measures else run.options.measures[0]
        board = self._board
        means = ", ".join(
            f"{row.pane} {row.mean(measure, Average.MACRO).answered.value:.3f}"
            for row in board.sorted_by(measure)
        )
        n_others = len(run.rows) - len(run.pages_that_are(PageStatus.SCORED))
        others = f", {n_others:,} not scored" if n_others else ""
        return f"<Scores on {counted(board.n_scored, 'page')}{others}: {measure} {means}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    @cached_property
    def _board(self) -> Leaderboard:
        return leaderboard(self.run.table, self.run.mask, self.run.options.measures)

    def _boards(self, by: str, baseline: str) -> Sequence[Leaderboard]:
        run, measures = self.run, self.run.options.measures
        if by:
            require("group", by, GROUPS)
            read_layouts(run.table, [by])
            return groups(run.table, run.mask, by, measures, baseline=baseline)
        if not baseline:
            return [self._board]
        return [leaderboard(run.table, run.mask, measures, baseline=baseline)]


def score(  # noqa: PLR0913 - the options of the command line, always given by keyword
    pages: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    panes: PaneLike | Iterable[PaneLike] = "boilerpipe.article",
    *,
    gold: str | os.PathLike[str] | None = None,
    measures: Iterable[str] = DEFAULT_MEASURES,
    text: str = "page",
    comments: bool = False,
    jobs: int = 1,
    timeout: float = 30.0,
) -> Scores:
    """Score panes on pages with gold; the same figures as ``boilerscope score``.

    Parameters
    ----------
    pages : path or iterable of paths
        Gold standards of any known format, or pages with marks beside them, or built-in pages such
        as ``sample:news-en``; with `gold`, the pages alone.
    panes : iterable
        Identifiers, panes (see `pane`), or paths of settings files (``.toml``).
    gold : path, optional
        Gold standard of the pages, if it is elsewhere; pages are matched by name.
    measures : iterable of str
        Names of measures, such as ``token_f1`` or ``rouge_lsum``; ``["all"]`` for all.
    text : str
        ``page`` to score the kept words of the page, ``own`` the text that the algorithm prints.
    comments : bool
        Whether comments of readers count as main content.
    jobs : int
        Number of worker processes.
    timeout : float
        Maximum time of an extractor on a page, seconds.

    Returns
    -------
    Scores
        ``table`` (means with intervals), ``pages`` (each page and pane), ``means(by="language")``.

    Raises
    ------
    BoilerscopeError
        If an extractor, setting or measure does not exist, or no page with gold is found.

    Notes
    -----
    Extractors run in worker processes: one that fails, hangs or crashes on a page has a failure on
    this page, which counts as such, and the run goes on.

    Examples
    --------
    >>> import boilerscope
    >>> boilerscope.score(["sample:news-en", "sample:forum"], ["bte", "link_ratio"])
    <Scores on 2 pages: token_f1 link_ratio 0.757, bte 0.670>
    """
    selected = panes_of(panes)
    options = ScoreOptions(scored_text(text), comments, _measures(measures))
    listed = gold_pages(words_of(pages), gold)
    table = ScoreTable(listed, [pane.name for pane in selected], options.measures)
    running = CorpusRun(
        listed, selected, RunOptions(options, RunLimits(max(jobs, 1), timeout))
    ).results()
    with closing(running):
        for result in running:
            table.add(result)
    return Scores(scored_run(table, selected, options))


def gold_pages(words: list[str], gold: str | os.PathLike[str] | None) -> list[ListedPage]:
    """Return the pages with gold that words name, or that match a gold standard elsewhere."""
    if gold is None:
        samples = [listed_sample(word) for word in words if word.startswith(SAMPLE)]
        others = [word for word in words if not word.startswith(SAMPLE)]
        return [*samples, *(pages_with_gold(others) if others or not samples else [])]
    matched = match_gold(words, os.fspath(gold))
    if not matched.pages:
        raise CorpusError(
            f"{' '.join(words)}: no page has gold in {os.fspath(gold)}. Pages are matched by their"
            " names."
        )
    return matched.pages


def words_of(pages: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return paths as texts."""
    if isinstance(pages, str | os.PathLike):
        return [os.fspath(pages)]
    return [os.fspath(page) for page in pages]


def _measures(names: Iterable[str]) -> tuple[str, ...]:
    chosen = tuple(dict.fromkeys([names] if isinstance(names, str) else names))
    if ALL in chosen:
        return tuple(MEASURES)
    for name in chosen:
        require("measure", name, [*MEASURES, ALL])
    return chosen or DEFAULT_MEASURES


def scored_text(name: str) -> ScoredText:
    """Return the text to score by its name."""
    require("text", name, [text.value for text in ScoredText])
    return ScoredText(name)


def require(kind: str, name: str, known: Iterable[str]) -> None:
    """Raise `UnknownNameError` if a name is not known."""
    names = list(known)
    if name not in names:
        raise UnknownNameError(kind, name, names)
