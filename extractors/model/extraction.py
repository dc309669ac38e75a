"""The extraction: the result of one extractor with one set of settings on one page."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.lazy import LazyField
from boilerscope.extractors.model.settings import NoSettings, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.candidates import Candidate
    from boilerscope.extractors.model.contributions import Contributions
    from boilerscope.extractors.model.steps import Step
    from boilerscope.extractors.page.records import BoolArray, IntArray


class Status(StrEnum):
    """Outcome of a run."""

    OK = "ok"
    EMPTY = "empty"
    UNAVAILABLE = "unavailable"
    ERROR = "error"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"


ANSWERED = frozenset((Status.OK, Status.EMPTY))
"""Statuses of an extractor that returned, even if it kept no text: a result to show and score."""

FAILED = frozenset((Status.ERROR, Status.TIMEOUT, Status.CANCELLED))
"""Statuses for which a command ends with an error; a library that is missing is only reported."""


class TemplateUse(StrEnum):
    """What the step minus template did with a result."""

    JUDGED = "judged"
    FEW = "too few other pages"
    GUARD = "guard"
    BODY = "main body"
    NOTHING = "nothing kept"


class Fault(StrEnum):
    """Kind of an error that is not the extractor's own exception."""

    NONE = ""
    MEMORY = "memory"
    CRASH = "crash"


FAILURES = frozenset({"error", "timeout", "cancelled", "memory", "crash"})
"""Statuses of records without a result: of `Status`, or of `Fault`."""


@dataclass(frozen=True, eq=False)
class Column:
    """One measured quantity per block.

    Attributes
    ----------
    name : str
        Identifier in rules and CSV files.
    label : str
        Plain name for headers and legends.
    unit : str
        Unit, empty for pure numbers.
    meaning : str
        One sentence with the formula.
    values : array of float or int, shape (n_blocks,)
        NaN where nothing was measured. Can be a `Lazy` if no step depends on it.
    """

    name: str
    label: str
    unit: str
    meaning: str
    values: LazyField[NDArray[Any]] = LazyField()


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A named curve, usually with a threshold that the user can drag.

    Attributes
    ----------
    name : str
        Quantity of the curve.
    x, y : array of float, shape (n_points,)
        Points; NaN in y is a gap.
    x_label, y_label : str
        Axis names with units.
    style : str
        ``line``, ``steps`` or ``bars``.
    block : array of int or None, shape (n_points,)
        Block of each point, -1 for none.
    threshold_field : str
        Settings field drawn as a line, empty if none.
    threshold : float
        Position of the line, in units of the axis `threshold_along`.
    threshold_scale : float
        Units of y per unit of the field (link ratio draws rate times average).
    threshold_along : str
        ``y`` if the threshold is a value of y, drawn as a horizontal line; ``x`` if it is a value
        of x, drawn as a vertical line.
    kept : tuple of (float, float)
        Ranges of x that were kept.
    cuts : tuple of float
        Positions on x where the result is cut, drawn as vertical lines.
    tick_labels : tuple of str
        Names of the points if x is not a quantity, else empty.
    """

    name: str
    x: NDArray[Any]
    y: NDArray[Any]
    x_label: str
    y_label: str
    style: str = "line"
    block: IntArray | None = None
    threshold_field: str = ""
    threshold: float = float("nan")
    threshold_scale: float = 1.0
    threshold_along: str = "y"
    kept: tuple[tuple[float, float], ...] = ()
    cuts: tuple[float, ...] = ()
    tick_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A tree over blocks: visual blocks, semantic units, cards, zones.

    Attributes
    ----------
    parent : array of int, shape (n_nodes,)
        Row of the parent, -1 for a root; parents come before their children.
    block : array of int, shape (n_nodes,)
        Block of the node, -1 for an inner node without one.
    columns : tuple of Column
        Quantities per node (not per block).
    choice_is_ours : bool
        Whether the method itself makes no choice, so that the mask is ours.
    states : sequence of tuple of str, length n_nodes or 0
        Texts of a node, from the shortest to the full text, if the method unfolds its units in
        steps (display methods of the accordion) or shows them one at a time (cards: one text, the
        card's lines).
    """

    parent: IntArray
    block: IntArray
    label: Sequence[str]
    columns: tuple[Column, ...] = ()
    choice_is_ours: bool = True
    states: Sequence[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True, eq=False)
class PageBoxes:
    """Boxes of a tree on the page as laid out, and the separators between them.

    All boxes are x, y, width, height in pixels of the page (`Layout`).

    Attributes
    ----------
    box : array of int, shape (n_nodes, 4)
        One per node of `Extraction.tree`.
    round : array of int, shape (n_nodes,)
        Round in which the node was found, from 1.
    is_leaf : array of bool, shape (n_nodes,)
        Nodes that form the result; the tree may have nodes below them.
    separator : array of int, shape (n_separators, 4)
    separator_weight, separator_round : array of int, shape (n_separators,)
    separator_node : array of int, shape (n_separators,)
        The node that the separator divides.
    threshold_field : str
        Settings field that controls how far boxes are divided, in units of the tree's first
        quantity; empty if none.
    """

    box: IntArray
    round: IntArray
    is_leaf: BoolArray
    separator: IntArray
    separator_weight: IntArray
    separator_round: IntArray
    separator_node: IntArray
    threshold_field: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the page's markup other than the removal of elements.

    Attributes
    ----------
    element : int
        Row of the element.
    action : str
        ``drop-attribute`` (value = name), ``unwrap`` (keep the children only), ``drop-text`` (the
        text directly in the element, of one slot if value is its number; its children stay), or
        ``insert-before``, ``insert-inside``, ``insert-end`` (value = markup).
    value : str
        See `action`.
    """

    element: int
    action: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link the algorithm reports besides the text."""

    text: str
    address: str


