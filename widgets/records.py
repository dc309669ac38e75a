"""What views are handed: plain records without Qt, made by the program around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from extractors.model.steps import step_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from extractors.model.extraction import Column, Extraction, PageBoxes, Tree
    from extractors.model.extractor import Score
    from extractors.model.settings import Settings
    from extractors.page import Layout, Page
    from extractors.page.records import FloatArray


def same_page(one: Page | None, other: Page | None) -> bool:
    """Return whether two scenes show the same page, with whatever layout."""
    return one is other or (one is not None and one.is_same_tree(other))


class RunState(StrEnum):
    """Where a pane's run stands."""

    IDLE = "idle"
    RUNNING = "running"
    OUTDATED = "outdated"
    DONE = "done"


class ShowAs(StrEnum):
    """How an output pane shows its text."""

    RENDERED = "rendered"
    PLAIN = "plain"
    SOURCE = "source"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class PaneRecord:
    """One pane as views show it.

    Attributes
    ----------
    number : int
        1 ... n, as shown on badges.
    name : str
        Unique name, ``boilerpipe.article`` or ``boilerpipe.article#2``.
    extractor : str
        Identifier.
    title : str
        Plain name of the extractor.
    settings : Settings
        What the pane is set to now (the extraction may be older).
    state : RunState
        Whether `extraction` answers `settings`.
    extraction : Extraction or None
        Last result, also a failed one.
    last_good : Extraction or None
        Last result with status ok or empty.
    elapsed_s : float
        Seconds since the running run began.
    folded : bool
        Whether the pane is a spine.
    show_as : ShowAs
        View of its body.
    compare_with : str
        Name of the other pane in the difference view.
    run : int
        Number of the run `extraction` comes from; views show it together or not at all.
    offer : str
        Label of the one action that may help where there is no text: ``Lower the threshold to 12``
        (empty), ``Lay out now`` (unavailable); the pane asks for the command ``offer``. Empty for
        none.
    step : int or None
        Place of the step that the pane is shown after, as its last step; None for the result.
    scores : tuple of Score
        What the figures of its results are called, see `Extraction.scores`.
    linked : bool
        Whether its main knobs and those of the other linked panes move together.
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
    linked: bool = True

    @property
    def version(self) -> tuple[int, int | None]:
        """Run and step: what is made of the shown text is made of one version of it."""
        return self.run, self.step

    @property
    def step_code(self) -> str:
        """Name of the step that the pane is shown after, empty for the result."""
        made = self.last_good
        return "" if made is None or self.step is None else step_names(made.steps)[self.step]

    @property
    def shown(self) -> Extraction | None:
        """The extraction whose text is on screen: the last good one."""
        return self.last_good


@dataclass(frozen=True, slots=True)
class Selection:
    """The one selection of the window.

    Attributes
    ----------
    runs : tuple of (int, int)
        Token ranges, sorted.
    pane : str
        Pane whose block it is, empty for a bare range.
    block : int
        Block of that pane, -1 for a bare range.
    node : int
        Node of that pane's tree, where one was chosen, -1 otherwise.
    """

    runs: tuple[tuple[int, int], ...]
    pane: str = ""
    block: int = -1
    node: int = -1

    @property
    def start(self) -> int:
        """First token."""
        return self.runs[0][0] if self.runs else 0

    @property
    def end(self) -> int:
        """Token after the last one."""
        return self.runs[-1][1] if self.runs else 0


class LayerKind(StrEnum):
    """What kind of colour scale a layer has."""

    LABEL = "label"
    AMOUNT = "amount"
    AGREEMENT = "agreement"
    CLASSES = "classes"


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A per-token quantity to paint over the page or in a strip.

    Attributes
    ----------
    key : str
        ``label:PANE``, ``agreement`` or ``PANE:COLUMN``.
    label, unit, meaning : str
        For legends and tips.
    kind : LayerKind
        LABEL: 1 kept, 0 dropped; AMOUNT: the value; AGREEMENT: panes that keep it;
        CLASSES: index into `classes`.
    values : array of float, shape (n_tokens,)
        NaN where nothing was measured.
    high : float
        Upper end of the colour scale (98th percentile for unbounded amounts).
    clipped : bool
        Whether values lie above `high` (last class is marked +).
    threshold : float
        Tick in the legend, NaN if there is none.
    classes : tuple of str
        Names of classes.
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


@dataclass(frozen=True, slots=True, eq=False)
class BoxLayer:
    """The boxes of one pane's tree, drawn over the page as far as a round.

    Attributes
    ----------
    key : str
        ``boxes:PANE``.
    pane : PaneRecord
        The pane.
    made : Extraction
        What it shows.
    tree : Tree
        Of that.
    boxes : PageBoxes
        Where the nodes lie.
    layout : Layout
        Where the boxes were measured.
    round : int
        Nodes and separators of later rounds are not drawn.
    """

    key: str
    pane: PaneRecord
    made: Extraction
    tree: Tree
    boxes: PageBoxes
    layout: Layout
    round: int

    @property
    def last_round(self) -> int:
        """The round that brings the whole tree, 0 where it is empty."""
        return int(self.boxes.round.max(initial=0))

    @property
    def degree(self) -> Column | None:
        """What nodes are labelled with: the first quantity of the tree."""
        return self.tree.columns[0] if self.tree.columns else None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything views show: one page, its panes in order, one active pane."""

    page: Page | None
    panes: tuple[PaneRecord, ...] = ()
    active: str = ""
    layers: Mapping[str, Layer] = field(default_factory=dict)
    boxes: BoxLayer | None = None

    def pane(self, name: str) -> PaneRecord | None:
        """Return a pane by name, None if it is gone."""
        return next((pane for pane in self.panes if pane.name == name), None)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a number typed after the name of a setting would do.

    Attributes
    ----------
    text : str
        Present and new value with the unit: ``16 → 30 words``.
    refused : str
        Why the setting does not take it, empty if it does.
    """

    text: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One line of the palette.

    Attributes
    ----------
    id : str
        What the palette's `chosen` carries.
    label : str
        What it does or is.
    kind : str
        Grey words behind the label: ``setting of 1 boilerpipe.article``, ``extractor``, ``page``.
    right : str
        Key or present value.
    icon : str
        ``mdi6`` name.
    preview : callable or None
        Gives the `Preview` of a number typed after the name; None where no number sets it.
    """

    id: str
    label: str
    kind: str = ""
    right: str = ""
    icon: str = ""
    preview: Callable[[float], Preview] | None = None


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """One change of one setting that would flip the selected block.

    Attributes
    ----------
    field : str
        The setting.
    label, unit : str
        Its plain name and unit.
    old, new : object
        Its value now, and then.
    keeps : bool
        Whether the block is kept then.
    gained, lost : int
        Tokens outside the block that would be kept as well, or dropped.
    characters : bool
        Whether the tokens of the page are characters.
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
