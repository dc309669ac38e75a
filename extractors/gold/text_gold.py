"""Gold from texts: the words of the page that are in a text get its class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.gold.locate import find_title, mask_of_texts
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance, Snippets
from boilerscope.extractors.text.align import align

if TYPE_CHECKING:
    from boilerscope.extractors.gold.json_files import Line
    from boilerscope.extractors.page import Page


@dataclass(frozen=True, slots=True)
class TextSource:
    """A gold text, to be found on its page.

    Attributes
    ----------
    text : str
        The main content.
    provenance : Provenance
        Origin of the text.
    snippets : Snippets or None
        Texts to find or to avoid, if the set has some.
    title : str
        Title of the page, if it belongs to the gold but not to the text; empty otherwise.
    """

    text: str
    provenance: Provenance
    snippets: Snippets | None = None
    title: str = ""

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page: main content where the text is, else boilerplate."""
        alignment = align(page, self.text)
        classes = np.where(alignment.mask, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
        title = find_title(page, self.title)
        if title is not None:
            classes[slice(*title)] = GoldClass.TITLE
        return Gold(
            classes, self.provenance, self.text, alignment.share, alignment.missing, self.snippets
        )


@dataclass(frozen=True, slots=True)
class LineSource:
    """A gold text in a JSON lines file, read when needed.

    Attributes
    ----------
    annotator_key : str
        Key of the annotator, empty if the format has none.
    snippet_keys : tuple of str
        Keys of the texts to find and of those to avoid; empty if the format has none.
    """

    line: Line
    format: str
    key: str
    annotator_key: str = ""
    snippet_keys: tuple[str, ...] = ()

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page, see `TextSource`."""
        fields = self.line.fields()
        annotator = fields.optional_text(self.annotator_key) or ""
        provenance = Provenance(self.format, str(self.line), annotator)
        snippets = Snippets(*map(fields.texts, self.snippet_keys))
        listed = snippets if snippets.required or snippets.forbidden else None
        return TextSource(fields.text(self.key), provenance, listed).gold(page)


@dataclass(frozen=True, slots=True)
class SnippetSource:
    """Texts that an extraction must contain or must not contain, without a complete gold text.

    Attributes
    ----------
    comments : tuple of str
        Texts of readers' comments.
    provenance : Provenance
        Origin of the texts.
    """

    snippets: Snippets
    comments: tuple[str, ...]
    provenance: Provenance

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page: the words of the texts have classes, others are unmarked.

        A word in texts of two kinds is undecided. The share counts the characters of all texts.
        """
        classes = np.zeros(page.n_tokens, dtype=np.uint8)
        missing: tuple[str, ...] = ()
        for texts, kind in (
            (self.snippets.required, GoldClass.MAIN),
            (self.snippets.forbidden, GoldClass.BOILERPLATE),
            (self.comments, GoldClass.COMMENT),
        ):
            mask, absent = mask_of_texts(page, texts)
            is_twice = mask & (classes != GoldClass.UNMARKED)
            classes[mask] = kind
            classes[is_twice] = GoldClass.UNDECIDED
            missing += absent
        total = _n_characters((*self.snippets.required, *self.snippets.forbidden, *self.comments))
        share = 1 - _n_characters(missing) / total if total else 1.0
        return Gold(classes, self.provenance, None, share, missing, self.snippets)


def _n_characters(texts: tuple[str, ...]) -> int:
    return sum(len("".join(text.split())) for text in texts)
