"""BoilerNet: pages with labels in their markup (Leonhardt et al., WWW 2020).

The program that prepares its data (``net/misc/prepare_dataset.py``) puts every run of text that is
not in a ``span`` into a new span, and gives the span ``__boilernet_label="1"`` for main content,
else ``"0"``. A label applies to all text inside that has no other label; text without a label is
boilerplate.

Removed from the measured page:

- start and end tag of each ``span`` with no attribute but the label; its text stays. A span of the
  page itself that had no attribute looks the same, and is removed as well;
- the attribute ``__boilernet_label`` of any other tag.

Content that the program removed from the page (comments, scripts, head and so on) is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.labels import TagLabel, is_bare_span, read_labelled, write_labelled
from boilerscope.extractors.model.gold import GoldClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.gold.gold_page import GoldPage
    from boilerscope.extractors.model.listed_page import ListedPage

NAME = "boilernet"
VALID_FORM = (
    'pages with elements such as <span __boilernet_label="1">Main content</span>, or a folder of'
    " such pages, or a folder with prepared_html/"
)
MARK = b"__boilernet_label"

_ATTRIBUTE = re.compile(r"""\s+__boilernet_label\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_FOLDER = "prepared_html"


@dataclass(frozen=True, slots=True)
class BoilernetReader:
    """Reader of the labels of BoilerNet."""

    name: str = NAME

    def read_tag(self, tag: str) -> TagLabel | None:
        """Return the label of a start tag, None if it has no label."""
        match = _ATTRIBUTE.search(tag) if "__boilernet_label" in tag else None
        if match is None:
            return None
        value = next(filter(None, match.groups()), "")
        if value not in {"0", "1"}:
            raise ValueError(f'__boilernet_label must be "0" or "1", got {value!r}')
        rest = tag[: match.start()] + tag[match.end() :]
        kind = GoldClass.BOILERPLATE if value == "0" else GoldClass.MAIN
        return TagLabel(kind, "" if is_bare_span(rest) else rest)


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the labelled pages of a folder, or a single page; no other pages are needed."""
    del pages
    yield from read_labelled(path, _FOLDER, BoilernetReader())


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write labelled pages, in UTF-8, into a new folder."""
    write_labelled(pages, out, _span)


def _span(kind: GoldClass) -> str:
    is_main = kind in {GoldClass.MAIN, GoldClass.TITLE}
    return f'<span __boilernet_label="{int(is_main)}">'
