"""Records that views show: plain data without Qt, created by the program."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from boilerscope.extractors.model.steps import step_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.model.extraction import Column, Extraction, PageBoxes, Tree
    from boilerscope.extractors.model.extractor import Score
    from boilerscope.extractors.model.gold import Gold, Outcome
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Layout, Page
    from boilerscope.extractors.page.records import FloatArray


def same_page(page: Page | None, other: Page | None) -> bool:
    """Return whether two pages have the same tree; their layouts may differ."""
    return page is other or (page is not None and page.is_same_tree(other))


class RunState(StrEnum):
    """State of a pane's run."""

    IDLE = "idle"
    RUNNING = "running"
    OUTDATED = "outdated"
    DONE = "done"


class ShowAs(StrEnum):
    """View of an output pane's body."""

    RENDERED = "rendered"
    PLAIN = "plain"
    SOURCE = "source"
    DIFFERENCE = "difference"


class Lock(StrEnum):
    """Fields that the main knobs of a pane move together with those of other panes.

    Attributes
    ----------
    OFF
        No field of another pane.
    EQUAL
        Fields of the same quantity in the same unit.
    RANK
        Also fields of another quantity or unit, by rank in their own ranges.
    """

    OFF = "off"
    EQUAL = "equal"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class GoldScore:
    """Token scores of a result against the gold standard of the page.

    Attributes
    ----------
    f1, precision, recall : float
        Scores, 0 to 1.
    outcomes : tuple of (Outcome, int)
        Number of tokens of each outcome, in the order of `Outcome`.
    """

    f1: float
    precision: float
    recall: float
    outcomes: tuple[tuple[Outcome, int], ...]


@dataclass(frozen=True, slots=True)
class PaneRecord:
    """One pane.

    Attributes
    ----------
    number : int
        Number of the pane, from 1.
    name : str
        Unique name, ``boilerpipe.article`` or ``boilerpipe.article#2``.
    title : str
        Label of the extractor.
    settings : Settings
        Current settings (the extraction may be older).
    state : RunState
        Whether `extraction` is the result of `settings`.
    extraction : Extraction or None
        Newest result, even if it failed.
    last_good : Extraction or None
        Newest result with status ok or empty.
    elapsed_s : float
        Seconds since the start of the current run.
    folded : bool
        Whether the pane is a spine.
    show_as : ShowAs
        View of the body.
    compare_with : str
        Name of the pane to compare with in the difference view.
    run : int
        Number of the run of `extraction`.
    offer : str
        Label of an action that may help without text: ``Lower the threshold to 12`` (empty),
        ``Lay out now`` (unavailable); its command is ``offer``. Empty for none.
    step : int or None
        Index of the step whose state the pane shows; None for the result.
    scores : tuple of Score
        Declarations of the result's scores, see `Extraction.scores`.
    linked : bool
        Whether the pane's main knobs move together with those of the other linked panes.
    gold_score : GoldScore or None
        Scores of the shown text; None if the page has no gold standard, or the pane no result.
    """

    number: int
    name: str
    extractor: str
    title: str
    settings: Settings
    state: RunState = RunState.IDLE
    extraction: Extraction | None = None
    last_good: Extraction | None = None
    elapsed_s: float = 0.0
    folded: bool = False
    show_as: ShowAs = ShowAs.RENDERED
    compare_with: str = ""
    run: int = 0
    offer: str = ""
    step: int | None = None
    scores: tuple[Score, ...] = ()
    linked: bool = False
    gold_score: GoldScore | None = None

    @property
    def version(self) -> tuple[int, int | None]:
        """Run and step of the shown text."""
        return self.run, self.step

    @property
    def step_code(self) -> str:
        """Name of the step whose state the pane shows, empty for the result."""
        extraction = self.last_good
        return (
            ""
            if extraction is None or self.step is None
            else step_names(extraction.steps)[self.step]
        )

    @property
    def shown(self) -> Extraction | None:
        """The extraction whose text is on screen: the last good result."""
        return self.last_good


@dataclass(frozen=True, slots=True)
class Selection:
    """Selection of the window.

    Attributes
    ----------
    runs : tuple of (int, int)
        Token ranges, sorted.
    pane : str
        Pane of the selected block, empty for a plain range.
    block : int
        Block of that pane, -1 for a plain range.
    node : int
        Selected node of that pane's tree, -1 for none.
    """

    runs: tuple[tuple[int, int], ...]
    pane: str = ""
    block: int = -1
    node: int = -1

    @property
    def start(self) -> int:
        """First token, 0 without tokens."""
        return self.runs[0][0] if self.runs else 0

    @property
    def end(self) -> int:
        """Token after the last token, 0 without tokens."""
        return self.runs[-1][1] if self.runs else 0


