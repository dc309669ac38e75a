"""Answers about one text of a page: settings that reverse the decision, and a bug report."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import why
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


def explain(tasks: Iterable[ExtractTask], *, changes: bool, bug_report: bool, quiet: bool) -> bool:
    """Write why each pane kept or dropped a text, and what can be done; return whether one failed.

    Parameters
    ----------
    tasks : iterable of ExtractTask
        Pages and panes, with the words of the text.
    changes : bool
        Whether settings are searched that reverse the decision.
    bug_report : bool
        Whether a bug report is written about each library that dropped the text. Ctrl+C ends the
        reduction of its page; the report with the page so far is written.
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
                    _explain_pane(task, page, pane, (changes, bug_report), quiet=quiet)
                except BoilerscopeError as error:
                    click.echo(f"{task.listed.source} · {pane.name}: {error}", err=True)
                    failed = True
                if has_come():
                    return failed
    return failed


def _explain_pane(
    task: ExtractTask, page: Page, pane: Pane, wanted: tuple[bool, bool], *, quiet: bool
) -> None:
    """Write the answers of one pane."""
    changes, bug_report = wanted
    with runs_of(page, pane.extractor, has_come, explain=True) as run:
        extraction = run(pane.settings)
    text = task.options.why
    click.echo(why.write(task.result(pane.name, page, extraction), text), nl=False)
    block = _block_of(page, extraction, text)
    if block < 0:
        return
    is_kept = bool(extraction.content[block])
    if changes:
        lines = []
        for change in changes_of(page, extraction, block, has_come):
            verb = "keep" if change.keeps else "drop"
            lines.append(f"  to {verb} it: {describe_change(change)}")
            click.echo(with_symbols(lines[-1]))
        if not lines and not has_come():
            click.echo(f"  no setting of {pane.name} {'drops' if is_kept else 'keeps'} it")
    if bug_report and not is_kept:
        if extraction.traced is None:
            click.echo(f"  no bug report: {extraction.trace_problem or 'this is not a library'}")
        else:
            click.echo(f"\n{_report(page, extraction, block, quiet=quiet)}", nl=False)


def _block_of(page: Page, extraction: Extraction, text: str) -> int:
    """Return the block that is asked about: a dropped one, if a part of the text was dropped."""
    if not extraction.steps:
        return -1
    blocks = [block for _, block in why.parts_of(page, extraction, text) if block >= 0]
    return next((block for block in blocks if not extraction.content[block]), [*blocks, -1][0])


def _report(page: Page, extraction: Extraction, block: int, *, quiet: bool) -> str:
    """Return the bug report, and show on a terminal how far its page is cut down."""
    from rich.console import Console

    console = Console(stderr=True, quiet=quiet)
    with (
        closing(report_of(page, extraction, block, has_come)) as steps,
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
