"""Preferences of the user, and the program's memory between starts.

Both files are in the user's configuration folder (`boilerscope.extractors.system.folders`).
Preferences are TOML that the user can edit; only the program writes its memory.
"""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING

import tomli_w

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.settings import Settings, from_table, knob, to_table
from boilerscope.extractors.system.toml_tables import with_values

if TYPE_CHECKING:
    from pathlib import Path

MAX_CORPORA = 8
MAX_RECENT = 30
MAX_TITLE = 120
"""Maximum characters of a title that is kept."""

_PREFERENCES = "preferences.toml"
_MEMORY = "memory.json"
_UNREADABLE = (OSError, ValueError, RecursionError, BoilerscopeError)


class ThemeChoice(StrEnum):
    """Theme of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Language(StrEnum):
    """Language of the interface."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


def language_code(language: Language) -> str:
    """Return the code of a language; empty for the language of the system."""
    return "" if language is Language.SYSTEM else language.value


@dataclass(frozen=True)
class Preferences(Settings):
    """Settings of the program itself."""

    theme: ThemeChoice = knob(ThemeChoice.SYSTEM, "Theme", "Colours of the window.")
    language: Language = knob(Language.SYSTEM, "Language", "Language of menus and messages.")
    interface_size: float = knob(
        1.0, "Interface size", "Scales all text and spacing.", low=0.8, high=2.0, step=0.1
    )
    heatmap: bool = knob(True, "Heatmap", "Colour the page by the selected result of a pane.")
    values: bool = knob(False, "Values", "Show the value of each block on the page.")
    intensity: int = knob(
        50, "Intensity", "Strength of the heatmap's tints.", unit="%", low=0, high=100, step=5
    )
    capture_width: int = knob(
        1024,
        "Capture width",
        "Width at which pages are laid out.",
        unit="px",
        low=320,
        high=3840,
        step=10,
    )
    lay_out: bool = knob(
        True, "Lay pages out", "Lay out each page on screen for extractors that need its layout."
    )
    fetch_timeout_s: float = knob(
        60.0,
        "Fetch timeout",
        "Maximum time for a page: connection, headers, body and rendering together.",
        unit="s",
        low=1,
        high=600,
        step=1,
    )
    run_timeout_s: float = knob(
        10.0,
        "Run timeout",
        "Maximum run time of one extractor on one page.",
        unit="s",
        low=0.5,
        high=3600,
        step=0.5,
    )
    ad_hosts_source: str = knob(
        "",
        "Advertisement hosts from",
        "File or address from which the list of advertisement hosts is refreshed.",
    )
    ad_hosts_days: int = knob(
        0,
        "Refresh the hosts every",
        "The window refreshes an older list when it starts; 0 means never.",
        unit="days",
        low=0,
        high=365,
        step=1,
    )
    last_export_folder: str = knob("", "Export folder", "Folder of the last export.")


@dataclass(slots=True)
class Memory:
    """Memory between starts, written only by the program.

    Attributes
    ----------
    recent : list of str
        Addresses of recent pages, newest first, at most `MAX_RECENT`.
    opened : dict of str to str
        Date and time each recent page was opened, ISO 8601.
    titles : dict of str to str
        Title of each recent page that has one.
    corpora : list of str
        Paths of recent corpora, newest first.
    golds : dict of str to str
        Path of the gold standard by which each recent batch was scored last, if it was.
    sessions : list of str
        Paths of recent session files, newest first.
    palette : list of str
        Recent palette entries, newest first.
    show_as : dict of str to str
        View last selected for each extractor.
    arrangement : dict of str to str
        Saved arrangement of each size class, base64.
    """

    recent: list[str] = field(default_factory=list)
    opened: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    corpora: list[str] = field(default_factory=list)
    golds: dict[str, str] = field(default_factory=dict)
    sessions: list[str] = field(default_factory=list)
    palette: list[str] = field(default_factory=list)
    show_as: dict[str, str] = field(default_factory=dict)
    arrangement: dict[str, str] = field(default_factory=dict)

    def remember_page(self, address: str, when: str, title: str = "") -> None:
        """Move a page to the start of the recent pages."""
        self.recent = [address, *(page for page in self.recent if page != address)][:MAX_RECENT]
        self.opened[address] = when
        self.opened = {page: self.opened[page] for page in self.recent if page in self.opened}
        self.titles[address] = " ".join(title.split())[:MAX_TITLE]
        self.titles = {page: self.titles[page] for page in self.recent if self.titles.get(page)}

    def remember_corpus(self, path: str, gold: str = "") -> None:
        """Move a corpus, or a batch that is scored by a gold standard, to the start."""
        others = (corpus for corpus in self.corpora if corpus != path)
        self.corpora = [path, *others][:MAX_CORPORA]
        golds = self.golds | {path: gold}
        self.golds = {corpus: golds[corpus] for corpus in self.corpora if golds.get(corpus)}

    def remember_session(self, path: str) -> None:
        """Move a session file to the start of the recent sessions."""
        others = (session for session in self.sessions if session != path)
        self.sessions = [path, *others][:MAX_CORPORA]

    def remember_command(self, identifier: str) -> None:
        """Move a palette entry to the start of the recent entries."""
        others = (entry for entry in self.palette if entry != identifier)
        self.palette = [identifier, *others][:MAX_RECENT]


