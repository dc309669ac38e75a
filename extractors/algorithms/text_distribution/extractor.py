"""Text distribution coefficient: descend to where text is spread evenly over the subnodes.

Roman Gelembjuk, about 2009, a tool in Perl. At each node the spread of the text lengths of its
subnodes is set against the length of the whole; while it is high, the walk goes into the longest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractors.algorithms.text_distribution.spread import descend
from extractors.model.extraction import Extraction, Status
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Lazy
from extractors.text.exclusive_text import body_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page import Page
from extractors.algorithms.text_distribution.lengths import measure_page
from extractors.algorithms.text_distribution.settings import TextDistributionSettings
from extractors.algorithms.text_distribution.steps import LABELS, Walk


class TextDistribution(Extractor[TextDistributionSettings]):
    """The descent by the text distribution coefficient."""

    id = "text_distribution"
    name = "Text distribution"
    summary = (
        "Keeps the first node, from the body down, over whose subnodes the text is spread evenly."
    )
    reference = "Roman Gelembjuk: an article on a Perl tool for content extraction, about 2009."
    settings_class = TextDistributionSettings
    scores = (
        Score("levels", "Levels", "", "Nodes from the body down to the main one."),
        Score("k", "K of the main node", "%", "100 x spread / length where the walk stops."),
        Score("main_share", "Share of the main node", "", "Its text by the text of the body."),
    )
    presets = (
        Preset("As published", {}, "Mean absolute deviation below 5 % of the length."),
        Preset(
            "Go past loose text",
            {"text_longest": "ignore"},
            "Does not stop where text between elements is longest.",
        ),
        Preset("Words", {"measure": "words"}, "Lengths in words instead of characters."),
        Preset(
            "Standard deviation",
            {"spread": "sd", "threshold": 6.0},
            "Another reading of the article's measure; gives larger figures.",
        ),
    )
    help = """\
The walk begins at `body`. At each node its **subnodes** are looked at: child elements, and text
that stands between them; those without text do not count.

**Coefficient.** `K = 100 * LV / FTL`. `FTL` is the length of the node's text, `LV` the mean
absolute deviation of the lengths of its subnodes from their mean. K is high where one subnode
holds most of the text, and low where paragraphs of like length stand side by side.

**Descent.** While K is at least 5 % the walk goes into the longest subnode, at a single subnode
always. It stops where K is lower, at a node that holds only text, or where text itself is the
longest subnode. That node is the main content; the curve shows K level by level.

**Where it fails.** Two paragraphs of 100 and 60 characters give K = 12.5: the walk goes into the
first and loses the other. One long subnode among 38 or more tiny ones gives a K below 5, so that
the walk stops above it. The article leaves open what its "linear variance" is; the mean absolute
deviation is the one reading that gives the figures of its own example.
"""

    def extract(
        self, page: Page, settings: TextDistributionSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the node at which the walk stops.

        The own text is the text of that node as its length counts it: all white space that
        Unicode knows collapsed to single spaces and trimmed, nothing put between the texts of
        neighbouring elements.
        """
        del inputs
        body = max(body_row(page), 0)
        measured = measure_page(page, settings)
        levels = descend(measured, body, settings.threshold, settings.text_longest)
        walk = Walk(page, settings, measured, levels)
        steps = walk.steps()
        text = walk.text()
        return Extraction(
            extractor=self.id,
            status=Status.OK if text else Status.EMPTY,
            settings=settings,
            message="" if text else "The body holds no text.",
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
