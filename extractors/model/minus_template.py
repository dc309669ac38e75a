"""Minus template: the last step of any extractor, which drops what other pages of the site have.

Segments that are word for word on enough other pages of the site are template: subscription
notes, lists of links, captions of widgets. The step needs the other pages (`site_evidence`), never
keeps anything that the extractor dropped, and keeps everything if there are too few other pages or
if it would drop too much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from boilerscope.extractors.model.extraction import (
    ANSWERED,
    Column,
    Curve,
    Extraction,
    TemplateUse,
)
from boilerscope.extractors.model.lazy import Lazy, LazySequence, replaced
from boilerscope.extractors.model.shared_settings import OtherPages
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.site.evidence import LONG_TOKENS, site_evidence
from boilerscope.extractors.system.wording import counted, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.model.contributions import Contributions
    from boilerscope.extractors.model.shared_settings import ExtractorSettings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.extractors.page.site.evidence import SiteEvidence

STEP = "MT"
"""Code of the step."""

SHARE = "site_share"
"""Column with the share of the other pages that have the text of a block."""

_MIN_WITH = 2
"""Other pages that must have a segment, whatever their share."""

_TITLES = ("h1", "h2")

_DROP, _CONFIRM, _TITLE, _FEW, _GUARD, _BODY = range(1, 7)
_USES = {
    0: TemplateUse.JUDGED,
    _FEW: TemplateUse.FEW,
    _GUARD: TemplateUse.GUARD,
    _BODY: TemplateUse.BODY,
}
"""What the step did, by the rule for all blocks."""
_RULES = (
    Rule(
        "MT1",
        Outcome.DROP,
        (Test(SHARE, ">=", "template_share"),),
        "word for word on {site_pages} of {site_others} other pages of this site",
    ),
    Rule("MT2", Outcome.CONFIRM, (Test(SHARE, "<", "template_share"),)),
    Rule("MT3", Outcome.CONFIRM, explanation="the title of the page is never dropped"),
    Rule(
        "MT4",
        Outcome.CONFIRM,
        explanation="{site_others} other pages of this site, fewer than {template_min_pages}",
    ),
    Rule(
        "MT5",
        Outcome.CONFIRM,
        explanation="would drop {site_loss} of the kept words, more than {template_guard}",
    ),
    Rule("MT6", Outcome.CONFIRM, explanation="would leave nothing of the running text"),
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """What the step does on a page.

    Attributes
    ----------
    evidence : SiteEvidence or None
        The other pages in the scope of the settings.
    is_template : array of bool, shape (n_segments,)
        Segments on enough other pages.
    is_title : array of bool, shape (n_segments,)
        Segments that are never dropped.
    loss : float
        Share of the kept words that would be dropped.
    rule : int
        Number of the rule for all blocks; 0 if each segment is judged.
    """

    evidence: SiteEvidence | None
    is_template: BoolArray
    is_title: BoolArray
    loss: float
    rule: int


def minus_template(page: Page, extraction: Extraction, settings: ExtractorSettings) -> Extraction:
    """Return a result without the segments that the site's other pages have too.

    A block that is template in part is divided: its template becomes a further block, after all
    others. Blocks, columns and earlier steps stay as they are. The own text, which an extractor
    wrote before, becomes the kept text of the page if anything was dropped.

    Parameters
    ----------
    extraction : Extraction
        Result of the extractor; returned with only its `template` set if it kept nothing.
    settings : ExtractorSettings
        Share, scope, minimum of other pages and guard.
    """
    if extraction.status not in ANSWERED:
        return extraction
    if not extraction.mask.any():
        nothing: Extraction = replaced(extraction, template=TemplateUse.NOTHING)
        return nothing
    choice = _choose(page, extraction, settings)
    of_token = segments(page).of_token()
    is_gone = np.zeros(page.n_tokens, dtype=np.bool_)
    if not choice.rule:
        is_gone = extraction.mask & (choice.is_template & ~choice.is_title)[of_token]
    blocks, rows, drops = _divided(page, extraction, is_gone)
    mask = extraction.mask & ~is_gone
    step = _step(extraction, choice, (blocks, rows, drops), of_token, mask)
    changes: dict[str, Any] = _with_rows(extraction, blocks, rows)
    share = Column(
        SHARE,
        "On other pages",
        "share",
        "Share of the other pages of the site that have the text word for word.",
        step.columns[SHARE],
    )
    changes |= {
        "columns": Lazy(lambda: (*_taken_columns(extraction, rows), share)),
        "curves": Lazy(lambda: (*extraction.curves, *_curves(extraction, choice, of_token))),
        "steps": (*changes["steps"], step),
        "content": step.content,
        "mask": mask,
        "warnings": (*extraction.warnings, *_notes(choice, settings)),
        "template": _USES[choice.rule],
    }
    if is_gone.any():
        changes["own_text"] = Lazy(lambda: kept_text(page, mask))
        changes["marks"] = _marks(page, extraction, is_gone, mask)
    if page.site is not None:
        changes["used"] = {**extraction.used, "site": page.site.version}
    result: Extraction = replaced(extraction, **changes)
    vars(result).pop("block_of_token", None)  # computed for the blocks before
    return result


def template_note(extraction: Extraction) -> tuple[str, ...]:
    """Return why the step kept everything, if it is the last step of a result and did so."""
    is_kept_whole = extraction.template in {TemplateUse.FEW, TemplateUse.GUARD, TemplateUse.BODY}
    return extraction.warnings[-1:] if is_kept_whole else ()


def _choose(page: Page, extraction: Extraction, settings: ExtractorSettings) -> _Choice:
    evidence, n_segments = _in_scope(page, settings.template_pages), len(segments(page))
    none = np.zeros(n_segments, dtype=np.bool_)
    if evidence is None or evidence.n_others < settings.template_min_pages:
        return _Choice(evidence, none, none, 0.0, _FEW)
    is_template = (evidence.share >= settings.template_share) & (evidence.n_with >= _MIN_WITH)
    is_title = _is_title(page)
    parts = segments(page)
    n_kept = np.bincount(parts.of_token(), weights=extraction.mask, minlength=n_segments)
    loss = float(n_kept[is_template & ~is_title].sum() / n_kept.sum())
    rule = 0
    if loss > settings.template_guard or loss >= 1:
        rule = _GUARD
    elif _loses_body(parts.token_end - parts.token_start, n_kept > 0, is_template & ~is_title):
        rule = _BODY
    return _Choice(evidence, is_template, is_title, loss, rule)


def _loses_body(n_tokens: IntArray, is_kept: BoolArray, is_template: BoolArray) -> bool:
    """Return whether kept running text would be dropped, and none of it would be left.

    It is then the main body of a page whose text other pages have too.
    """
    is_body = is_kept & (n_tokens >= LONG_TOKENS)
    return bool(is_body.any() and not (is_body & ~is_template).any())


def _in_scope(page: Page, scope: OtherPages) -> SiteEvidence | None:
    evidence = site_evidence(page)
    if evidence is None or scope is OtherPages.SITE:
        return evidence
    return evidence.of_layout() if scope is OtherPages.LAYOUT else evidence.of_section()


def _is_title(page: Page) -> BoolArray:
    """Return which segments are headings with the words of the page's title.

    Lists of links on other pages repeat the title of an article, so that it looks like template.
    """
    parts, title = segments(page), page.title.casefold()
    is_title = np.zeros(len(parts), dtype=np.bool_)
    heading = page.elements.tagged(_TITLES)[parts.element]
    for row in heading.nonzero()[0].tolist():
        start = page.tokens.start[parts.token_start[row]]
        end = page.tokens.end[parts.token_end[row] - 1]
        text = " ".join(page.text[start:end].casefold().split())
        is_title[row] = title.startswith(text)
    return is_title


def _divided(
    page: Page, extraction: Extraction, is_gone: BoolArray
) -> tuple[Blocks, IntArray, BoolArray]:
    """Return blocks that are dropped as a whole or not at all.

    Returns
    -------
    blocks : Blocks
        The blocks, and after them one more for each block that is dropped in part.
    rows : array of int, shape (n_blocks,)
        The earlier block of each block.
    drops : array of bool, shape (n_blocks,)
        Blocks that are dropped.
    """
    n_blocks, owner = len(extraction.blocks), extraction.block_of_token
    inside = owner >= 0
    n_gone = np.bincount(owner[inside & is_gone], minlength=n_blocks)
    n_kept = np.bincount(owner[inside & extraction.mask], minlength=n_blocks)
    is_divided = (n_gone > 0) & ((n_gone < n_kept) | extraction.blocks.nested)
    rows = np.arange(n_blocks, dtype=np.int32)
    if not is_divided.any():
        return extraction.blocks, rows, n_gone > 0
    parents = is_divided.nonzero()[0].astype(np.int32)
    number = np.full(n_blocks + 1, -1, dtype=np.int32)
    number[parents] = np.arange(len(parents))
    more = blocks_of_tokens(page, np.where(is_gone, number[owner], -1), len(parents))
    drops = np.concatenate(((n_gone > 0) & ~is_divided, np.ones(len(parents), dtype=np.bool_)))
    return extraction.blocks.with_more(more), np.concatenate((rows, parents)), drops


def _step(
    extraction: Extraction,
    choice: _Choice,
    divided: tuple[Blocks, IntArray, BoolArray],
    of_token: IntArray,
    mask: BoolArray,
) -> Step:
    blocks, rows, drops = divided
    before = extraction.content[rows]
    owner = blocks.block_of_token(len(mask))
    rule = np.where(before, choice.rule or _CONFIRM, 0).astype(np.int32)
    if not choice.rule:
        title = np.zeros(len(blocks) + 1, dtype=np.bool_)
        title[owner[(choice.is_title & choice.is_template)[of_token] & mask]] = True
        rule[before & title[:-1]] = _TITLE
    rule[drops] = _DROP
    return Step(
        STEP,
        "Minus template",
        _RULES,
        rule,
        before & ~drops,
        columns=_columns(choice, owner, of_token, (drops, before), mask),
        numbers={},
    )


def _columns(
    choice: _Choice,
    owner: IntArray,
    of_token: IntArray,
    state: tuple[BoolArray, BoolArray],
    mask: BoolArray,
) -> Mapping[str, NDArray[Any]]:
    """Return the quantities of the step by block.

    The share of a dropped block is that of its segment on the fewest pages; of a kept block that
    of its kept segment on the most, so that all tests are true; of any other block the mean.
    """
    drops, kept = state
    n_blocks, evidence = len(drops), choice.evidence
    if evidence is None or not evidence.n_others:
        nothing = np.full(n_blocks, np.nan)
        zeros = np.zeros(n_blocks)
        return {SHARE: nothing, "site_pages": zeros, "site_others": zeros, "site_loss": zeros}
    n_with = evidence.n_with.astype(np.float64)[of_token]
    inside = owner >= 0
    sums = np.bincount(owner[inside], weights=n_with[inside], minlength=n_blocks)
    sizes = np.bincount(owner[inside], minlength=n_blocks)
    pages = sums / np.maximum(sizes, 1)
    lowest, highest = np.full(n_blocks, np.inf), np.full(n_blocks, -np.inf)
    np.minimum.at(lowest, owner[inside & ~mask], n_with[inside & ~mask])
    np.maximum.at(highest, owner[inside & mask], n_with[inside & mask])
    pages = np.where(drops & np.isfinite(lowest), lowest, pages)
    pages = np.where(kept & ~drops & np.isfinite(highest), highest, pages)
    share = np.where(sizes > 0, pages / evidence.n_others, np.nan)
    others = np.full(n_blocks, float(evidence.n_others))
    loss = np.full(n_blocks, choice.loss)
    return {SHARE: share, "site_pages": pages, "site_others": others, "site_loss": loss}


def _with_rows(extraction: Extraction, blocks: Blocks, rows: IntArray) -> dict[str, Any]:
    """Return the parts of an extraction for blocks that repeat earlier ones."""
    if len(rows) == len(extraction.blocks):
        return {"steps": extraction.steps}
    return {
        "blocks": blocks,
        "steps": tuple(_taken_step(step, rows) for step in extraction.steps),
        "labels": None if extraction.labels is None else extraction.labels[rows],
        "contributions": Lazy(lambda: _taken_contributions(extraction.contributions, rows)),
    }


def _taken_columns(extraction: Extraction, rows: IntArray) -> tuple[Column, ...]:
    if len(rows) == len(extraction.blocks):
        return extraction.columns
    return tuple(replace(column, values=column.values[rows]) for column in extraction.columns)


def _taken_step(step: Step, rows: IntArray) -> Step:
    def taken(values: NDArray[Any] | None) -> NDArray[Any] | None:
        return None if values is None else values[rows]

    # The neighbours of blocks that follow all others are those of their parents.
    numbers = np.arange(len(step.rule), dtype=np.int32)
    last = len(numbers) - 1
    before = numbers - 1 if step.previous is None else step.previous
    after = np.where(numbers < last, numbers + 1, -1) if step.next is None else step.next
    changes = {
        "rule": step.rule[rows],
        "content": step.content[rows],
        "group": taken(step.group),
        "labels": taken(step.labels),
        "columns": Lazy(lambda: {name: values[rows] for name, values in step.columns.items()}),
        "previous": before[rows],
        "next": after[rows],
        "before": taken(step.before),
        "notes": Lazy(lambda: _taken_notes(step.notes, rows)),
    }
    result: Step = replaced(step, **changes)
    return result


def _taken_notes(notes: Sequence[str], rows: IntArray) -> Sequence[str]:
    if not len(notes):
        return notes
    of_row = rows.tolist()
    return LazySequence(len(of_row), lambda row: notes[of_row[row]])


def _taken_contributions(
    contributions: Contributions | None, rows: IntArray
) -> Contributions | None:
    return None if contributions is None else contributions.take(rows)


def _marks(
    page: Page, extraction: Extraction, is_gone: BoolArray, mask: BoolArray
) -> NDArray[np.int8] | None:
    """Return the marks of elements; an element of which only template was kept is removed."""
    if extraction.marks is None:
        return None
    before = np.concatenate(([0], np.cumsum(is_gone)))
    left = np.concatenate(([0], np.cumsum(mask)))
    start, end = page.elements.token_start, page.elements.token_end
    is_removed = (before[end] > before[start]) & (left[end] == left[start])
    marks: NDArray[np.int8] = np.where(is_removed, -1, extraction.marks).astype(np.int8)
    return marks


def _curves(extraction: Extraction, choice: _Choice, of_token: IntArray) -> tuple[Curve, ...]:
    """Return the kept words that each threshold would drop."""
    evidence = choice.evidence
    if evidence is None or not evidence.n_others:
        return ()
    share: FloatArray = evidence.share[of_token[extraction.mask]]
    x = np.arange(evidence.n_others + 1) / evidence.n_others
    n_words = len(share) - np.searchsorted(np.sort(share), x - 1e-9)
    return (
        Curve(
            "words_by_share",
            x[1:],
            n_words[1:].astype(np.float64),
            "share of other pages",
            "kept words on at least this share",
            "steps",
            threshold_field="template_share",
            threshold=float(getattr(extraction.settings, "template_share", np.nan)),
            threshold_along="x",
        ),
    )


def _notes(choice: _Choice, settings: ExtractorSettings) -> tuple[str, ...]:
    if choice.rule == _FEW:
        n_others = 0 if choice.evidence is None else choice.evidence.n_others
        pages = counted(n_others, "other page")
        return (f"{pages} of this site; minus template needs {settings.template_min_pages}.",)
    if choice.rule == _GUARD:
        would_drop = f"{percent(choice.loss)} of the kept words would be dropped"
        limit = percent(settings.template_guard)
        return (f"Minus template is not used: {would_drop}, more than {limit}.",)
    if choice.rule == _BODY:
        return ("Minus template is not used: nothing of the running text would be left.",)
    return ()
