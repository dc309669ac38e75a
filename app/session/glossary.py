"""Glossary: terms with formula, source, and an example on the page on screen. No Qt."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.sentence import format_value
from boilerscope.resources.loader import Wording, resource_path
from boilerscope.widgets.picking import leading_block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.widgets.records import PaneRecord, Selection


@dataclass(frozen=True, slots=True)
class Term:
    """One term.

    Attributes
    ----------
    id : str
        Stable identifier, English.
    name, text : Wording
        The term, and what it means.
    labels : tuple of str
        Labels of the window, English, that the term explains besides its name.
    columns : tuple of str
        Quantities that it names, as ``extractor:column``; an extractor that ends in a dot is a
        family.
    formula, source, example : str
        How it is computed, who defined it, and the formula with column names in braces; empty for
        none.
    """

    id: str
    name: Wording
    text: Wording
    labels: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    formula: str = ""
    source: str = ""
    example: str = ""

    def is_named(self, label: str, translate: Callable[[str], str]) -> bool:
        """Return whether a label of the window is a name of the term, in any language."""
        names = [self.name.en, self.name.zh, *self.labels, *map(translate, self.labels)]
        parts = [part for name in names for part in (name, *name.split(","), *name.split("与"))]
        return label.strip().casefold() in {part.strip().casefold() for part in parts}

    def is_about(self, extractor: str, column: str) -> bool:
        """Return whether the term explains a quantity of an extractor."""
        for declared in self.columns:
            owner, _, name = declared.partition(":")
            is_owner = extractor.startswith(owner) if owner.endswith(".") else extractor == owner
            if is_owner and name == column:
                return True
        return False


@cache
def terms() -> tuple[Term, ...]:
    """Return all terms, in the order of the glossary."""
    text = resource_path("glossary/glossary.toml").read_text(encoding="utf-8")
    return tuple(
        Term(
            **{
                **table,
                "name": Wording(**table["name"]),
                "text": Wording(**table["text"]),
                "labels": tuple(table.get("labels", ())),
                "columns": tuple(table.get("columns", ())),
            }
        )
        for table in tomllib.loads(text)["term"]
    )


def term_of(extractor: str, column: str) -> Term | None:
    """Return the term that explains a quantity, None without one."""
    return next((term for term in terms() if term.is_about(extractor, column)), None)


def example_of(
    term: Term, panes: Sequence[PaneRecord], selection: Selection | None
) -> tuple[PaneRecord, int, str] | None:
    """Return a pane, a block and the formula with its values; None if no pane measures the term.

    The block is the selected one, else the longest for which the quantity is defined and not 0.
    """
    for pane in panes:
        extraction = pane.shown
        if extraction is None:
            continue
        column = next(
            (each for each in extraction.columns if term.is_about(pane.extractor, each.name)), None
        )
        if column is None:
            continue
        block = -1 if selection is None else leading_block(pane, selection)
        values = column.values.astype(np.float64)
        if block < 0 or not np.isfinite(values[block]):
            block = _longest(extraction, values)
        if block >= 0:
            formula = term.example or f"{{{column.name}}}"
            return pane, block, _filled(formula, extraction, block)
    return None


def _longest(extraction: Extraction, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> int:
    usable = np.isfinite(values) & (values != 0)
    if not usable.any():
        return -1
    return int(np.argmax(np.where(usable, extraction.blocks.token_counts(), -1)))


def _filled(formula: str, extraction: Extraction, block: int) -> str:
    """Return a formula with the values of a block in place of the names of columns."""
    values = {
        column.name: format_value(float(column.values[block])) for column in extraction.columns
    }
    for name, value in values.items():
        formula = formula.replace(f"{{{name}}}", value)
    return formula


def body_of(
    term: Term,
    language: str,
    example: tuple[PaneRecord, int, str] | None,
    translate: Callable[[str], str],
) -> str:
    """Return the HTML of a term: meaning, formula, source and example."""
    lines = [escape(term.text.in_language(language))]
    if term.formula:
        lines.append(f"<code>{escape(term.formula)}</code>")
    if example is not None:
        pane, block, text = example
        place = translate("Block {block} of {pane}:").format(
            block=block, pane=f"{pane.number} {pane.name}"
        )
        lines.append(f"{escape(place)} <code>{escape(text)}</code>")
    if term.source:
        lines.append(f"<i>{escape(term.source)}</i>")
    return "<br>".join(lines)
