"""Command ``snapshot``: a page with its layout and resources in one file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.app.session.sources import read, understand
from boilerscope.extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class SnapshotOptions:
    """Page to save and target of a snapshot.

    Attributes
    ----------
    page : str
        Address or file.
    output : Path
        File to write.
    width : int
        Width of the layout, CSS pixels.
    scripts : bool or None
        Whether the scripts of the page run; None: only scripts of addresses.
    """

    page: str
    output: Path
    width: int = 1280
    scripts: bool | None = None


def run_snapshot(options: SnapshotOptions) -> int:
    """Write a snapshot without a display; return the exit code."""
    try:
        request = understand(options.page)
    except BoilerscopeError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        scripts = request.is_live if options.scripts is None else options.scripts
        page = None if scripts else read(request)
    except BoilerscopeError as error:
        print(error, file=sys.stderr)
        return 1
    if scripts and not request.is_live:
        print("Scripts run only in pages with an address. Leave --scripts out.", file=sys.stderr)
        return 2
    from boilerscope.app.window.program import go_headless

    go_headless()
    from boilerscope.app.window.offscreen_snapshot import take_snapshot

    message = take_snapshot(request, page, options.output, width=options.width)
    print(message or f"Written to {options.output}", file=sys.stderr)
    return 1 if message else 0
