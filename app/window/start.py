"""Cards of the start screen: built-in samples and recent pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from boilerscope.app.session.sources import SAMPLE
from boilerscope.app.window.translation import translate
from boilerscope.resources.loader import samples
from boilerscope.widgets.start_screen import Card, LastCard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.app.session.last_session import LastSession
    from boilerscope.app.session.preferences import Memory

_MAX_RECENT, _MAX_PANES, _MAX_OTHERS = 8, 4, 4


def card_of_last(last: LastSession, problem: str = "") -> LastCard:
    """Return the card of the last session: what was open, when, and with which panes.

    Parameters
    ----------
    problem : str
        Why it could not be continued.
    """
    address = "" if last.page is None else _name(last.page.address)
    corpus = "" if last.corpus is None else Path(last.corpus.path).name
    title = last.page.title if last.page is not None else corpus
    notes = [note for note in (address, corpus, _when(last.when)) if note and note != title]
    panes = [f"{number} {pane.name}" for number, pane in enumerate(last.panes, 1)]
    shown, n_more = panes[:_MAX_PANES], len(panes) - _MAX_PANES
    if n_more > 0:
        shown.append(translate("+ {count} more").format(count=n_more))
    return LastCard(title or address, " · ".join(notes), "   ".join(shown), problem)


def cards_of_samples() -> list[Card]:
    """Return a card for each sample page, in the language of the interface."""
    language = QLocale().name()
    return [
        Card(
            f"{SAMPLE}{sample.identifier}",
            sample.title.in_language(language),
            sample.description.in_language(language),
            sample.icon.removeprefix("mdi6."),
        )
        for sample in samples()
        if sample.on_start_screen
    ]


def cards_of_recent(memory: Memory) -> list[Card]:
    """Return a card for each recent page with its date, newest first."""
    return [
        Card(address, _name(address), _when(memory.opened.get(address, "")))
        for address in [page for page in memory.recent if page not in memory.sessions][:_MAX_RECENT]
    ]


def cards_of_sessions(memory: Memory) -> list[Card]:
    """Return a card for each recent session file that still exists, newest first."""
    return _cards_of_paths(memory.sessions, "content-save-outline")


def cards_of_corpora(memory: Memory) -> list[Card]:
    """Return a card for each recent corpus that still exists, newest first."""
    return _cards_of_paths(memory.corpora, "database-outline")


def _cards_of_paths(paths: Iterable[str], icon: str) -> list[Card]:
    existing = [path for path in map(Path, paths) if path.exists()]
    return [Card(str(path), path.name, path.parent.name, icon) for path in existing[:_MAX_OTHERS]]


def _name(address: str) -> str:
    return address if address.startswith(("http", SAMPLE)) else Path(address).name


def _when(stamp: str) -> str:
    try:
        time = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return ""
    now = datetime.now().astimezone()
    if time.date() == now.date():
        return time.strftime("%H:%M")
    if time.date() == (now - timedelta(days=1)).date():
        return translate("yesterday")
    return time.strftime("%Y-%m-%d")
