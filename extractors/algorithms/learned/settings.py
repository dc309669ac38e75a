"""Settings of the learned extractor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class ModelKind(StrEnum):
    """The two models in a file, and their mean."""

    BOTH = "both"
    ADDITIVE = "additive"
    TREES = "trees"


class CutRule(StrEnum):
    """Rules for the automatic cut."""

    BY_PAGE = "by_page"
    EXPECTED = "expected"


@dataclass(frozen=True)
class LearnedSettings(ExtractorSettings):
    """Models, cut, and fallback for a page that has hardly any main content."""

    kind: ModelKind = knob(
        ModelKind.BOTH,
        "Kind of model",
        "Additive: a table for each feature and some pairs. Trees: without that limit, explained by"
        " the path of each block. Both: the mean of their log-odds; outside the body of a page with"
        " one body of text, the additive model alone.",
        group="Model",
        choice_labels={"both": "both", "additive": "additive", "trees": "full trees"},
    )
    model: str = knob(
        "",
        "Model",
        "File of a model that `boilerscope train learned` wrote; empty: the built-in model.",
        group="Model",
    )
    cut: float | None = knob(
        None,
        "Cut",
        "Keep blocks with at least this probability; automatic: by the rule for the cut.",
        unit="probability",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="probability",
        group="Decision",
    )
    cut_rule: CutRule = knob(
        CutRule.BY_PAGE,
        "Rule for the cut",
        "By page: 0.5 for a page with one body of text, else where the expected F is greatest."
        " Expected F: where it is greatest, for all pages.",
        group="Decision",
        choice_labels={"by_page": "by page", "expected": "expected F"},
    )
    min_body_share: float = knob(
        0.1,
        "Smallest body",
        "A page has one body of text only if its richest container has at least this share of the"
        " words.",
        unit="share of words",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="body_share",
        group="Decision",
    )
    min_body_kept: float = knob(
        0.5,
        "Likely words in the body",
        "A page has one body of text only if its richest container has at least this share of the"
        " words in blocks with a probability of 0.5 or more.",
        unit="share of words",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="body_kept",
        group="Decision",
    )
    beta: float = knob(
        1.0,
        "Recall versus precision",
        "Weight of recall in the automatic cut: below 1 precision counts more.",
        low=0.1,
        high=10.0,
        step=0.1,
        group="Decision",
    )
    site_weight: float = knob(
        0.0,
        "Weight of other pages",
        "Log-odds that are added to a block that all other pages of the site have too; a share of"
        " them counts in part. With fewer than two other pages, nothing is added. 0: they are not"
        " read.",
        unit="nats",
        low=-10.0,
        high=0.0,
        step=0.5,
        group="Decision",
    )
    metadata: bool = knob(
        True,
        "Fall back to metadata",
        "Use the text of the page's metadata if hardly any text is kept and it is longer.",
        group="Metadata",
    )

    @property
    def reads_site(self) -> bool:
        """Whether a result with these settings needs the other pages of the site."""
        return super().reads_site or self.site_weight != 0

    min_words: float = knob(
        15.0,
        "Too little text",
        "Fall back to metadata if fewer words are kept.",
        unit="words",
        low=0.0,
        high=1000.0,
        step=1.0,
        group="Metadata",
    )
