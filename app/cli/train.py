"""Commands ``boilerscope train NAME``, one for each trainer. No Qt."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boilerscope.app.cli.options import stdin_lines, tell_left_out
from boilerscope.app.cli.paths import PathName
from boilerscope.extractors.errors import PageError, SettingsError
from boilerscope.extractors.model.settings import parse_value
from boilerscope.extractors.sources.listing import pages_with_gold
from boilerscope.extractors.training import TRAINERS
from boilerscope.extractors.training.trainer import as_text
from boilerscope.extractors.training.trainer import train as train_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.training import Trainer


@click.group()
def train() -> None:
    """Train the model of an extractor on pages with gold text."""


def settings_of(trainer: Trainer, sets: tuple[str, ...]) -> Settings:
    """Return the settings of ``--set FIELD=VALUE`` options.

    Raises
    ------
    SettingsError, UnknownNameError
        If an option is wrong.
    """
    settings = trainer.settings_class()
    for assignment in sets:
        field, equals, value = assignment.partition("=")
        if not equals:
            raise SettingsError(f"--set {assignment!r} must look like FIELD=VALUE")
        name = field.strip()
        parsed = parse_value(trainer.settings_class, name, value.strip())
        settings = settings.replace(**{name: parsed})
    return settings


def command_line(program: str, corpora: Sequence[str], output: Path, sets: tuple[str, ...]) -> str:
    """Return the command line that a model records, with file names without folders."""
    arguments = shlex.split(program)
    arguments += [
        argument for corpus in corpora for argument in ("--corpus", Path(corpus).resolve().name)
    ]
    arguments += ["-o", output.name]
    arguments += [argument for assignment in sets for argument in ("--set", assignment)]
    return shlex.join(arguments)


def command_of(trainer: Trainer, program: str) -> click.Command:
    """Return the command that trains a model; `program` is how it is called."""

    @click.command(trainer.name, help=trainer.help)
    @click.option(
        "--corpus",
        "corpora",
        required=True,
        multiple=True,
        help="Pages with gold: a gold standard, or pages with marks beside them. Can be repeated.",
    )
    @click.option(
        "-o",
        "--output",
        required=True,
        type=PathName(dir_okay=False, path_type=Path),
        help="JSON file of the model.",
    )
    @click.option(
        "--set", "sets", multiple=True, metavar="FIELD=VALUE", help="Change a setting of training."
    )
    @click.option("-q", "--quiet", is_flag=True, help="Print no progress on standard error.")
    def run(
        corpora: tuple[str, ...],
        output: Path,
        sets: tuple[str, ...],
        quiet: bool,  # noqa: FBT001 - command-line option
    ) -> None:
        settings = settings_of(trainer, sets)
        line = command_line(program, corpora, output, sets)
        n_done = 0

        def show_progress(page: ListedPage) -> None:
            nonlocal n_done
            n_done += 1
            if not quiet:
                click.echo(f"\r{n_done:,} {page.name}\x1b[K", nl=False, err=True)

        listed = partial(pages_with_gold, stdin=stdin_lines(), tell=tell_left_out(quiet=quiet))
        table = train_model(trainer, corpora, settings, line, show_progress, listed)
        if not quiet:
            click.echo(err=True)
        try:
            output.parent.mkdir(parents=True, exist_ok=True)
            output.write_text(as_text(table), encoding="utf-8")
        except OSError as error:
            raise PageError(f"{output} cannot be written: {error.strerror or error}") from error

    return run


for _trainer in TRAINERS.values():
    train.add_command(command_of(_trainer, f"boilerscope train {_trainer.name}"))
