"""Tables, code blocks and formulas that differ from the gold, as a document to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.scoring.report import Report, Table
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boilerscope.extractors.scoring.results import PaneScore
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun
    from boilerscope.extractors.scoring.structure.records import Difference, ElementScore

MAX_TEXT = 60
"""Characters of a text in a table that people read; files have all of it."""

_HEADER = ("page", "pane", "element", "score", "place", "change", "gold", "kept")


@dataclass(frozen=True, eq=False)
class ElementsDocument:
    """Elements of pages as `boilerscope score --rows elements` writes them.

    Attributes
    ----------
    scores : sequence of PaneScore
        Scores with elements, see `PaneScore.elements`.
    """

    run: ScoredRun
    scores: Sequence[PaneScore]

    def about(self) -> Mapping[str, Any]:
        """Return everything that is needed to repeat the run."""
        return self.run.about()

    def report(self) -> Report:
        """Return a table with a row for each part that differs, and how many elements are equal."""
        rows = []
        listed = [element for score in self.scores for element in score.elements or ()]
        for score in self.scores:
            for element in score.elements or ():
                facts = (score.page.name, score.pane, name_of(element), _number(element.score))
                rows += [
                    (*facts, part.place or "-", part.change.value, *_texts(part))
                    for part in element.differences
                ]
        n_equal = sum(element.change is None for element in listed)
        title = "Tables, code blocks and formulas that differ from the gold"
        note = f"{n_equal:,} of {counted(len(listed), 'element')} equal to the gold."
        return Report((Table(title, _HEADER, tuple(rows)),), (note,))

    def rows(self) -> list[Row]:
        """Return a row for each part that differs, and one for each element that does not."""
        return [row for score in self.scores for row in _rows(score)]

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the run, then a line for each element with its differences."""
        yield {"kind": "run", **self.about()}
        for score in self.scores:
            for element in score.elements or ():
                yield {**_facts(score, element), "differences": [*map(_plain, element.differences)]}


def name_of(element: ElementScore) -> str:
    """Return the kind and number of an element, such as ``table 2``, or ``table 2 (added)``."""
    if element.number:
        return f"{element.kind} {element.number:,}"
    return f"{element.kind} {element.kept_number:,} (added)"


def _rows(score: PaneScore) -> Iterator[Row]:
    for element in score.elements or ():
        facts = _facts(score, element)
        nothing = dict.fromkeys(("change", "row", "column", "line", "gold", "kept"))
        for part in map(_plain, element.differences):
            yield facts | part
        if not element.differences:
            yield facts | nothing


def _facts(score: PaneScore, element: ElementScore) -> Row:
    return {
        "kind": "element",
        "set": score.page.set_name,
        "page": score.page.page_id,
        "pane": score.pane,
        "element": element.kind.value,
        "number": element.number or None,
        "kept_number": element.kept_number or None,
        "score": element.score,
    }


def _plain(part: Difference) -> Row:
    return {
        "change": part.change.value,
        "row": part.row or None,
        "column": part.column or None,
        "line": part.line or None,
        "gold": part.gold,
        "kept": part.kept,
    }


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _texts(part: Difference) -> tuple[str, str]:
    return _short(part.gold), _short(part.kept)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else f"{line[: MAX_TEXT - 1]}…"
