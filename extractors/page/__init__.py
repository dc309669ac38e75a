"""Bytes to text to tree to columns: the page that every algorithm reads."""

from extractors.page.addresses import absolute_address, base_address, declared_base
from extractors.page.decoding import Decoded, decode
from extractors.page.encodings import ENCODINGS, find_encoding
from extractors.page.events import END, START, TEXT, Events
from extractors.page.page import Page
from extractors.page.reading import (
    reading_spaces,
    reading_text,
    slots_apart,
    touching_slots,
)
from extractors.page.records import (
    BoolArray,
    ElementColumns,
    FloatArray,
    IntArray,
    Layout,
    PageWarning,
    Recorded,
    SlotColumns,
    SlotFlag,
    SourcePositions,
    TokenColumns,
)
from extractors.page.sections import SECTION_NAMES
from extractors.page.segments import Segments, segments

__all__ = [
    "ENCODINGS",
    "END",
    "SECTION_NAMES",
    "START",
    "TEXT",
    "BoolArray",
    "Decoded",
    "ElementColumns",
    "Events",
    "FloatArray",
    "IntArray",
    "Layout",
    "Page",
    "PageWarning",
    "Recorded",
    "Segments",
    "SlotColumns",
    "SlotFlag",
    "SourcePositions",
    "TokenColumns",
    "absolute_address",
    "base_address",
    "declared_base",
    "decode",
    "find_encoding",
    "reading_spaces",
    "reading_text",
    "segments",
    "slots_apart",
    "touching_slots",
]
