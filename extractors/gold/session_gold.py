"""Gold standard of the page in a session file (``.bscope``), in Boilerscope's own format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import GoldError, SnapshotError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.gold.json_files import parse_object
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.snapshot import GOLD, is_snapshot, read_parts

if TYPE_CHECKING:
    from boilerscope.extractors.gold.json_files import Fields
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page


@dataclass(frozen=True, slots=True)
class SessionGold:
    """The gold standard in a session file, read when needed."""

    file: Path

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page.

        Raises
        ------
        GoldError
            If the entry is damaged or of another page; `SnapshotError` if the file is.
        """
        return own.gold_of_line(_fields(self.file, _part(self.file)), page)

    def annotators(self) -> tuple[str, ...]:
        """Return the names of the annotators of the page."""
        return own.annotators_in(_part(self.file), f"{self.file}, {GOLD}")


def session_gold(file: Path) -> SessionGold | None:
    """Return the gold in a session file; None if it has none or is not a session.

    A file that cannot be read has none: its page gives the error.
    """
    try:
        has_gold = is_snapshot(file) and bool(read_parts(file, (GOLD,)))
    except SnapshotError:
        return None
    return SessionGold(file) if has_gold else None


def gold_part(page: Page, gold: Gold) -> bytes:
    """Return the entry of a session for the gold standard of its page."""
    encoding = page.decoded.encoding if page.decoded.how == "user" else None
    place = FilePlace(Path("page.html"))
    listed = ListedPage(page.name, "", place, encoding=encoding, url=page.url)
    line = own.line_of(GoldPage(listed, page, gold), "page.html")
    return f"{line}\n".encode("utf-8", "backslashreplace")


def _part(file: Path) -> bytes:
    return read_parts(file, (GOLD,)).get(GOLD, b"")


def _fields(file: Path, data: bytes) -> Fields:
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) != 1:
        raise GoldError(f"{file}: {GOLD} must have one line, that of its page, got {len(lines)}.")
    return parse_object(lines[0], f"{file}, {GOLD}", own.VALID_FORM)
