"""QD content extraction: title, time, related links and main text by points per feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.qd.blocks import QdBlocks, qd_blocks
from boilerscope.extractors.algorithms.qd.date_pattern import date_pattern
from boilerscope.extractors.algorithms.qd.scores import (
    main_scores,
    related_scores,
    time_scores,
    title_scores,
)
from boilerscope.extractors.algorithms.qd.settings import QdSettings
from boilerscope.extractors.algorithms.qd.steps import LABELS, AllScores, make_steps
from boilerscope.extractors.model.extraction import Column, Curve, Extraction, Link, Status
from boilerscope.extractors.model.extractor import Extractor, Preset, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.text.exclusive_text import is_read, link_of
from boilerscope.extractors.text.titles import is_another_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray

_OTHER_TITLE = (
    "The title has the most points of the texts in the limits of a title, but shares no word with"
    " the title of the page."
)


class Qd(Extractor[QdSettings]):
    """Extractor that scores blocks by points and chooses the best block of each kind."""

    id = "qd"
    name = "QD content extraction"
    summary = (
        "Finds title, time, related links and main text, each as the block with the most points."
    )
    reference = "QD 正文提取组件, a C# component, 2010, author not named; weights reconstructed"
    help = """\
There are four kinds of blocks. Each kind divides the page at its own tags (title: `td div span h1`
to `h6`; time: `td div span`; related links and main text: `td div`), and a block is measured by its
**exclusive text**, without the text of blocks inside it. The block with the highest score above 0
is chosen, the first block if scores are equal.

- **Title**: 3 < length < 35; points for matching the page title, for h1 to h3, for b, i or
  strong, for a class or id with *title* or *head*.
- **Time**: shorter than 50; points for a date, for 来源 and 发表.
- **Related links**: contains 相关链接, 相关新闻 or 相关报道, has fewer than 20 links, and at least
  half of its characters are in links. The score is that share.
- **Main text**: points for p or br, for more than 5 punctuation marks, for length, for a low tag
  density and a high text density, for a position after title and time and before related links;
  penalties for 上一篇, 下一篇 and for a copyright notice.

      tag density  = 1,000 x elements / characters
      text density = characters / characters of the markup

An element inside a nested block does not count for the block around it; the nested block itself
counts as one element.

*Source.* The features and the numbers 3, 35, 50, 20 and 5 are from the component's description;
**the component is closed source: all points, the limits 0.5 and 100 and the choice of the highest
sum are ours**.

