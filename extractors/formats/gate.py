"""GATE documents: the page text once, and what extractors said of it as stand-off annotations.

Offsets are UTF-16 units, as GATE counts them, ends not included. What XML 1.0 does not allow is
written as a space, so that offsets hold. The format is GATE's, version 3; it was compared with
documents that GATE has written and read back by its Python library, not loaded into GATE itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree

from extractors.formats.blocks import block_rows
from extractors.page.code_points import code_points
from extractors.page.kept_text import runs_of
from extractors.text.collapsed_text import is_space
from extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.formats.record import Result
    from extractors.page import Page

Value = str | int | float
"""What a feature may be."""

_NOT_ALLOWED = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_JAVA = {str: "java.lang.String", int: "java.lang.Integer", float: "java.lang.Double"}
_JAVA_INT = range(-(2**31), 2**31)


@dataclass(frozen=True, slots=True)
class Annotation:
    """One span with what is said of it.

    Attributes
    ----------
    type : str
        ``Content``, ``Boilerplate``, ``Title`` or ``Block``.
    start, end : int
        Range in the text, code points, end not included.
    features : mapping
        Named values.
    """

    type: str
    start: int
    end: int
    features: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AnnotationSet:
    """The annotations of one algorithm, in order."""

    name: str
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class GateDocument:
    """A text with annotation sets over it.

    Attributes
    ----------
    text : str
        The text.
    sets : tuple of AnnotationSet
        One per algorithm.
    features : mapping
        What is said of the whole document.
    """

    text: str
    sets: tuple[AnnotationSet, ...]
    features: Mapping[str, Value] = field(default_factory=dict)


def write(result: Result) -> str:
    """Return one result as a GATE document; empty where there is no page.

    The annotation set has the name of the pane.
    """
    page = result.page
    if page is None:
        return ""
    features: dict[str, Value] = {"MimeType": "text/plain"}
    features["gate.SourceURL"] = page.url or page.name
    features |= _page_features(result)
    kept = AnnotationSet(result.pane, tuple(annotate(result)))
    return as_xml(GateDocument(page.text, (kept,), features))


def join(documents: Sequence[str]) -> str:
    """Return GATE documents over one text as a single one with all their annotation sets.

    Raises
    ------
    ValueError
        If one of them is no GATE document, or they are over different texts.
    """
    read_in = [read(document) for document in documents]
    if len({each.text for each in read_in}) != 1:
        raise ValueError("one GATE document holds results of one page")
    features = {name: value for each in read_in for name, value in each.features.items()}
    sets = tuple(one for each in read_in for one in each.sets)
    return as_xml(GateDocument(read_in[0].text, sets, features))


def annotate(result: Result) -> Iterator[Annotation]:
    """Yield what an extraction says of the page text.

    Kept and dropped stretches of tokens, the title where it stands in the text, and one `Block`
    for every run of tokens of every block.
    """
    page, made = result.page, result.extraction
    if page is None:
        return
    start, end = page.tokens.start, page.tokens.end
    for kind, mask in (("Content", made.mask), ("Boilerplate", ~made.mask)):
        for first, last in runs_of(mask):
            facts = {"algorithm": made.extractor}
            yield Annotation(kind, int(start[first]), int(end[last - 1]), facts)
    if (found := _find_title(page, made.title)) is not None:
        yield Annotation("Title", *found, {"algorithm": made.extractor})
    for row in block_rows(result):
        said: dict[str, Value] = {
            "algorithm": made.extractor,
            "block": row.block,
            "state": "content" if row.kept else "boilerplate",
            "reason": row.rule,
            "labels": " ".join(row.labels),
            "path": row.path,
        }
        said |= {name: value for name, value in row.figures.items() if np.isfinite(value)}
        for first, last in row.runs:
            if (
                first < last
            ):  # text without a token, such as a sign between paragraphs, has no place
                yield Annotation("Block", int(start[first]), int(end[last - 1]), said)


def as_xml(document: GateDocument) -> str:
    """Return a document as XML.

    Raises
    ------
    ValueError
        If an annotation ends before it starts, or outside the text.
    """
    text = _allowed(document.text)
    for each in document.sets:
        for one in each.annotations:
            if not 0 <= one.start <= one.end <= len(text):
                raise ValueError(f"{one.type} {one.start} to {one.end} is not in the text")
    offset = _utf16_offsets(text)
    root = etree.Element("GateDocument", version="3")
    _add_features(etree.SubElement(root, "GateDocumentFeatures"), document.features)
    _add_text(root, text, document.sets, offset)
    etree.SubElement(root, "AnnotationSet")  # the default set, which GATE expects
    number = 0
    for each in document.sets:
        made = etree.SubElement(root, "AnnotationSet", Name=_allowed(each.name))
        for one in each.annotations:
            _add_annotation(made, one, number, offset)
            number += 1
    _break_lines(root)
    body = etree.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{body}\n"


def read(text: str) -> GateDocument:
    """Return the document that XML of `as_xml` holds; offsets are code points again.

    Raises
    ------
    ValueError
        If it is no GATE document, or a node does not stand where its id says.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"no XML: {error}") from error
    body = root.find("TextWithNodes")
    if root.tag != "GateDocument" or body is None:
        raise ValueError("no GATE document: it has no TextWithNodes")
    parts = [body.text or ""]
    length = len(parts[0])
    units = _utf16_length(parts[0])
    place: dict[str, int] = {}
    for node in body:
        identifier = node.get("id") or ""
        if identifier != str(units):
            raise ValueError(f"node {identifier!r} stands at {units}")
        place[identifier] = length
        parts.append(node.tail or "")
        length += len(parts[-1])
        units += _utf16_length(parts[-1])
    named = (each for each in root.findall("AnnotationSet") if each.get("Name") is not None)
    sets = tuple(
        AnnotationSet(each.get("Name") or "", tuple(_annotation(one, place) for one in each))
        for each in named
    )
    return GateDocument("".join(parts), sets, _features(root.find("GateDocumentFeatures")))


