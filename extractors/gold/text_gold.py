"""Gold from a text: what of it is on the page is main content, the rest of the page is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.gold import Gold, GoldClass, Provenance, Snippets
from extractors.text.align import align

if TYPE_CHECKING:
    from extractors.page import Page


@dataclass(frozen=True, slots=True)
class TextSource:
    """A gold text, to be found on its page.

    Attributes
    ----------
    text : str
        The main content.
    provenance : Provenance
        Where the text comes from.
    snippets : Snippets or None
        Texts to find or to avoid, if the set has some.
    """

    text: str
    provenance: Provenance
    snippets: Snippets | None = None

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page: main content where the text is, else boilerplate."""
        found = align(page, self.text)
        classes = np.where(found.mask, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
        return Gold(classes, self.provenance, self.text, found.share, found.missing, self.snippets)
