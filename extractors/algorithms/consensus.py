"""Consensus: a weighted vote over the token masks of other extractors (ours)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from extractors import registry
from extractors.errors import SettingsError
from extractors.model.blocks import Blocks
from extractors.model.extraction import Column, Curve, Extraction, Status
from extractors.model.extractor import Extractor, ExtractorInput, Score
from extractors.model.lazy import Lazy
from extractors.model.settings import MainKnob, Settings, Source, knob
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.page.kept_text import kept_text
from extractors.page.segments import segments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

MODEL = "models/consensus.json"
"""Members, weights and threshold that our command chose, below ``extractors/data``."""

_HAVE_RESULT = frozenset((Status.OK, Status.EMPTY))
_RULES = (
    Rule("V1", Outcome.KEEP, explanation="share of votes {share} >= {threshold}"),
    Rule("V2", Outcome.DROP, (Test("share", "<", "threshold"),)),
    Rule("V3", Outcome.DROP, explanation="nobody keeps it"),
)


@cache
def shipped() -> Mapping[str, Any]:
    """Return the shipped choice of members with its provenance and scores; nobody can change it."""
    text = files("extractors.data").joinpath(MODEL).read_text(encoding="utf-8")
    table: Mapping[str, Any] = json.loads(text, object_hook=MappingProxyType)
    return table


@dataclass(frozen=True)
class ConsensusSettings(Settings):
    """Members of the vote, their weights and the threshold."""

    members: tuple[tuple[str, ...], ...] | None = knob(
        None,
        "Members",
        "Extractors that vote with their default settings, each with its weight."
        " Automatic: those our command chose.",
        group="Vote",
        columns=("extractor", "weight"),
        names=registry.identifiers,
    )
    threshold: float | None = knob(
        None,
        "Threshold",
        "Text is kept if at least this share of the weight keeps it.",
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
        "Whether a member that keeps nothing of the page votes against all of it, or abstains.",
        group="Vote",
    )

    def check(self) -> None:
        """Check that every member is named once and has a weight above 0."""
        named: set[str] = set()
        for name, weight in self.members or ():
            if name in named:
                raise SettingsError(f"members names {name} twice; add its weights", field="members")
            named.add(name)
            if not _is_weight(weight):
                raise SettingsError(
                    f"the weight of {name} must be a number above 0, got {weight!r}",
                    field="members",
                )

    def resolve(self) -> Self:
        """Return the record with the shipped members and threshold in place of automatic ones."""
        return cast("Self", _resolved(self))


@lru_cache(maxsize=64)
def _resolved(settings: ConsensusSettings) -> ConsensusSettings:
    changes: dict[str, object] = {}
    if settings.members is None:
        rows = shipped()["members"]
        changes["members"] = tuple((name, f"{weight:g}") for name, weight in rows)
    if settings.threshold is None:
        changes["threshold"] = float(shipped()["threshold"])
    return settings.replace(**changes)


@lru_cache(maxsize=64)
def _uses(settings: ConsensusSettings) -> tuple[ExtractorInput, ...]:
    return tuple(ExtractorInput(name) for name, _ in settings.resolve().members or ())


class Consensus(Extractor[ConsensusSettings]):
    """Lets other extractors vote on every token."""

    id = "consensus"
    name = "Consensus"
    summary = "Keeps what a weighted majority of other extractors keeps."
    reference = "ours"
    help = """\
Every member extractor runs with its default settings and votes on every token. A token is kept if

    weight of the members that keep it / weight of all members that vote >= threshold

A member that fails, or that keeps nothing of the page, abstains (`count_empty` lets the latter vote
against everything). The score *agreement* is the mean of |2 x share - 1| over the page: 1 where all
members do the same everywhere.

*Source.* Ours. Members and weights were chosen by `boilerscope train consensus` on gold pages, by
adding the member that helps most, again and again; of the votes that this makes, the smallest is
taken that is within one standard error of the best on pages held out. Learned extractors are no
candidates, since their models have seen the same pages. The scores of that run are in the
documentation.

