"""Settings of the Bayes decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from boilerscope.extractors.algorithms.bayes.features import FEATURES
from boilerscope.extractors.algorithms.bayes.model import load
from boilerscope.extractors.errors import ExtractorError, SettingsError, UnknownNameError
from boilerscope.extractors.model.settings import knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import IntArray

_MAX_EDGES = 20


@dataclass(frozen=True)
class BayesSettings(ExtractorSettings):
    """Model, smoothing, costs of mistakes, and features with their bin edges."""

    model: str = knob(
        "",
        "Model",
        "File of a model that `boilerscope train bayes_blocks` wrote; empty: the built-in model.",
        group="Model",
    )
    alpha: float = knob(
        1.0,
        "Smoothing",
        "Blocks added to every count, so that no probability is 0.",
        unit="blocks",
        low=0.001,
        high=10.0,
        step=0.1,
        group="Model",
    )
    prior_main: float | None = knob(
        None,
        "Share of main blocks",
        "Probability that a block is main before its features are known; automatic: share of main"
        " blocks in training.",
        unit="ratio",
        low=0.001,
        high=0.999,
        step=0.01,
        group="Decision",
    )
    loss_miss: float = knob(
        1.0,
        "Cost of a missed block",
        "Cost of dropping a main block.",
        low=0.01,
        high=100.0,
        step=0.1,
        group="Decision",
    )
    loss_false: float = knob(
        1.0,
        "Cost of a wrong block",
        "Cost of keeping a block that is not main.",
        low=0.01,
        high=100.0,
        step=0.1,
        group="Decision",
    )
    features: tuple[str, ...] = knob(
        tuple(FEATURES),
        "Features",
        f"Features that decide, of {', '.join(FEATURES)}.",
        group="Features",
    )
    edges_link_share: tuple[str, ...] = knob(
        ("0.1", "0.33", "0.66"),
        "Link share bins",
        "Increasing bin edges in steps of 0.01, up to 1.",
        group="Features",
    )
    edges_characters: tuple[str, ...] = knob(
        ("20", "80", "300"),
        "Length bins",
        "Increasing bin edges, whole numbers up to 2,000.",
        unit="characters",
        group="Features",
    )
    edges_punctuation: tuple[str, ...] = knob(
        ("1", "3", "6"),
        "Punctuation bins",
        "Increasing bin edges, whole numbers up to 100.",
        unit="characters",
        group="Features",
    )
    edges_tag_density: tuple[str, ...] = knob(
        ("20", "100", "300"),
        "Tag density bins",
        "Increasing bin edges, whole numbers up to 2,000.",
        unit="elements / 1,000 characters",
        group="Features",
    )
    edges_position: tuple[str, ...] = knob(
        ("0.25", "0.5", "0.75"),
        "Position bins",
        "Increasing bin edges in steps of 0.01, up to 1.",
        group="Features",
    )
    framework: tuple[str, ...] = knob(
        (
            *("body", "table", "td", "th", "div", "form", "center", "ul", "ol", "dl", "section"),
            *("article", "main", "header", "footer", "nav", "aside", "fieldset", "blockquote"),
        ),
        "Framework",
        "Elements that cut the page into blocks. Use those that the model was trained with.",
        group="Blocks",
    )
    notice_words: tuple[str, ...] = knob(
        ("copyright", "©", "版权所有", "ICP备", "上一篇", "下一篇"),
        "Notice words",
        "Words that make the feature `notice` 1; case is ignored.",
        group="Blocks",
    )

    def check(self) -> None:
        """Check the names of features and the bin edges."""
        for name in self.features:
            if name not in FEATURES:
                unknown = UnknownNameError("feature", name, FEATURES)
                raise SettingsError(str(unknown), field="features")
        if not self.features:
            raise SettingsError("features must name at least one feature", field="features")
        for name in FEATURES:
            self.edges(name)

    def edges(self, name: str) -> IntArray:
        """Return the bin edges of a feature in whole steps, for `BayesModel.binned`.

        Raises
        ------
        SettingsError
            If they are not increasing numbers in whole steps, or out of range.
        """
        feature = FEATURES[name]
        if feature.is_flag:
            return np.array([1], dtype=np.int32)
        field = f"edges_{name}"
        texts: tuple[str, ...] = getattr(self, field)
        try:
            numbers = np.array([float(text) for text in texts], dtype=np.float64)
        except ValueError as error:
            raise SettingsError(f"{field} must be numbers, got {texts!r}", field=field) from error
        steps = numbers / feature.step
        is_whole = np.abs(steps - np.round(steps)) < 1e-6
        is_valid = is_whole & (steps > 0) & (steps <= feature.cap)
        is_increasing = np.diff(steps) > 0.5
        if not (is_valid.all() and is_increasing.all() and len(numbers) <= _MAX_EDGES):
            raise SettingsError(
                f"{field} must be at most {_MAX_EDGES} increasing numbers in steps of"
                f" {feature.step:g} up to {feature.step * feature.cap:g}, got {', '.join(texts)}",
                field=field,
            )
        return np.round(steps).astype(np.int32)

    def resolve(self) -> Self:
        """Return a copy with the share of main blocks taken from the model if it is automatic."""
        if self.prior_main is not None:
            return self
        try:
            prior = load(self.model).prior(self.alpha)
        except ExtractorError:
            return self
        return self.replace(prior_main=min(max(prior, 0.001), 0.999))
