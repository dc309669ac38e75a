"""Records of the tab Changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.changes.records import F1Change

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.changes.records import PageChange, RuleChange
    from boilerscope.widgets.records import PaneRecord


@dataclass(frozen=True, slots=True)
class ChangedPage:
    """A row of the table of pages.

    Attributes
    ----------
    name : str
        Name of the page.
    change : PageChange
        Its comparison.
    lost, won : int
        Changed words, of the selected rule if there is one.
    f1 : F1Change
        Token F1 of both panes; NaN without gold.
    """

    name: str
    change: PageChange
    lost: int
    won: int
    f1: F1Change


@dataclass(frozen=True, slots=True)
class ChangesRecord:
    """Contents of the tab.

    Attributes
    ----------
    panes : tuple of PaneRecord
        Panes that can be compared.
    before, after : str
        Names of the compared panes.
    rules : tuple of RuleChange
        Rules of both directions, the most words first.
    pages : tuple of ChangedPage
        Pages that changed, of the selected rule if there is one, the most words first.
    selected : RuleChange or None
        The selected rule.
    current : int or None
        Number of the selected page.
    n_pages, n_changed, n_texts : int
        Compared pages, pages that changed, and pages with the same words in another text.
    lost, won : int
        Changed words of all pages.
    f1 : F1Change
        Mean token F1 of both panes.
    state : str
        State of the results, such as ``Interim results``; empty if they are complete.
    characters : bool
        Whether words are counted as characters.
    """

    panes: tuple[PaneRecord, ...] = ()
    before: str = ""
    after: str = ""
    rules: tuple[RuleChange, ...] = ()
    pages: tuple[ChangedPage, ...] = ()
    selected: RuleChange | None = None
    current: int | None = None
    n_pages: int = 0
    n_changed: int = 0
    n_texts: int = 0
    lost: int = 0
    won: int = 0
    f1: F1Change = field(default_factory=F1Change)
    state: str = ""
    characters: bool = False

    @property
    def has_gold(self) -> bool:
        """Whether a compared page has gold."""
        return self.f1.n_pages > 0