*Where it fails.* Words and dates are Chinese; other languages need other settings. A page that uses
only `section` and `article` has no blocks (see *Split at newer elements*); a page in a single `div`
has one block.
"""
    settings_class = QdSettings
    scores = (
        Score(
            "title",
            "Score of the title",
            "points",
            "Sum of the points of the title block.",
        ),
        Score(
            "time",
            "Score of the time",
            "points",
            "Sum of the points of the time block.",
        ),
        Score(
            "related",
            "Score of the related links",
            "points",
            "Sum of the points of the block of related links.",
        ),
        Score(
            "main", "Score of the main text", "points", "Sum of the points of the main text block."
        ),
    )
    presets = (
        Preset(
            "english",
            {
                "source_words": ["Source", "By "],
                "publish_words": ["Published", "Posted", "Updated"],
                "related_words": ["Related", "See also", "Read more"],
                "prev_next_words": ["Previous", "Next"],
                "copyright_words": ["Copyright", "©", "All rights reserved"],
                "title_max": 150,
                "extra_split": True,
            },
            "English words, longer titles, newer elements (ours).",
        ),
    )

    def extract(self, page: Page, settings: QdSettings, inputs: Sequence[Extraction]) -> Extraction:
        """Return the block of main text; status ``empty`` if no block has points for it."""
        del inputs
        all_blocks = qd_blocks(page, extra_split=settings.extra_split)
        title = title_scores(page, all_blocks, settings)
        time = time_scores(all_blocks, settings)
        related = related_scores(all_blocks, settings)
        main = main_scores(all_blocks, title, time, related, settings)
        scores = AllScores(title, time, related, main)
        steps = make_steps(all_blocks, scores, settings)
        content = steps[-1].content
        text = all_blocks.main.text(main.best) if main.best >= 0 else ""
        title_text = all_blocks.title.line(title.best) if title.best >= 0 else ""
        time_text = all_blocks.time.line(time.best) if time.best >= 0 else ""
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message="" if text else _why_empty(all_blocks),
            blocks=all_blocks.blocks,
            columns=Lazy(lambda: _columns(all_blocks, scores)),
            steps=steps,
            content=content,
            mask=all_blocks.blocks.mask(content, page.n_tokens),
            own_text=text,
            label_names=LABELS,
            labels=steps[-1].labels,
            scores=_page_scores(scores),
            curves=Lazy(lambda: (_curve(scores),)),
            title=title_text,
            warnings=(_OTHER_TITLE,) if is_another_title(page, title_text) else (),
            published=date_pattern(settings.date_pattern).read(time_text) or time_text,
            published_text=time_text,
            related=_links(page, all_blocks, related.best),
        )


QD = Qd()


def _why_empty(all_blocks: QdBlocks) -> str:
    if not len(all_blocks.main.units):
        return "The page cannot be divided into blocks: it has no td or div."
    if not (all_blocks.main.units.length > 0).any():
        return "No td or div has text of its own."
    return "No block has more than 0 points as main text."


def _links(page: Page, all_blocks: QdBlocks, block: int) -> tuple[Link, ...]:
    if block < 0:
        return ()
    is_link = is_read(page) & page.elements.tagged({"a"})
    rows = all_blocks.main.units.rows_in(int(all_blocks.main.index[block]), is_link)
    return tuple(Link(*link_of(page, row)) for row in rows.tolist())


def _page_scores(scores: AllScores) -> dict[str, float]:
    kinds = {
        "title": scores.title,
        "time": scores.time,
        "related": scores.related,
        "main": scores.main,
    }
    return {
        name: float(kind_scores.total[kind_scores.best])
        for name, kind_scores in kinds.items()
        if kind_scores.best >= 0
    }


def _columns(all_blocks: QdBlocks, scores: AllScores) -> tuple[Column, ...]:
    def of_score(name: str, label: str, values: FloatArray) -> Column:
        meaning = f"Sum of the points as {label}; empty if the block is not a candidate."
        return Column(f"{name}_score", f"Score as {label}", "points", meaning, values)

    lengths = [
        Column(
            f"{name}_length",
            f"Length as {label}",
            "characters",
            f"Characters of the exclusive text as {label}, white space collapsed.",
            kind.lay_out(kind.units.length),
        )
        for name, label, kind in (
            ("title", "title", all_blocks.title),
            ("time", "time", all_blocks.time),
            ("main", "main text", all_blocks.main),
        )
    ]
    return (
        of_score("main", "main text", scores.main.total),
        of_score("title", "title", scores.title.total),
        of_score("time", "time", scores.time.total),
        of_score("related", "related links", scores.related.total),
        *lengths,
        Column(
            "punctuation",
            "Punctuation",
            "marks",
            "Punctuation marks in the exclusive text.",
            all_blocks.punctuation,
        ),
        Column(
            "tag_density",
            "Tag density",
            "elements / 1,000 characters",
            "1,000 x elements in the block / characters.",
            all_blocks.tag_density,
        ),
        Column(
            "text_density",
            "Text density",
            "ratio",
            "Characters / characters of the block with its tags.",
            all_blocks.text_density,
        ),
        Column("links", "Links", "links", "Links in the block.", all_blocks.links),
        Column(
            "link_share",
            "Link share",
            "ratio",
            "Linked characters / characters of the exclusive text.",
            all_blocks.link_share,
        ),
    )


def _curve(scores: AllScores) -> Curve:
    candidates = np.flatnonzero(scores.main.candidate)
    best = scores.main.best
    position = float(np.searchsorted(candidates, best))
    return Curve(
        name="score as main text",
        x=np.arange(len(candidates), dtype=np.float64),
        y=scores.main.total[candidates],
        x_label="block in page order",
        y_label="points",
        style="bars",
        block=candidates.astype(np.int32),
        kept=((position - 0.5, position + 0.5),) if best >= 0 else (),
    )
