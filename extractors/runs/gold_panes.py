"""Panes whose results follow from the gold of each page: bounds, and its annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, GoldError, UnknownNameError
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.runs.file_panes import FilePane
from boilerscope.extractors.runs.keys import ResultKey, fingerprint, program_digest
from boilerscope.extractors.scoring.bounds import BOUNDS
from boilerscope.extractors.scoring.gold_results import ANNOTATOR, AnnotatorSettings, annotators_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage


class GoldPane(FilePane):
    """Pane that has no results of its own: the task that scores a page makes them."""

    __slots__ = ()

    def key(self, page: ListedPage) -> ResultKey:
        """Return the key of a result, which depends on the gold of the page."""
        settings = self.pane.settings
        name = settings.annotator if isinstance(settings, AnnotatorSettings) else ""
        gold = fingerprint(page.located())
        return ResultKey(self.pane.extractor, f"{program_digest()} {gold}", name)


def bound_panes(used_names: Iterable[str]) -> list[FilePane]:
    """Return a pane for the floor and one for the ceiling.

    Parameters
    ----------
    used_names : iterable of str
        Names of other panes.
    """
    names = list(used_names)
    return [GoldPane(Pane(free_name(bound, names), bound, NoSettings()), {}) for bound in BOUNDS]


def annotator_panes(annotators: Iterable[str], used_names: Iterable[str]) -> list[FilePane]:
    """Return a pane for each annotator, named after them.

    Parameters
    ----------
    annotators : iterable of str
        Names of annotators in the gold of a corpus.
    used_names : iterable of str
        Names of other panes.
    """
    names, panes = list(used_names), list[FilePane]()
    for annotator in annotators:
        names.append(free_name(annotator, names))
        panes.append(GoldPane(Pane(names[-1], ANNOTATOR, AnnotatorSettings(annotator)), {}))
    return panes


def gold_panes(
    used_names: Iterable[str], *, bounds: bool, annotators: Iterable[str]
) -> list[FilePane]:
    """Return the bounds if they are wanted, then a pane for each annotator.

    Parameters
    ----------
    used_names : iterable of str
        Names of other panes.
    """
    names = list(used_names)
    panes = bound_panes(names) if bounds else []
    return panes + annotator_panes(annotators, [*names, *(pane.pane.name for pane in panes)])


def gold_options(panes: Iterable[Pane], pages: Sequence[ListedPage]) -> list[str]:
    """Return the options of a command with these rows, scored by the same gold; unquoted."""
    panes = tuple(panes)
    words = ["--bounds"] if any(pane.extractor in BOUNDS for pane in panes) else []
    for annotator in annotators_of(pane.settings for pane in panes):
        words += ["--annotator", annotator]
    gold_by = next((page.gold_by for page in pages), "")
    return [*words, *(["--gold-by", gold_by] if gold_by else [])]


def find_annotators(pages: Iterable[ListedPage]) -> Iterator[tuple[str, ...]]:
    """Yield the annotators of the gold of each page; none if the gold cannot be read."""
    for page in pages:
        try:
            yield page.annotators()
        except BoilerscopeError:
            yield ()  # the run states the reason


def check_annotators(
    names: Iterable[str], pages: Sequence[ListedPage], *, place: str
) -> tuple[str, ...]:
    """Return the names, each once; raise if the gold of no page has marks of one of them.

    Parameters
    ----------
    place : str
        Where the names are from, for errors.

    Raises
    ------
    UnknownNameError
        If a name is not that of an annotator; the message gives the nearest one.
    GoldError
        If the gold has no annotators.
    """
    wanted = tuple(dict.fromkeys(names))
    if wanted:
        known = sorted({name for found in find_annotators(pages) for name in found})
        if not known:
            raise GoldError(
                f"{place}: the gold names no annotators. Mark pages in the window with a name for"
                " each annotator"
            )
        for name in wanted:
            if name not in known:
                raise UnknownNameError("annotator", name, known, place=place)
    return wanted