class LayerKind(StrEnum):
    """Kind of a layer's colour scale."""

    LABEL = "label"
    AMOUNT = "amount"
    AGREEMENT = "agreement"
    CLASSES = "classes"
    ERRORS = "errors"
    GOLD = "gold"


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Quantity of tokens, painted over the page or in a strip.

    Attributes
    ----------
    key : str
        ``label:PANE``, ``agreement`` or ``PANE:COLUMN``.
    label, unit, meaning : str
        Texts for legends and tooltips.
    kind : LayerKind
        LABEL: 1 kept, 0 dropped; AMOUNT: a value; AGREEMENT: number of panes that keep the token;
        CLASSES: index into `classes`; ERRORS: an `Outcome`; GOLD: a `GoldClass`.
    values : array of float, shape (n_tokens,)
        Value of each token, NaN for none.
    high : float
        Upper end of the colour scale (98th percentile for unbounded amounts).
    clipped : bool
        Whether there are values above `high` (the legend then shows +).
    threshold : float
        Threshold marked in the legend, NaN for none.
    share : float
        Share of the page's tokens that the quantity is about, shown beside its strip; NaN for none.
    """

    key: str
    label: str
    kind: LayerKind
    values: FloatArray
    unit: str = ""
    meaning: str = ""
    high: float = 1.0
    clipped: bool = False
    threshold: float = float("nan")
    classes: tuple[str, ...] = ()
    share: float = float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class BoxLayer:
    """Boxes of one pane's tree, drawn over the page up to a round.

    Attributes
    ----------
    key : str
        ``boxes:PANE``.
    extraction : Extraction
        The pane's shown extraction.
    tree : Tree
        The extraction's tree.
    boxes : PageBoxes
        Boxes of the nodes.
    layout : Layout
        Layout in which the boxes were measured.
    round : int
        Last round to draw; nodes and separators of later rounds are not drawn.
    """

    key: str
    pane: PaneRecord
    extraction: Extraction
    tree: Tree
    boxes: PageBoxes
    layout: Layout
    round: int

    @property
    def last_round(self) -> int:
        """The last round of the tree, 0 if the tree is empty."""
        return int(self.boxes.round.max(initial=0))

    @property
    def degree(self) -> Column | None:
        """The first column of the tree, which labels the nodes; None without columns."""
        return self.tree.columns[0] if self.tree.columns else None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that views show: one page, its panes in order, one active pane.

    Attributes
    ----------
    comments : bool
        Whether comments count as main content in the gold standard.
    compared : tuple of str
        Names of the two panes that are compared side by side; empty without a comparison.
    previewed : str
        Name of the pane whose words the layer ``would change`` shows; empty without a preview.
    """

    page: Page | None
    panes: tuple[PaneRecord, ...] = ()
    active: str = ""
    layers: Mapping[str, Layer] = field(default_factory=dict)
    boxes: BoxLayer | None = None
    gold: Gold | None = None
    comments: bool = False
    compared: tuple[str, ...] = ()
    previewed: str = ""

    @property
    def judged(self) -> tuple[PaneRecord, ...]:
        """The panes whose agreement is on screen: the two compared panes, else all panes."""
        return tuple(pane for pane in self.panes if not self.compared or pane.name in self.compared)

    def outcomes(self, pane: PaneRecord) -> FloatArray | None:
        """Return the `Outcome` of each token for a pane, NaN for tokens that do not count.

        None if the page has no gold standard, or the pane no result.
        """
        if self.gold is None or pane.shown is None:
            return None
        return self.gold.outcomes(pane.shown.mask, comments=self.comments)

    @property
    def error_pane(self) -> str:
        """Name of the pane by whose errors the page is coloured, empty if it is not."""
        keys = (key for key, layer in self.layers.items() if layer.kind is LayerKind.ERRORS)
        return next(keys, "").partition(":")[2]

    @property
    def by_errors(self) -> bool:
        """Whether the page is coloured by the errors of a pane."""
        return bool(self.error_pane)

    def pane(self, name: str) -> PaneRecord | None:
        """Return a pane by name, None if it does not exist."""
        return next((pane for pane in self.panes if pane.name == name), None)


@dataclass(frozen=True, slots=True)
class Preview:
    """Effect of a number typed after the name of a setting.

    Attributes
    ----------
    text : str
        Current and new value with the unit: ``16 → 30 words``.
    refused : str
        Reason why the setting rejects the number, empty if it accepts it.
    """

    text: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One line of the palette.

    Attributes
    ----------
    id : str
        Identifier of the entry.
    label : str
        Label of the entry.
    kind : str
        Grey text after the label: ``setting of 1 boilerpipe.article``, ``extractor``, ``page``.
    right : str
        Key or current value.
    icon : str
        ``mdi6`` name.
    preview : callable or None
        Returns the `Preview` of a typed number; None if the entry takes no number.
    refused : str
        Why the entry cannot be carried out now; empty if it can.
    words : str
        Further words by which it is found, not shown.
    """

    id: str
    label: str
    kind: str = ""
    right: str = ""
    icon: str = ""
    preview: Callable[[float], Preview] | None = None
    refused: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class SearchView:
    """How far the search for changes that flip the selected block is.

    Attributes
    ----------
    number, total : int
        Which setting, or pair of settings, is tried now, from 1, and how many there are; 0: not
        known.
    is_paired : bool
        Whether pairs are tried.
    is_stopped : bool
        Whether the user ended the search.
    """

    is_running: bool
    number: int = 0
    total: int = 0
    is_paired: bool = False
    is_stopped: bool = False


NOT_SEARCHING = SearchView(is_running=False)


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """Change of a setting, or of two settings together, that would flip the selected block.

    Attributes
    ----------
    old, new : object
        Current and new value.
    keeps : bool
        Whether the new value keeps the block.
    gained, lost : int
        Number of tokens outside the block that would also be kept, and that would be dropped.
    characters : bool
        Whether the tokens of the page are characters.
    f1_change : float or None
        Change of the token F1 of this page; None without a gold standard.
    also : tuple of (str, object, object), or None
        Label, current and new value of the second setting of a pair.
    """

    field: str
    label: str
    unit: str
    old: object
    new: object
    keeps: bool
    gained: int = 0
    lost: int = 0
    characters: bool = False
    f1_change: float | None = None
    also: tuple[str, object, object] | None = None