@dataclass(frozen=True, eq=False)
class Extraction:
    """Result of one extractor on one page.

    Attributes
    ----------
    settings : Settings
        As given, with automatic values unresolved.
    status, message : Status, str
        How the run ended, and the reason unless it is ok.
    fault : Fault
        Kind of an error: too little memory, or the end of the worker process.
    blocks : Blocks
        Units of decision.
    columns : tuple of Column
        Measured quantities per block. Can be a `Lazy`, as can curves, tree, boxes and
        contributions.
    steps : tuple of Step
        Every pass in order.
    content : array of bool, shape (n_blocks,)
        Final state of each block.
    mask : array of bool, shape (n_tokens,)
        Kept tokens.
    own_text : str
        The text exactly as the algorithm's specification defines it. Can be a `Lazy` if the run
        itself does not need it.
    label_names : tuple of str
        Names of the bits in `labels`.
    labels : array of int or None, shape (n_blocks,)
        Labels after the last step.
    scores : mapping of str to float
        Values of the whole page.
    marks : array of int8 or None, shape (n_elements,)
        1 kept, -1 removed, 0 unchanged.
    edits : tuple of Edit
        Changes of markup.
    curves : tuple of Curve
        Curves to draw.
    tree : Tree or None
        A tree view.
    boxes : PageBoxes or None
        Boxes of the tree's nodes on the laid out page, for views that draw them.
    contributions : Contributions or None
        The sum that decided each block, if the method decides by a sum.
    candidates : tuple of Candidate
        Results or elements among which the extractor chose, in the order in which they are shown.
        Can be a `Lazy`.
    title, published : str
        Title and time, if the algorithm finds them; the time as a date if it can be parsed.
    published_text : str
        The text that `published` was read from.
    related : tuple of Link
        Related links, if the algorithm finds them.
    warnings : tuple of str
        Notes for the user about this result.
    used : mapping of str to str
        Dependencies besides page and settings, such as a replaceable list, each with a value that
        identifies its version. The runner adds the dependencies of the inputs.
    template : TemplateUse or None
        What the step minus template did; None without the step.
    aligned : float or None
        Share of a foreign text that was found on the page; None if the extractor decided the mask.
    traced : float or None
        Share of the dropped tokens whose rule is known, if the run of a library was traced; None
        for a run that was not traced, and for extractors that decide themselves.
    trace_problem : str
        Why the rules of a library are missing although they were asked for, as a sentence.
    seconds : float
        Time of the run.
    """

    extractor: str
    status: Status
    settings: Settings = field(default_factory=NoSettings)
    message: str = ""
    fault: Fault = Fault.NONE
    blocks: Blocks = field(default_factory=Blocks.none)
    columns: LazyField[tuple[Column, ...]] = LazyField(())
    steps: tuple[Step, ...] = ()
    content: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    mask: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    own_text: LazyField[str] = LazyField("")
    label_names: tuple[str, ...] = ()
    labels: IntArray | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    marks: NDArray[np.int8] | None = None
    edits: tuple[Edit, ...] = ()
    curves: LazyField[tuple[Curve, ...]] = LazyField(())
    tree: LazyField[Tree | None] = LazyField(None)
    boxes: LazyField[PageBoxes | None] = LazyField(None)
    contributions: LazyField[Contributions | None] = LazyField(None)
    candidates: LazyField[tuple[Candidate, ...]] = LazyField(())
    title: str = ""
    published: str = ""
    published_text: str = ""
    related: tuple[Link, ...] = ()
    warnings: tuple[str, ...] = ()
    used: Mapping[str, str] = field(default_factory=dict)
    template: TemplateUse | None = None
    aligned: float | None = None
    traced: float | None = None
    trace_problem: str = ""
    seconds: float = 0.0

    def column(self, name: str) -> Column | None:
        """Return a column by name, None if this extractor does not measure it."""
        return next((column for column in self.columns if column.name == name), None)

    def column_values(self) -> dict[str, NDArray[Any]]:
        """Return the values of all columns by name."""
        return {column.name: column.values for column in self.columns}

    def setting(self, name: str) -> Any:
        """Return the value of a setting; of an automatic setting, its value on this page.

        None if the value is automatic and no step names it.
        """
        value = getattr(self.settings.resolve(), name)
        if value is not None:
            return value
        numbers = (step.numbers[name] for step in reversed(self.steps) if name in step.numbers)
        return next(numbers, None)

    @cached_property
    def block_of_token(self) -> IntArray:
        """The innermost block of each token, shape (n_tokens,), -1 if none."""
        return self.blocks.block_of_token(len(self.mask))

    def labels_of(self, block: int) -> tuple[str, ...]:
        """Return the names of a block's labels after the last step."""
        if self.labels is None:
            return ()
        bits = int(self.labels[block])
        return tuple(name for bit, name in enumerate(self.label_names) if bits >> bit & 1)

    def mask_after(self, step: int) -> BoolArray:
        """Return the mask after a step (-1: before the first step, see `Step.before`)."""
        if step < 0:
            before = self.steps[0].before if self.steps else None
            if before is None:
                return np.zeros(len(self.mask), dtype=np.bool_)
            return self.blocks.mask(before, len(self.mask))
        if step >= len(self.steps) - 1:
            return self.mask
        return self.blocks.mask(self.steps[step].content, len(self.mask))
