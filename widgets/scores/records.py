"""Records of the scores view."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A measure.

    Attributes
    ----------
    name, label : str
        Identifier, and heading of the column.
    tip : str
        Formula, unit and source.
    """

    name: str
    label: str
    tip: str


@dataclass(frozen=True, slots=True)
class PaneScores:
    """The scores of one pane.

    Attributes
    ----------
    values : mapping of str to float or None
        Value of each measure; None if the measure is not defined on this page.
    message : str
        Reason why values are missing; empty if they are complete or still being computed.
    text : str
        Text that was scored.
    """

    number: int
    name: str
    values: Mapping[str, float | None] = field(default_factory=dict)
    message: str = ""
    text: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether the scores are still being computed."""
        return not self.values and not self.message
