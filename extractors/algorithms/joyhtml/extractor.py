"""joyhtml (Song Liu, 2009): the element, or tag window, with the largest weight."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.joyhtml.settings import JoyhtmlSettings
from boilerscope.extractors.algorithms.joyhtml.steps import (
    LABELS,
    columns,
    labels_of,
    paragraph_curve,
    paragraph_tree,
    scores,
    weight_curve,
    window_step,
)
from boilerscope.extractors.algorithms.joyhtml.text import (
    Windows,
    paragraphs,
    visual_text,
    windows_of,
)
from boilerscope.extractors.algorithms.joyhtml.weights import weigh
from boilerscope.extractors.model.element_blocks import nested_blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.system.wording import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_LITTLE = 0.5


class Joyhtml(Extractor[JoyhtmlSettings]):
    """Extractor that keeps the element with the largest weight."""

    id = "joyhtml"
    name = "joyhtml"
    summary = (
        "Keeps the element with the largest weight, computed from its share of the page's text, of "
        "information elements and of links."
    )
    reference = "Song Liu (柳松), Soochow University: joyhtml, an open-source Java program, 2009"
    settings_class = JoyhtmlSettings
    makes_tree = True
    scores = (
        Score("text", "Text", "characters", "Filtered text of the page (T)."),
        Score("linked_text", "Linked text", "characters", "Filtered text of the page in links."),
        Score(
            "information_elements",
            "Information elements",
            "",
            "Information elements of the page (I).",
        ),
        Score("weight", "Weight of the main element", "", "Sum of the terms of its weight."),
    )
    presets = (
        Preset(
            "Java 6",
            {"no_info_rule": "last", "tie_rule": "last"},
            "Treats ties and pages without information elements like Java 6.",
        ),
        Preset(
            "Repaired",
            {"no_info_rule": "ignore", "repair_icp": True},
            "Computes weights for pages without information elements too, and finds ICP numbers.",
        ),
    )
    help = """\
Every element with text, from the body down, is a **window**. Its weight:

    + 0.1                      if it is a tr or td
    + 0.1                      if it is a div or table
    + 0.2 * min(info / I, 0.8) information elements: at or below it / of the body
    - 0.5                      if it contains an input that is not hidden
    - 0.5                      if its text contains a noise word
    + 1 - linked / length      linked: characters in links below it
    + 1.6 * min(length / T, 0.8)
    - 0.8 * linked / A         only if the page has linked text

T and A are the lengths of the body's text and of its linked text. The window with the largest
weight is the main content.

*Text.* Each text node is filtered: Chinese characters, ASCII letters and digits, white space and
some punctuation stay, `|` is deleted, and everything else becomes a space. Texts are joined without
a separator. The own text consists of filtered text.

*Paragraphs.* The tree view shows the whole document as paragraphs: text weighs 0.3 in the main
window, else 0.1, with 0.3 more in a heading and 0.7 more in the title; neighbours with equal
weights form one paragraph.

*Source.* The author's Java program, read and run. It sorts windows with a comparator that never
finds two windows equal: from Java 7 on, this **aborts on one page in four**, which we do not
repeat. The choice between two equal windows depends on the Java release; settings offer both. Our
weights use decimal constants, the original's partly single precision; the difference is less than
0.0000001.

*Where it fails.* Without information elements the weight is 0 / 0 and the body is kept. `previous`
in *previously* is noise. Without links one term is missing, so the weights of different pages
cannot be compared. Scripts other than Chinese and unaccented Latin are filtered out.
"""

    def extract(
        self, page: Page, settings: JoyhtmlSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the heaviest window; status ``empty`` if the body has no text."""
        del inputs
        windows = windows_of(page, _tags(settings.invalid_tags), _tags(settings.info_tags))
        weights = weigh(page, windows, settings)
        main = int(windows.row[weights.main]) if weights.main >= 0 else -1
        content = _at_or_below(page, windows, main)
        blocks = nested_blocks(page, windows.row, windows.read)
        labels = labels_of(weights)
        lines = Lazy(lambda: paragraphs(page, windows, main))
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if main >= 0 else Status.EMPTY,
            message="" if main >= 0 else "The body has no text after filtering.",
            blocks=blocks,
            columns=Lazy(lambda: columns(windows, weights)),
            steps=(window_step(windows, weights, content, labels),),
            content=content,
            mask=blocks.mask(content, page.n_tokens),
            own_text=_text(page, windows, main),
            label_names=LABELS,
            labels=labels,
            scores=scores(windows, weights),
            marks=_marks(page, windows, main),
            curves=Lazy(lambda: (weight_curve(weights, content), paragraph_curve(lines.value))),
            tree=Lazy(lambda: paragraph_tree(page, windows, lines.value)),
            title=page.title,
            warnings=tuple(_warnings(windows, settings)),
        )


JOYHTML = Joyhtml()


@functools.lru_cache(maxsize=256)
def _tags(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.lower() for name in names)


def _at_or_below(page: Page, windows: Windows, main: int) -> BoolArray:
    if main < 0:
        return np.zeros(len(windows.row), dtype=np.bool_)
    end = page.elements.subtree_end[main]
    is_inside: BoolArray = (windows.row >= main) & (windows.row < end)
    return is_inside


def _text(page: Page, windows: Windows, main: int) -> str:
    if main < 0:
        return ""
    elements = page.elements
    first, after = int(elements.slot_start[main]), int(elements.slot_end[main])
    return visual_text(windows, first, after) + "\n"


def _marks(page: Page, windows: Windows, main: int) -> NDArray[np.int8]:
    """Return 1 for the main element and its descendants, -1 for elements that are never read."""
    marks = np.zeros(len(page.elements), dtype=np.int8)
    if main >= 0:
        marks[main : page.elements.subtree_end[main]] = 1
    marks[windows.removed] = -1
    return marks


def _warnings(windows: Windows, settings: JoyhtmlSettings) -> list[str]:
    warnings = []
    if len(windows.row) and not windows.total_info:
        warnings.append(
            "The page has no information elements: the original divides 0 by 0, and no weight is a"
            f" number (no_info_rule: {settings.no_info_rule.value})."
        )
    if windows.share_read < _LITTLE:
        warnings.append(
            f"The filter keeps {percent(windows.share_read)} of the text: it reads only Chinese and"
            " unaccented Latin characters."
        )
    return warnings
