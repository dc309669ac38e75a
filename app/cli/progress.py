"""Progress of work over many pages, on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

T = TypeVar("T")


def with_progress(results: Iterable[T], total: int, *, quiet: bool) -> Generator[T, None, None]:
    """Yield results, and show on a terminal how many pages are done and the time left."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    show = not quiet and total > 1 and console.is_terminal
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not show, transient=True) as progress:
        bar = progress.add_task("pages", total=total)
        for page in results:
            yield page
            progress.advance(bar)
