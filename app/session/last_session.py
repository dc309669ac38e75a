"""Last session of the window: what *Continue where you left* brings back. No Qt.

The file is JSON. It is written completely or not at all, every two seconds in which something
changed, so that a crash loses at most that. A part that cannot be read is left out.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from boilerscope.app.session.history import PaneSetup
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import from_table, to_table
from boilerscope.extractors.system.atomic_write import atomic_write
from boilerscope.widgets.records import Lock, Selection, ShowAs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

FILE = "last_session.json"
_VERSION = 1
_UNREADABLE = (OSError, ValueError, TypeError, LookupError, RecursionError, AttributeError)


@dataclass(frozen=True, slots=True)
class LastPage:
    """Page that was on screen.

    Attributes
    ----------
    address, text, encoding, rendered
        See `PageRequest`.
    title : str
        Title of the page, for people.
    row : int or None
        Number of the page in the corpus from which it was opened.
    scroll : tuple of (int, float), or None
        Segment at the top of the page column, and its height there in pixels.
    """

    address: str = ""
    text: str = ""
    encoding: str = ""
    rendered: bool = False
    title: str = ""
    row: int | None = None
    scroll: tuple[int, float] | None = None


@dataclass(frozen=True, slots=True)
class LastCorpus:
    """Corpus that was open.

    Attributes
    ----------
    tab : str
        View in the middle, a `Tab`.
    row : int or None
        Number of the selected page.
    measure, average, text : str
        Score, average and scored text; empty for the usual ones.
    baseline : str
        Pane that the other panes are compared with; empty for the first.
    sort : tuple of (str, str, bool), or None
        Order of the pages: a `SortKey`, a pane, and whether it is reversed.
    filter : str
        Filter of the pages, see `filter_as_text`; empty for all pages.
    batch : str
        Folder of the batch whose results are scored by the gold of the corpus; empty without one.
    has_bounds : bool
        Whether floor and ceiling are among the panes.
    annotators : tuple of str
        Annotators among the panes.
    gold_by : str
        Annotator whose marks are the gold; empty for the gold itself.
    comments : bool
        Whether comments count as main content.
    """

    path: str = ""
    shown: bool = False
    tab: str = ""
    row: int | None = None
    measure: str = ""
    average: str = ""
    text: str = ""
    baseline: str = ""
    sort: tuple[str, str, bool] | None = None
    filter: str = ""
    batch: str = ""
    has_bounds: bool = False
    annotators: tuple[str, ...] = ()
    gold_by: str = ""
    comments: bool = False


@dataclass(frozen=True, slots=True)
class LastSession:
    """Panes, page, corpus and views of the last session.

    Attributes
    ----------
    panes : tuple of PaneSetup
        The panes in their order.
    page, corpus
        What was open; None if nothing was.
    selection : Selection or None
        The selected text.
    step : tuple of (str, int), or None
        Pane and step that were on screen in place of the result.
    compared : tuple of (str, str), or None
        Panes that were compared side by side.
    tabs : tuple of int
        Tab of the tables and of the plots.
    is_marking : bool
        Whether the gold standard was being marked.
    when : str
        Time of the last change, ISO 8601.
    """

    panes: tuple[PaneSetup, ...] = ()
    active: str = ""
    lock: Lock = Lock.EQUAL
    page: LastPage | None = None
    corpus: LastCorpus | None = None
    selection: Selection | None = None
    colour: str = ""
    strips: tuple[str, ...] = ()
    step: tuple[str, int] | None = None
    round: int | None = None
    compared: tuple[str, str] | None = None
    tabs: tuple[int, int] = (0, 0)
    is_marking: bool = False
    when: str = field(default="", compare=False)

    @property
    def is_open(self) -> bool:
        """Whether a page or a corpus was open."""
        return self.page is not None or self.corpus is not None

    def with_panes_only(self) -> LastSession:
        """Return a session with the panes alone."""
        return LastSession(self.panes, self.active, self.lock, when=self.when)


def save(folder: Path, session: LastSession) -> str:
    """Write the last session; return the error (empty without an error)."""
    text = json.dumps(to_plain(session), ensure_ascii=False, indent=1)
    try:
        atomic_write(folder / FILE, text)
    except (BoilerscopeError, UnicodeEncodeError) as error:
        return f"The session could not be kept for the next start: {error}"
    return ""


def load(folder: Path) -> LastSession | None:
    """Return the last session; None without one, or if the file cannot be read at all."""
    try:
        table = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return from_plain(table) if table["version"] == _VERSION else None
    except _UNREADABLE:
        return None


def to_plain(session: LastSession) -> dict[str, Any]:
    """Return a session as plain values for JSON."""
    return asdict(session) | {
        "version": _VERSION,
        "panes": [_pane_to_table(pane) for pane in session.panes],
    }


def from_plain(table: Mapping[str, Any]) -> LastSession:
    """Return the session of plain values, without the parts that cannot be read."""
    session = LastSession()
    for name, convert in _PARTS.items():
        with suppress(*_UNREADABLE):
            if table[name] is not None:
                session = replace(session, **{name: convert(table[name])})
    return session


def _pane_to_table(pane: PaneSetup) -> dict[str, Any]:
    return {
        "name": pane.name,
        "extractor": pane.extractor,
        "settings": to_table(pane.settings),
        "folded": pane.folded,
        "show_as": pane.show_as.value,
        "compare_with": pane.compare_with,
        "linked": pane.linked,
    }


def _panes(tables: Sequence[Mapping[str, Any]]) -> tuple[PaneSetup, ...]:
    """Return the panes whose extractors still exist and take these settings."""
    panes: list[PaneSetup] = []
    for table in tables:
        with suppress(*_UNREADABLE, BoilerscopeError):
            extractor = registry.extractor(table["extractor"])
            settings = from_table(type(extractor.default_settings()), table["settings"])
            panes.append(
                PaneSetup(
                    table["name"],
                    table["extractor"],
                    settings,
                    table["folded"],
                    ShowAs(table["show_as"]),
                    table["compare_with"],
                    table["linked"],
                )
            )
    return tuple(panes)


def _page(table: Mapping[str, Any]) -> LastPage:
    scroll = table["scroll"]
    page = LastPage(**(dict(table) | {"scroll": None}))
    return page if scroll is None else replace(page, scroll=(int(scroll[0]), float(scroll[1])))


def _corpus(table: Mapping[str, Any]) -> LastCorpus:
    corpus = LastCorpus(**table)
    corpus = replace(corpus, annotators=tuple(map(str, corpus.annotators)))
    if corpus.sort is None:
        return corpus
    key, pane, reverse = corpus.sort
    return replace(corpus, sort=(str(key), str(pane), bool(reverse)))


def _selection(table: Mapping[str, Any]) -> Selection:
    runs = tuple((int(start), int(end)) for start, end in table["runs"])
    return Selection(runs, str(table["pane"]), int(table["block"]), int(table["node"]))


_PARTS: dict[str, Callable[[Any], Any]] = {
    "panes": _panes,
    "active": str,
    "lock": Lock,
    "page": _page,
    "corpus": _corpus,
    "selection": _selection,
    "colour": str,
    "strips": lambda keys: tuple(map(str, keys)),
    "step": lambda step: (str(step[0]), int(step[1])),
    "round": int,
    "compared": lambda names: (str(names[0]), str(names[1])),
    "tabs": lambda tabs: (int(tabs[0]), int(tabs[1])),
    "is_marking": bool,
    "when": str,
}
"""How each part is read."""
