"""Declaration of a block feature: a column with a name, a unit and a formula."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """One column of a matrix of blocks.

    Attributes
    ----------
    label : str
        Plain name.
    unit : str
        Unit, empty for pure numbers.
    meaning : str
        One sentence with the formula.
    """

    name: str
    label: str
    unit: str
    meaning: str
