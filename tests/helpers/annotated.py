"""A small corpus whose gold has the marks of two annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.gold.annotators import with_annotation
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import load_marks, save_marks
from boilerscope.extractors.model.gold import Annotation, Provenance
from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "one two three four five six seven eight nine ten"
MARKS = (
    {"Ada": "1111122200", "Bob": "1113222220"},
    {"Ada": "1111111111", "Bob": "1111111122"},
    {"Ada": "2222211111"},
)
"""Classes of the ten words of each page, by annotator."""


def write_annotated(folder: Path) -> Path:
    """Write three pages with marks beside them: two annotators, then one on the last page."""
    folder.mkdir()
    for number, marks in enumerate(MARKS):
        html = folder / f"page-{number}.html"
        html.write_text(f"<!-- {number} --><p>{WORDS}</p>", encoding="utf-8")
        mark(html, marks)
    return folder


def mark(html: Path, marks: dict[str, str]) -> None:
    """Write or replace marks of annotators, a digit for each word of a page."""
    page = Page.from_bytes(html.read_bytes(), name=html.name)
    saved = load_marks(own.marks_file(html), page)
    for name, classes in marks.items():
        array = np.array([int(sign) for sign in classes], dtype=np.uint8)
        gold = with_annotation(saved.gold, Annotation(name, array), Provenance(own.NAME, ""))
        saved = save_marks(saved, page, gold, html, name)
