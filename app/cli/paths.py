"""Type of options and arguments that are a file or folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import os


class PathName(click.Path):
    """A path that is not empty: an empty text, as of a variable that is not set, names nothing.

    `pathlib` takes it for the working folder.
    """

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if value == "":
            self.fail("an empty text is no path. Name a file or folder; . is this one.", param, ctx)
        return super().convert(value, param, ctx)
