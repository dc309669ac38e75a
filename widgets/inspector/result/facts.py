"""Facts about a whole result as plain records; of Qt, only translations are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from boilerscope.extractors.page import base_address
from boilerscope.widgets.panes.pane_status import PaneStatus, StatusStyle, status_of, style_of, took
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.words import counted, declared, number, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boilerscope.extractors.model.extraction import Extraction, Link
    from boilerscope.extractors.model.extractor import Score
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord


def _tr(text: str) -> str:
    return QCoreApplication.translate("ResultView", text)


@dataclass(frozen=True, slots=True)
class FieldLine:
    """One named property of the result or of the page: ``Title``, ``Kept``."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One score of the whole page.

    Attributes
    ----------
    value : str
        Formatted value.
    tip : str
        Formula, and the name and exact value that files contain.
    """

    label: str
    unit: str
    value: str
    tip: str


@dataclass(frozen=True, slots=True, eq=False)
class ResultFacts:
    """Facts about a pane's result.

    Attributes
    ----------
    pane : str
        Number and name of the pane.
    note : str
        Origin of the fields if it is not the newest result: a step, or the last good text.
    state : StatusStyle
        Icon, colour and label of the newest run's status.
    message : str
        Message of the newest run; empty if there is none.
    warnings : tuple of str
        Complete warnings.
    fields : tuple of FieldLine
        Title and time of publication first.
    scores : tuple of ScoreLine
        Scores, first those declared by the extractor in its order.
    links : sequence of Link
        Related links.
    base : str
        Base of relative addresses, empty if unknown.
    bare : bool
        Whether there is a result that contains only text.
    """

    pane: str
    note: str
    state: StatusStyle
    message: str = ""
    warnings: tuple[str, ...] = ()
    fields: tuple[FieldLine, ...] = ()
    scores: tuple[ScoreLine, ...] = ()
    links: Sequence[Link] = ()
    base: str = ""
    bare: bool = False

    def as_text(self) -> str:
        """Return all facts except links as lines of name and value, separated by a tab."""
        lines = [
            (_tr("Status"), self.state.label),
            *((field.label, field.value) for field in self.fields),
        ]
        if self.message:
            lines.insert(1, (_tr("Message"), self.message))
        lines += [(score.label, f"{score.value} {score.unit}".rstrip()) for score in self.scores]
        lines += [(_tr("Warning"), warning) for warning in self.warnings]
        return "\n".join(f"{label}\t{' '.join(value.split())}" for label, value in lines)


def result_facts(page: Page | None, pane: PaneRecord) -> ResultFacts:
    """Return the facts about a pane's result.

    Parameters
    ----------
    page : Page or None
        The page of the result.
    pane : PaneRecord
        The pane. After a failed run, the message is from that run and the fields from the last good
        result.
    """
    newest, extraction = pane.extraction, pane.shown
    return ResultFacts(
        pane=f"{pane.number} {pane.name}",
        note=_note(pane),
        state=_state(pane),
        message="" if newest is None else newest.message,
        warnings=() if newest is None else newest.warnings,
        fields=() if extraction is None else tuple(_fields(page, extraction)),
        scores=() if extraction is None else tuple(_scores(extraction.scores, pane.scores)),
        links=() if extraction is None else extraction.related,
        base="" if page is None else base_address(page),
        bare=extraction is not None
        and not (
            extraction.title or extraction.published or extraction.scores or extraction.related
        ),
    )


def _note(pane: PaneRecord) -> str:
    if pane.step is not None:
        return _tr("after {code}").format(code=pane.step_code)
    failed = pane.extraction is not None and pane.extraction is not pane.shown
    return _tr("last good text") if failed and pane.shown is not None else ""


def _state(pane: PaneRecord) -> StatusStyle:
    status = status_of(pane, 0.0)  # only the pane shows a newer run; this view would flicker
    return (
        StatusStyle("check-circle-outline", "ink2", _tr("Done"))
        if status is PaneStatus.FINE
        else style_of(status)
    )


def _fields(page: Page | None, extraction: Extraction) -> Iterator[FieldLine]:
    if extraction.title:
        yield FieldLine(_tr("Title"), extraction.title)
    if extraction.published:
        yield FieldLine(_tr("Published"), extraction.published)
    if extraction.published_text not in {"", extraction.published}:
        yield FieldLine(_tr("Time as written"), extraction.published_text)
    if page is not None and len(extraction.mask) == page.n_tokens:
        n_kept = int(extraction.mask.sum())
        words = counted(n_kept, characters=counts_characters(page))
        yield FieldLine(_tr("Kept"), f"{words}, {share(n_kept, page.n_tokens)}")
    if extraction.aligned is not None:
        yield FieldLine(_tr("Aligned with the page"), share(extraction.aligned, 1))
    yield FieldLine(_tr("Run time"), took(extraction.seconds))
    for name, description in extraction.used.items():
        yield FieldLine(_tr("Based on"), f"{name}: {description}")


def _scores(values: Mapping[str, float], declarations: Sequence[Score]) -> Iterator[ScoreLine]:
    """Yield the declared scores in the order of their declarations, then the other scores."""
    for score in declarations:
        if score.name in values:
            exact = f"{score.name} = {_exact(values[score.name])}"
            yield ScoreLine(
                declared(score.label),
                declared(score.unit),
                number(values[score.name]),
                f"{declared(score.meaning)}\n{exact}".lstrip(),
            )
    declared_names = {score.name for score in declarations}
    for key, value in values.items():
        if key not in declared_names:
            name = key.replace("_", " ").strip()
            label = name[:1].upper() + name[1:]
            yield ScoreLine(label, "", number(value), f"{key} = {_exact(value)}")


def _exact(value: float) -> str:
    """Return a value with all of its digits; a count has none after the point."""
    return str(int(value)) if float(value).is_integer() else str(value)
