"""Link ratio: remove containers that are short, or hold more linked text than the page's average.

A C# class of 2011, from a lineage that goes back to Crunch's link-list remover. What is left of the
page is the content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.link_ratio.settings import LinkRatioSettings
from extractors.algorithms.link_ratio.steps import LABELS, make_steps
from extractors.algorithms.link_ratio.units import LinkUnits, link_units, tag_set
from extractors.algorithms.link_ratio.verdicts import Verdicts, judge
from extractors.model.extraction import Column, Curve, Extraction, Status
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Lazy
from extractors.page.segments import breaks_before
from extractors.text.collapsed_text import slot_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray


class LinkRatio(Extractor[LinkRatioSettings]):
    """The link ratio of containers against the page's average."""

    id = "link_ratio"
    name = "Link ratio"
    summary = (
        "Removes containers with little text, or with a larger share of linked text than the page "
        "has on average; keeps the rest."
    )
    reference = (
        "A C# class in an article by youwang, 2011, after w-shadow's PHP (Janis Elsts, 2008), the "
        "Perl module HTML::ContentExtractor (2007) and Crunch's link-list remover (2003)."
    )
    settings_class = LinkRatioSettings
    scores = (
        Score("total_text", "Text", "characters", "Text of the whole page."),
        Score("total_link", "Linked text", "characters", "Linked text of the whole page."),
        Score("average", "Average link ratio", "", "Linked text / text of the whole page."),
        Score(
            "limit",
            "Limit of the link ratio",
            "",
            "Rate x average: containers from here on are removed.",
        ),
    )
    presets = (
        Preset("As published", {"lower_case": True}, "With the text in lower case."),
        Preset(
            "Pages without links",
            {"guard_no_links": True},
            "Does not empty a page that has no link at all.",
        ),
        Preset(
            "Laid-out source",
            {"collapse_space": True},
            "White space of the source's layout hardly counts.",
        ),
    )
    help = """\
The unit of decision is the **container**: `div`, `table` and its parts, lists, `span`, `form`,
`center`, `html`. `body`, `p` and newer elements are none and are never removed by themselves.

**First pass.** Scripts, images, form fields, labels and the like are removed. Of what is left
`average = text inside links / all text` is taken, in characters.

**Second pass.** From the innermost container outward, what was removed below no longer counted: a
container is removed if it has at most 20 characters (a `span` may be short), or if

`text inside links / text >= 1.1 x average`.

The curve shows the ratio of each container against that limit.

**Where it fails.** On a page without any link the average is 0, and as `0 >= 0` is true every
container with text is removed (*Spare pages without links*). Text directly in `body` or only in
paragraphs is never tested. A form around the whole page is judged like any container. The ratio is
one number per container: an article with many links in it and a menu look alike.
"""

    def extract(
        self, page: Page, settings: LinkRatioSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return what is left of the page.

        The own text is that of the remaining tree, title included: one line per block-level
        element, white space collapsed. Blocks are the judged and the removed elements, each with
        the text of which it is the innermost one.
        """
        del inputs
        units = link_units(
            page,
            tag_set(settings.containers),
            tag_set(settings.remove_tags),
            collapse_space=settings.collapse_space,
        )
        verdicts = judge(page, units, settings)
        steps = make_steps(units, verdicts)
        content = steps[-1].content
        text = _own_text(page, content[units.of_row], lower_case=settings.lower_case)
        return Extraction(
            extractor=self.id,
            status=Status.OK if text else Status.EMPTY,
            settings=settings,
            message="" if text else _why_empty(units, verdicts),
            blocks=units.blocks,
            columns=Lazy(lambda: _columns(verdicts)),
            steps=steps,
            content=content,
            mask=units.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores=_scores(units, verdicts),
            marks=_marks(units, content),
            curves=Lazy(lambda: (_curve(units, verdicts),)),
            warnings=_warnings(units, verdicts),
        )


LINK_RATIO = LinkRatio()
"""The instance that the program uses."""


def _own_text(page: Page, kept: BoolArray, *, lower_case: bool) -> str:
    """Return the page text of the kept elements' own slots, one line per block-level element."""
    slots = page.slots
    chosen = np.flatnonzero(kept[slots.owner] & (slots.end > slots.start))
    lines = slot_texts(page).joined(chosen, breaks_before(page)[chosen])
    text = lines + "\n" if lines else ""
    return _lowered(text) if lower_case else text


def _lowered(text: str) -> str:
    """Return text in lower case, letter by letter, as .NET lowers it: no letter becomes two."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def _columns(verdicts: Verdicts) -> tuple[Column, ...]:
    return (
        Column("text", "Text", "characters", "Text left when the unit is judged.", verdicts.text),
        Column("link", "Linked text", "characters", "Linked text left then.", verdicts.link),
        Column("link_ratio", "Link ratio", "", "Linked text / text.", verdicts.link_ratio),
        Column(
            "ratio_to_average",
            "Link ratio to average",
            "x average",
            "Link ratio / link ratio of the whole page.",
            verdicts.ratio_to_average,
        ),
    )


def _scores(units: LinkUnits, verdicts: Verdicts) -> dict[str, float]:
    scores = {"total_text": float(units.total_text), "total_link": float(units.total_link)}
    if units.total_text:
        scores |= {"average": verdicts.average, "limit": verdicts.limit}
    return scores


def _marks(units: LinkUnits, content: BoolArray) -> NDArray[np.int8]:
    """Return -1 for removed elements and all below them."""
    return np.where(content, np.int8(0), np.int8(-1))[units.of_row]


def _curve(units: LinkUnits, verdicts: Verdicts) -> Curve:
    containers = np.flatnonzero(units.is_container)
    drawn = verdicts.average > 0
    return Curve(
        name="Link ratio of containers",
        x=np.arange(len(containers), dtype=np.float64),
        y=verdicts.link_ratio[containers],
        x_label="container",
        y_label="linked text / text",
        style="bars",
        block=containers.astype(np.int32),
        threshold_field="rate" if drawn else "",
        threshold=verdicts.limit,
        threshold_scale=verdicts.average if drawn else 1.0,
    )


def _why_empty(units: LinkUnits, verdicts: Verdicts) -> str:
    if not units.total_text:
        return "The page has no text besides what is always removed."
    if verdicts.average == 0 and not verdicts.spared:
        return (
            "The page has no link: its average is 0 and every container with text was removed "
            "(guard_no_links)."
        )
    return "All text stands in removed containers."


def _warnings(units: LinkUnits, verdicts: Verdicts) -> tuple[str, ...]:
    if not units.total_text or verdicts.average > 0 or verdicts.spared:
        return ()
    warning = (
        "The page has no link: its average is 0, so that every container with text was removed, "
        "as in the original (guard_no_links)."
    )
    return (warning,)
