"""Commands of the program; only commands that open a window import Qt."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from boilerscope.app.cli import options, streams
from boilerscope.app.cli.paths import PathName
from boilerscope.extractors.errors import BoilerscopeError, UnknownNameError
from boilerscope.extractors.sources.refusals import no_input
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.system.interrupts import INTERRUPTED, MESSAGE, install

_PLACES = {
    "ad-hosts": "boilerscope.app.cli.ad_hosts:ad_hosts",
    "batch": "boilerscope.app.cli.batch:batch",
    "check": "boilerscope.app.cli.own:check_extractor",
    "compare": "boilerscope.app.cli.compare:compare",
    "expect": "boilerscope.app.cli.expect:expect",
    "extract": "boilerscope.app.cli.extracting:extract",
    "gold": "boilerscope.app.cli.gold:gold",
    "losses": "boilerscope.app.cli.losses:losses",
    "own": "boilerscope.app.cli.own:own",
    "proxy": "boilerscope.app.cli.proxy:proxy",
    "report": "boilerscope.app.cli.report:report",
    "reproduce": "boilerscope.app.cli.reproduce:reproduce",
    "score": "boilerscope.app.cli.score:score",
    "sweep": "boilerscope.app.cli.sweep:sweep",
    "train": "boilerscope.app.cli.train:train",
    "tune": "boilerscope.app.cli.tune:tune",
}
"""Module and name of each command that is not in this module."""

READER_GONE = 128 + signal.SIGPIPE


class _RefusedError(click.ClickException):
    """An input, option or target that cannot be used."""

    exit_code = 2


class _Commands(MutableMapping[str, click.Command]):
    """Commands by name, each imported on first use: all of them would take half a second."""

    def __init__(self) -> None:
        self._commands: dict[str, click.Command | str] = dict(_PLACES)

    def __getitem__(self, name: str) -> click.Command:
        command = self._commands[name]
        if isinstance(command, str):
            module, _, attribute = command.partition(":")
            imported: click.Command = getattr(import_module(module), attribute)
            self._commands[name] = imported
            return imported
        return command

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


class _Group(click.Group):
    """Command group that opens the window without a subcommand, and handles interrupts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.commands = _Commands()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as the whole program, with its own handling of Ctrl+C and standard output."""
        install()
        streams.keep()
        try:
            try:
                return super().__call__(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except streams.OutputError as error:
            streams.discard_output()
            click.echo(f"Error: {error}", err=True)
            sys.exit(_RefusedError.exit_code)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own_options = {"--help", "--version", "-h"}
        first = args[0] if args else ""
        if first not in self.commands and first not in own_options:
            from boilerscope.extractors.sources.words import existing_path

            if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", first) and existing_path(first) is None:
                raise click.UsageError(str(UnknownNameError("command", first, self.commands)), ctx)
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BoilerscopeError as error:
            raise _RefusedError(str(error)) from error
        except KeyboardInterrupt:
            click.echo(MESSAGE, err=True)
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            streams.discard_output()
            sys.exit(READER_GONE)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="boilerscope", prog_name="boilerscope")
def main() -> None:
    """Show what main-content extraction keeps of a web page, and why.

    Without a command, the window opens.
    """


@main.command("open")
@click.argument("page", required=False)
@click.option("--sample", help="Open a built-in sample page by its name.")
@click.option(
    "-e",
    "--extractor",
    "names",
    multiple=True,
    help="Extractor to show in a pane, one of yours such as mine.py:function. Can be repeated.",
)
@options.presets
@options.sets
@options.config
@click.option(
    "--corpus",
    type=PathName(exists=True, path_type=Path),
    help="Open a corpus: a folder of pages, a gold standard, JSON lines, WARC or a batch.",
)
@click.option(
    "--state",
    type=PathName(path_type=Path),
    help="Create a local socket that answers each connection with the state of the window as JSON."
    " It is for tests and read-only.",
)
def open_window(**values: Any) -> None:
    """Open the window; PAGE is an address or a file, or a corpus."""
    config = values.pop("config")
    if "" in (values["page"], values["sample"]):
        raise click.UsageError(str(no_input("")))
    names, sets, presets = (values.pop(name) for name in ("names", "sets", "presets"))
    if (sets or presets) and not names and config is None:
        raise click.UsageError("--set and --preset change a pane: name it with -e or --config.")
    if names or sets or presets:
        from boilerscope.app.cli.choosing import chosen_panes

        config = chosen_panes(names, config, sets, presets)
    _require_qt()
    from boilerscope.app.window.program import run_window

    page = values.pop("page")
    sys.exit(run_window(page, config=config, **values))


@main.command("settings")
@click.argument("extractor")
@click.argument("file", required=False, type=PathName(dir_okay=False, path_type=Path))
def edit_settings(extractor: str, file: Path | None) -> None:
    """Edit the settings of EXTRACTOR in a window, or those in FILE.

    FILE is a settings file, as for extract --config and the window; saving writes it. Panes of
    other extractors in it do not change.
    """
    _require_qt()
    from boilerscope.app.settings_editor.document import SettingsDocument
    from boilerscope.app.settings_editor.program import run_settings

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
    type=PathName(file_okay=False),
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
    from boilerscope.app.cli.workbench import WorkbenchOptions, run_workbench

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
    type=PathName(dir_okay=False),
    help="The .bscope file to write.",
)
@click.option("--width", default=1280, show_default=True, type=click.IntRange(320, 3840))
@click.option(
    "--scripts/--no-scripts",
    default=None,
    help="Run the scripts of the page; by default, only if PAGE is an address.",
)
def snapshot(page: str, output: str, width: int, *, scripts: bool | None) -> None:
    """Save PAGE (an address or a file) with its layout and resources in one file.

    Needs Qt, but no display. The window and extract read the file without network access.
    Extractors that need a layout (vips) then run without a browser.

    Exit codes: 0 success, 1 the page could not be read or saved, 2 usage error.
    """
    _require_qt()
    from boilerscope.app.cli.snapshot import SnapshotOptions, run_snapshot
    from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX

    if Path(output).suffix.lower() != SNAPSHOT_SUFFIX:
        raise click.UsageError(
            f"The name of a snapshot ends with {SNAPSHOT_SUFFIX}, got {output!r}"
        )
    sys.exit(run_snapshot(SnapshotOptions(page, Path(output), width, scripts)))


@main.command("list")
@click.option("--format", "format_name", type=click.Choice(["text", "json"]), default="text")
def list_extractors(format_name: str) -> None:
    """List all extractors with their settings."""
    from boilerscope.app.cli import listing
    from boilerscope.extractors.formats.files import encoded

    text = listing.as_json() if format_name == "json" else listing.as_text()
    sys.stdout.buffer.write(encoded(text))


def _require_qt() -> None:
    if find_spec("PySide6") is None:
        raise click.ClickException(
            f"The window needs Qt, which is not installed. Install it with: {extra_command('gui')}"
        )
