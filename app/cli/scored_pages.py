"""Pages with gold of commands that score, and the report of results without a score. No Qt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from boilerscope.app.cli import options
from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.model.extraction import ANSWERED, FAILED, Status
from boilerscope.extractors.runs.gold_panes import check_annotators
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.extractors.sources.batch_folder import is_batch_folder
from boilerscope.extractors.sources.listing import ListOptions, pages_with_gold
from boilerscope.extractors.sources.matching import match_gold
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.scoring.results import PaneScore
    from boilerscope.extractors.scoring.run import ScoredRun

    _Unanswered = dict[tuple[str, Status, str], list[str]]
    """Names of pages by pane, status and message."""


class Inputs(Protocol):
    """Options that say which pages, which gold and which panes."""

    @property
    def pages(self) -> tuple[str, ...]: ...
    @property
    def gold(self) -> str | None: ...
    @property
    def gold_format(self) -> str | None: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def sets(self) -> tuple[str, ...]: ...
    @property
    def presets(self) -> tuple[str, ...]: ...
    @property
    def config(self) -> Path | None: ...
    @property
    def quiet(self) -> bool: ...


def batch_folder(command: Inputs) -> Path | None:
    """Return the batch whose texts are scored, None if panes run on PAGES."""
    folders = [word for word in command.pages if is_batch_folder(Path(word))]
    if not folders:
        return None
    if len(command.pages) > 1 or command.gold is None:
        raise click.UsageError(f"{folders[0]} is a batch: name it alone, and its gold with --gold.")
    if command.names or command.config is not None or command.sets or command.presets:
        raise click.UsageError(
            f"{folders[0]} has results already: -e, --preset, --set and --config have no effect."
        )
    return Path(folders[0])


def gold_pages(command: Inputs, batch: Path | None) -> list[ListedPage]:
    """Return the pages with gold; report those without."""
    wanted = ListOptions(gold_format=command.gold_format)
    tell = options.tell_left_out(quiet=command.quiet)
    if command.gold is None:
        return pages_with_gold(command.pages, wanted, options.stdin_lines(), tell)
    if batch is not None:
        return pages_with_gold([command.gold], wanted)
    matched = match_gold(command.pages, command.gold, command.gold_format, tell=tell)
    if not matched.pages:
        raise GoldError(
            f"{' '.join(command.pages)}: no page has gold in {command.gold}. Pages are matched by"
            " their names"
        )
    if not command.quiet and matched.without_gold:
        listed = ", ".join(matched.without_gold[:5])
        more = ", ..." if len(matched.without_gold) > 5 else ""
        click.echo(f"without gold, not scored: {listed}{more}", err=True)
    return matched.pages


def by_annotator(pages: list[ListedPage], name: str) -> list[ListedPage]:
    """Return pages whose gold is what an annotator marked; as they are if the name is empty.

    Raises
    ------
    BoilerscopeError
        If the gold of no page has marks of the annotator.
    """
    if not name:
        return pages
    [annotator] = check_annotators([name], pages, place="--gold-by")
    return [replace(page, gold_by=annotator) for page in pages]


def report_failures(run: ScoredRun, *, quiet: bool) -> bool:
    """Report results that were not scored on standard error; return whether a page failed."""
    failed = False
    unscored: _Unanswered = {}
    for row in run.rows.tolist():
        scores = run.table.scores(row)
        page = scores[0].page
        if page.status is PageStatus.SCORED:
            _add_unanswered(scores, unscored)
            continue
        is_unread = page.status is PageStatus.UNREAD
        failed |= is_unread
        if is_unread or not quiet:
            click.echo(f"{page.name}: {page.status.value}: {page.message}", err=True)
    return _report_reasons(unscored, quiet=quiet) or failed


def report_unanswered(run: ScoredRun, *, quiet: bool) -> bool:
    """Report results that are not an answer, on pages with and without gold, as above."""
    failed = False
    unanswered: _Unanswered = {}
    for row in run.rows.tolist():
        scores = run.table.scores(row)
        page = scores[0].page
        if page.status is PageStatus.UNREAD:
            failed = True
            click.echo(f"{page.name}: {page.status.value}: {page.message}", err=True)
        else:
            _add_unanswered(scores, unanswered)
    return _report_reasons(unanswered, quiet=quiet) or failed


def _add_unanswered(scores: Sequence[PaneScore], unanswered: _Unanswered) -> None:
    for score in scores:
        if score.status not in ANSWERED:
            reason = (score.pane, score.status, score.message)
            unanswered.setdefault(reason, []).append(score.page.name)


def _report_reasons(unanswered: _Unanswered, *, quiet: bool) -> bool:
    """Report each reason once, with its first page; return whether one is a failure."""
    for (pane, status, message), names in unanswered.items():
        if status in FAILED or not quiet:
            more = f" and {counted(len(names) - 1, 'more page')}" if len(names) > 1 else ""
            click.echo(f"{names[0]}{more} · {pane}: {status.value}: {message}", err=True)
    return any(status in FAILED for _, status, _ in unanswered)