*Where it fails.* Where most members make the same mistake: comments under an article, or lists of
teasers with long sentences.
"""
    settings_class = ConsensusSettings
    scores = (
        Score(
            "agreement",
            "Agreement",
            "",
            "Mean of |2 x share of votes - 1| over the page: 1 where all members do the same.",
        ),
    )

    def inputs(self, settings: ConsensusSettings) -> Sequence[ExtractorInput]:
        """Return the members, in order."""
        return _uses(settings)

    def extract(
        self, page: Page, settings: ConsensusSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return what the members' vote keeps; ``unavailable`` where nobody can vote.

        Where members ran and none keeps any text the result is ``empty``.
        """
        resolved = settings.resolve()
        masks = np.empty((len(inputs), page.n_tokens), dtype=np.bool_)
        for row, made in zip(masks, inputs, strict=True):
            row[:] = made.mask
        votes_here = _voters(inputs, masks, count_empty=settings.count_empty)
        members = list(zip(resolved.members or (), votes_here, strict=True))
        silent = [name for (name, _), votes in members if not votes]
        if not any(votes_here):
            is_empty = any(made.status is Status.EMPTY for made in inputs)
            why = "No member keeps any text" if is_empty else "No member has a result to vote with"
            return Extraction(
                extractor=self.id,
                settings=settings,
                status=Status.EMPTY if is_empty else Status.UNAVAILABLE,
                message=f"{why}: {', '.join(silent) or 'no member'}",
                mask=np.zeros(page.n_tokens, dtype=np.bool_),
            )
        names = [name for (name, _), votes in members if votes]
        weights = np.array([float(weight) for (_, weight), votes in members if votes])
        votes = masks[votes_here] if silent else masks
        blocks = _blocks(page, votes)
        of_block = votes.take(blocks.run_start, axis=1)
        share = weights @ of_block / weights.sum()
        enough = share >= float(resolved.threshold or 0.0) - 1e-12
        content = enough & np.logical_or.reduce(of_block)
        mask = blocks.mask(content, page.n_tokens)
        text = kept_text(page, mask)
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if text else Status.EMPTY,
            message="" if text else "No text has enough votes.",
            blocks=blocks,
            columns=Lazy(lambda: _columns(names, of_block, share)),
            steps=(_step(enough, content),),
            content=content,
            mask=mask,
            own_text=text,
            scores={"agreement": _agreement(share, blocks, page.n_tokens)},
            curves=Lazy(lambda: (_curve(share, content, blocks, resolved),)),
            warnings=tuple(f"{name} does not vote here" for name in silent),
        )


CONSENSUS = Consensus()


def _is_weight(text: str) -> bool:
    try:
        weight = float(text)
    except ValueError:
        return False
    return 0 < weight < float("inf")


def _voters(inputs: Sequence[Extraction], masks: BoolArray, *, count_empty: bool) -> list[bool]:
    """Return which members vote."""
    keep_text: list[bool] = np.logical_or.reduce(masks, axis=1).tolist()
    return [
        made.status in _HAVE_RESULT and (count_empty or keeps)
        for made, keeps in zip(inputs, keep_text, strict=True)
    ]


def _blocks(page: Page, votes: BoolArray) -> Blocks:
    """Return runs of tokens within a segment on which every member does the same."""
    cut = segments(page)
    fresh = np.zeros(page.n_tokens, dtype=np.bool_)
    fresh[cut.token_start] = True
    fresh[1:] |= np.logical_or.reduce(votes[:, 1:] != votes[:, :-1])
    start = np.flatnonzero(fresh).astype(np.int32)
    end = np.empty_like(start)
    end[:-1], end[-1:] = start[1:], page.n_tokens
    segment = cut.token_start.searchsorted(start, side="right") - 1
    n_blocks = len(start)
    return Blocks(np.arange(n_blocks + 1, dtype=np.int32), start, end, cut.element[segment])


def _agreement(share: FloatArray, blocks: Blocks, n_tokens: int) -> float:
    """Return the mean over the tokens of how far the vote is from a tie."""
    size = blocks.run_end - blocks.run_start
    return float(np.abs(2 * share - 1) @ size / n_tokens) if n_tokens else 1.0


def _columns(names: list[str], votes: BoolArray, share: FloatArray) -> tuple[Column, ...]:
    meaning = "Weight of the members that keep the text by the weight of all that vote."
    return (
        Column("share", "Share of votes", "share", meaning, share),
        Column(
            "members",
            "Members for it",
            "members",
            "Members that keep the text.",
            votes.sum(axis=0).astype(np.int32),
        ),
        *(
            Column(
                f"votes_{name}",
                f"Vote of {name}",
                "",
                f"1 where {name} keeps the text.",
                row.astype(np.int32),
            )
            for name, row in zip(names, votes, strict=True)
        ),
    )


def _step(enough: BoolArray, content: BoolArray) -> Step:
    # Below the threshold 2, else 3 where nobody keeps it and 1 where somebody does.
    rule = np.add(enough, 2, dtype=np.int32)
    rule[content] = 1
    return Step("V", "Count the votes", _RULES, rule, content)


def _curve(
    share: FloatArray,
    content: BoolArray,
    blocks: Blocks,
    settings: ConsensusSettings,
) -> Curve:
    places: IntArray = np.arange(len(share), dtype=np.int32)
    start, end = (each[content].astype(np.float64) for each in (blocks.run_start, blocks.run_end))
    return Curve(
        name="Share of votes",
        x=blocks.run_start.astype(np.float64),
        y=share,
        x_label="token",
        y_label="share of votes",
        style="steps",
        block=places,
        threshold_field="threshold",
        threshold=float(settings.threshold or 0.0),
        kept=tuple(zip(start.tolist(), end.tolist(), strict=True)),
    )
