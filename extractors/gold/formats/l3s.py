"""L3S-GN1: news pages with labels in their markup (Kohlschuetter et al., WSDM 2010).

Assessors labelled runs of text by ``<span class="x-nc-selN">``, N from 0 to 5: not content,
headline, full text, supplemental, related content, comments. Text without a label is not content.
A headline is a title here; full text and supplemental are main content, as in the tools of
BoilerNet and of the SIGIR 2023 benchmark; related content is boilerplate. The innermost of nested
labels counts.

Removed from the measured page:

- start and end tag of each ``span`` whose only attribute is ``class="x-nc-selN"``; its text stays;
- of any other tag, the class ``x-nc-selN``, and the class ``x-nc-invisible``, which the data set
  adds to clearly invisible elements, and a ``class`` attribute that is empty without them.
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

NAME = "l3s-gn1"
VALID_FORM = (
    'pages with elements such as <span class="x-nc-sel2">Main content</span>, or a folder of such'
    " pages, or a folder with annotated/"
)
MARK = b"x-nc-sel"

_CLASSES = {
    "0": GoldClass.BOILERPLATE,
    "1": GoldClass.TITLE,
    "2": GoldClass.MAIN,
    "3": GoldClass.MAIN,
    "4": GoldClass.BOILERPLATE,
    "5": GoldClass.COMMENT,
}
_LABELS = {
    GoldClass.TITLE: '<span class="x-nc-sel1">',
    GoldClass.MAIN: '<span class="x-nc-sel2">',
    GoldClass.COMMENT: '<span class="x-nc-sel5">',
}
_CLASS = re.compile(r"""\s+class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_MARKS = re.compile(r"x-nc-(?:sel(.*)|invisible)")
_FOLDER = "annotated"


@dataclass(frozen=True, slots=True)
class L3sReader:
    """Reader of the labels of L3S-GN1."""

    name: str = NAME

    def read_tag(self, tag: str) -> TagLabel | None:
        """Return the label of a start tag, None if it has no label."""
        class_attribute = _CLASS.search(tag) if "x-nc-" in tag else None
        if class_attribute is None:
            return None
        words = next(filter(None, class_attribute.groups()), "").split()
        marks = [match for word in words if (match := _MARKS.fullmatch(word))]
        if not marks:
            return None
        other_words = [word for word in words if not _MARKS.fullmatch(word)]
        kept = f' class="{" ".join(other_words)}"' if other_words else ""
        rest = tag[: class_attribute.start()] + kept + tag[class_attribute.end() :]
        numbers = [match[1] for match in marks if match[1] is not None]
        if not numbers:
            return TagLabel(None, rest)
        if numbers[0] not in _CLASSES:
            raise ValueError(f"a label is one of x-nc-sel0 to x-nc-sel5, got {words!r}")
        return TagLabel(_CLASSES[numbers[0]], "" if is_bare_span(rest) else rest)


def read(path: Path, pages: Path | None) -> Iterator[ListedPage]:
    """Yield the labelled pages of a folder, or a single page; no other pages are needed."""
    del pages
    yield from read_labelled(path, _FOLDER, L3sReader())


def write(pages: Iterable[GoldPage], out: Path) -> None:
    """Write labelled pages, in UTF-8, into a new folder."""
    write_labelled(pages, out, _span)


def _span(kind: GoldClass) -> str:
    return _LABELS.get(kind, "")
