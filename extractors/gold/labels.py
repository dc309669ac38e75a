"""Labels that a format writes into the markup of its pages: removal and insertion.

The measured page is the markup without the labels, so that no algorithm can read them. Everything
here works on the text of the source: nothing but the labels changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.page_files import file_stem, page_names, write_new
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.model.listed_page import ListedPage, Place
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.decoding import decode
from boilerscope.extractors.page.files import page_stem, read_bytes
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.page.source_scan import scan_pieces
from boilerscope.extractors.system.wording import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from boilerscope.extractors.gold.gold_page import GoldPage

_BARE_SPAN = re.compile(r"<span[\s/]*>", re.IGNORECASE)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_WITHOUT_MARKUP = SlotFlag.TITLE | SlotFlag.TEXTAREA | SlotFlag.IFRAME
"""Text that is not read as markup: a label in it would be text."""


@dataclass(frozen=True, slots=True)
class TagLabel:
    """Label in the start tag of an element.

    Attributes
    ----------
    kind : GoldClass or None
        Class of the text of the element; None if the tag has a mark that is not a label.
    tag : str
        The tag without the label; empty if the element exists only for the label: its tags are
        removed, its content stays.
    """

    kind: GoldClass | None
    tag: str


class LabelReader(Protocol):
    """Reader of the labels of a format. It can be pickled."""

    @property
    def name(self) -> str:
        """Identifier of the format."""
        ...

    def read_tag(self, tag: str) -> TagLabel | None:
        """Return the label of a start tag, None if it has no label.

        Raises
        ------
        ValueError
            If the label is not a label of the format.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Unlabelled:
    """A page without its labels, and the labels.

    Attributes
    ----------
    source : str
        The markup without labels.
    classes : array of uint8, shape (len(source),)
        Class of each character: that of the innermost labelled element, boilerplate outside.
    """

    source: str
    classes: NDArray[np.uint8]


def remove_labels(source: str, reader: LabelReader, *, name: str) -> Unlabelled:
    """Return a page without the labels of a format.

    Parameters
    ----------
    source : str
        The labelled markup.
    name : str
        What messages call the page.

    Raises
    ------
    GoldError
        If a labelled element is not closed, or a label is not valid; the message names
        the line.
    """
    edits: list[tuple[int, int, str]] = []
    labelled: list[tuple[int, int, GoldClass]] = []
    open_tags: dict[str, list[tuple[int, TagLabel | None]]] = {}
    for start, end, tag_name in _tags(source):
        if tag_name.startswith("/"):
            pending = open_tags.get(tag_name[1:])
            content_start, label = pending.pop() if pending else (0, None)
            if label is not None and not label.tag:
                edits.append((start, end, ""))
            if label is not None and label.kind is not None:
                labelled.append((content_start, start, label.kind))
            continue
        try:
            label = reader.read_tag(source[start:end])
        except ValueError as error:
            raise GoldError(f"{name}, line {_line(source, start)}: {error}.") from error
        if label is not None:
            edits.append((start, end, label.tag))
        if tag_name not in _VOID and not source.endswith("/>", start, end):
            open_tags.setdefault(tag_name, []).append((end, label))
    _check_closed(source, open_tags, name)
    return _edited(source, sorted(edits), sorted(labelled, key=_outer_first))


def _outer_first(labelled: tuple[int, int, GoldClass]) -> tuple[int, int]:
    start, end, _ = labelled
    return start, -end


def _tags(source: str) -> Iterator[tuple[int, int, str]]:
    pieces = scan_pieces(source)
    names = [pieces.tag_names[number] for number in pieces.tag_id.tolist()]
    yield from zip(pieces.tag_start.tolist(), pieces.tag_end.tolist(), names, strict=True)


def _check_closed(
    source: str, open_tags: dict[str, list[tuple[int, TagLabel | None]]], name: str
) -> None:
    unclosed = [
        end
        for tags in open_tags.values()
        for end, label in tags
        if label and label.kind is not None
    ]
    if unclosed:
        line = _line(source, min(unclosed))
        raise GoldError(f"{name}, line {line}: a labelled element is not closed. Add its end tag.")


def _line(source: str, offset: int) -> int:
    return source.count("\n", 0, offset) + 1


def _edited(
    source: str, edits: list[tuple[int, int, str]], labelled: list[tuple[int, int, GoldClass]]
) -> Unlabelled:
    classes = np.full(len(source), GoldClass.BOILERPLATE, dtype=np.uint8)
    for start, end, kind in labelled:
        classes[start:end] = kind
    texts, parts, copied = [], [], 0
    for start, end, text in edits:
        texts += [source[copied:start], text]
        parts += [classes[copied:start], np.full(len(text), GoldClass.BOILERPLATE, dtype=np.uint8)]
        copied = end
    return Unlabelled(
        "".join([*texts, source[copied:]]),
        np.concatenate([*parts, classes[copied:]], dtype=np.uint8),
    )


