"""Bytes to text to tree to columns: the page that every algorithm reads."""

from boilerscope.extractors.page.addresses import absolute_address, base_address, declared_base
from boilerscope.extractors.page.decoding import Decoded, decode
from boilerscope.extractors.page.encodings import ENCODINGS, find_encoding
from boilerscope.extractors.page.events import END, START, TEXT, Events
from boilerscope.extractors.page.page import Page
from boilerscope.extractors.page.reading import (
    reading_spaces,
    reading_text,
    slots_apart,
    touching_slots,
)
from boilerscope.extractors.page.records import (
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
from boilerscope.extractors.page.sections import SECTION_NAMES
from boilerscope.extractors.page.segments import Segments, segments

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
