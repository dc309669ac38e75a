"""Commands ``check`` and ``own``: extractors of the user. No Qt."""

from __future__ import annotations

import sys

import click

from boilerscope.app.cli.choosing import install_version
from boilerscope.extractors import registry
from boilerscope.extractors.own import added
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.runs.checking import Finding, Level, check

SOME_PROBLEM = 1


@click.command("check")
@click.argument("extractor", metavar="LOCATION")
@click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Maximum run time on one page, in seconds.",
)
def check_extractor(extractor: str, timeout: float) -> None:
    """Check an extractor of yours on the built-in sample pages.

    LOCATION is file.py:function, module:object, a saved model, a results file, or an identifier.
    It runs in a worker process.

    Exit codes: 0 no problem, 1 a problem, 2 usage error.
    """
    from boilerscope.resources.loader import samples

    pages = [read_page(sample.path) for sample in samples()]
    has_problem = False
    for finding in check(extractor, pages, timeout):
        has_problem |= finding.level is Level.PROBLEM
        click.echo(_line(finding))
    sys.exit(SOME_PROBLEM if has_problem else 0)


@click.group("own")
def own() -> None:
    """Manage your extractors: functions, estimators, results files, versions of libraries."""


@own.command("add")
@click.argument("location")
def add(location: str) -> None:
    """Add the extractor at LOCATION permanently, and print its identifier.

    Its code runs in a worker process whenever the extractor runs. LOCATION is
    file.py:function, module:object, a saved model (.joblib, .pkl), a results file (.jsonl,
    .json), a version of a library (trafilatura==2.0.0, newspaper4k[zh]==0.9.3), which is installed
    into an environment of its own, or a library in an environment (trafilatura@/srv/env).
    """
    identifier = registry.add(location)
    extractor = registry.extractor(identifier)
    install_version(identifier)
    if extractor.missing():
        click.echo(extractor.missing(), err=True)
    click.echo(registry.add(location, keep=True))


@own.command("remove")
@click.argument("identifier")
def remove(identifier: str) -> None:
    """Forget the extractor IDENTIFIER; its file stays, an installed version is deleted."""
    added.remove(identifier)


@own.command("list")
def list_own() -> None:
    """Print identifier and location of each extractor of yours."""
    for identifier, location in sorted(added.locations().items()):
        problem = registry.entry(identifier).error
        click.echo(f"{identifier}  {location}" + (f"  broken: {problem}" if problem else ""))


def _line(finding: Finding) -> str:
    return f"{finding.level.value:8}{finding.text}"