@dataclass(frozen=True, slots=True)
class LabelledFile(Place):
    """A file with labels in its markup: both the markup of its page and the source of its gold.

    Attributes
    ----------
    file : Path
        The labelled page.
    encoding : str or None
        Encoding of the file according to the set.
    """

    file: Path
    reader: LabelReader
    encoding: str | None = None

    @property
    def source(self) -> str:
        """The file."""
        return str(self.file)

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page without the labels."""
        del encoding  # the file's encoding counts
        return Page.from_text(self._unlabelled().source, name=name, url=url)

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page.

        Raises
        ------
        GoldError
            If the page is not this page without its labels.
        """
        unlabelled = self._unlabelled()
        if page.source != unlabelled.source:
            raise GoldError(f"{self.file} labels another page than {page.name!r}.")
        positions = page.source_positions
        classes = np.zeros(page.n_tokens, dtype=np.uint8)  # unmarked if the word was not found
        is_found = positions.start >= 0
        classes[is_found] = unlabelled.classes[positions.start[is_found]]
        return Gold(classes, Provenance(self.reader.name, str(self.file)))

    def _unlabelled(self) -> Unlabelled:
        decoded = decode(read_bytes(self.file), encoding=self.encoding, name=self.file.name)
        return remove_labels(decoded.text, self.reader, name=str(self.file))


def add_labels(page: Page, gold: Gold, span: Callable[[GoldClass], str], *, name: str) -> str:
    """Return the source of a page with an element around each run of words of one class.

    Parameters
    ----------
    span : function of GoldClass
        Returns the start tag for a class, which ``</span>`` closes; empty for no label.
    name : str
        What messages call the page.

    Raises
    ------
    GoldError
        If a word that needs a label is in a text that cannot contain an element.
    """
    starts, ends = page.source_positions.start, page.source_positions.end
    slots, tokens = page.slots, page.tokens
    has_no_markup = (slots.flags[tokens.slot] & int(_WITHOUT_MARKUP)) != 0
    is_unlabelled = gold.classes == GoldClass.BOILERPLATE
    lost = np.flatnonzero(~is_unlabelled & (has_no_markup | (starts < 0)))
    if len(lost):
        word = page.text[tokens.start[lost[0]] : tokens.end[lost[0]]]
        raise GoldError(
            f"{name}: {counted(len(lost), 'word')}, first {word!r},"
            f" {agreeing(len(lost), 'is', 'are')} in a title or text field, where no label can be."
            f" Mark {agreeing(len(lost), 'it', 'them')} as boilerplate, or write another format."
        )
    parts, copied = [], 0
    for first, last in _runs(gold.classes, tokens.slot):
        tag = span(GoldClass(int(gold.classes[first])))
        if tag and not has_no_markup[first] and starts[first] >= 0:
            parts += [page.source[copied : starts[first]], tag]
            element = tag[1:].partition(" ")[0]
            parts += [page.source[starts[first] : ends[last]], f"</{element}>"]
            copied = int(ends[last])
    return "".join([*parts, page.source[copied:]])


def _runs(classes: NDArray[np.uint8], slot: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last token of each run of one class in one text slot."""
    if not len(classes):
        return
    is_edge = np.flatnonzero((np.diff(classes) != 0) | (np.diff(slot) != 0))
    firsts = [0, *(is_edge + 1).tolist()]
    lasts = [*is_edge.tolist(), len(classes) - 1]
    yield from zip(firsts, lasts, strict=True)


def is_bare_span(tag: str) -> bool:
    """Return whether a start tag is that of a ``span`` without attributes."""
    return _BARE_SPAN.fullmatch(tag) is not None


def read_labelled(path: Path, folder: str, reader: LabelReader) -> Iterator[ListedPage]:
    """Yield the labelled pages of a path, see `labelled_files`."""
    for file in labelled_files(path, folder):
        stored = LabelledFile(file, reader)
        parent = file.parent.parent if file.parent.name == folder else file.parent
        yield ListedPage(page_stem(file.name), parent.name, stored, stored)


def labelled_files(path: Path, folder: str) -> list[Path]:
    """Return the pages of a folder, or of a certain folder in it; a file is the only page."""
    if path.is_file():
        return [path]
    parent = path / folder if (path / folder).is_dir() else path
    return [parent / name for name in page_names(parent)]


def write_labelled(pages: Iterable[GoldPage], out: Path, span: Callable[[GoldClass], str]) -> None:
    """Write labelled pages, in UTF-8, into a new folder; see `add_labels`."""
    for gold_page in pages:
        labelled = add_labels(gold_page.page, gold_page.gold, span, name=gold_page.listed.name)
        write_new(out / f"{file_stem(gold_page.listed.page_id)}.html", labelled.encode("utf-8"))
