"""Results of earlier runs, which a command uses, or leaves alone with ``--no-store``. No Qt."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from boilerscope.extractors.runs.store import ResultStore, default_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

option = click.option(
    "--store/--no-store",
    default=True,
    show_default=True,
    help="Use the results of earlier runs and of the window, and store new ones.",
)


@contextmanager
def result_store(*, kept: bool) -> Iterator[ResultStore]:
    """Open the store that the window uses too, or one that is gone at the end."""
    if kept:
        with ResultStore(default_folder()) as store:
            yield store
        return
    with TemporaryDirectory(prefix="boilerscope-") as folder, ResultStore(Path(folder)) as store:
        yield store
