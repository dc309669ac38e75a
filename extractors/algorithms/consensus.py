"""Consensus: a weighted vote over the token masks of other extractors (ours)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import ANSWERED, Column, Curve, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor, ExtractorInput, Score
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.settings import MainKnob, Source, knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.model.vote_blocks import blocks_of_votes
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

MODEL = "models/consensus.json"
"""File of the members, weights and threshold that our command chose, in ``extractors/data``."""

_RULES = (
    Rule("V1", Outcome.KEEP, explanation="share of votes {share} >= {threshold}"),
    Rule("V2", Outcome.DROP, (Test("share", "<", "threshold"),)),
    Rule("V3", Outcome.DROP, explanation="no member keeps it"),
)


@cache
def built_in() -> Mapping[str, Any]:
    """Return the built-in choice of members, with provenance and scores, as a read-only table."""
    text = files("boilerscope.extractors.data").joinpath(MODEL).read_text(encoding="utf-8")
    table: Mapping[str, Any] = json.loads(text, object_hook=MappingProxyType)
    return table


@dataclass(frozen=True)
class ConsensusSettings(ExtractorSettings):
    """Members of the vote, their weights and the threshold."""

    members: tuple[tuple[str, ...], ...] | None = knob(
        None,
        "Members",
        "Extractors that vote, with their default settings, and the weight of each vote."
        " Automatic: the members that our command chose.",
        group="Vote",
        columns=("extractor", "weight"),
        names=registry.identifiers,
    )
    threshold: float | None = knob(
        None,
        "Threshold",
        "Keep text for which at least this share of the weight votes.",
        unit="share",
        low=0.0,
        high=1.0,
        step=0.01,
        source=Source.OURS,
        bounds="share",
        group="Vote",
        main=MainKnob.DISTRIBUTION,
    )
    count_empty: bool = knob(
        False,
        "Count empty results",
        "A member that keeps no text of the page votes against all text; off: it abstains.",
        group="Vote",
    )

    def check(self) -> None:
        """Check that every member is named once and has a weight above 0."""
        names: set[str] = set()
        for name, weight in self.members or ():
            if name in names:
                raise SettingsError(
                    f"members has {name} twice; keep one row with the sum of the weights",
                    field="members",
                )
            names.add(name)
            if not _is_weight(weight):
                raise SettingsError(
                    f"the weight of {name} must be a number above 0, got {weight!r}",
                    field="members",
                )

    def resolve(self) -> Self:
        """Return a copy with the built-in members and threshold in place of automatic values."""
        return cast("Self", _resolved(self))


@lru_cache(maxsize=64)
def _resolved(settings: ConsensusSettings) -> ConsensusSettings:
    changes: dict[str, object] = {}
    if settings.members is None:
        rows = built_in()["members"]
        changes["members"] = tuple((name, f"{weight:g}") for name, weight in rows)
    if settings.threshold is None:
        changes["threshold"] = float(built_in()["threshold"])
    return settings.replace(**changes)


@lru_cache(maxsize=64)
def _inputs(settings: ConsensusSettings) -> tuple[ExtractorInput, ...]:
    return tuple(ExtractorInput(name) for name, _ in settings.resolve().members or ())


class Consensus(Extractor[ConsensusSettings]):
    """Extractor that lets other extractors vote on every token."""

    id = "consensus"
    name = "Consensus"
    summary = "Keeps what a weighted majority of other extractors keeps."
    reference = "ours"
    help = """\
The members are extractors with default settings; each votes on every token. A token is kept if

    weight of the members that keep it / weight of all members that vote >= threshold

A member abstains if it fails or keeps no text of the page; with `count_empty` a member that keeps
no text votes against all text. The score *agreement* is the mean of |2 x share - 1| over the page:
it is 1 if the members agree on every token.

*Source.* Ours. A program of the repository chose members and weights on gold pages: it
repeatedly adds the member that helps most. Of the resulting votes, it takes the vote with the
fewest members that is within one standard error of the best vote on held-out pages. Learned
extractors are not candidates, since their models have seen the same pages. The scores of that run
are in the documentation.

