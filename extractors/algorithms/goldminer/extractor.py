"""Extractor goldminer: jusText on the part of a page where articles of its site are."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.goldminer.paragraphs import (
    Class,
    Paragraphs,
    classes_alone,
    classes_in_context,
    paragraphs,
)
from boilerscope.extractors.algorithms.goldminer.patterns import Cut, Patterns, cut, learn
from boilerscope.extractors.algorithms.goldminer.settings import GoldMinerSettings
from boilerscope.extractors.algorithms.goldminer.steps import (
    AFTER,
    BEFORE,
    INSIDE,
    WITHOUT,
    classify_step,
    columns,
    context_step,
    cut_step,
)
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.system.installing import package_command
from boilerscope.extractors.system.wording import counted
from boilerscope.extractors.text.language import detected_language
from boilerscope.extractors.text.page_language import AUTO
from boilerscope.extractors.text.stop_words import (
    NO_LANGUAGE,
    chosen_list,
    has_lists,
    stop_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.model.steps import Step
    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.page.records import BoolArray, IntArray

NEEDS = (
    "GoldMiner learns from other pages of the site. Open a folder or corpus with more pages of it,"
    " or name them with --site."
)
FEW_PAGES = 30
"""The authors learn from about 100 pages; with fewer than this, a note says so."""


class GoldMiner(Extractor[GoldMinerSettings]):
    """Extractor that runs jusText between two patterns of tags, learned of the site."""

    id = "goldminer"
    name = "GoldMiner"
    summary = "Runs jusText between the tags that stand around the articles of a site."
    reference = (
        "I. Endrédy, A. Novák, More effective boilerplate removal – the GoldMiner algorithm,"
        " Polibits 48, 2013"
    )
    help = """\
Classifies the paragraphs of the pages of a site with jusText. A good paragraph that no page before
had belongs to the article; one that a page before had does not. Article and page give candidates
for two patterns:

    start: the last 1 to 5 tags before the article, and each of them alone,
           if they are nowhere before
    end:   the first 1 to 5 tags behind the article, and each of the first 20 alone,
           if they are nowhere in the article

The start pattern on most pages is chosen, and of the end patterns that are on a page with it the
most frequent one. If that is on less than 0.8 of the pages with the start pattern, a second pair
serves pages without the first end pattern. A page is cut from the start pattern to the end
pattern, and jusText classifies the paragraphs between: by links, length and stop words, then short
and nearly good ones by their neighbours.

*What is followed.* The authors' program of 2013 and its thresholds for paragraphs; of the paper,
only the abstract could be read. Of the stop words of jusText, those of the page's language are
taken.

*Where we differ.* An article starts at its first word, in the program at the first tag of its
paragraph. Patterns are compared as text, not as regular expressions. Of equally frequent patterns,
the shortest of at least 9 characters is taken. Patterns around repeated paragraphs within an
article, which the program collects for later use, are not counted. Spaces between two inline
elements count as white space. If no start pattern is on two pages, none was learned, and the whole
page is classified.

*Where it fails.* It needs many pages of one layout; the pages that are first have no paragraph that
was seen before. Pages without the start pattern are empty.
"""
    settings_class = GoldMinerSettings
    presets = (
        Preset(
            "thresholds of jusText",
            {"max_link_density": 0.2, "length_high": 200, "stopwords_low": 0.3},
            "Decides paragraphs as jusText does by default.",
        ),
        Preset(
            "any language",
            {"language": NO_LANGUAGE, "stopwords_low": 0.0, "stopwords_high": 0.0},
            "Decides by length and links alone.",
        ),
    )
    scores = (
        Score("site_pages", "Pages of the site", "pages", "Pages from which it was learned."),
        Score(
            "start_pages",
            "Start pattern",
            "pages",
            "Pages of the site whose article follows the start pattern.",
        ),
        Score("end_pages", "End pattern", "pages", "Pages of the site with the end pattern."),
    )
    needs = frozenset(("site",))

    def missing(self) -> str:
        """Return how to install the lists of stop words; empty if they are installed."""
        if has_lists():
            return ""
        return (
            f"The stop words of jusText are missing. Install it with: {package_command('justext')}"
        )

    def extract(
        self, page: Page, settings: GoldMinerSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the good paragraphs between the patterns of the site.

        The status is ``unavailable`` if no other page of the site is known.
        """
        del inputs
        if page.site is None or len(_others(page.site)) < 1:
            return Extraction(self.id, Status.UNAVAILABLE, settings, NEEDS)
        if settings.language != NO_LANGUAGE and self.missing():
            return Extraction(self.id, Status.UNAVAILABLE, settings, self.missing())
        code = detected_language(page.text) if settings.language == AUTO else ""
        words = chosen_list(settings.language, code)
        patterns = _patterns(page.site, words, settings)
        found = paragraphs(page, stop_words(words))
        part = cut(page.source, patterns)
        steps = _steps(found, part, words, settings)
        content = steps[-1].content
        blocks = Blocks.from_ranges(
            found.runs.token_start, found.runs.token_end, found.runs.element
        )
        mask = blocks.mask(content, page.n_tokens)
        return Extraction(
            extractor=self.id,
            status=Status.OK if mask.any() else Status.EMPTY,
            settings=settings,
            message="" if mask.any() else _why_empty(part),
            blocks=blocks,
            columns=columns(found),
            steps=steps,
            content=content,
            mask=mask,
            own_text=Lazy(lambda: kept_text(page, mask)),
            scores=_scores(patterns),
            used={"site": page.site.version},
            warnings=tuple(_notes(patterns, part, words)),
        )


