"""Records of a comparison: counts of words, and the settings that differ."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Words that two panes keep.

    Attributes
    ----------
    first, second : tuple of (int, str)
        Number and name of each pane.
    both, only_first, only_second, neither : int
        Number of words that both panes keep, that one of them keeps, and that both drop.
    n_settings : int or None
        Number of settings that differ; None if the panes have different extractors.
    characters : bool
        Whether the page is counted in characters instead of words.
    """

    first: tuple[int, str]
    second: tuple[int, str]
    both: int = 0
    only_first: int = 0
    only_second: int = 0
    neither: int = 0
    n_settings: int | None = None
    characters: bool = False

    @property
    def n_differing(self) -> int:
        """Number of words that one of the panes keeps."""
        return self.only_first + self.only_second


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A setting that differs.

    Attributes
    ----------
    label, field : str
        Its label, and its name in files.
    first, second, default : str
        Its values as text; `default` with the source of the default.
    gained, lost : int or None
        Number of words that its second value alone also keeps, or drops; None before its run.
    message : str
        Why its second value alone has no result, else empty.
    tip : str
        What the setting does.
    """

    label: str
    field: str
    first: str
    second: str
    default: str
    gained: int | None = None
    lost: int | None = None
    message: str = ""
    tip: str = ""

    @property
    def changed(self) -> int:
        """Number of words that change, 0 before the run."""
        return (self.gained or 0) + (self.lost or 0)
