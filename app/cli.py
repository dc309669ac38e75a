"""The command line. Imports Qt only where a window opens."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.train import train
from extractors import registry
from extractors.batch.inputs import find_sources
from extractors.batch.local import Written, make_tasks, run_tasks
from extractors.errors import BoilerscopeError, PageError, SettingsError
from extractors.formats import FORMATS, settings_file
from extractors.model.extraction import Status
from extractors.model.settings import AUTO, Knob, knobs, parse_value, to_table
from extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DEFAULT_EXTRACTOR = "boilerpipe.article"
SOME_FAILED = 1


class _Group(click.Group):
    """Opens the window when no subcommand is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ready = {"--help", "--version", "-h"}
        if not args or (args[0] not in self.commands and args[0] not in ready):
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BoilerscopeError as error:
            raise click.UsageError(str(error)) from error


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("boilerscope"), prog_name="boilerscope")
def main() -> None:
    """See what main-content extraction keeps of a web page, and why.

    Without a command the window opens.
    """


main.add_command(train)


@main.command("open")
@click.argument("page", required=False)
@click.option("--sample", help="Open a carried sample page by its name.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="Panes and settings.")
def open_window(page: str | None, sample: str | None, config: str | None) -> None:
    """Open the window, with PAGE (an address or a file) if one is named."""
    from app.program import run_window

    sys.exit(run_window(page, sample=sample, config=config))


@main.command()
@click.argument("page", required=False)
@click.option("--sample", help="Use a carried sample page by its name.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="Panes and settings.")
@click.option(
    "-o",
    "--output",
    default="boilerscope-out",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Folder for texts, table and pictures.",
)
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--size", default="1600x1000", show_default=True, help="Of the window, in pixels.")
def workbench(
    page: str | None,
    sample: str | None,
    config: str | None,
    output: str,
    theme: str,
    size: str,
) -> None:
    """Do the window's main job without a display.

    Writes the text of every extractor, a table of all blocks, and workbench.png, the whole window
    as a user would see it, into the output folder.
    """
    from app.workbench import Order, run_workbench

    width, _, height = size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise click.UsageError(f"--size must look like 1600x1000, got {size!r}")
    order = Order(
        page, sample, config, Path(output), dark=theme == "dark", size=(int(width), int(height))
    )
    sys.exit(run_workbench(order))


@main.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@click.option(
    "-e", "--extractor", "names", multiple=True, help="An extractor, or all. Can be repeated."
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How results are written.",
)
@click.option("-o", "--output", type=click.Path(file_okay=False), help="Folder; else to stdout.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="EXTRACTOR.FIELD=VALUE",
    help="Change a setting. Can be repeated.",
)
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="Panes and settings.")
@click.option("--encoding", help="Encoding of the pages; else it is found.")
@click.option("--url", help="Address of the page on standard input.")
@click.option(
    "--page-text",
    is_flag=True,
    help="With text: the kept text in the page's own spacing, not the algorithm's own text.",
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Longest run of one extractor on one page, seconds.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
def extract(**options: Any) -> None:
    r"""Extract the main content of PAGE...: files, folders, globs, addresses, or - for stdin.

    \b
    Exit codes: 0 all right, 1 some page ended in error or timeout, 2 wrong usage.
    """
    order = _Order(**options)
    panes = chosen_panes(order.names, order.config, order.sets)
    sources = find_sources(order.pages)
    several = len(sources) * len(panes) > 1
    if several and order.output is None and not FORMATS[order.format_name].joins:
        raise click.UsageError(
            f"{order.format_name} holds one result; give one page and one extractor, or -o DIR"
        )
    tasks = make_tasks(
        sources,
        panes,
        format=order.format_name,
        page_text=order.page_text,
        encoding=order.encoding,
        url=order.url,
    )
    results = run_tasks(tasks, jobs=order.jobs, timeout_s=order.timeout)
    sys.exit(_write_all(order, _with_progress(results, len(sources), quiet=order.quiet), several))


@main.command("list")
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text")
def list_extractors(how: str) -> None:
    """List every extractor with its settings."""
    listed = [_described(entry) for entry in registry.entries()]
    if how == "json":
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    for one in listed:
        click.echo(f"{one['id']}  {one['name']}  [{one['source']}]")
        if one.get("error"):
            click.echo(f"    broken: {one['error']}")
        for setting in one["settings"]:
            unit = f" {setting['unit']}" if setting["unit"] else ""
            default = json.dumps(setting["default"], ensure_ascii=False)
            click.echo(f"    {setting['name']} = {_short(default)}{unit}  {setting['help']}")


def chosen_panes(names: Iterable[str], config: str | None, sets: Iterable[str]) -> tuple[Pane, ...]:
    """Return the panes that the options ask for.

    Parameters
    ----------
    names : iterable of str
        Extractors; ``all`` is every one that loads.
    config : str or None
        Settings file, whose panes come first.
    sets : iterable of str
        ``EXTRACTOR.FIELD=VALUE`` or ``PANE.FIELD=VALUE``.

    Raises
    ------
    UnknownNameError, SettingsError
        Name what is wrong and the nearest right name.
    """
    panes: list[Pane] = []
    if config is not None:
        text = Path(config).read_text(encoding="utf-8")
        panes.extend(settings_file.read(text, name=config))
    wanted = list(names) if names or panes else [DEFAULT_EXTRACTOR]
    for name in wanted:
        for identifier in _all_that_load() if name == "all" else [name]:
            settings = registry.extractor(identifier).default_settings()
            pane_name = free_name(identifier, [pane.name for pane in panes])
            panes.append(Pane(pane_name, identifier, settings))
    for one in sets:
        panes = _with_setting(panes, one)
    return tuple(panes)


@dataclass(frozen=True, slots=True)
class _Order:
    """The options of ``extract``."""

    pages: tuple[str, ...]
    names: tuple[str, ...]
    format_name: str
    output: str | None
    sets: tuple[str, ...]
    config: str | None
    encoding: str | None
    url: str | None
    page_text: bool
    jobs: int
    timeout: float
    quiet: bool


def _all_that_load() -> list[str]:
    broken = [entry for entry in registry.entries() if entry.extractor is None]
    for entry in broken:
        click.echo(f"left out: {entry.id} (from {entry.distribution}): {entry.error}", err=True)
    return [entry.id for entry in registry.entries() if entry.extractor is not None]


def _with_setting(panes: list[Pane], text: str) -> list[Pane]:
    left, equals, value = text.partition("=")
    target, dot, field = left.strip().rpartition(".")
    if not equals or not dot:
        raise SettingsError(f"--set {text!r} must look like EXTRACTOR.FIELD=VALUE")
    hit = [pane for pane in panes if target in (pane.name, pane.extractor)]
    if not hit:
        registry.extractor(target)  # raises with the nearest name where nobody knows it
        raise SettingsError(f"--set {text!r}: {target} does not run here; add -e {target}")
    changed = []
    for pane in panes:
        settings = pane.settings
        if pane in hit:
            parsed = parse_value(type(settings), field.strip(), value.strip())
            settings = settings.replace(**{field.strip(): parsed})
        changed.append(Pane(pane.name, pane.extractor, settings))
    return changed


def _with_progress(
    results: Iterator[list[Written]], total: int, *, quiet: bool
) -> Iterator[Written]:
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    show = not quiet and total > 1 and console.is_terminal
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not show, transient=True) as progress:
        bar = progress.add_task("pages", total=total)
        for page in results:
            yield from page
            progress.advance(bar)


def _write_all(order: _Order, results: Iterator[Written], several: bool) -> int:  # noqa: FBT001 - a fact about the results
    wanted = FORMATS[order.format_name]
    failed = False
    written = None
    out = sys.stdout
    if order.output is None and wanted.header:
        out.write(wanted.header)
    for one in results:
        failed |= _report(one, quiet=order.quiet, last=written)
        if order.output is not None:
            _write_file(Path(order.output), one, wanted.header, wanted.suffix)
        else:
            if several and order.format_name in {"text", "markdown"}:
                out.write(f"==> {one.source.page_id} · {one.pane} <==\n")
            out.write(one.text)
        written = one
    out.flush()
    return SOME_FAILED if failed else 0


def _report(one: Written, *, quiet: bool, last: Written | None) -> bool:
    """Say on standard error what the reader should know; return whether the record failed."""
    failed = one.status in {Status.ERROR, Status.TIMEOUT}
    if failed or (one.status is Status.UNAVAILABLE and not quiet):
        click.echo(f"{one.source.source} · {one.pane}: {one.status.value}: {one.message}", err=True)
    if not quiet and (last is None or last.source != one.source):
        for warning in one.warnings:
            click.echo(f"{one.source.source}: {warning}", err=True)
    return failed


def _write_file(folder: Path, one: Written, header: str, suffix: str) -> None:
    file = folder / f"{one.source.page_id}.{one.pane}.{suffix}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(header + one.text, encoding="utf-8", errors="surrogatepass")
    except OSError as error:
        raise PageError(f"{file} cannot be written: {error.strerror or error}") from error


def _described(entry: registry.Entry) -> dict[str, Any]:
    found = entry.extractor
    if found is None:
        return {
            "id": entry.id,
            "name": entry.id,
            "source": entry.distribution,
            "settings": [],
            "error": entry.error,
        }
    defaults = to_table(found.default_settings(), everything=True)
    return {
        "id": entry.id,
        "name": found.name,
        "summary": found.summary,
        "reference": found.reference,
        "source": entry.distribution,
        "needs": sorted(found.needs),
        "settings": [_setting(one, defaults[one.name]) for one in knobs(found.settings_class)],
        "presets": [{"name": one.name, "help": one.help} for one in found.presets],
    }


def _setting(declared: Knob, default: Any) -> dict[str, Any]:
    return {
        "name": declared.name,
        "label": declared.label,
        "kind": declared.kind,
        "default": default,
        "unit": declared.unit,
        "low": declared.low,
        "high": declared.high,
        "step": declared.step,
        "choices": [choice.value for choice in declared.choices],
        "auto": AUTO if declared.auto else None,
        "default_from": declared.source.value,
        "bounds": declared.bounds,
        "group": declared.group,
        "help": declared.help,
    }


def _short(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
