"""Command ``report``: a page or a corpus as one HTML file. No Qt."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.api.pane_results import PaneResult
from boilerscope.api.report.corpus_report import CorpusReport, corpus_report
from boilerscope.api.report.page_report import PageReport, page_report
from boilerscope.api.report.repeating import corpus_commands
from boilerscope.app.cli import options, search_options
from boilerscope.app.cli.choosing import chosen_panes, pane_file
from boilerscope.app.cli.paths import PathName
from boilerscope.app.cli.score import ScoreCommand, score_all
from boilerscope.app.cli.scored_pages import report_failures
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page.snapshot import is_snapshot
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.gold_panes import gold_options
from boilerscope.extractors.scoring.documents import ScoresDocument
from boilerscope.extractors.scoring.gold_results import follows_from_gold
from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.sources.batch_folder import is_batch_folder
from boilerscope.extractors.sources.listing import EACH_PAGE, check_inputs, list_pages
from boilerscope.extractors.sources.marks import with_marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.runner import Pane

SOME_FAILED = 1


@dataclass(frozen=True, slots=True)
class ReportCommand(options.PaneOptions):
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    gold: str | None
    gold_format: str | None
    text: str
    comments: bool
    by: tuple[str, ...]
    measures: tuple[str, ...]
    baseline: str | None
    bounds: bool
    annotators: tuple[str, ...]
    gold_by: str
    site: tuple[str, ...]
    page_text: bool
    output: Path


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@search_options.gold
@search_options.gold_format
@click.option(
    "-e", "--extractor", "names", multiple=True, help="Extractor, or all. Can be repeated."
)
@options.sets
@options.presets
@options.config
@search_options.scored_text
@search_options.comments
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(list(GROUPS)),
    help="Of a corpus: also the scores of groups of pages. Can be repeated.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    type=click.Choice(list(MEASURES)),
    help="Of a corpus: score to compute. Can be repeated. [default: token_f1]",
)
@click.option("--baseline", help="Of a corpus: pane to compare the other panes with.")
@search_options.bounds
@search_options.annotators
@search_options.gold_by
@options.site
@click.option(
    "--page-text/--no-page-text",
    default=True,
    help="Texts, titles and addresses of the pages; without them, digests and figures only.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=PathName(dir_okay=False, path_type=Path),
    help="The .html file to write.",
)
@options.limits
@options.quiet
def report(**values: Any) -> None:
    """Write one HTML file that says what extractors keep of PAGE, where they differ, and why.

    Several pages, a folder or a gold standard give the report of a corpus: the tables of score, the
    pages on which the panes differ most, and the failures. The file has no script, loads nothing,
    and has the commands that repeat it. A session (.bscope) alone is reported with its panes and
    its gold.

    Exit codes: 0 success, 1 a page was not read or ended in error or timeout, 2 usage error.
    """
    sys.exit(SOME_FAILED if write_report(ReportCommand(**values)) else 0)


def write_report(command: ReportCommand) -> bool:
    """Write the report; return whether a page or pane failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong, or the only page cannot be read.
    """
    config = pane_file(command.pages, command.names, command.config, quiet=command.quiet)
    panes = chosen_panes(command.names, config, command.sets, command.presets)
    page = _only_page(command)
    if page is None:
        if command.site:
            raise click.UsageError(
                "--site names other pages for a single PAGE. Of a corpus, its own pages are known;"
                " add the others to PAGE..."
            )
        return _report_corpus(command, config)
    return _report_page(command, panes, page)


def _only_page(command: ReportCommand) -> ListedPage | None:
    """Return the page, if the inputs are a single one."""
    if command.gold is not None or any(is_batch_folder(Path(word)) for word in command.pages):
        return None
    check_inputs(command.pages, EACH_PAGE)
    listed = list(islice(list_pages(command.pages, EACH_PAGE, options.stdin_lines()), 2))
    return listed[0] if len(listed) == 1 else None


def _report_page(command: ReportCommand, panes: Sequence[Pane], listed: ListedPage) -> bool:
    [linked] = options.with_sites([listed], panes, command.site)
    listed = with_marks(linked.located())
    page = listed.page()
    gold = listed.gold(page) if listed.has_gold else None
    pool = workers.make_pool()

    def run(pane: Pane, settings: Settings) -> Extraction:
        seconds = command.limits.timeout_s
        future = workers.submit(pool, page, pane.extractor, settings, seconds, explain=True)
        return workers.outcome(future, page, pane.extractor, settings, seconds)

    try:
        results = [PaneResult(page, pane, run(pane, pane.settings)) for pane in panes]
        text = page_report(
            PageReport(
                page,
                listed.source,
                results,
                gold,
                command.comments,
                has_text=command.page_text,
                session=_session(command),
                site=command.site,
                run=run,
            )
        )
    finally:
        workers.end(pool)
    _write(command, text)
    failed = [result for result in results if result.status in {Status.ERROR, Status.TIMEOUT}]
    for result in failed:
        click.echo(f"{result.name}: {result.status.value}: {result.message}", err=True)
    return bool(failed)


def _session(command: ReportCommand) -> str:
    """Return the session that repeats the report: the input, if its own panes ran."""
    changed = command.names or command.sets or command.presets or command.config is not None
    word = command.pages[0]
    return "" if changed or not is_snapshot(word) else word


def _report_corpus(command: ReportCommand, config: Path | None) -> bool:
    scored = score_all(
        ScoreCommand(
            pages=command.pages,
            gold=command.gold,
            gold_format=command.gold_format,
            names=command.names,
            sets=command.sets,
            presets=command.presets,
            config=config,
            text=command.text,
            comments=command.comments,
            measures=command.measures or ("token_f1",),
            by=command.by,
            baseline=command.baseline,
            bounds=command.bounds,
            annotators=command.annotators,
            gold_by=command.gold_by,
            format_name="table",
            rows="means",
            output=None,
            limits=command.limits,
            quiet=command.quiet,
        )
    )
    run = scored.run
    by = tuple(dict.fromkeys(command.by))
    document = ScoresDocument(run, by=by, baseline=command.baseline or "")
    further = run.options.as_words()
    further += [word for name in by for word in ("--by", name)]
    further += ["--baseline", command.baseline] if command.baseline else []
    if command.gold is not None:
        further += ["--gold", command.gold]
    further += gold_options(scored.panes, run.table.pages)
    own = [pane for pane in scored.panes if not follows_from_gold(pane.extractor)]
    lines = corpus_commands(command.pages, own, further)
    name = Path(command.pages[0]).name or command.pages[0]
    corpus = CorpusReport(name, document, scored.panes, lines, has_text=command.page_text)
    _write(command, corpus_report(corpus))
    return report_failures(run, quiet=command.quiet)


def _write(command: ReportCommand, text: str) -> None:
    options.write_output(text.encode("utf-8", "replace"), command.output)
    if not command.quiet:
        click.echo(f"Written to {command.output}", err=True)
