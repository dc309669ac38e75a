"""Rules of the folds: which views of the window fold in a space, and what the user chose. No Qt."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

WIDE, SMALL = "wide", "small"
"""Size classes; each remembers its own arrangement."""

FOLDS = ("bottom", "curves", "tabs", "rail")
"""Folds, in the order in which they are carried out.

``bottom``: the tables to their tabs. ``curves``: scores and curves into the tabs of the tables.
``tabs``: settings and inspector into one dock. ``rail``: both into buttons at the right.
"""

_LOW_HEIGHT = 900
_ONE_COLUMN_OF_DOCKS = 1440
_RAIL_WIDTH = 1120
_ONE_OF_CORPUS_DOCKS = 860


@dataclass(frozen=True, slots=True)
class Space:
    """Size of the window at 100 % interface size, pixels."""

    width: float
    height: float

    @property
    def is_low(self) -> bool:
        """Whether there is no height for tables and strips."""
        return self.height < _LOW_HEIGHT

    @property
    def is_narrow(self) -> bool:
        """Whether there is no width for settings and inspector."""
        return self.width < _RAIL_WIDTH

    @property
    def size_class(self) -> str:
        """``wide`` or ``small``."""
        return WIDE if self.width >= _ONE_COLUMN_OF_DOCKS and not self.is_low else SMALL


@dataclass(slots=True)
class Folds:
    """Folded views, and those that the user folded or unfolded.

    The choice of the user remains in force until the space would lead to the same state.
    """

    folded: set[str] = field(default_factory=set)
    by_hand: dict[str, bool] = field(default_factory=dict)

    def choose(self, name: str, *, folded: bool) -> None:
        """Note that the user folds or unfolds a view."""
        self.by_hand[name] = folded

    def in_space(self, space: Space, *, is_corpus: bool) -> set[str]:
        """Return the views to fold; forget choices that the space would make as well."""
        one_column = space.width < _ONE_COLUMN_OF_DOCKS
        needed = {
            "bottom": "bottom" in self.folded if is_corpus else space.is_low,
            "tabs": space.height < _ONE_OF_CORPUS_DOCKS if is_corpus else one_column,
            "rail": space.is_narrow,
        }
        self.by_hand = {
            name: folded for name, folded in self.by_hand.items() if folded != needed.get(name)
        }
        folded = {name for name, is_folded in (needed | self.by_hand).items() if is_folded}
        if is_corpus:
            folded |= self.folded & {"curves"}  # unchanged: the Page face is not on screen
        elif one_column or "bottom" in folded:
            folded.add("curves")
        return folded

    def changed(self, folded: set[str]) -> list[tuple[str, bool]]:
        """Fold exactly these views; return the folds to carry out, and whether to fold."""
        changes = [
            (name, name in folded) for name in FOLDS if (name in folded) != (name in self.folded)
        ]
        self.folded = folded & set(FOLDS)
        return changes

    def as_text(self) -> str:
        """Return the folds as text."""
        return json.dumps({"folded": sorted(self.folded), "by_hand": self.by_hand})

    @classmethod
    def from_text(cls, text: bytes | str) -> Folds:
        """Read folds; nothing is folded if the text is damaged."""
        try:
            table = json.loads(text)
        except ValueError:
            return cls()
        if not isinstance(table, dict):
            return cls()
        folded, by_hand = table.get("folded", []), table.get("by_hand", {})
        names = set(FOLDS)
        return cls(
            {name for name in folded if name in names} if isinstance(folded, list) else set(),
            {name: bool(by_hand[name]) for name in FOLDS if name in by_hand}
            if isinstance(by_hand, dict)
            else {},
        )
