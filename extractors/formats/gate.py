"""GATE documents: the page text, and the results of extractors as stand-off annotations.

Offsets count UTF-16 units, as in GATE; ends are exclusive. Characters that XML 1.0 does not allow
are written as spaces, so that offsets stay correct. The format is GATE's version 3. It was compared
with documents written by GATE and read back by GATE's Python library, but not loaded into GATE.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree

from boilerscope.extractors.formats.blocks import block_rows
from boilerscope.extractors.page.code_points import code_points, is_space
from boilerscope.extractors.page.kept_text import runs_of
from boilerscope.extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.page import Page

Value = str | int | float
"""Value of a feature."""

_NOT_ALLOWED = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_JAVA = {str: "java.lang.String", int: "java.lang.Integer", float: "java.lang.Double"}
_JAVA_INT = range(-(2**31), 2**31)


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotated range of the text.

    Attributes
    ----------
    type : str
        ``Content``, ``Boilerplate``, ``Title`` or ``Block``.
    start, end : int
        Range in the text in code points; the end is exclusive.
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
    sets : tuple of AnnotationSet
        One per algorithm.
    features : mapping
        Named values of the whole document.
    """

    text: str
    sets: tuple[AnnotationSet, ...]
    features: Mapping[str, Value] = field(default_factory=dict)


def write(result: Result) -> str:
    """Return one result as a GATE document; empty without a page.

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
    """Merge GATE documents over the same text into one with all their annotation sets.

    Raises
    ------
    ValueError
        If a document is not a GATE document, or if their texts differ.
    """
    parsed = [read(document) for document in documents]
    if len({document.text for document in parsed}) != 1:
        raise ValueError("one GATE document contains results of one page")
    features = {name: value for document in parsed for name, value in document.features.items()}
    sets = tuple(annotations for document in parsed for annotations in document.sets)
    return as_xml(GateDocument(parsed[0].text, sets, features))


def annotate(result: Result) -> Iterator[Annotation]:
    """Yield the annotations of an extraction.

    They are the kept and dropped token runs, the title if the text contains it, and one `Block` for
    each token run of each block.
    """
    page, extraction = result.page, result.extraction
    if page is None:
        return
    start, end = page.tokens.start, page.tokens.end
    for kind, mask in (("Content", extraction.mask), ("Boilerplate", ~extraction.mask)):
        for first, last in runs_of(mask):
            features = {"algorithm": extraction.extractor}
            yield Annotation(kind, int(start[first]), int(end[last - 1]), features)
    if (title := _find_title(page, extraction.title)) is not None:
        yield Annotation("Title", *title, {"algorithm": extraction.extractor})
    for row in block_rows(result):
        block: dict[str, Value] = {
            "algorithm": extraction.extractor,
            "block": row.block,
            "state": "content" if row.kept else "boilerplate",
            "reason": row.rule,
            "labels": " ".join(row.labels),
            "path": row.path,
        }
        block |= {name: value for name, value in row.values.items() if np.isfinite(value)}
        for first, last in row.runs:
            if first < last:  # punctuation between paragraphs has no tokens, so no range
                yield Annotation("Block", int(start[first]), int(end[last - 1]), block)


def as_xml(document: GateDocument) -> str:
    """Return a document as XML.

    Raises
    ------
    ValueError
        If an annotation ends before it starts, or outside the text.
    """
    text = _allowed(document.text)
    for annotation_set in document.sets:
        for item in annotation_set.annotations:
            if not 0 <= item.start <= item.end <= len(text):
                raise ValueError(f"{item.type} {item.start} to {item.end} is not in the text")
    offset = _utf16_offsets(text)
    root = etree.Element("GateDocument", version="3")
    _add_features(etree.SubElement(root, "GateDocumentFeatures"), document.features)
    _add_text(root, text, document.sets, offset)
    etree.SubElement(root, "AnnotationSet")  # the default set, which GATE expects
    number = 0
    for annotation_set in document.sets:
        parent = etree.SubElement(root, "AnnotationSet", Name=_allowed(annotation_set.name))
        for item in annotation_set.annotations:
            _add_annotation(parent, item, number, offset)
            number += 1
    _break_lines(root)
    body = etree.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{body}\n"


def read(text: str) -> GateDocument:
    """Parse the XML of `as_xml`; offsets become code points again.

    Raises
    ------
    ValueError
        If the text is not a GATE document, or the id of a node is not its offset.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"not XML: {error}") from error
    body = root.find("TextWithNodes")
    if root.tag != "GateDocument" or body is None:
        raise ValueError("not a GATE document: it has no TextWithNodes")
    parts = [body.text or ""]
    length = len(parts[0])
    units = _utf16_length(parts[0])
    offsets: dict[str, int] = {}
    for node in body:
        identifier = node.get("id") or ""
        if identifier != str(units):
            raise ValueError(f"node {identifier!r} is at offset {units}")
        offsets[identifier] = length
        parts.append(node.tail or "")
        length += len(parts[-1])
        units += _utf16_length(parts[-1])
    named = (node for node in root.findall("AnnotationSet") if node.get("Name") is not None)
    sets = tuple(
        AnnotationSet(node.get("Name") or "", tuple(_annotation(item, offsets) for item in node))
        for node in named
    )
    return GateDocument("".join(parts), sets, _features(root.find("GateDocumentFeatures")))


