"""Read-only views of session and corpus, for everything but their controllers. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from boilerscope.app.session.corpus import (
        CorpusChoice,
        CorpusRecord,
        Rescoring,
        RunRecord,
        Searching,
        Tab,
    )
    from boilerscope.app.session.history import PaneSetup
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.scoring.order import PageOrder
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.search.sweep import SweepRun
    from boilerscope.extractors.search.tune import TuneRun
    from boilerscope.extractors.sources.corpus import Corpus
    from boilerscope.widgets.records import Layer, Lock, PaneRecord, Selection


class SessionView(Protocol):
    """Protocol of a session without the methods that change it; `session.Session` conforms to it.

    The session controller alone has the session itself. mypy rejects an assignment to a field of
    this view, a change of its collections and a call of a method that changes the session.

    Attributes
    ----------
    page : Page or None
        Page on screen.
    gold : Gold or None
        Gold standard of the page.
    comments : bool
        Whether comments count as main content in the gold standard.
    panes : sequence of PaneRecord
        Panes in their order.
    active : str
        Name of the active pane, empty without panes.
    colour_key : str
        Quantity that colours the page.
    strip_keys : sequence of str
        Quantities that the user selected for strips.
    selection : Selection or None
        Selected text.
    step : tuple of (str, int), or None
        Pane and step that are on screen in place of the pane's result.
    round : int or None
        Last round of boxes that is drawn over the page; None for all of them.
    compared : tuple of (str, str), or None
        Names of the two panes that are compared side by side.
    is_marking : bool
        Whether the page shows the gold standard, because it is being marked.
    would_change : Layer or None
        Words that a suggested setting would change, None without a preview.
    previewed : str
        Name of the pane whose setting is previewed, empty without a preview.
    lock : Lock
        Fields that the main knobs of linked panes move together.
    views : mapping of str to str
        View last selected for each extractor.
    """

    @property
    def page(self) -> Page | None: ...
    @property
    def gold(self) -> Gold | None: ...
    @property
    def comments(self) -> bool: ...
    @property
    def panes(self) -> Sequence[PaneRecord]: ...
    @property
    def active(self) -> str: ...
    @property
    def colour_key(self) -> str: ...
    @property
    def strip_keys(self) -> Sequence[str]: ...
    @property
    def selection(self) -> Selection | None: ...
    @property
    def step(self) -> tuple[str, int] | None: ...
    @property
    def round(self) -> int | None: ...
    @property
    def compared(self) -> tuple[str, str] | None: ...
    @property
    def is_marking(self) -> bool: ...
    @property
    def would_change(self) -> Layer | None: ...
    @property
    def previewed(self) -> str: ...
    @property
    def lock(self) -> Lock: ...
    @property
    def views(self) -> Mapping[str, str]: ...

    def pane(self, name: str) -> PaneRecord:
        """Return a pane by name; raise KeyError if it was removed."""
        ...

    def other_to_compare(self) -> str:
        """Return the pane to compare with the active pane, empty without another pane."""
        ...

    def has(self, name: str) -> bool:
        """Return whether there is a pane of this name."""
        ...

    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        ...

    def can_redo(self) -> bool:
        """Return whether there is a change to redo."""
        ...

    def setups(self) -> tuple[PaneSetup, ...]:
        """Return the panes as setups, for undo and session files."""
        ...


class CorpusView(Protocol):
    """Protocol of the Corpus face without the methods that change it; `CorpusState` conforms to it.

    The corpus controller alone has the state itself. mypy rejects an assignment to a field of this
    view and a call of a method that changes the state.

    Attributes
    ----------
    choice : CorpusChoice
        The user's choices of what the face shows.
    record : CorpusRecord
        The corpus, as texts describe it.
    run : RunRecord
        The run of the panes.
    rescoring : Rescoring or None
        Other scores or expected F1 that are being computed; until then, the views show the scores
        before.
    searching : Searching or None
        Search in the texts of pages; until its end, the filter lacks pages.
    corpus : Corpus or None
        The corpus; its pages grow while it is read.
    table : ScoreTable or None
        Scores of all panes on all pages; None until the corpus is read. Only the controller adds
        results to it.
    annotators : tuple of str
        Annotators that the gold of the corpus names, sorted; found after the corpus is read.
    order : PageOrder or None
        Pages in the order of the list; None until they are sorted.
    is_shown : bool
        Whether the Corpus face is on screen.
    swept : SweepRun or None
        The last sweep that ended, for the export.
    searched : TuneRun or None
        The last search with a trial, for the export.
    crashed : mapping of int to tuple of str
        Pages of the run that are not tried again, because they ended several worker processes, and
        the panes without a result on them.
    left_out : set of int
        Pages that are left out of runs.
    n_results : int
        Number that changes with every change of the results in the table.
    lists_pages : bool
        Whether the list of pages is on screen and not empty.
    panes : sequence of PaneRecord
        Panes of the session, then those of results files.
    files : sequence of FilePane
        Panes with results from files: additional panes, or replacements of session panes.
    active : str
        Name of the active pane, empty without panes.
    has_results : bool
        Whether a page is finished.
    """

    @property
    def choice(self) -> CorpusChoice: ...
    @property
    def record(self) -> CorpusRecord: ...
    @property
    def run(self) -> RunRecord: ...
    @property
    def rescoring(self) -> Rescoring | None: ...
    @property
    def searching(self) -> Searching | None: ...
    @property
    def corpus(self) -> Corpus | None: ...
    @property
    def table(self) -> ScoreTable | None: ...
    @property
    def annotators(self) -> tuple[str, ...]: ...
    @property
    def order(self) -> PageOrder | None: ...
    @property
    def is_shown(self) -> bool: ...
    @property
    def swept(self) -> SweepRun | None: ...
    @property
    def searched(self) -> TuneRun | None: ...
    @property
    def crashed(self) -> Mapping[int, tuple[str, ...]]: ...
    @property
    def left_out(self) -> AbstractSet[int]: ...
    @property
    def n_results(self) -> int: ...
    @property
    def lists_pages(self) -> bool: ...
    @property
    def panes(self) -> tuple[PaneRecord, ...]: ...
    @property
    def files(self) -> Sequence[FilePane]: ...
    @property
    def active(self) -> str: ...
    @property
    def has_results(self) -> bool: ...

    def shows(self, tab: Tab) -> bool:
        """Return whether a view in the middle of the Corpus face is on screen."""
        ...

    def ran_panes(self) -> tuple[Pane, ...]:
        """Return the panes that have results, with the settings of these results."""
        ...

    def source_of(self, name: str) -> Pane | FilePane | None:
        """Return the pane, with the settings that it ran with, or the file of some results."""
        ...

    def settled(self) -> tuple[ScoreTable, tuple[Pane, ...]] | None:
        """Return the scores and panes to export, without results that a run replaces."""
        ...

    def outdated(self) -> list[str]:
        """Return the panes whose results belong to earlier settings."""
        ...

    def pending(self) -> list[str]:
        """Return the panes for which a run would compute results."""
        ...
