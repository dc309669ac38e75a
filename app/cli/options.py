"""Options that several commands share, and the files that commands write."""

from __future__ import annotations

import errno
import sys
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli.paths import PathName
from boilerscope.extractors.errors import PageError
from boilerscope.extractors.formats.structure.options import StructureOptions, options_of
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.runs.limits import DEFAULT_LIMITS, RunLimits
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.extractors.system.interrupts import interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Knob
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.sources.left_out import Tell

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

DEFAULT_EXTRACTOR = "boilerpipe.article"
MB = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsOptions:
    """Options of a command that runs extractors: with which settings, how far, and how quietly."""

    sets: tuple[str, ...]
    presets: tuple[str, ...]
    config: Path | None
    limits: RunLimits
    quiet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaneOptions(SettingsOptions):
    """Options of a command that runs several panes: their extractors, too."""

    names: tuple[str, ...]


config = click.option(
    "--config",
    type=PathName(exists=True, dir_okay=False, path_type=Path),
    help="Panes and settings: a TOML file, or a session (.bscope).",
)
sets = click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="EXTRACTOR.FIELD=VALUE",
    help="Change a setting. Can be repeated.",
)
presets = click.option(
    "--preset",
    "presets",
    multiple=True,
    metavar="EXTRACTOR=NAME",
    help="Start from a preset, built-in or one of yours; --set changes it. Can be repeated.",
)
_jobs = click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    help="Number of worker processes.",
)
_timeout = click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Maximum run time of one extractor on one page, in seconds.",
)
_memory = click.option(
    "--memory",
    default=DEFAULT_LIMITS.memory // MB,
    show_default=True,
    type=click.IntRange(256),
    help="Maximum memory of a process that runs pages, in MB.",
)


def tell_left_out(*, quiet: bool) -> Tell | None:
    """Return what reports the records that a listing leaves out, on standard error."""
    return None if quiet else partial(click.echo, err=True)


quiet = click.option("-q", "--quiet", is_flag=True, help="Print only errors on standard error.")
site = click.option(
    "--site",
    multiple=True,
    metavar="INPUT",
    help="Other pages of the same sites, for minus_template, besides PAGE... Can be repeated.",
)
extractor = click.option("-e", "--extractor", help="The extractor.")


blocks = click.option(
    "--blocks", is_flag=True, help="With jsonl and parquet: also write the values and all blocks."
)
PARQUET = "parquet"
"""Format of whole tables, made of the lines of ``jsonl``."""


def limits(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --jobs and --timeout, which the command gets as ``limits``, a `RunLimits`."""

    @wraps(command)
    def with_limits(*args: Any, jobs: int, timeout: float, **values: Any) -> Any:
        return command(*args, limits=RunLimits(jobs, timeout), **values)

    return _jobs(_timeout(with_limits))


def limits_with_memory(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --jobs, --timeout and --memory, which the command gets as ``limits``, a `RunLimits`."""

    @wraps(command)
    def with_memory(*args: Any, limits: RunLimits, memory: int, **values: Any) -> Any:
        return command(*args, limits=replace(limits, memory=memory * MB), **values)

    return limits(_memory(with_memory))


def with_sites(
    pages: list[ListedPage], panes: Sequence[Pane], inputs: Sequence[str]
) -> list[ListedPage]:
    """Return the pages with the way to their sites, if a pane reads other pages of the site.

    Parameters
    ----------
    inputs : sequence of str
        Further pages, named by the option ``--site``.

    Raises
    ------
    BoilerscopeError
        If an input cannot be listed.
    click.UsageError
        If further pages are named, but no pane reads them.
    """
    from boilerscope.extractors.runs.keys import reads_site
    from boilerscope.extractors.sources.listing import list_pages
    from boilerscope.extractors.sources.site_tables import SiteTables

    if not any(reads_site(pane.extractor, pane.settings) for pane in panes):
        if inputs:
            raise click.UsageError(
                "--site names other pages, but no pane reads them. Add --set"
                f" {panes[0].name}.minus_template=true."
            )
        return pages
    return SiteTables().linked(pages, more=list(list_pages(inputs)))


def structure(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add an option for each field of `StructureOptions`, which the command gets as ``structure``.

    Raises
    ------
    SettingsError
        When the command runs, if a value is not valid.
    """
    declared = knobs(StructureOptions)

    @wraps(command)
    def with_structure(*args: Any, **values: Any) -> Any:
        chosen = {knob.name: values.pop(knob.name) for knob in declared}
        return command(*args, structure=options_of(chosen), **values)

    decorated: Callable[..., Any] = with_structure
    for knob in reversed(declared):
        decorated = _structure_option(knob)(decorated)
    return decorated


def _structure_option(knob: Knob) -> Decorator:
    """Return the option of one field: a switch, or a choice."""
    if knob.kind == "bool":
        word = f"--{knob.name}/--no-{knob.name}" if knob.default else f"--{knob.name}"
        return click.option(word, knob.name, default=knob.default, is_flag=True, help=knob.help)
    return click.option(
        f"--{knob.name}",
        type=click.Choice([str(choice.value) for choice in knob.choices]),
        default=str(knob.default),
        show_default=True,
        help=knob.help,
    )


def output_file(content: str) -> Decorator:
    """Return the option for the file to write; `content` is a plural, such as ``trials``."""
    return click.option(
        "-o",
        "--output",
        type=PathName(dir_okay=False, path_type=Path),
        help=f"File to write; by default, {content} go to standard output.",
    )


def table_file(name: str) -> Decorator:
    """Return the option for a file with the other options of the command `name`."""
    return click.option(
        "--config",
        type=PathName(exists=True, dir_okay=False, path_type=Path),
        help=f"TOML file with a table [{name}]. The command line overrides it.",
    )


def output_format(names: list[str], purpose: str, default: str = "table") -> Decorator:
    """Return the option for the format of the output."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(names),
        default=default,
        show_default=True,
        help=purpose,
    )


def named_options(context: click.Context) -> frozenset[str]:
    """Return the names of the options and arguments that are on the command line."""
    default = click.core.ParameterSource.DEFAULT
    return frozenset(
        name for name in context.params if context.get_parameter_source(name) is not default
    )


def write_output(data: bytes, output: Path | None) -> None:
    """Write results to a file, or to standard output."""
    if output is not None:
        atomic_write(output, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def stdin_lines() -> Iterator[bytes]:
    """Yield the lines of standard input; Ctrl+C interrupts the wait for one."""
    while True:
        with interruptible():
            line = read_input(sys.stdin.buffer.readline)
        if not line:
            return
        yield line


def read_input(read: Callable[[], bytes]) -> bytes:
    """Return what a method of standard input reads.

    Raises
    ------
    PageError
        If standard input is closed or cannot be read.
    """
    try:
        return read()
    except OSError as error:
        is_closed = error.errno == errno.EBADF
        reason = "it is closed" if is_closed else error.strerror or str(error)
        raise PageError(f"Standard input cannot be read: {reason}.") from error