def _page_features(result: Result) -> dict[str, Value]:
    extraction = result.extraction
    facts = {
        "status": extraction.status.value,
        "message": extraction.message,
        "title": extraction.title,
        "published": extraction.published,
        "published_text": extraction.published_text,
    }
    return {f"boilerscope.{result.pane}.{name}": value for name, value in facts.items() if value}


def _find_title(page: Page, title: str) -> tuple[int, int] | None:
    """Return the range of a title, searched in the body first; white space is ignored."""
    compact = "".join(title.split())
    if not compact:
        return None
    offsets = np.flatnonzero(~is_space(page.codes))
    solid = "".join(page.text.split())
    top = body_row(page)
    slot = int(page.elements.slot_start[top]) if top >= 0 else len(page.slots)
    body_start = int(page.slots.start[slot]) if slot < len(page.slots) else len(page.text)
    index = solid.find(compact, int(np.searchsorted(offsets, body_start)))
    index = index if index >= 0 else solid.find(compact)
    if index < 0:
        return None
    return int(offsets[index]), int(offsets[index + len(compact) - 1]) + 1


def _allowed(text: str) -> str:
    return _NOT_ALLOWED.sub(" ", text)


def _utf16_offsets(text: str) -> NDArray[np.int64]:
    """Return the offset in UTF-16 units of each character and of the end of the text."""
    wide = code_points(text) > 0xFFFF
    return np.append(0, np.cumsum(1 + wide.astype(np.int64)))


def _utf16_length(text: str) -> int:
    return int(_utf16_offsets(text)[-1])


def _add_text(
    root: etree._Element, text: str, sets: Sequence[AnnotationSet], utf16: NDArray[np.int64]
) -> None:
    used = sorted(
        {
            offset
            for annotation_set in sets
            for item in annotation_set.annotations
            for offset in (item.start, item.end)
        }
    )
    body = etree.SubElement(root, "TextWithNodes")
    body.text = text[: used[0]] if used else text
    for start, end in zip(used, [*used[1:], len(text)], strict=False):
        node = etree.SubElement(body, "Node", id=str(utf16[start]))
        node.tail = text[start:end]


def _add_annotation(
    parent: etree._Element, item: Annotation, number: int, utf16: NDArray[np.int64]
) -> None:
    node = etree.SubElement(
        parent,
        "Annotation",
        Id=str(number),
        Type=item.type,
        StartNode=str(utf16[item.start]),
        EndNode=str(utf16[item.end]),
    )
    _add_features(node, item.features)


def _add_features(holder: etree._Element, features: Mapping[str, Value]) -> None:
    for name, value in features.items():
        feature = etree.SubElement(holder, "Feature")
        for tag, content in (("Name", name), ("Value", value)):
            part = etree.SubElement(feature, tag, className=_java_class(content))
            part.text = _allowed(str(content))


def _java_class(value: Value) -> str:
    if isinstance(value, int) and value not in _JAVA_INT:
        return "java.lang.Long"
    return _JAVA[type(value)]


def _break_lines(root: etree._Element) -> None:
    """Put a line end after every element except inside the text, where it would be text."""
    for part in root:
        part.tail = "\n"
        if part.tag != "TextWithNodes":
            for node in part:
                node.tail = "\n"
                for feature in node.iterchildren("Feature"):
                    feature.tail = "\n"


def _annotation(node: etree._Element, offsets: Mapping[str, int]) -> Annotation:
    start, end = node.get("StartNode") or "", node.get("EndNode") or ""
    if start not in offsets or end not in offsets:
        raise ValueError(f"an annotation refers to missing nodes: {start!r} to {end!r}")
    return Annotation(node.get("Type") or "", offsets[start], offsets[end], _features(node))


def _features(holder: etree._Element | None) -> dict[str, Value]:
    read_as = {"java.lang.Integer": int, "java.lang.Long": int, "java.lang.Double": float}
    features: dict[str, Value] = {}
    for feature in holder.iterchildren("Feature") if holder is not None else ():
        name, value = feature.find("Name"), feature.find("Value")
        if name is not None and value is not None:
            kind = read_as.get(value.get("className") or "", str)
            features[name.text or ""] = kind(value.text or "")
    return features
