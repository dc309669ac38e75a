"""Command ``gold audit``: copies, traces, damaged gold and the policy of gold standards. No Qt."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.progress import followed
from boilerscope.extractors.audit.document import AuditDocument
from boilerscope.extractors.audit.findings import audit
from boilerscope.extractors.audit.task import audit_pages
from boilerscope.extractors.gold.formats.catalogue import FORMATS as GOLD_FORMATS
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.sources.listing import ListOptions, pages_with_gold

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runs.limits import RunLimits

SOME_FAILED = 1


@click.command("audit")
@click.argument("sets", nargs=-1, required=True, metavar="SET...")
@click.option(
    "--from",
    "source_format",
    type=click.Choice(list(GOLD_FORMATS)),
    help="Format of all SETs; by default, it is detected, and marks beside pages are read too.",
)
@options.output_format(list(FORMATS), "Format of the audit; csv has a row for each finding.")
@options.output_file("findings")
@options.limits
@options.quiet
def audit_gold(
    sets: tuple[str, ...],
    source_format: str | None,
    format_name: str,
    output: Path | None,
    limits: RunLimits,
    quiet: bool,  # noqa: FBT001 - an option of the command line
) -> None:
    """Find copies of pages within and between SETs, traces of annotation, and damaged gold.

    Also measures which elements the gold takes as main content: titles, lists, tables, captions,
    quotations, code and comments. Name a training set and a test set to see what they share.

    Exit codes: 0 success, 1 a page or its gold could not be read, 2 usage error.
    """
    if format_name == "parquet":
        require_parquet()
    wanted = ListOptions(gold_format=source_format)
    pages = pages_with_gold(sets, wanted, options.stdin_lines())
    with followed(audit_pages(pages, limits), len(pages), quiet=quiet) as progress:
        result = audit(progress)
    options.write_output(write(AuditDocument(result), format_name), output)
    sys.exit(SOME_FAILED if any(page.error for page in result.facts) else 0)
