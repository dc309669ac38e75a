"""Commands of the program; only commands that open a window import Qt."""

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

from app.cli import listing, options
from app.cli.ad_hosts import ad_hosts
from app.cli.batch import batch
from app.cli.extracting import ExtractOptions, extract_pages
from app.cli.gold import gold
from app.cli.own import check_extractor, own
from app.cli.proxy import proxy
from app.cli.score import score
from app.cli.sweep import sweep
from app.cli.train import train
from app.cli.tune import tune
from extractors.batch.inputs import existing_path
from extractors.errors import BoilerscopeError, UnknownNameError
from extractors.formats import FORMATS
from extractors.formats.files import encoded
from extractors.interrupts import INTERRUPTED, MESSAGE, install
from extractors.page.snapshot import SNAPSHOT_SUFFIX

SOME_FAILED = 1
READER_GONE = 128 + signal.SIGPIPE


class _Group(click.Group):
    """Command group that opens the window without a subcommand, and handles interrupts."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as the whole program, with its own handling of Ctrl+C and standard output."""
        install()
        keep_standard_output()
        return super().__call__(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own_options = {"--help", "--version", "-h"}
        first = args[0] if args else ""
        if first not in self.commands and first not in own_options:
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
            # The reader has closed the pipe. Python must not fail when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(READER_GONE)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("boilerscope"), prog_name="boilerscope")
def main() -> None:
    """Show what main-content extraction keeps of a web page, and why.

    Without a command, the window opens.
    """


main.add_command(batch)
main.add_command(score)
main.add_command(sweep)
main.add_command(tune)
main.add_command(train)
main.add_command(ad_hosts)
main.add_command(gold)
main.add_command(check_extractor)
main.add_command(own)
main.add_command(proxy)


@main.command("open")
@click.argument("page", required=False)
@click.option("--sample", help="Open a built-in sample page by its name.")
@options.config
@click.option(
    "--corpus",
    type=click.Path(exists=True, path_type=Path),
    help="Open a corpus: a folder of pages, a gold standard, JSON lines, WARC or a batch.",
)
@click.option(
    "--state",
    type=click.Path(path_type=Path),
    help="Create a local socket that answers each connection with the state of the window as JSON."
    " It is for tests and read-only.",
)
def open_window(
    page: str | None,
    sample: str | None,
    config: Path | None,
    corpus: Path | None,
    state: Path | None,
) -> None:
    """Open the window; PAGE is an address or a file, or a corpus."""
    _require_qt()
    from app.window.program import run_window

    sys.exit(run_window(page, sample=sample, config=config, corpus=corpus, state=state))


@main.command("settings")
@click.argument("extractor")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def edit_settings(extractor: str, file: Path | None) -> None:
    """Edit the settings of EXTRACTOR in a window, or those in FILE.

    FILE is a settings file, as for extract --config and the window; saving writes it. Panes of
    other extractors in it do not change.
    """
    _require_qt()
    from app.settings_editor.document import SettingsDocument
    from app.settings_editor.program import run_settings

    sys.exit(run_settings(SettingsDocument(extractor, file)))


@main.command()
@click.argument("page", required=False)
@click.option("--sample", help="Use a built-in sample page by its name.")
@options.config
@click.option(
    "-o",
    "--output",
    default="boilerscope-out",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Folder for texts, table and pictures.",
)
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--size", default="1600x1000", show_default=True, help="Window size, in pixels.")
def workbench(
    page: str | None,
    sample: str | None,
    config: Path | None,
    output: str,
    theme: str,
    size: str,
) -> None:
    """Do the main job of the window without a display.

    Writes the text of each extractor, a table of all extractors, and workbench.png, a picture of
    the whole window, into the output folder.
    """
    _require_qt()
    from app.cli.workbench import WorkbenchOptions, run_workbench

    width, _, height = size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise click.UsageError(f"--size must look like 1600x1000, got {size!r}")
    wanted = WorkbenchOptions(
        page, sample, config, Path(output), dark=theme == "dark", size=(int(width), int(height))
    )
    sys.exit(run_workbench(wanted))


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
    help="Run the scripts of the page; by default, only if PAGE is an address.",
)
def snapshot(page: str, output: str, width: int, *, scripts: bool | None) -> None:
    r"""Save PAGE (an address or a file) with its layout and resources in one file.

    Needs Qt, but no display. The window and extract read the file without network access.
    Extractors that need a layout (vips) then run without a browser.

    \b
    Exit codes: 0 success, 1 the page could not be read or saved, 2 usage error.
    """
    _require_qt()
    from app.cli.snapshot import SnapshotOptions, run_snapshot

    if Path(output).suffix.lower() != SNAPSHOT_SUFFIX:
        raise click.UsageError(
            f"The name of a snapshot ends with {SNAPSHOT_SUFFIX}, got {output!r}"
        )
    sys.exit(run_snapshot(SnapshotOptions(page, Path(output), width, scripts)))


@main.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@click.option(
    "-e",
    "--extractor",
    "names",
    multiple=True,
    help="Extractor to run, one of yours such as mine.py:function, or all. Can be repeated.",
)
@options.output_format(
    [each.name for each in FORMATS.values() if not each.blocks_of],
    "Format of the results.",
    default="text",
)
@click.option("--blocks", is_flag=True, help="For jsonl: also settings, figures and all blocks.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False),
    help="Folder with one file per page and pane; by default, results go to standard output.",
)
@options.sets
@options.config
@click.option("--encoding", help="Encoding of the pages; by default, it is detected.")
@click.option("--url", help="Address of the page, for one file or -.")
@click.option(
    "--page-text",
    is_flag=True,
    help="For text: the kept words with the page's own spacing, not the extractor's own text.",
)
@options.jobs
@options.timeout
@options.quiet
def extract(**values: Any) -> None:
    r"""Extract the main content of PAGE...: files, folders, globs, addresses, or - for stdin.

    \b
    Exit codes: 0 success, 1 error or timeout on at least one page, 2 usage error.
    """
    sys.exit(SOME_FAILED if extract_pages(ExtractOptions(**values)) else 0)


@main.command("list")
@click.option("--format", "how", type=click.Choice(["text", "json"]), default="text")
def list_extractors(how: str) -> None:
    """List all extractors with their settings."""
    text = listing.as_json() if how == "json" else listing.as_text()
    sys.stdout.buffer.write(encoded(text))


def keep_standard_output() -> None:
    """Reserve standard output for results; libraries and processes print to standard error.

    This redirects the file descriptor; `extractors.printing` redirects `print`.
    """
    results = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = open(results, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)  # noqa: SIM115, PTH123 - open until the program ends; a descriptor, not a path


def _require_qt() -> None:
    if find_spec("PySide6") is None:
        raise click.ClickException(
            "The window needs Qt, which is not installed. Install it with:"
            " pip install 'boilerscope[gui]'"
        )
