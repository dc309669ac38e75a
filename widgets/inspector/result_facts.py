"""What there is to say about a whole result, as plain lines; nothing of Qt but its translations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from extractors.page import base_address
from widgets.panes.pane_status import PaneStatus, StatusStyle, status_of, style_of, took
from widgets.panes.segment_styles import counts_characters
from widgets.words import counted, declared, number, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractors.model.extraction import Extraction, Link
    from extractors.model.extractor import Score
    from extractors.page import Page
    from widgets.records import PaneRecord

_LONGEST = 2000
_UNBROKEN = re.compile(r"\S{20}")
_BREAK = "\N{ZERO WIDTH SPACE}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ResultView", text)


@dataclass(frozen=True, slots=True)
class FieldLine:
    """One thing the result says of itself or of the page: ``Title``, ``Kept``."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One figure of the whole page.

    Attributes
    ----------
    label, unit : str
        Plain name and unit.
    figure : str
        As people read it.
    tip : str
        Formula, and name and exact value as files carry them.
    """

    label: str
    unit: str
    figure: str
    tip: str


@dataclass(frozen=True, slots=True, eq=False)
class ResultFacts:
    """What is shown of a pane's result.

    Attributes
    ----------
    pane : str
        Number and name.
    note : str
        What the fields are of, where that is not the newest result: a step, the last good text.
    state : StatusStyle
        Icon, colour and word for how the newest run ended.
    message : str
        Why it is not done, empty where it is.
    warnings : tuple of str
        In full.
    fields : tuple of FieldLine
        Title and time of publication first.
    scores : tuple of ScoreLine
        In the order in which the extractor declares them.
    links : sequence of Link
        Related links.
    base : str
        What relative addresses start from, empty if the page does not say.
    bare : bool
        Whether there is a result that gives nothing but text.
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
        """Return all but the links as lines of name and value, a tab between them."""
        lines = [(_tr("Status"), self.state.word), *((one.label, one.value) for one in self.fields)]
        if self.message:
            lines.insert(1, (_tr("Message"), self.message))
        lines += [(one.label, f"{one.figure} {one.unit}".rstrip()) for one in self.scores]
        lines += [(_tr("Warning"), warning) for warning in self.warnings]
        return "\n".join(f"{label}\t{' '.join(value.split())}" for label, value in lines)


def result_facts(page: Page | None, pane: PaneRecord) -> ResultFacts:
    """Return what there is to say about a pane's result.

    Parameters
    ----------
    page : Page or None
        The page it is of.
    pane : PaneRecord
        The pane; a failed run says why, fields are those of the last good one.
    """
    newest, shown = pane.extraction, pane.shown
    return ResultFacts(
        pane=f"{pane.number} {pane.name}",
        note=_note(pane),
        state=_state(pane),
        message="" if newest is None else newest.message,
        warnings=() if newest is None else newest.warnings,
        fields=() if shown is None else tuple(_fields(page, shown)),
        scores=() if shown is None else tuple(_scores(shown.scores, pane.scores)),
        links=() if shown is None else shown.related,
        base="" if page is None else base_address(page),
        bare=shown is not None
        and not (shown.title or shown.published or shown.scores or shown.related),
    )


def _note(pane: PaneRecord) -> str:
    if pane.step is not None:
        return _tr("after {code}").format(code=pane.step_code)
    failed = pane.extraction is not None and pane.extraction is not pane.shown
    return _tr("last good text") if failed and pane.shown is not None else ""


def _state(pane: PaneRecord) -> StatusStyle:
    status = status_of(pane, 0.0)  # a newer run is the pane's own to tell, or this would flicker
    return (
        StatusStyle("check-circle-outline", "ink2", _tr("Done"))
        if status is PaneStatus.FINE
        else style_of(status)
    )


def _fields(page: Page | None, shown: Extraction) -> Iterator[FieldLine]:
    if shown.title:
        yield FieldLine(_tr("Title"), shown.title)
    if shown.published:
        yield FieldLine(_tr("Published"), shown.published)
    if shown.published_text not in {"", shown.published}:
        yield FieldLine(_tr("Time as it stands"), shown.published_text)
    if page is not None and len(shown.mask) == page.n_tokens:
        kept = int(shown.mask.sum())
        words = counted(kept, characters=counts_characters(page))
        yield FieldLine(_tr("Kept"), f"{words}, {share(kept, page.n_tokens)}")
    if shown.aligned is not None:
        yield FieldLine(_tr("Found on the page"), share(shown.aligned, 1))
    yield FieldLine(_tr("Run time"), took(shown.seconds))
    for name, words in shown.used.items():
        yield FieldLine(_tr("Rests on"), f"{name}: {words}")


def _scores(figures: Mapping[str, float], names: Sequence[Score]) -> Iterator[ScoreLine]:
    """Yield the figures that have names, in the order of these, then the others."""
    for name in names:
        if name.name in figures:
            exact = f"{name.name} = {figures[name.name]}"
            yield ScoreLine(
                declared(name.label),
                declared(name.unit),
                number(figures[name.name]),
                f"{declared(name.meaning)}\n{exact}".lstrip(),
            )
    named = {name.name for name in names}
    for key, value in figures.items():
        if key not in named:
            words = key.replace("_", " ").strip()
            label = words[:1].upper() + words[1:]
            yield ScoreLine(label, "", number(value), f"{key} = {value}")


def breakable(text: str) -> str:
    """Return a text that wraps at every width: long words can be broken, the end may be cut."""
    words = " ".join(text[: _LONGEST + 1].split())
    short = words if len(words) <= _LONGEST else words[:_LONGEST].rstrip() + "…"
    return _UNBROKEN.sub(lambda run: run.group() + _BREAK, short)
