"""Link ratio: remove short containers, and containers with more linked text than the average.

A C# class of 2011; its predecessors go back to the link-list remover of Crunch. The rest of the
page is the content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.link_ratio.decisions import Decisions, judge
from boilerscope.extractors.algorithms.link_ratio.settings import LinkRatioSettings
from boilerscope.extractors.algorithms.link_ratio.steps import LABELS, make_steps
from boilerscope.extractors.algorithms.link_ratio.units import LinkUnits, link_units, tag_set
from boilerscope.extractors.model.extraction import Column, Curve, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.page.segments import breaks_before
from boilerscope.extractors.text.collapsed_text import slot_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray


class LinkRatio(Extractor[LinkRatioSettings]):
    """Extractor that removes containers by length and by link ratio."""

    id = "link_ratio"
    name = "Link ratio"
    summary = (
        "Removes containers with little text, or with a larger share of linked text than the"
        " average of the page; keeps the rest."
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
            "Rate x average: containers with at least this link ratio are removed.",
        ),
    )
    presets = (
        Preset(
            "As published",
            {"lower_case": True},
            "The original class, which writes text in lower case.",
        ),
        Preset(
            "Pages without links",
            {"guard_no_links": True},
            "Keeps the text of a page that has no link at all.",
        ),
        Preset(
            "Laid-out source",
            {"collapse_space": True},
            "Indentation and line breaks of the source hardly count.",
        ),
    )
    help = """\
The unit of decision is the **container**: `div`, `table` and its parts, lists, `span`, `form`,
`center`, `html`. `body`, `p` and newer elements are not containers, so they are only removed with a
container around them.

**First pass.** Scripts, images, form fields, labels and the like are removed. The rest of the page
gives `average = text inside links / all text`, in characters.

**Second pass.** Containers are judged from the innermost one outward; text that was removed inside
a container no longer counts for it. A container is removed if it has at most 20 characters (a
`span` may be short), or if

`text inside links / text >= 1.1 x average`.

The curve shows the ratio of each container and that limit.

**Where it fails.** On a page without any link the average is 0. Since `0 >= 0` is true, every
container with text is removed (*Spare pages without links*). Text directly in `body` or only in
paragraphs is never tested. A form around the whole page is judged like any other container. The
ratio is one number for each container: an article with many links is judged like a menu.
"""

    def extract(
        self, page: Page, settings: LinkRatioSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the page without the removed elements.

        The own text is the text of the remaining tree, including the title: one line per
        block-level element, white space collapsed. Blocks are the containers and the elements that
        are always removed, each without the text of blocks inside it.
        """
        del inputs
        units = link_units(
            page,
            tag_set(settings.containers),
            tag_set(settings.remove_tags),
            collapse_space=settings.collapse_space,
        )
        decisions = judge(page, units, settings)
        steps = make_steps(units, decisions)
        content = steps[-1].content
        text = _own_text(page, content[units.of_row], lower_case=settings.lower_case)
        return Extraction(
            extractor=self.id,
            status=Status.OK if text else Status.EMPTY,
            settings=settings,
            message="" if text else _why_empty(units, decisions),
            blocks=units.blocks,
            columns=Lazy(lambda: _columns(decisions)),
            steps=steps,
            content=content,
            mask=units.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores=_scores(units, decisions),
            marks=_marks(units, content),
            curves=Lazy(lambda: (_curve(units, decisions),)),
            warnings=_warnings(units, decisions),
        )


LINK_RATIO = LinkRatio()
"""The instance that the program uses."""


def _own_text(page: Page, is_kept: BoolArray, *, lower_case: bool) -> str:
    """Return the text of the kept elements, one line per block-level element."""
    slots = page.slots
    kept_slots = np.flatnonzero(is_kept[slots.owner] & (slots.end > slots.start))
    lines = slot_texts(page).joined(kept_slots, breaks_before(page)[kept_slots])
    text = lines + "\n" if lines else ""
    return _lowered(text) if lower_case else text


def _lowered(text: str) -> str:
    """Return a text in lower case as in .NET, where a letter never becomes several letters."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _columns(decisions: Decisions) -> tuple[Column, ...]:
    return (
        Column(
            "text",
            "Text",
            "characters",
            "Text that remains in the container when it is judged.",
            decisions.text,
        ),
        Column(
            "link",
            "Linked text",
            "characters",
            "Linked text that remains in the container when it is judged.",
            decisions.link,
        ),
        Column("link_ratio", "Link ratio", "", "Linked text / text.", decisions.link_ratio),
        Column(
            "ratio_to_average",
            "Link ratio to average",
            "x average",
            "Link ratio / link ratio of the whole page.",
            decisions.ratio_to_average,
        ),
    )


def _scores(units: LinkUnits, decisions: Decisions) -> dict[str, float]:
    scores = {"total_text": float(units.total_text), "total_link": float(units.total_link)}
    if units.total_text:
        scores |= {"average": decisions.average, "limit": decisions.limit}
    return scores


def _marks(units: LinkUnits, content: BoolArray) -> NDArray[np.int8]:
    """Return -1 for removed elements and the elements below them, else 0."""
    return np.where(content, np.int8(0), np.int8(-1))[units.of_row]


def _curve(units: LinkUnits, decisions: Decisions) -> Curve:
    containers = np.flatnonzero(units.is_container)
    has_links = decisions.average > 0
    return Curve(
        name="Link ratio of containers",
        x=np.arange(len(containers), dtype=np.float64),
        y=decisions.link_ratio[containers],
        x_label="container",
        y_label="linked text / text",
        style="bars",
        block=containers.astype(np.int32),
        threshold_field="rate" if has_links else "",
        threshold=decisions.limit,
        threshold_scale=decisions.average if has_links else 1.0,
    )


def _why_empty(units: LinkUnits, decisions: Decisions) -> str:
    if not units.total_text:
        return "The page has no text outside the elements that are always removed."
    if decisions.average == 0 and not decisions.is_spared:
        return (
            "The page has no link: the average is 0, so every container with text was removed."
            " Turn on Spare pages without links (guard_no_links)."
        )
    return "All text is in removed containers."


def _warnings(units: LinkUnits, decisions: Decisions) -> tuple[str, ...]:
    if not units.total_text or decisions.average > 0 or decisions.is_spared:
        return ()
    warning = (
        "The page has no link: the average is 0, so every container with text was removed, as in"
        " the original. Turn on Spare pages without links (guard_no_links) to keep them."
    )
    return (warning,)
