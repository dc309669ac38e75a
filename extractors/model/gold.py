"""The gold standard of one page: the class of each token, and its provenance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray


MIN_SHARE = 0.5
"""Pages with a smaller share are not scored: the score would measure the alignment instead."""


class GoldClass(IntEnum):
    """Class of a token in the gold standard. The values are stored in files."""

    UNMARKED = 0
    MAIN = 1
    BOILERPLATE = 2
    TITLE = 3
    COMMENT = 4
    UNDECIDED = 5


class Outcome(IntEnum):
    """Result for a counted token, compared with the gold standard."""

    KEPT = 0
    DROPPED = 1
    WRONGLY_KEPT = 2
    MISSED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Annotation:
    """Marks of one annotator.

    Attributes
    ----------
    annotator : str
        Name; not empty.
    classes : array of uint8, shape (n_tokens,)
        A `GoldClass` for each token of the page.
    changed : str
        Time of the last change, ISO 8601 with UTC offset, empty if unknown.
    """

    annotator: str
    classes: NDArray[np.uint8]
    changed: str = ""

    def as_gold(self, source: str) -> Gold:
        """Return the marks as a gold standard of their own."""
        return Gold(self.classes, Provenance("boilerscope", source, self.annotator, self.changed))


@dataclass(frozen=True, slots=True)
class Provenance:
    """Origin of a gold standard.

    Attributes
    ----------
    format : str
        Identifier of the file format it was read from, such as ``cleaneval``.
    source : str
        File, and line or key within it if the file has several pages.
    annotator : str
        Who marked it, empty if unknown.
    changed : str
        Time of the last change, ISO 8601 with UTC offset, empty if unknown.
    """

    format: str
    source: str
    annotator: str = ""
    changed: str = ""


@dataclass(frozen=True, slots=True)
class Snippets:
    """Texts that an extraction must contain, and texts that it must not contain."""

    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """The gold standard of one page.

    Attributes
    ----------
    classes : array of uint8, shape (n_tokens,)
        A `GoldClass` for each token of the page.
    text : str or None
        The gold text as the source gives it; None if the source gives classes only.
    share : float
        Share of the characters of `text`, without white space, that were found on the page; 1
        without text.
    missing : tuple of str
        The stretches of `text` that were not found, in the order of the text.
    snippets : Snippets or None
        Texts to find or to avoid, if the source has some.
    markdown : str or None
        The gold text as Markdown, with its tables, code and formulas; None if the source has none.
    annotations : tuple of Annotation
        Marks of the annotators by name, from which `classes` follow unless they were decided on;
        empty if the gold is that of one person or of a text.
    """

    classes: NDArray[np.uint8]
    provenance: Provenance
    text: str | None = None
    share: float = 1.0
    missing: tuple[str, ...] = ()
    snippets: Snippets | None = None
    markdown: str | None = None
    annotations: tuple[Annotation, ...] = ()

    def annotation(self, annotator: str) -> Annotation | None:
        """Return the marks of an annotator, None without any."""
        return next((each for each in self.annotations if each.annotator == annotator), None)

    def marked_by(self, annotator: str) -> Gold | None:
        """Return the marks of an annotator as the gold of the page; None without any.

        The marks of all annotators stay with it.
        """
        marks = self.annotation(annotator)
        if marks is None:
            return None
        return replace(marks.as_gold(self.provenance.source), annotations=self.annotations)

    def main(self, *, comments: bool = False) -> BoolArray:
        """Return which tokens are main content, shape (n_tokens,). Titles count as main content.

        Parameters
        ----------
        comments : bool
            Whether comments count as main content.
        """
        counted = [GoldClass.MAIN, GoldClass.TITLE, *([GoldClass.COMMENT] if comments else [])]
        return np.isin(self.classes, counted)

    def scored(self) -> BoolArray:
        """Return which tokens a score counts, shape (n_tokens,): those with a decided class."""
        return np.isin(self.classes, [GoldClass.UNMARKED, GoldClass.UNDECIDED], invert=True)

    def outcomes(self, kept: BoolArray, *, comments: bool = False) -> FloatArray:
        """Return the `Outcome` of each token, NaN for tokens that do not count.

        Parameters
        ----------
        kept : array of bool, shape (n_tokens,)
            Tokens that an extraction keeps.
        comments : bool
            Whether comments count as main content.

        Returns
        -------
        array of float, shape (n_tokens,)
        """
        main = self.main(comments=comments)
        right = np.where(kept, Outcome.KEPT, Outcome.DROPPED)
        wrong = np.where(kept, Outcome.WRONGLY_KEPT, Outcome.MISSED)
        return np.where(self.scored(), np.where(kept == main, right, wrong), np.nan)
