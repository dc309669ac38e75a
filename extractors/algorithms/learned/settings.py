"""Settings of the learned extractor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from boilerscope.extractors.model.settings import knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings


class ModelKind(StrEnum):
    """The two models in a file."""

    ADDITIVE = "additive"
    TREES = "trees"


@dataclass(frozen=True)
class LearnedSettings(ExtractorSettings):
    """Model, cut, and fallback for a page that has hardly any main content."""

    kind: ModelKind = knob(
        ModelKind.ADDITIVE,
        "Kind of model",
        "Additive: a table for each feature and some pairs. Trees: more exact, explained by the"
        " path of each block.",
        group="Model",
        choice_labels={"additive": "additive", "trees": "full trees"},
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
        "Keep blocks with at least this probability; automatic: where the expected F of the page is"
        " greatest.",
        unit="probability",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="probability",
        group="Decision",
    )
    beta: float = knob(
        1.0,
        "Recall versus precision",
        "Weight of recall in the expected F of the automatic cut: below 1 precision counts more.",
        low=0.1,
        high=10.0,
        step=0.1,
        group="Decision",
    )
    metadata: bool = knob(
        True,
        "Fall back to metadata",
        "Use the text of the page's metadata if hardly any text is kept and it is longer.",
        group="Metadata",
    )
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
