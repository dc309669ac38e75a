"""The router: an ordinary extractor that returns the result of one of its members, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.router.expected import expected_f1, page_figures
from boilerscope.extractors.algorithms.router.settings import (
    RouterSettings,
    member_input,
)
from boilerscope.extractors.algorithms.router.steps import TITLE, routing_step
from boilerscope.extractors.model.candidates import Candidate, CandidateState, token_ranges
from boilerscope.extractors.model.extraction import ANSWERED, Column, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, ExtractorInput, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.sentence import format_value
from boilerscope.extractors.model.vote_blocks import blocks_of_votes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from boilerscope.extractors.algorithms.router.expected import PageFigures
    from boilerscope.extractors.model.expected import ExpectedF1
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray


PROBABILITIES = "learned"
"""The extractor whose probabilities are figures of the page."""


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A member of the router that has a result on the page.

    Attributes
    ----------
    expected : ExpectedF1
        The expected F1 of its result.
    outside : float
        Share of its words outside the body of the page, 1 on a page without a single body of text.
    """

    name: str
    extraction: Extraction
    expected: ExpectedF1
    outside: float


class Router(Extractor[RouterSettings]):
    """Extractor that returns, for each page, the result of the most promising member."""

    id = "router"
    name = "Router"
    summary = "Takes, page by page, the result of the member with the greatest expected F1."
    reference = "ours"
    help = """\
**Ours.** Each member runs on the page, with its default settings or those of a preset. The result
of the member with the greatest expected F1 becomes the result of the router; the first member, the
favourite, is left only for a gain of more than the margin, and only for a member whose words are
in the body of the page. A page of many records has no body, by the two tests of `learned`, so the
favourite stays: the other members keep one body of text. The step shows the expected F1 of all
members and the figures that decided it.

*Expected F1.* A logistic regression on pages with gold, which no figure of the page itself needs:

    log-odds    = base + sum over figures of weight * (value - mean)
    expected F1 = 1 / (1 + exp(-log-odds))

The figures are: the F1 to expect if the probabilities of `learned` are right, the agreement with
the other members, the doubt of these probabilities, the kept words, the share of the page and of
its likely words in the container with the most points, linked words, and blocks. A member that
keeps nothing has an expected F1 of 0.

*How good it is.* On corpora that were left out, whether the F1 of a result is below 0.8 is known
with an area under the curve of 0.95 to 0.98, and the error of calibration is at most 0.04.

*Where it fails.* It can hardly tell two good results apart. On Chinese news, where `qd` and
`largest_body` are nearly perfect, it takes them too rarely. Members that are much alike agree more
than others do, so the expected F1 of two models of one extractor is rather high on bad pages.
"""
    settings_class = RouterSettings
    probabilities = PROBABILITIES
    needs = frozenset({"model"})
    scores = (
        Score("expected_f1", "Expected F1", "", "Token F1 to expect of this result."),
        Score("gain", "Gain", "", "Expected F1 minus that of the next best member."),
    )

    def inputs(self, settings: RouterSettings) -> Sequence[ExtractorInput]:
        """Return the members, in order, and `learned`, which judges them."""
        names = [name for name, *_ in settings.members]
        return tuple(map(member_input, (*names, PROBABILITIES)))

    def extract(
        self, page: Page, settings: RouterSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the result of one member.

        The status is ``unavailable`` if no member has a result, and ``empty`` if no member has any
        text. A text from the page's metadata is one, although no word of the page is kept.
        """
        names = [name for name, *_ in settings.members]
        *members, judge = inputs
        results = dict(zip(names, members, strict=True))
        usable = {name: x for name, x in results.items() if x.status in ANSWERED}
        left_out = [name for name in names if name not in usable]
        if not any(x.status is Status.OK for x in usable.values()):
            return Extraction(
                extractor=self.id,
                settings=settings,
                status=Status.EMPTY if usable else Status.UNAVAILABLE,
                message="No member has any text." if usable else "No member has a result.",
                mask=np.zeros(page.n_tokens, dtype=np.bool_),
            )
        judged = _members(page, usable, judge, settings)
        chosen = _chosen(judged, settings)
        return _extraction(page, settings, judged, chosen, left_out)

    def expected(
        self,
        page: Page,
        learned: Extraction,
        masks: Mapping[str, BoolArray],
    ) -> dict[str, ExpectedF1]:
        """Return the expected F1 of results on a page, by name.

        Parameters
        ----------
        learned : Extraction
            The result of `learned` on the page.
        masks : mapping of str to array of bool, shape (n_tokens,)
            The kept tokens of each result.
        """
        return _expected(page_figures(page, learned), masks)


ROUTER = Router()


def _expected(
    page: PageFigures,
    masks: Mapping[str, BoolArray],
    without: AbstractSet[str] = frozenset(),
) -> dict[str, ExpectedF1]:
    """Return the expected F1 of each result, judged by the page and the other results."""
    return {
        name: expected_f1(
            page, mask, [other for key, other in masks.items() if key != name], without
        )
        for name, mask in masks.items()
    }


def _members(
    page: Page,
    usable: dict[str, Extraction],
    judge: Extraction,
    settings: RouterSettings,
) -> list[Member]:
    left_out = {
        *(() if settings.likely else ("likely_f", "doubt", "body_kept")),
        *(() if settings.agreement else ("agreement", "best_agreement")),
    }
    masks = {name: extraction.mask for name, extraction in usable.items()}
    figures = page_figures(page, judge)
    expected = _expected(figures, masks, left_out)
    return [
        Member(name, extraction, expected[name], figures.outside(masks[name]))
        for name, extraction in usable.items()
    ]


def _chosen(members: Sequence[Member], settings: RouterSettings) -> Member:
    """Return the favourite, or the best member in the body if it is better by the margin.

    The favourite is the first member that has any text.
    """
    favourite = next((m for m in members if m.extraction.status is Status.OK), members[0])
    inside = [member for member in members if member.outside <= settings.max_outside]
    best = max((favourite, *inside), key=lambda member: member.expected.value)
    is_better = best.expected.value > favourite.expected.value + settings.margin
    return best if is_better else favourite


def _extraction(
    page: Page,
    settings: RouterSettings,
    members: Sequence[Member],
    chosen: Member,
    left_out: Sequence[str],
) -> Extraction:
    masks = np.array([member.extraction.mask for member in members], dtype=np.bool_)
    blocks = blocks_of_votes(page, masks)
    votes = masks[:, blocks.run_start]
    number = list(members).index(chosen)
    content = votes[number]
    result = chosen.extraction
    others = [c.expected.value for c in members if c is not chosen]
    value = chosen.expected.value
    return Extraction(
        extractor=Router.id,
        settings=settings,
        status=result.status,
        message=result.message,
        blocks=blocks,
        columns=Lazy(lambda: _columns(members, votes)),
        steps=(routing_step(content, value, explanation(members, chosen, settings.max_outside)),),
        content=content,
        mask=result.mask,
        own_text=Lazy(lambda: result.own_text),
        scores={"expected_f1": value, "gain": value - max(others, default=0.0)},
        title=result.title,
        published=result.published,
        published_text=result.published_text,
        candidates=Lazy(lambda: _candidates(page, members, chosen, settings, left_out)),
        related=result.related,
        warnings=(
            *(f"{name} has no result on this page" for name in left_out),
            *result.warnings,
        ),
    )


def _candidates(
    page: Page,
    members: Sequence[Member],
    chosen: Member,
    settings: RouterSettings,
    left_out: Sequence[str],
) -> tuple[Candidate, ...]:
    """Return the members as candidates, the most promising first, then those without a result."""
    ranked = sorted(members, key=lambda member: -member.expected.value)
    return (
        *(_candidate(page, member, chosen, settings.max_outside) for member in ranked),
        *(
            Candidate(name, CandidateState.NOT_RUN, TITLE, decision="no result on this page")
            for name in left_out
        ),
    )


def _candidate(page: Page, member: Member, chosen: Member, max_outside: float) -> Candidate:
    ranges = token_ranges(member.extraction.mask)
    starts, ends = page.tokens.start, page.tokens.end
    value, best = member.expected.value, chosen.expected.value
    if member is chosen:
        decision = member.expected.why()
    elif value > best and member.outside > max_outside:
        decision = f"expected F1 {format_value(value)}, but {_outside(member)}"
    elif value > best:
        decision = f"expected F1 {format_value(value)}, within the margin of {chosen.name}"
    else:
        compared = f"{format_value(value)} <= {format_value(best)}"
        decision = f"expected F1 {compared} of {chosen.name}"
    return Candidate(
        member.name,
        CandidateState.USED if member is chosen else CandidateState.REJECTED,
        TITLE,
        sum(int(ends[end - 1] - starts[start]) for start, end in ranges),
        value,
        decision,
        ranges=ranges,
    )


def explanation(members: Sequence[Member], chosen: Member, max_outside: float) -> str:
    """Return whom the router chose and why, in one sentence."""
    ranked = sorted(members, key=lambda member: -member.expected.value)
    listed = ", ".join(f"{c.name} {format_value(c.expected.value)}" for c in ranked)
    passed_over = "".join(
        f"; {member.name} is not taken: {_outside(member)}"
        for member in ranked
        if member.outside > max_outside and member.expected.value > chosen.expected.value
    )
    return f"expected F1: {listed}{passed_over}; {chosen.name} is chosen: {chosen.expected.why()}"


def _outside(member: Member) -> str:
    if member.outside == 1:
        return "none of its words are in a body of the page"
    return f"{format_value(member.outside)} of its words are outside the body of the page"


def _columns(members: Sequence[Member], votes: BoolArray) -> tuple[Column, ...]:
    n_blocks = votes.shape[1]
    return (
        *(
            Column(
                f"expected_{member.name}",
                f"Expected F1 of {member.name}",
                "",
                "The same for all blocks of the page.",
                np.full(n_blocks, member.expected.value),
            )
            for member in members
        ),
        *(
            Column(
                f"votes_{member.name}",
                f"Vote of {member.name}",
                "",
                f"1 if {member.name} keeps the text.",
                row.astype(np.int32),
            )
            for member, row in zip(members, votes, strict=True)
        ),
    )
