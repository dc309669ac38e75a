"""Accordion summarization (Buyukkokten et al. 2001): a page as a tree of units that unfold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.small_screen.accordion.hierarchy import Hierarchy, hierarchy
from boilerscope.extractors.algorithms.small_screen.accordion.settings import (
    AccordionSettings,
    OwnTextOf,
)
from boilerscope.extractors.algorithms.small_screen.accordion.steps import (
    LABELS,
    columns,
    make_steps,
    unit_curve,
    unit_tree,
)
from boilerscope.extractors.algorithms.small_screen.accordion.summary import (
    Method,
    Summaries,
    summaries,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.text.units import StuUnits, lower_set, stu_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import IntArray


class Accordion(Extractor[AccordionSettings]):
    """Extractor that arranges units of text in a hierarchy and summarises each unit."""

    id = "accordion"
    name = "Accordion"
    summary = (
        "Arranges all text in a tree of units by headings and bold text, and summarises each unit."
    )
    reference = (
        "O. Buyukkokten, H. Garcia-Molina, A. Paepcke, Accordion Summarization for End-Game"
        " Browsing on PDAs and Cellular Phones, CHI 2001; Seeing the Whole in Parts, WWW10, 2001"
    )
    settings_class = AccordionSettings
    makes_tree = True
    presets = (
        Preset(
            "Paragraphs, cells and frames",
            {"boundaries": ["p", "td", "frame", "iframe"]},
            "Units end only at the boundaries that the papers name.",
        ),
        *(
            Preset(method.value, {"method": method.value}, "One of the five display methods.")
            for method in Method
        ),
    )
    help = """\
A **semantic textual unit** is a run of text between paragraphs, cells, list items, headings and
other boundaries. Its **level** is that of its heading (h1 1, h2 2, h3 3, h4 to h6 4), else 5 if it
has bold text, else 6. Its parent is the last unit before it with a smaller level, or with the same
level inside fewer lists.

*Keywords.* `weight = tf x log2(N / df)`: occurrences in the unit, number of units, units that
contain the word. *Summary sentence.* Keywords with at most two other words between them form a
cluster; its weight is the sum of its keywords' weights divided by its number of words. The summary
is the sentence whose clusters have the largest total weight.

*Display.* Five methods unfold a unit in up to three states, from keywords or a first line to the
whole text. At first the units without a parent are shown in their first state.

*Source.* The papers' units, hierarchy and methods. They weight words by their frequency on the Web;
frequencies on the page, the number of keywords, sentence weights, image texts and the states of the
method *keywords* are ours or reconstructed.

*Choice of content.* **The method chooses nothing.** The mask is ours: the unit without a parent
that has the most text outside links, counted with all units below it.

*Where it fails.* Headings after their text do not help. One bold word raises the level of a
paragraph, and everything after it comes below it (*Bold text*).
"""

    def extract(
        self, page: Page, settings: AccordionSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the tree of units; status ``empty`` if the page has no text."""
        del inputs
        units = stu_units(page, settings.boundaries, alt_text=settings.alt_text)
        tree = hierarchy(units, settings)
        lazy_summaries = Lazy(
            lambda: page.cached(
                ("stu summaries", *_summary_key(settings)), lambda _: _summaries(units, settings)
            )
        )
        unlinked, best = _largest(units, tree)
        content = tree.top == best
        labels = (1 << (tree.level - 1)).astype(np.int32)
        blocks = blocks_of_tokens(page, units.of_token, len(units), units.element)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if len(units) else Status.EMPTY,
            message="" if len(units) else "The page has no text.",
            blocks=blocks,
            columns=Lazy(lambda: columns(units, tree, lazy_summaries, unlinked)),
            steps=make_steps(page, units, tree, unlinked, content, labels),
            content=content,
            mask=blocks.mask(content, page.n_tokens),
            own_text=_text(units, lazy_summaries, settings),
            label_names=LABELS,
            labels=labels,
            curves=Lazy(lambda: (unit_curve(units, content),)),
            tree=Lazy(lambda: unit_tree(units, tree, lazy_summaries, settings)),
        )


ACCORDION = Accordion()


def _summary_key(settings: AccordionSettings) -> tuple[object, ...]:
    return (
        settings.boundaries,
        settings.alt_text,
        settings.keywords,
        settings.distance,
        settings.stop_words,
    )


def _summaries(units: StuUnits, settings: AccordionSettings) -> Summaries:
    stop_words = lower_set(settings.stop_words)
    return summaries(units.text, settings.keywords, settings.distance, stop_words)


def _largest(units: StuUnits, tree: Hierarchy) -> tuple[IntArray, int]:
    """Return the text outside links of each unit's topmost ancestor, and the maximum of these."""
    if not len(units):
        return units.char_count, -1
    sums = np.bincount(tree.top, weights=units.char_count - units.linked, minlength=len(units))
    return sums[tree.top].astype(np.int32), int(sums.argmax())


def _text(
    units: StuUnits, lazy_summaries: Lazy[Summaries], settings: AccordionSettings
) -> str | Lazy[str]:
    if settings.text_of is OwnTextOf.ALL:
        return "\n".join([*units.text, ""])
    return Lazy(lambda: "\n".join([*lazy_summaries.value.sentence, ""]))
