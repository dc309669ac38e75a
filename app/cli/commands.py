"""The commands. Imports Qt only where a window opens."""

from __future__ import annotations

import os
import re
import signal
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from app.cli import listing
from app.cli.ad_hosts import ad_hosts
from app.cli.extracting import ExtractOptions, extract_pages
from app.cli.gold import gold
from app.cli.proxy import proxy
from app.cli.score import score
from app.cli.train import train
from extractors.batch.inputs import existing_path
from extractors.errors import BoilerscopeError, UnknownNameError
from extractors.formats import FORMATS
from extractors.formats.files import encoded
from extractors.interrupts import INTERRUPTED, MESSAGE, install
from extractors.page.snapshot import SNAPSHOT_SUFFIX

SOME_FAILED = 1
READER_GONE = 128 + signal.SIGPIPE


class _Group(click.Group):
    """Opens the window when no subcommand is named, and ends quietly when it is stopped."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Be the whole program: Ctrl+C and standard output are its own."""
        install()
        keep_standard_output()
        return super().__call__(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ready = {"--help", "--version", "-h"}
        first = args[0] if args else ""
        if first not in self.commands and first not in ready:
            if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", first) and existing_path(first) is None:
                raise click.UsageError(str(UnknownNameError("command", first, self.commands)), ctx)
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BoilerscopeError as error:
            raise click.UsageError(str(error), ctx) from error
        except KeyboardInterrupt:
            click.echo(MESSAGE, err=True)
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # Nobody reads any more; what is still buffered must not fail when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(READER_GONE)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("boilerscope"), prog_name="boilerscope")
def main() -> None:
    """See what main-content extraction keeps of a web page, and why.

    Without a command the window opens.
    """


main.add_command(score)
main.add_command(train)
main.add_command(ad_hosts)
main.add_command(gold)
main.add_command(proxy)


@main.command("open")
@click.argument("page", required=False)
@click.option("--sample", help="Open a carried sample page by its name.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="Panes and settings.")
@click.option(
    "--state",
    type=click.Path(path_type=Path),
    help="Make a local socket here that answers each connection with the window's state as JSON;"
    " for tests, which cannot change anything by it.",
)
def open_window(
    page: str | None, sample: str | None, config: str | None, state: Path | None
) -> None:
    """Open the window, with PAGE (an address or a file) if one is named."""
    _require_qt()
    from app.window.program import run_window

    sys.exit(run_window(page, sample=sample, config=config, state=state))


@main.command("settings")
@click.argument("extractor")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def edit_settings(extractor: str, file: Path | None) -> None:
    """Open the settings of EXTRACTOR alone, those of FILE if one is named.

    FILE is a settings file, as extract --config and the window read it; it is written when it is
    saved. Other panes that it holds are kept.
    """
    _require_qt()
    from app.settings_editor.document import SettingsDocument
    from app.settings_editor.program import run_settings

    sys.exit(run_settings(SettingsDocument(extractor, file)))


@main.command()
@click.argument("page", required=False)
@click.option("--sample", help="Use a carried sample page by its name.")
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Panes and settings.",
)
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
    config: Path | None,
    output: str,
    theme: str,
    size: str,
) -> None:
    """Do the window's main job without a display.

    Writes the text of every extractor, a table of all blocks, and workbench.png, the whole window
    as a user would see it, into the output folder.
    """
    _require_qt()
    from app.cli.workbench import WorkbenchOptions, run_workbench

    width, _, height = size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise click.UsageError(f"--size must look like 1600x1000, got {size!r}")
    options = WorkbenchOptions(
        page, sample, config, Path(output), dark=theme == "dark", size=(int(width), int(height))
    )
    sys.exit(run_workbench(options))


@main.command()
@click.argument("page")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False),
    help="The .bscope file to write.",
)
@click.option("--width", default=1280, show_default=True, type=click.IntRange(320, 3840))
@click.option(
    "--scripts/--no-scripts",
    default=None,
    help="Whether the page's scripts run; else those of addresses do, those of files do not.",
)
def snapshot(page: str, output: str, width: int, *, scripts: bool | None) -> None:
    r"""Save PAGE (an address or a file) with its layout and resources in one file.

    Needs Qt but no display. What was saved is read by extract and by the window, without a
    network; extractors that need a layout (vips) then run without a browser.

    \b
    Exit codes: 0 all right, 1 the page could not be had or written, 2 wrong usage.
    """
    _require_qt()
    from app.cli.snapshot import SnapshotOptions, run_snapshot

    if Path(output).suffix.lower() != SNAPSHOT_SUFFIX:
        raise click.UsageError(f"a snapshot is a {SNAPSHOT_SUFFIX} file, got {output!r}")
    sys.exit(run_snapshot(SnapshotOptions(page, Path(output), width, scripts)))


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
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False),
    help="Folder for one file per page and pane; else all goes to standard output.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="EXTRACTOR.FIELD=VALUE",
    help="Change a setting. Can be repeated.",
)
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="Panes and settings.")
@click.option("--encoding", help="Encoding of the pages; else it is found.")
@click.option("--url", help="Address the page comes from, for one file or -.")
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
@click.option("-q", "--quiet", is_flag=True, help="Only errors on standard error.")
def extract(**options: Any) -> None:
    r"""Extract the main content of PAGE...: files, folders, globs, addresses, or - for stdin.

    \b
    Exit codes: 0 all right, 1 some page ended in error or timeout, 2 wrong usage.
    """
    sys.exit(SOME_FAILED if extract_pages(ExtractOptions(**options)) else 0)


@main.command("list")
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text")
def list_extractors(how: str) -> None:
    """List every extractor with its settings."""
    text = listing.as_json() if how == "json" else listing.as_text()
    sys.stdout.buffer.write(encoded(text))


def keep_standard_output() -> None:
    """Keep standard output for results: what libraries and processes print goes to standard error.

    That is what they write to the file descriptor; `extractors.printing` takes care of `print`.
    """
    kept = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = open(kept, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)  # noqa: SIM115, PTH123 - stays open as long as the program runs, and is no path


def _require_qt() -> None:
    if find_spec("PySide6") is None:
        raise click.ClickException(
            "The window needs Qt, which this installation does not hold. Install it with:"
            " pip install 'boilerscope[gui]'"
        )
