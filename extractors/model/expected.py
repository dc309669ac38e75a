"""Expected F1 of a result without gold: the record, and the figures that it is computed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FIGURES = {
    "likely_f": "F1 expected from the probabilities of the words",
    "agreement": "mean F1 against the other results",
    "best_agreement": "greatest F1 against another result",
    "doubt": "doubt about the words of the page",
    "kept_words": "kept words",
    "body_share": "share of the page in its richest container",
    "body_kept": "share of likely words in it",
    "links": "share of linked words of the page",
    "blocks": "blocks of the page",
}
"""What each figure is, by its name in the file."""

_TERMS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ExpectedF1:
    """Expected F1 of a result.

    Attributes
    ----------
    value : float
        From 0 to 1.
    terms : tuple of (str, float)
        Log-odds that each figure adds, by name, the largest first.
    """

    value: float
    terms: tuple[tuple[str, float], ...]

    def why(self, translate: Callable[[str], str] = str) -> str:
        """Return the figures that move it most, with the log-odds that each adds."""
        shown = self.terms[:_TERMS_SHOWN]
        return "; ".join(f"{translate(FIGURES[name])} {value:+z.2f}" for name, value in shown)
