"""The window's main job without a display: texts, a table, and a picture of the window."""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors import registry, runner
from extractors.errors import BoilerscopeError
from extractors.formats import FORMATS
from extractors.formats.record import Result
from extractors.model.extraction import Status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.session.sources import PageRequest
    from app.window.wiring import Wiring
    from extractors.page import Page
    from extractors.runner import Pane

PICTURE = "workbench.png"
TABLE = "extractors.csv"
_PATIENCE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted.

    Attributes
    ----------
    page : str or None
        Address or file.
    sample : str or None
        Carried sample page instead.
    config : str or None
        Settings file with the panes of the window.
    output : Path
        Folder for everything.
    dark : bool
        Whether the picture is dark.
    size : tuple of int
        Width and height of the window, pixels.
    """

    page: str | None
    sample: str | None
    config: str | None
    output: Path
    dark: bool = False
    size: tuple[int, int] = (1600, 1000)


def run_workbench(order: Order) -> int:
    """Write texts, table and picture; return the exit code."""
    from app.session.sources import read, understand

    wanted = f"sample:{order.sample}" if order.sample else order.page or "sample:news-en"
    try:
        request = understand(wanted)
        page = read(request)
    except BoilerscopeError as error:
        print(error, file=sys.stderr)
        return 1
    order.output.mkdir(parents=True, exist_ok=True)
    failed = write_results(take_picture(order, request, page), request.address, order.output)
    print(f"Written to {order.output}: texts, {TABLE}, {PICTURE}", file=sys.stderr)
    return 1 if failed else 0


def write_results(page: Page, address: str, folder: Path) -> bool:
    """Write the text of every extractor and a table of them; return whether one failed."""
    from app.session.exporting import page_id

    name = page_id(page, address)
    rows: list[tuple[object, ...]] = []
    failed = False
    known: runner.Known = {}
    for pane in _all_panes():
        made = runner.run(page, pane.extractor, pane.settings, known)
        failed |= made.status in {Status.ERROR, Status.TIMEOUT}
        result = Result(address, name, pane.name, page, made)
        file = folder / f"{name}.{pane.name}.txt"
        file.write_text(FORMATS["text"].write(result), encoding="utf-8", errors="surrogatepass")
        kept = int(made.mask.sum())
        share = kept / page.n_tokens if page.n_tokens else 0.0
        rows.append(
            (
                pane.extractor,
                made.status.value,
                kept,
                f"{share:.4f}",
                f"{made.seconds * 1000:.2f}",
                made.message,
            )
        )
    with (folder / TABLE).open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(("extractor", "status", "kept_words", "share", "milliseconds", "message"))
        table.writerows(rows)
    return failed


def take_picture(order: Order, request: PageRequest, page: Page) -> Page:
    """Save the whole window as a user would see it; return the page as it is laid out there."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from app.session.preferences import Preferences, ThemeChoice
    from app.window.program import go_headless, make_application, make_window

    go_headless()
    app = make_application()
    theme = ThemeChoice.DARK if order.dark else ThemeChoice.LIGHT
    with TemporaryDirectory() as folder:
        wiring = make_window(app, folder=Path(folder), preferences=Preferences(theme=theme))
        wiring.desk.failed.connect(lambda text, _retry: print(text, file=sys.stderr))
        window = wiring.window
        window.resize(*order.size)
        window.show()
        if order.config is not None:
            wiring.commands.load_settings(Path(order.config))
        wiring.desk.show_page(request, page)
        wait_until_shown(wiring)
        lay_out(wiring)
        select_disputed(wiring)
        wait_until_quiet(wiring)
        window.grab().save(str(order.output / PICTURE))
        laid_out = wiring.desk.session.page or page
        window.close()
        window.page.view.clear()
    return laid_out


def lay_out(wiring: Wiring) -> None:
    """Lay the page out as the extractors want it, unless it has a layout or is not shown."""
    from app.session.session import layout_width

    session, view = wiring.desk.session, wiring.window.page.view
    widths = (layout_width(pane.extractor, pane.settings) for pane in _all_panes())
    width = next((width for width in widths if width is not None), None)
    if session.page is None or session.page.layout is not None or view.page is None:
        return
    failed: list[str] = []
    view.failed.connect(failed.append)
    view.collect_layout(width)
    _turn_until(lambda: bool(failed) or (session.page is not None and session.page.layout))
    wait_until_shown(wiring)


def wait_until_shown(wiring: Wiring) -> None:
    """Turn the event loop until page, heatmap and every pane are there, or the page failed."""
    desk = wiring.desk
    _turn_until(lambda: not desk.load.state.busy and not desk.running() and wiring.refresher.idle)


def _turn_until(condition: Callable[[], object]) -> None:
    """Turn the event loop until a condition holds, a minute at most."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    ticks = QTimer(interval=20)
    ticks.timeout.connect(lambda: loop.quit() if condition() else None)
    ticks.start()
    QTimer.singleShot(_PATIENCE_MS, loop.quit)
    loop.exec()
    ticks.stop()


def wait_until_quiet(wiring: Wiring, milliseconds: int = 600) -> None:
    """Turn the event loop until nothing is left to be brought up to date."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    wiring.refresher.flush()


def select_disputed(wiring: Wiring) -> None:
    """Select the longest block that the active pane drops and most others keep."""
    import numpy as np

    from widgets.picking import selection_of_block

    session = wiring.desk.session
    if not session.active:
        return
    pane = session.pane(session.active)
    masks = [one.shown.mask for one in session.panes if one.shown is not None]
    if pane.shown is None or len(masks) < 2 or not len(pane.shown.blocks):
        return
    total = np.sum(masks, axis=0)
    disputed = (total * 2 >= len(masks)) & ~pane.shown.mask
    owner = pane.shown.block_of_token
    held = owner[disputed & (owner >= 0)]
    everywhere = owner[pane.shown.mask & (owner >= 0)]
    found = held if len(held) else everywhere
    chosen = int(np.bincount(found).argmax()) if len(found) else 0
    wiring.window.selection.select(selection_of_block(pane, chosen), wiring)


def _all_panes() -> list[Pane]:
    from extractors.runner import Pane

    return [
        Pane(entry.id, entry.id, entry.extractor.default_settings())
        for entry in registry.entries()
        if entry.extractor is not None
    ]