def _page_features(result: Result) -> dict[str, Value]:
    made = result.extraction
    facts = {
        "status": made.status.value,
        "message": made.message,
        "title": made.title,
        "published": made.published,
        "published_text": made.published_text,
    }
    return {f"boilerscope.{result.pane}.{name}": said for name, said in facts.items() if said}


def _find_title(page: Page, title: str) -> tuple[int, int] | None:
    """Return where a title stands, white space left out of the comparison, in the body first."""
    sought = "".join(title.split())
    if not sought:
        return None
    places = np.flatnonzero(~is_space(page.codes))
    solid = "".join(page.text.split())
    top = body_row(page)
    slot = int(page.elements.slot_start[top]) if top >= 0 else len(page.slots)
    begin = int(page.slots.start[slot]) if slot < len(page.slots) else len(page.text)
    at = solid.find(sought, int(np.searchsorted(places, begin)))
    at = at if at >= 0 else solid.find(sought)
    return None if at < 0 else (int(places[at]), int(places[at + len(sought) - 1]) + 1)


def _allowed(text: str) -> str:
    return _NOT_ALLOWED.sub(" ", text)


def _utf16_offsets(text: str) -> NDArray[np.int64]:
    """Return the offset in UTF-16 units of each place between two characters."""
    wide = code_points(text) > 0xFFFF
    return np.append(0, np.cumsum(1 + wide.astype(np.int64)))


def _utf16_length(text: str) -> int:
    return int(_utf16_offsets(text)[-1])


def _add_text(
    root: etree._Element, text: str, sets: Sequence[AnnotationSet], offset: NDArray[np.int64]
) -> None:
    used = sorted(
        {place for each in sets for one in each.annotations for place in (one.start, one.end)}
    )
    body = etree.SubElement(root, "TextWithNodes")
    body.text = text[: used[0]] if used else text
    for place, after in zip(used, [*used[1:], len(text)], strict=False):
        node = etree.SubElement(body, "Node", id=str(offset[place]))
        node.tail = text[place:after]


def _add_annotation(
    made: etree._Element, one: Annotation, number: int, offset: NDArray[np.int64]
) -> None:
    added = etree.SubElement(
        made,
        "Annotation",
        Id=str(number),
        Type=one.type,
        StartNode=str(offset[one.start]),
        EndNode=str(offset[one.end]),
    )
    _add_features(added, one.features)


def _add_features(holder: etree._Element, features: Mapping[str, Value]) -> None:
    for name, value in features.items():
        feature = etree.SubElement(holder, "Feature")
        for tag, said in (("Name", name), ("Value", value)):
            part = etree.SubElement(feature, tag, className=_java_class(said))
            part.text = _allowed(str(said))


def _java_class(value: Value) -> str:
    if isinstance(value, int) and value not in _JAVA_INT:
        return "java.lang.Long"
    return _JAVA[type(value)]


def _break_lines(root: etree._Element) -> None:
    """Put a line end after every element but those within the text, where it would be text."""
    for part in root:
        part.tail = "\n"
        if part.tag != "TextWithNodes":
            for each in part:
                each.tail = "\n"
                for feature in each.iterchildren("Feature"):
                    feature.tail = "\n"


def _annotation(one: etree._Element, place: Mapping[str, int]) -> Annotation:
    start, end = one.get("StartNode") or "", one.get("EndNode") or ""
    if start not in place or end not in place:
        raise ValueError(f"an annotation stands at {start!r} to {end!r}, where no node is")
    return Annotation(one.get("Type") or "", place[start], place[end], _features(one))


def _features(holder: etree._Element | None) -> dict[str, Value]:
    read_as = {"java.lang.Integer": int, "java.lang.Long": int, "java.lang.Double": float}
    found: dict[str, Value] = {}
    for feature in holder.iterchildren("Feature") if holder is not None else ():
        name, value = feature.find("Name"), feature.find("Value")
        if name is not None and value is not None:
            kind = read_as.get(value.get("className") or "", str)
            found[name.text or ""] = kind(value.text or "")
    return found