*Where it fails.* Most members can make the same mistake, such as keeping comments under an article
or lists of teasers with long sentences.
"""
    settings_class = ConsensusSettings
    scores = (
        Score(
            "agreement",
            "Agreement",
            "",
            "Mean of |2 x share of votes - 1| over the page: 1 if the members agree on every"
            " token.",
        ),
    )

    def inputs(self, settings: ConsensusSettings) -> Sequence[ExtractorInput]:
        """Return the members, in order."""
        return _inputs(settings)

    def extract(
        self, page: Page, settings: ConsensusSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the text for which enough members vote.

        The status is ``unavailable`` if no member has a result, and ``empty`` if no member keeps
        any text.
        """
        resolved = settings.resolve()
        masks = np.array([extraction.mask for extraction in inputs], dtype=np.bool_)
        masks = masks.reshape(len(inputs), page.n_tokens)
        is_voter = [
            extraction.status in ANSWERED and (settings.count_empty or bool(mask.any()))
            for extraction, mask in zip(inputs, masks, strict=True)
        ]
        members = list(zip(resolved.members or (), is_voter, strict=True))
        abstaining = [name for (name, _), votes in members if not votes]
        if not any(is_voter):
            is_empty = any(extraction.status is Status.EMPTY for extraction in inputs)
            reason = "No member keeps any text" if is_empty else "No member has a result"
            return Extraction(
                extractor=self.id,
                settings=settings,
                status=Status.EMPTY if is_empty else Status.UNAVAILABLE,
                message=f"{reason}: {', '.join(abstaining) or 'the consensus has no members'}",
                mask=np.zeros(page.n_tokens, dtype=np.bool_),
            )
        names = [name for (name, _), votes in members if votes]
        weights = np.array([float(weight) for (_, weight), votes in members if votes])
        masks = masks[is_voter]
        blocks = blocks_of_votes(page, masks)
        votes = masks[:, blocks.run_start]
        share = weights @ votes / weights.sum()
        is_enough = share >= float(resolved.threshold or 0.0) - 1e-12
        content = is_enough & votes.any(axis=0)
        mask = blocks.mask(content, page.n_tokens)
        text = kept_text(page, mask)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message="" if text else "No text has enough votes.",
            blocks=blocks,
            columns=Lazy(lambda: _columns(names, votes, share)),
            steps=(_step(is_enough, content),),
            content=content,
            mask=mask,
            own_text=text,
            scores={"agreement": _agreement(share, blocks, page.n_tokens)},
            curves=Lazy(lambda: (_curve(share, content, blocks, resolved),)),
            warnings=tuple(f"{name} does not vote on this page" for name in abstaining),
        )


CONSENSUS = Consensus()


def _is_weight(text: str) -> bool:
    try:
        weight = float(text)
    except ValueError:
        return False
    return 0 < weight < float("inf")


def _agreement(share: FloatArray, blocks: Blocks, n_tokens: int) -> float:
    """Return the mean of |2 x share - 1| over the tokens."""
    size = blocks.run_end - blocks.run_start
    return float(np.abs(2 * share - 1) @ size / n_tokens) if n_tokens else 1.0


def _columns(names: list[str], votes: BoolArray, share: FloatArray) -> tuple[Column, ...]:
    meaning = "Weight of the members that keep the text / weight of all members that vote."
    return (
        Column("share", "Share of votes", "share", meaning, share),
        Column(
            "members",
            "Members in favour",
            "members",
            "Members that keep the text.",
            votes.sum(axis=0).astype(np.int32),
        ),
        *(
            Column(
                f"votes_{name}",
                f"Vote of {name}",
                "",
                f"1 if {name} keeps the text.",
                row.astype(np.int32),
            )
            for name, row in zip(names, votes, strict=True)
        ),
    )


def _step(is_enough: BoolArray, content: BoolArray) -> Step:
    rule = np.where(content, 1, np.where(is_enough, 3, 2)).astype(np.int32)
    return Step("V", "Count the votes", _RULES, rule, content)


def _curve(
    share: FloatArray,
    content: BoolArray,
    blocks: Blocks,
    settings: ConsensusSettings,
) -> Curve:
    start, end = blocks.run_start.astype(np.float64), blocks.run_end.astype(np.float64)
    return Curve(
        name="Share of votes",
        x=start,
        y=share,
        x_label="token",
        y_label="share of votes",
        style="steps",
        block=np.arange(len(share), dtype=np.int32),
        threshold_field="threshold",
        threshold=float(settings.threshold or 0.0),
        kept=tuple(zip(start[content].tolist(), end[content].tolist(), strict=True)),
    )
