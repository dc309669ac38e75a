"""Answers about one text of a page: settings that reverse the decision, and a bug report."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import why
from boilerscope.extractors.model.extraction import FAILED
from boilerscope.extractors.model.sentence import with_symbols
from boilerscope.extractors.runs.block_runs import changes_of, report_of, runs_of
from boilerscope.extractors.system.interrupts import has_come, held
from boilerscope.extractors.what_if import describe_change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.extracting import ExtractTask
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.what_if import Trying


@dataclass(frozen=True, slots=True)
class Answers:
    """What is answered about a text, besides why it was kept or dropped.

    Attributes
    ----------
    changes : bool
        Whether settings are searched that reverse the decision. Ctrl+C ends the search.
    bug_report : bool
        Whether a bug report is written about each library that dropped the text. Ctrl+C ends the
        reduction of its page; the report with the page so far is written.
    limits : RunLimits
        Time and memory of each run; the runs follow one another, so there is one worker.
    quiet : bool
        Whether progress is not shown.
    """

    changes: bool
    bug_report: bool
    limits: RunLimits
    quiet: bool


def explain(tasks: Iterable[ExtractTask], answers: Answers) -> bool:
    """Write why each pane kept or dropped a text, and what can be done; return whether one failed.

    Parameters
    ----------
    tasks : iterable of ExtractTask
        Pages and panes, with the words of the text.
    """
    failed = False
    with held():
        for task in tasks:
            try:
                page = task.page()
            except BoilerscopeError as error:
                click.echo(f"{task.listed.source}: {error}", err=True)
                failed = True
                continue
            for pane in task.panes:
                try:
                    failed |= not _explain_pane(task, page, pane, answers)
                except BoilerscopeError as error:
                    click.echo(f"{task.listed.source} · {pane.name}: {error}", err=True)
                    failed = True
                if has_come():
                    return failed
    return failed


def _explain_pane(task: ExtractTask, page: Page, pane: Pane, answers: Answers) -> bool:
    """Write the answers of one pane; return whether it has a result."""
    limits = answers.limits
    with runs_of(page, pane.extractor, has_come, explain=True, limits=limits) as run:
        extraction = run(pane.settings)
    text = task.options.why
    click.echo(why.write(task.result(pane.name, page, extraction), text), nl=False)
    block = _block_of(page, extraction, text)
    if block < 0:
        return extraction.status not in FAILED
    if answers.changes:
        _write_changes(page, extraction, block, (pane.name, answers))
    if answers.bug_report and not extraction.content[block]:
        if extraction.traced is None:
            click.echo(f"  no bug report: {extraction.trace_problem or 'this is not a library'}")
        else:
            click.echo(f"\n{_report(page, extraction, block, answers)}", nl=False)
    return True


def _write_changes(
    page: Page, extraction: Extraction, block: int, asked: tuple[str, Answers]
) -> None:
    """Write the settings of a pane that reverse a block, and show what is tried on a terminal."""
    from rich.console import Console

    name, answers = asked
    with Console(stderr=True, quiet=answers.quiet).status("Looking for settings.") as status:

        def told(trying: Trying) -> None:
            kind = "Setting" if len(trying.fields) == 1 else "Pair"
            status.update(
                f"{kind} {trying.number} of {trying.total}: {' and '.join(trying.fields)}."
                " Ctrl+C stops."
            )

        n_found = 0
        for change in changes_of(page, extraction, block, has_come, told, answers.limits):
            n_found += 1
            verb = "keep" if change.keeps else "drop"
            click.echo(with_symbols(f"  to {verb} it: {describe_change(change)}"))
    if has_come():
        click.echo(f"  the search of settings of {name} was stopped")
    elif not n_found:
        verb = "drops" if extraction.content[block] else "keeps"
        click.echo(f"  no setting of {name} {verb} it")


def _block_of(page: Page, extraction: Extraction, text: str) -> int:
    """Return the block that is asked about: a dropped one, if a part of the text was dropped."""
    if not extraction.steps:
        return -1
    blocks = [block for _, block in why.parts_of(page, extraction, text) if block >= 0]
    return next((block for block in blocks if not extraction.content[block]), [*blocks, -1][0])


def _report(page: Page, extraction: Extraction, block: int, answers: Answers) -> str:
    """Return the bug report, and show on a terminal how far its page is cut down."""
    from rich.console import Console

    console = Console(stderr=True, quiet=answers.quiet)
    with (
        closing(report_of(page, extraction, block, has_come, answers.limits)) as steps,
        console.status("Cutting the page down. Ctrl+C stops and writes the report.") as status,
    ):
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                return str(end.value)
            status.update(
                f"Run {step.runs}: {step.characters:,} characters. Ctrl+C stops and writes the"
                " report."
            )
