"""Text distribution coefficient: descend to the node whose text is spread evenly over subnodes.

Roman Gelembjuk, about 2009, a tool in Perl. The coefficient of a node is the spread of the text
lengths of its subnodes, divided by the length of the node. While it is high, the walk goes to the
longest subnode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.algorithms.text_distribution.lengths import measure_page
from boilerscope.extractors.algorithms.text_distribution.settings import TextDistributionSettings
from boilerscope.extractors.algorithms.text_distribution.spread import descend
from boilerscope.extractors.algorithms.text_distribution.steps import LABELS, Walk
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page


class TextDistribution(Extractor[TextDistributionSettings]):
    """Extractor that walks from the body down by the text distribution coefficient."""

    id = "text_distribution"
    name = "Text distribution"
    summary = (
        "Keeps the first node, from the body down, whose text is spread evenly over its subnodes."
    )
    reference = "Roman Gelembjuk: an article on a Perl tool for content extraction, about 2009."
    settings_class = TextDistributionSettings
    scores = (
        Score("levels", "Levels", "", "Nodes from the body down to the main node."),
        Score(
            "k",
            "K of the main node",
            "%",
            "100 x spread / length of the node at which the walk stops.",
        ),
        Score(
            "main_share",
            "Share of the main node",
            "",
            "Length of the main node / length of the body.",
        ),
    )
    presets = (
        Preset("As published", {}, "Mean absolute deviation below 5 % of the length."),
        Preset(
            "Go past loose text",
            {"text_longest": "ignore"},
            "The walk does not stop where text between elements is the longest subnode.",
        ),
        Preset("Words", {"measure": "words"}, "Measures lengths in words instead of characters."),
        Preset(
            "Standard deviation",
            {"spread": "sd", "threshold": 6.0},
            "Another reading of the article's measure; it gives greater values.",
        ),
    )
    help = """\
The walk begins at `body`. The **subnodes** of a node are its child elements and the text nodes
between them; subnodes without text do not count.

**Coefficient.** `K = 100 * LV / FTL`. `FTL` is the length of the node's text, `LV` the mean
absolute deviation of the lengths of its subnodes. K is high if one subnode has most of the text,
and low if the subnodes are paragraphs of similar length.

**Descent.** While K is at least 5 %, the walk goes to the longest subnode; a single subnode needs
no K. The walk stops at a node with a lower K, at a node that contains only text, and at a node
whose longest subnode is text. This node is the main content. The curve shows K for each level.

**Where it fails.** Two paragraphs of 100 and 60 characters give K = 12.5: the walk goes to the
first paragraph and loses the second. A long subnode among 38 or more very short subnodes gives a K
below 5, so the walk stops too early. The article does not define its "linear variance"; only the
mean absolute deviation gives the values of the article's own example.
"""

    def extract(
        self, page: Page, settings: TextDistributionSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the node at which the walk stops.

        The own text is the text of that node with Unicode white space collapsed to single spaces
        and trimmed. Nothing is inserted between the texts of neighbouring elements.
        """
        del inputs
        body = max(body_row(page), 0)
        measures = measure_page(page, settings)
        levels = descend(measures, body, settings.threshold, settings.text_longest)
        walk = Walk(page, settings, measures, levels)
        steps = walk.steps()
        text = walk.text()
        return Extraction(
            extractor=self.id,
            status=Status.OK if text else Status.EMPTY,
            settings=settings,
            message="" if text else "The body has no text.",
            blocks=walk.blocks,
            columns=Lazy(walk.columns),
            steps=steps,
            content=steps[-1].content,
            mask=walk.blocks.mask(steps[-1].content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores=walk.scores(),
            marks=walk.marks(),
            curves=Lazy(lambda: (walk.curve(),)),
            warnings=walk.warnings(),
        )


TEXT_DISTRIBUTION = TextDistribution()
"""The instance that the program uses."""
