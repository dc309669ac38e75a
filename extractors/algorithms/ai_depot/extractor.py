"""Text density per line of HTML (AI Depot, 2007): lines with much text for their markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.algorithms.ai_depot.lines import density_lines
from boilerscope.extractors.algorithms.ai_depot.settings import AiDepotSettings, Classifier
from boilerscope.extractors.algorithms.ai_depot.steps import (
    LABELS,
    line_columns,
    line_curve,
    line_rules,
    line_step,
    line_text,
    why_empty,
)
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import Test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.algorithms.ai_depot.lines import DensityLines
    from boilerscope.extractors.model.extraction import Curve
    from boilerscope.extractors.model.steps import Step
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray


class AiDepot(Extractor[AiDepotSettings]):
    """Extractor that compares the density of each line with a threshold."""

    id = "ai_depot"
    name = "AI Depot text density"
    summary = "Keeps the lines of text that need few bytes of HTML."
    reference = (
        'Alex J. Champandard, "The Easy Way to Extract Useful Text from Arbitrary HTML", AI Depot,'
        " 5 April 2007"
    )
    settings_class = AiDepotSettings
    thresholds = frozenset({"min_length", "threshold"})
    scores = (
        Score(
            "average", "Mean density", "ratio", "Mean of text bytes / HTML bytes over all lines."
        ),
    )
    presets = (
        Preset(
            "As published",
            {"profile": "strict_article"},
            "With all faults of the published program.",
        ),
        Preset(
            "Mean of all lines",
            {"classifier": "average"},
            "The threshold is computed from each page.",
        ),
    )
    help = """\
The page is read as lines of rendered text. For each line

    density = bytes of its text / bytes of HTML from the end of the previous text to its own end

and a line is content if its density is above 0.5, or above the mean of all lines. Bytes are those
of UTF-8 for both, so that Chinese text is not favoured.

*Lines.* **Repaired** (the default, ours): one scan of the source. Tags of breaking elements end a
line, character references are resolved, white space is collapsed, and the title, comments,
scripts and styles are ignored. **As published**: the lines of the article's program under
Python 2, with its one typing error repaired. There `p`, headings, lists and `br` end a line, but
`div`, tables and cells do not; `[1]` after links and `(image)` are text; scripts are text; the
bytes of a comment are added to the next line, which is then often lost.

*Source.* The article and its program, which was run. Its faults: `n` instead of a line end, a call
to a class that does not exist, an index used before it is set, no guard against lines of zero bytes
(density 0 here), and a parser that stops on unusual declarations (no result here).

*Where it fails.* The bytes of the head count for the first line. Linked text and dates between tags
have a low density even in an article; a single word in a plain `p` has a high density.
"""

    def extract(
        self, page: Page, settings: AiDepotSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the dense lines; status ``empty`` if there are none."""
        del inputs
        lines = density_lines(page, settings.rule)
        step = _step(lines, settings)
        content = step.content
        has_text = bool(content.any())
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if has_text else Status.EMPTY,
            message="" if has_text else why_empty(lines),
            blocks=lines.blocks,
            columns=Lazy(lambda: line_columns(page, lines)),
            steps=(step,),
            content=content,
            mask=lines.blocks.mask(content, page.n_tokens),
            own_text=Lazy(lambda: line_text(lines, content)),
            label_names=LABELS,
            labels=step.labels,
            scores={"average": step.numbers["average"]} if len(lines) else {},
            curves=Lazy(lambda: (_curve(lines, content, settings, step.numbers["average"]),)),
        )


AI_DEPOT = AiDepot()

_RULES = {
    bound: line_rules("D", Test("density", ">", bound), Test("density", "<=", bound))
    for bound in ("threshold", "average")
}


def _step(lines: DensityLines, settings: AiDepotSettings) -> Step:
    average = float(lines.density.sum()) / len(lines) if len(lines) else 0.0
    is_fixed = settings.classifier is Classifier.FIXED
    bound = "threshold" if is_fixed else "average"
    return line_step(
        lines,
        settings,
        lines.density > (settings.threshold if is_fixed else average),
        ("D", "Keep the dense lines"),
        _RULES[bound],
        {"average": average},
    )


def _curve(
    lines: DensityLines, content: BoolArray, settings: AiDepotSettings, average: float
) -> Curve:
    is_fixed = settings.classifier is Classifier.FIXED
    return line_curve(
        "density per line",
        lines.density,
        "bytes of text / bytes",
        content,
        ("threshold", settings.threshold) if is_fixed else ("", average),
    )