GOLDMINER = GoldMiner()

_MOST_SITES = 256
_LEARNED: dict[tuple[bytes, str, GoldMinerSettings], Patterns] = {}
"""Patterns by the pages that they were learned from; the first ones make room."""


def _others(site: SiteLink) -> tuple[tuple[str, str], ...]:
    return tuple((name, markup) for name, markup in site.sources() if name != site.name)


def _patterns(site: SiteLink, words: str, settings: GoldMinerSettings) -> Patterns:
    """Return the patterns of a site, learned once; from the page itself, too, if it is listed."""
    sources = site.sources()[: settings.max_pages]
    digest = blake2b(digest_size=16)
    for _, markup in sources:
        digest.update(markup.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    key = (digest.digest(), words, settings)
    if key not in _LEARNED:
        if len(_LEARNED) == _MOST_SITES:
            del _LEARNED[next(iter(_LEARNED))]
        _LEARNED[key] = learn(_classified(sources, words, settings), settings)
    return _LEARNED[key]


def _classified(
    sources: tuple[tuple[str, str], ...], words: str, settings: GoldMinerSettings
) -> Iterator[tuple[str, Paragraphs, BoolArray]]:
    for name, markup in sources:
        page = Page.from_text(markup, name=name)
        found = paragraphs(page, stop_words(words))
        content = _steps(found, None, words, settings)[-1].content
        yield page.source, found, content


def _steps(
    found: Paragraphs, part: Cut | None, words: str, settings: GoldMinerSettings
) -> tuple[Step, ...]:
    """Return the steps of a page, the first only if it is cut."""
    numbers = {} if words != NO_LANGUAGE else {"stopwords_low": 0.0, "stopwords_high": 0.0}
    place = _places(found, part)
    rule, classes = classes_alone(found, settings.replace(**numbers))
    rule[place != INSIDE] = 0
    context, content = _in_context(found, classes, place == INSIDE, settings)
    return (
        *(() if part is None else (cut_step(place, part),)),
        classify_step(rule, classes, numbers, is_first=part is None),
        context_step(context, content, settings.max_heading_distance),
    )


def _scores(patterns: Patterns) -> dict[str, float]:
    best = patterns.pairs[0] if patterns.pairs else None
    return {
        "site_pages": float(patterns.n_pages),
        "start_pages": float(best.n_start if best else 0),
        "end_pages": float(best.n_end if best else 0),
    }


def _in_context(
    found: Paragraphs, classes: IntArray, is_inside: BoolArray, settings: GoldMinerSettings
) -> tuple[IntArray, BoolArray]:
    """Return the rule of each paragraph by its neighbours in the cut, and whether it is good."""
    rows = is_inside.nonzero()[0]
    rule, content = np.zeros(len(classes), dtype=np.int32), np.zeros(len(classes), dtype=np.bool_)
    rule[rows], final = classes_in_context(
        classes[rows].tolist(),
        found.length[rows].tolist(),
        found.is_heading[rows].tolist(),
        settings.max_heading_distance,
    )
    content[rows] = np.array(final, dtype=np.int32) == Class.GOOD
    return rule, content


def _places(found: Paragraphs, part: Cut | None) -> IntArray:
    """Return where each paragraph is: inside the cut, before or after it, or no cut is there."""
    place = np.full(len(found.length), INSIDE, dtype=np.int32)
    if part is None:
        return place
    if part.end == 0:
        return np.full_like(place, WITHOUT)
    place[found.start < part.start] = BEFORE
    place[found.start >= part.end] = AFTER
    return place


def _why_empty(part: Cut | None) -> str:
    if part is not None and part.end == 0:
        return f"The page lacks the start pattern of its site: {part.pair.start}"
    return "No paragraph is good."


def _notes(patterns: Patterns, part: Cut | None, words: str) -> Iterator[str]:
    if part is None:
        yield "No pattern was learned of this site: the whole page was classified."
    elif part.end and not part.has_end:
        yield "The page lacks the end pattern of its site: it was read to its end."
    if patterns.n_pages < FEW_PAGES:
        yield (
            f"Learned from only {counted(patterns.n_pages, 'page')} of this site;"
            " the authors take 100."
        )
    if words == NO_LANGUAGE:
        yield "No stop words: the paragraphs were classified by length and links."
