"""Command ``workbench``: texts, a table and a picture of the window, without a display."""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.app.session.exporting import page_id
from boilerscope.app.session.layout_needs import layout_width
from boilerscope.app.session.sources import read, understand
from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.files import file_name
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.app.session.sources import PageRequest
    from boilerscope.extractors.page import Page

PICTURE = "workbench.png"
TABLE = "extractors.csv"


@dataclass(frozen=True, slots=True)
class WorkbenchOptions:
    """Page to open and output folder.

    Attributes
    ----------
    page : str or None
        Address or file.
    sample : str or None
        Built-in sample page instead.
    config : Path or None
        Settings file with the panes of the window.
    dark : bool
        Whether the picture is dark.
    size : tuple of int
        Width and height of the window, pixels.
    """

    page: str | None
    sample: str | None
    config: Path | None
    output: Path
    dark: bool = False
    size: tuple[int, int] = (1600, 1000)


def run_workbench(options: WorkbenchOptions) -> int:
    """Write texts, table and picture; return the exit code."""
    address = f"sample:{options.sample}" if options.sample else options.page or "sample:news-en"
    try:
        request = understand(address)
    except BoilerscopeError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        page = read(request)
    except BoilerscopeError as error:
        print(error, file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    laid_out = _take_picture(options, request, page)
    failed = write_results(laid_out, request.address, options.output)
    print(f"Written to {options.output}: texts, {TABLE}, {PICTURE}", file=sys.stderr)
    return 1 if failed else 0


def _take_picture(options: WorkbenchOptions, request: PageRequest, page: Page) -> Page:
    """Save a picture of the whole window; return the page with its layout."""
    from boilerscope.app.window.program import go_headless

    go_headless()
    from boilerscope.app.window.picture import PictureOptions, take_picture

    widths = (layout_width(pane.extractor, pane.settings) for pane in _all_panes())
    picture = PictureOptions(
        file=options.output / PICTURE,
        config=options.config,
        dark=options.dark,
        size=options.size,
        layout_width=next((width for width in widths if width is not None), None),
    )
    return take_picture(request, page, picture)


def write_results(page: Page, address: str, folder: Path) -> bool:
    """Write the text of each extractor and a table of them; return whether a run failed."""
    name = page_id(page, address)
    rows: list[tuple[object, ...]] = []
    failed = False
    cached: runner.CachedResults = {}
    for pane in _all_panes():
        extraction = runner.run(page, pane.extractor, pane.settings, cached)
        failed |= extraction.status in {Status.ERROR, Status.TIMEOUT}
        result = Result(address, name, pane.name, page, extraction)
        file = folder / file_name(name, pane.name, "txt")
        file.write_text(FORMATS["text"].write(result), encoding="utf-8", errors="surrogatepass")
        n_kept = int(extraction.mask.sum())
        share = n_kept / page.n_tokens if page.n_tokens else 0.0
        rows.append(
            (
                pane.extractor,
                extraction.status.value,
                n_kept,
                f"{share:.4f}",
                f"{extraction.seconds * 1000:.2f}",
                extraction.message,
            )
        )
    with (folder / TABLE).open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(("extractor", "status", "kept_words", "share", "milliseconds", "message"))
        table.writerows(rows)
    return failed


def _all_panes() -> list[Pane]:
    return [
        Pane(name, name, registry.extractor(name).default_settings())
        for name in registry.algorithms()
    ]
