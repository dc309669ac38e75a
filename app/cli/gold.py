"""Commands ``gold convert``, ``gold check``, ``gold agreement`` and ``gold audit``. No Qt."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli.audit import audit_gold
from boilerscope.app.cli.options import output_file, output_format, stdin_lines, write_output
from boilerscope.app.cli.paths import PathName
from boilerscope.app.cli.progress import with_progress
from boilerscope.extractors.errors import BoilerscopeError, GoldError
from boilerscope.extractors.formats.files import encoded
from boilerscope.extractors.gold.annotators import page_agreement
from boilerscope.extractors.gold.checking import GOOD_SHARE, check_pages, duplicates
from boilerscope.extractors.gold.converting import convert, format_of_name
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.annotators_document import AnnotatorsDocument
from boilerscope.extractors.scoring.writing import FORMATS as TABLE_FORMATS
from boilerscope.extractors.scoring.writing import require_parquet, write
from boilerscope.extractors.sources.detection import format_of
from boilerscope.extractors.sources.listing import ListOptions, pages_with_gold
from boilerscope.extractors.sources.words import existing_path
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.gold.annotators import PairAgreement
    from boilerscope.extractors.gold.checking import Duplicate, PageCheck
    from boilerscope.extractors.gold.converting import Conversion
    from boilerscope.extractors.model.listed_page import ListedPage

SOME_FAILED = 1

_LONGEST_STRETCH = 100
_MAX_STRETCHES = 5
"""Maximum number of missing texts that are listed for a page; the longest are listed."""

_source = click.argument("source", metavar="IN")
_from = click.option(
    "--from",
    "source_format",
    type=click.Choice(list(FORMATS)),
    help="Format of IN; by default, it is detected, and marks beside pages are read too.",
)
_pages = click.option(
    "--pages",
    type=PathName(exists=True, file_okay=False, path_type=Path),
    help="Folder of the pages, if they are not beside IN.",
)
_quiet = click.option("-q", "--quiet", is_flag=True, help="Print only errors on standard error.")


@click.group()
def gold() -> None:
    """Convert, check and audit gold standards, and compare their annotators."""


gold.add_command(audit_gold)


@gold.command("convert")
@_source
@click.argument("out", metavar="OUT", type=PathName(path_type=Path))
@_from
@click.option(
    "--to",
    "target_format",
    type=click.Choice(list(FORMATS)),
    help="Format of OUT; by default, its name decides: .jsonl, ground-truth.json, evaldata.json.",
)
@_pages
@_quiet
def convert_gold(
    source: str,
    out: Path,
    source_format: str | None,
    target_format: str | None,
    pages: Path | None,
    quiet: bool,  # noqa: FBT001 - an option of the command line
) -> None:
    """Write the gold standard IN as OUT, a new file or folder in another format.

    Pages are copied into OUT. The format boilerscope copies no page that is a file; OUT contains
    its path.

    Exit codes: 0 success, 1 a page could not be read and was left out, 2 usage error.
    """
    listed = _listed(source, source_format, pages)
    target = FORMATS[target_format or format_of_name(out)]
    name = source_format or _format_name(source)
    with closing(with_progress(listed, len(listed), quiet=quiet)) as progress:
        done = convert(progress, target, out)
    for page, reason in done.failures:
        click.echo(f"left out: {page}: {reason}", err=True)
    if not quiet:
        for line in _losses(done, target.name):
            click.echo(line, err=True)
        click.echo(f"{_n_pages(done.n_pages)} from {name} to {target.name}: {out}", err=True)
    sys.exit(SOME_FAILED if done.failures else 0)


@gold.command("check")
@_source
@_from
@_pages
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Format of the result; jsonl contains all missing text.",
)
@_quiet
def check_gold(
    source: str,
    source_format: str | None,
    pages: Path | None,
    format_name: str,
    quiet: bool,  # noqa: FBT001 - an option of the command line
) -> None:
    """Show how much gold text of IN is on its pages, the missing texts, and duplicate pages.

    Exit codes: 0 success, 1 a page could not be read, has less than half of its gold text, or has
    the identifier of another page, 2 usage error.
    """
    name = source_format or _format_name(source)
    listed = _listed(source, source_format, pages)
    with closing(with_progress(check_pages(listed), len(listed), quiet=quiet)) as progress:
        checks = list(progress)
    doubles = duplicates(checks)
    lines = (
        _as_jsonl(checks, doubles) if format_name == "jsonl" else _as_text(name, checks, doubles)
    )
    sys.stdout.buffer.write(encoded("".join(f"{line}\n" for line in lines)))
    sys.stdout.buffer.flush()
    is_bad = any(check.is_bad for check in checks) or any(
        duplicate.what == "identifier" for duplicate in doubles
    )
    sys.exit(SOME_FAILED if is_bad else 0)


@gold.command("agreement")
@_source
@_from
@_pages
@output_format(list(TABLE_FORMATS), "Format of the pairs; all but table have the pages too.")
@output_file("agreement")
@_quiet
def annotators_of_gold(
    source: str,
    source_format: str | None,
    pages: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,  # noqa: FBT001 - an option of the command line
) -> None:
    """Show how well the annotators of IN agree: equal words, Cohen's kappa and F1 of each pair.

    Exit codes: 0 success, 1 a page could not be read and was left out, 2 usage error.
    """
    if format_name == "parquet":
        require_parquet()
    listed = _listed(source, source_format, pages)
    compared: list[tuple[str, list[PairAgreement]]] = []
    failures: list[str] = []
    with closing(with_progress(iter(listed), len(listed), quiet=quiet)) as progress:
        for entry in progress:
            try:
                pairs = page_agreement(entry.gold(entry.page()).annotations)
            except BoilerscopeError as error:
                failures.append(f"left out: {entry.name}: {error}")
                continue
            if pairs:
                compared.append((entry.name, pairs))
    for failure in failures:
        click.echo(failure, err=True)
    if not compared:
        raise GoldError(
            f"{source}: no page has the marks of two annotators. Mark pages in the window with a"
            " name for each annotator."
        )
    write_output(write(AnnotatorsDocument(compared), format_name), output)
    sys.exit(SOME_FAILED if failures else 0)


def _listed(source: str, name: str | None, pages: Path | None) -> list[ListedPage]:
    wanted = ListOptions(gold_format=name, page_folder=pages)
    return pages_with_gold([source], wanted, stdin_lines())


def _format_name(source: str) -> str:
    """Return the format of a gold standard; pages with marks beside them are in our own format."""
    path = existing_path(source)
    return (format_of(path) if path is not None else None) or own.NAME


def _losses(done: Conversion, target: str) -> Iterator[str]:
    for kind, n_words in done.lost_words.items():
        yield f"{target} has no class {kind.name.lower()}: words that lose it: {n_words:,}"
    if done.n_lost_snippets:
        yield f"{target} has no snippets: those of {_n_pages(done.n_lost_snippets)} are lost"
    if done.n_lost_markdown:
        yield f"{target} has no Markdown: that of {_n_pages(done.n_lost_markdown)} is lost"


def _n_pages(count: int) -> str:
    return counted(count, "page")


def _as_text(name: str, checks: Iterable[PageCheck], doubles: Iterable[Duplicate]) -> Iterator[str]:
    listed = list(checks)
    yield f"{FORMATS[name].title}, format {name}"
    yield "  found   words    main  page"
    for check in listed:
        yield from _lines_of(check)
    read = [check for check in listed if not check.error]
    n_poor = sum(MIN_SHARE <= check.share < GOOD_SHARE for check in read)
    n_bad = sum(check.share < MIN_SHARE for check in read)
    yield (
        f"{_n_pages(len(listed))}: {len(listed) - len(read):,} not read, {n_bad:,} with less than"
        f" {percent(MIN_SHARE)} of their gold text, {n_poor:,} more with less than"
        f" {percent(GOOD_SHARE)}"
    )
    for duplicate in doubles:
        yield f"the same {duplicate.what}: {', '.join(duplicate.names)}"


def _lines_of(check: PageCheck) -> Iterator[str]:
    if check.counts is None:
        yield f"{'-':>7}{'-':>8}{'-':>8}  {check.name}: {check.error}"
        return
    n_main = sum(n for kind, n in check.counts.by_class.items() if kind.name in {"MAIN", "TITLE"})
    yield f"{percent(check.share, 1):>8}{check.counts.n_words:8,}{n_main:8,}  {check.name}"
    longest = sorted(check.missing, key=len, reverse=True)[:_MAX_STRETCHES]
    for text in longest:
        line = " ".join(text.split())
        shortened = line if len(line) <= _LONGEST_STRETCH else f"{line[: _LONGEST_STRETCH - 1]}…"
        yield f"{'':25}missing: {shortened}"
    if len(check.missing) > _MAX_STRETCHES:
        yield f"{'':25}missing: {len(check.missing) - _MAX_STRETCHES:,} more"


def _as_jsonl(checks: Iterable[PageCheck], doubles: Iterable[Duplicate]) -> Iterator[str]:
    for check in checks:
        counts = check.counts.by_class if check.counts else {}
        table: dict[str, Any] = {
            "page": check.name,
            "error": check.error,
            "share": check.share,
            "missing": check.missing,
            "words": {kind.name.lower(): n for kind, n in counts.items()},
            "page_sha256": check.page_sha256,
        }
        yield json.dumps(table, ensure_ascii=False)
    for duplicate in doubles:
        yield json.dumps({"same": duplicate.what, "pages": duplicate.names}, ensure_ascii=False)
