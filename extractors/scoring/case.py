"""Input of measures: the gold of a page, and the result of one pane on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.aligned import RESULTS_FILE
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.scoring.bags import shingles_of
from boilerscope.extractors.scoring.rouge import ascii_sentences, token_sentences
from boilerscope.extractors.system.late import late_call, late_module

if TYPE_CHECKING:
    from collections import Counter

    from boilerscope.extractors.formats import catalogue
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.bags import Shingle
    from boilerscope.extractors.scoring.rouge import Sentences
    from boilerscope.extractors.scoring.structure.structured_text import StructuredText
    from boilerscope.extractors.text.align import align
else:
    align = late_call("boilerscope.extractors.text.align", "align")
    catalogue = late_module("boilerscope.extractors.formats.catalogue")
    StructuredText = late_call(
        "boilerscope.extractors.scoring.structure.structured_text", "StructuredText"
    )


_END = "\n"
"""End of a file of text; it is no token of a score that counts white space, such as ROUGE-5."""


class ScoredText(StrEnum):
    """Text of an extraction that is scored."""

    PAGE = "page"
    OWN = "own"


@dataclass(frozen=True, eq=False)
class Reference:
    """The gold of a page as measures use it. Derived texts are computed once, at first use.

    Attributes
    ----------
    gold : Gold
        Its gold standard.
    comments : bool
        Whether comments count as main content; if not, they are boilerplate.
    """

    page: Page
    gold: Gold
    comments: bool = False

    @cached_property
    def counted(self) -> BoolArray:
        """Tokens with a decided class, shape (n_tokens,); other tokens never count."""
        return self.gold.scored()

    @cached_property
    def main(self) -> BoolArray:
        """Tokens of the main content, shape (n_tokens,)."""
        return self.gold.main(comments=self.comments)

    @cached_property
    def text(self) -> str:
        """The gold text of the source; the text of the marked tokens if the source has none."""
        return _written(self.page, self.main) if self.gold.text is None else self.gold.text

    @cached_property
    def shingles(self) -> Counter[Shingle]:
        """Shingles of `text`."""
        return shingles_of(self.text)

    @cached_property
    def ascii_sentences(self) -> Sentences:
        """ASCII words of each line of `text`."""
        return ascii_sentences(self.text)

    @cached_property
    def ascii_words(self) -> list[str]:
        """ASCII words of `text`."""
        return [word for line in self.ascii_sentences for word in line]

    @cached_property
    def token_sentences(self) -> Sentences:
        """Tokens of each line of `text`."""
        return token_sentences(self.text)

    @cached_property
    def markup(self) -> StructuredText:
        """The gold text as Markdown: that of the source, else that of the marked tokens."""
        markdown = self.gold.markdown
        return StructuredText(_exported(self.page, self.main) if markdown is None else markdown)


@dataclass(frozen=True, eq=False)
class Prediction:
    """Result of one pane on a page, as measures use it.

    Attributes
    ----------
    mask : array of bool, shape (n_tokens,)
        Kept tokens that count.
    own_text : str or None
        The text to score; None for the kept tokens in the spacing of the page.
    aligned : float or None
        Share of the characters of a text that were found on the page, where the mask comes from
        aligning that text; None for a mask that the extractor decided.
    is_markdown : bool
        Whether `own_text` is scored as Markdown too; if not, the kept tokens are exported as such.
    """

    page: Page
    mask: BoolArray
    own_text: str | None = None
    aligned: float | None = None
    is_markdown: bool = False

    @property
    def text_kind(self) -> ScoredText:
        """The kind of text that is scored."""
        return ScoredText.PAGE if self.own_text is None else ScoredText.OWN

    @cached_property
    def text(self) -> str:
        """The text to score."""
        return _written(self.page, self.mask) if self.own_text is None else self.own_text

    @cached_property
    def ascii_words(self) -> list[str]:
        """ASCII words of `text`."""
        return [word for line in ascii_sentences(self.text) for word in line]

    @cached_property
    def markup(self) -> StructuredText:
        """The result as Markdown: as it is exported, or its own text."""
        own_text = self.own_text if self.is_markdown else None
        return StructuredText(_exported(self.page, self.mask) if own_text is None else own_text)


def prediction(reference: Reference, extraction: Extraction, scored_text: ScoredText) -> Prediction:
    """Return the mask and the text of an extraction that are scored.

    The page text is the kept tokens, and token scores use the mask. The own text is scored as the
    algorithm prints it; token scores then use the tokens of the page to which it aligns. Libraries
    that return a string (`Extraction.aligned` is a number) are always scored on their own text,
    and their mask is aligned already. Scores of structure take the own text as Markdown if it is
    the text to score, or comes from a results file; else the kept tokens are exported.
    """
    is_own = scored_text is ScoredText.OWN
    page, counted = reference.page, reference.counted
    if extraction.aligned is not None:
        own_text, share = extraction.own_text, extraction.aligned
        is_markdown = is_own or extraction.extractor == RESULTS_FILE
        return Prediction(page, extraction.mask & counted, own_text, share, is_markdown)
    if not is_own:
        return Prediction(page, extraction.mask & counted)
    alignment = align(page, extraction.own_text)
    mask, own_text = alignment.mask & counted, extraction.own_text.removesuffix(_END)
    return Prediction(page, mask, own_text, alignment.share, is_markdown=True)


def _written(page: Page, mask: BoolArray) -> str:
    """Return some tokens of a page in its own spacing."""
    return kept_text(page, mask).removesuffix(_END)


def _exported(page: Page, mask: BoolArray) -> str:
    """Return some tokens of a page as Markdown, as the export writes them."""
    if not mask.any():
        return ""
    extraction = Extraction(extractor="", status=Status.OK, mask=mask)
    result = Result("", "", "", page, extraction)
    return catalogue.FORMATS["markdown"].write(result).removesuffix(_END)