def load_preferences(folder: Path) -> tuple[Preferences, str]:
    """Return the preferences and the error of the file (empty without an error).

    If the file is damaged, defaults are used and the file is kept, see `save_preferences`.
    """
    file = folder / _PREFERENCES
    try:
        return _read_preferences(file), ""
    except FileNotFoundError:
        return Preferences(), ""
    except _UNREADABLE as error:
        return Preferences(), f"{file}: {error}. Defaults are used; the file is kept."


def save_preferences(folder: Path, preferences: Preferences) -> str:
    """Write preferences that differ from their defaults; return the error (empty without an error).

    In a file that exists, only changed values change; comments and order stay. A file that cannot
    be read, for example after an edit by hand, is kept as ``preferences.toml.damaged``.
    """
    file = folder / _PREFERENCES
    text = tomli_w.dumps(to_table(preferences))
    try:
        text = _changed(file.read_text(encoding="utf-8"), preferences) or text
    except FileNotFoundError:
        pass
    except _UNREADABLE:
        with suppress(OSError):
            file.replace(file.with_name(f"{_PREFERENCES}.damaged"))
    return _write(file, text)


def load_memory(folder: Path) -> Memory:
    """Return the memory; empty if the file is missing or damaged."""
    try:
        table = json.loads((folder / _MEMORY).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Memory()
    memory = Memory()
    if isinstance(table, dict):
        for each_field in fields(Memory):
            value = table.get(each_field.name)
            if _has_type_of(value, getattr(memory, each_field.name)):
                setattr(memory, each_field.name, value)
    return memory


def save_memory(folder: Path, memory: Memory) -> str:
    """Write the memory; return the error (empty without an error)."""
    return _write(folder / _MEMORY, json.dumps(asdict(memory), indent=1))


def _changed(text: str, preferences: Preferences) -> str:
    """Return a text with these preferences instead of its own; empty if it cannot be changed."""
    old = _parsed(text)
    if old == preferences:
        return text
    before, after = (to_table(each, everything=True) for each in (old, preferences))
    changes = {name: value for name, value in after.items() if value != before[name]}
    defaults = to_table(Preferences(), everything=True)
    changed = with_values(text, changes, defaults)
    return changed if _parsed(changed) == preferences else ""


def _read_preferences(file: Path) -> Preferences:
    return _parsed(file.read_text(encoding="utf-8"))


def _parsed(text: str) -> Preferences:
    loaded = from_table(Preferences, tomllib.loads(text))
    assert isinstance(loaded, Preferences)  # noqa: S101 - from_table returns a record of this class
    return loaded


def _has_type_of(value: object, empty: object) -> bool:
    """Return whether a value is a list or table, as the empty value is, and contains texts only."""
    if isinstance(value, list):
        return isinstance(empty, list) and all(isinstance(text, str) for text in value)
    if isinstance(value, dict):
        return isinstance(empty, dict) and all(isinstance(text, str) for text in value.values())
    return False


def _write(file: Path, text: str) -> str:
    """Write a file completely or not at all; return the error (empty without an error)."""
    temporary = file.with_suffix(file.suffix + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(file)
    except (OSError, UnicodeEncodeError) as error:
        return f"{file} cannot be written: {error}"
    return ""
