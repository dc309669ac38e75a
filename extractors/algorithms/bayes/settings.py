"""Settings of the Bayes decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from extractors.algorithms.bayes.features import FEATURES
from extractors.algorithms.bayes.model import load
from extractors.errors import ExtractorError, SettingsError, UnknownNameError
from extractors.model.settings import Settings, knob

if TYPE_CHECKING:
    from extractors.page.records import IntArray

_MAX_EDGES = 20


@dataclass(frozen=True)
class BayesSettings(Settings):
    """Model, smoothing, prices of mistakes and the features with their edges."""

    model: str = knob(
        "",
        "Model",
        "File of a model made by `boilerscope train bayes_blocks`; empty: the shipped one.",
        group="Model",
    )
    alpha: float = knob(
        1.0,
        "Smoothing",
        "Blocks added to every count, so that nothing is impossible.",
        unit="blocks",
        low=0.001,
        high=10.0,
        step=0.1,
        group="Model",
    )
    prior_main: float | None = knob(
        None,
        "Share of main blocks",
        "How likely a block is main before it is looked at; automatic: its share in training.",
        unit="ratio",
        low=0.001,
        high=0.999,
        step=0.01,
        group="Decision",
    )
    loss_miss: float = knob(
        1.0,
        "Price of a missed block",
        "What it costs to drop a main block.",
        low=0.01,
        high=100.0,
        step=0.1,
        group="Decision",
    )
    loss_false: float = knob(
        1.0,
        "Price of a wrong block",
        "What it costs to keep another block.",
        low=0.01,
        high=100.0,
        step=0.1,
        group="Decision",
    )
    features: tuple[str, ...] = knob(
        tuple(FEATURES),
        "Features",
        f"What is looked at, of {', '.join(FEATURES)}.",
        group="Features",
    )
    edges_link_share: tuple[str, ...] = knob(
        ("0.1", "0.33", "0.66"),
        "Edges of the link share",
        "Rising numbers in steps of 0.01, at most 1; the bin is the number of edges reached.",
        group="Features",
    )
    edges_characters: tuple[str, ...] = knob(
        ("20", "80", "300"),
        "Edges of the length",
        "Rising whole numbers, at most 2,000; the bin is the number of edges reached.",
        unit="characters",
        group="Features",
    )
    edges_punctuation: tuple[str, ...] = knob(
        ("1", "3", "6"),
        "Edges of the punctuation",
        "Rising whole numbers, at most 100; the bin is the number of edges reached.",
        unit="signs",
        group="Features",
    )
    edges_tag_density: tuple[str, ...] = knob(
        ("20", "100", "300"),
        "Edges of the tag density",
        "Rising whole numbers, at most 2,000; the bin is the number of edges reached.",
        unit="elements / 1,000 characters",
        group="Features",
    )
    edges_position: tuple[str, ...] = knob(
        ("0.25", "0.5", "0.75"),
        "Edges of the position",
        "Rising numbers in steps of 0.01, at most 1; the bin is the number of edges reached.",
        group="Features",
    )
    framework: tuple[str, ...] = knob(
        (
            *("body", "table", "td", "th", "div", "form", "center", "ul", "ol", "dl", "section"),
            *("article", "main", "header", "footer", "nav", "aside", "fieldset", "blockquote"),
        ),
        "Framework",
        "Elements that cut the page into blocks; a model holds for those it was trained with.",
        group="Blocks",
    )
    notice_words: tuple[str, ...] = knob(
        ("copyright", "©", "版权所有", "ICP备", "上一篇", "下一篇"),
        "Words of a notice",
        "What the feature `notice` looks for; capital and small letters are the same.",
        group="Blocks",
    )

    def check(self) -> None:
        """Check the names of features and the edges."""
        for name in self.features:
            if name not in FEATURES:
                unknown = UnknownNameError("feature", name, FEATURES)
                raise SettingsError(str(unknown), field="features")
        if not self.features:
            raise SettingsError("features must name at least one", field="features")
        for name in FEATURES:
            self.edges(name)

    def edges(self, name: str) -> IntArray:
        """Return the edges of a feature in whole steps, as `BayesModel.binned` takes them.

        Raises
        ------
        SettingsError
            If they are no rising numbers, no whole steps, or out of range.
        """
        feature = FEATURES[name]
        if feature.is_flag:
            return np.array([1], dtype=np.int32)
        field = f"edges_{name}"
        given: tuple[str, ...] = getattr(self, field)
        try:
            numbers = np.array([float(each) for each in given], dtype=np.float64)
        except ValueError as error:
            raise SettingsError(f"{field} must be numbers, got {given!r}", field=field) from error
        exact = numbers / feature.step
        fits = (exact > 0) & (exact <= feature.cap) & (np.abs(exact - np.round(exact)) < 1e-6)
        if not (fits.all() and (np.diff(exact) > 0.5).all() and len(numbers) <= _MAX_EDGES):
            raise SettingsError(
                f"{field} must be at most {_MAX_EDGES} rising numbers in steps of {feature.step:g}"
                f" up to {feature.step * feature.cap:g}, got {', '.join(given)}",
                field=field,
            )
        return np.round(exact).astype(np.int32)

    def resolve(self) -> Self:
        """Return a copy with the share of main blocks as the model has it."""
        if self.prior_main is not None:
            return self
        try:
            prior = load(self.model).prior(self.alpha)
        except ExtractorError:
            return self
        return self.replace(prior_main=min(max(prior, 0.001), 0.999))
