"""Extractor that uses an estimator of the user, with `predict_proba` or `predict`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.features import matrix as grid_features
from boilerscope.extractors.features.blocks import FEATURES, block_features
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.model.settings import knob
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.model.steps import Outcome, Rule, Step, Test
from boilerscope.extractors.own.loading import digest, load
from boilerscope.extractors.page.kept_text import kept_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.features.feature import Feature
    from boilerscope.extractors.own.location import Location
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray

_RULES = (
    Rule("ES1", Outcome.KEEP, (Test("score", ">=", "threshold"),)),
    Rule("ES2", Outcome.DROP, (Test("score", "<", "threshold"),)),
)


@dataclass(frozen=True)
class EstimatorSettings(ExtractorSettings):
    """Threshold of the score."""

    threshold: float = knob(
        0.5,
        "Threshold",
        "Keep blocks whose score is at least this.",
        low=0.0,
        high=1.0,
        step=0.01,
        bounds="score",
    )


class EstimatorExtractor(Extractor[EstimatorSettings]):
    """Extractor that scores blocks with an estimator of the user."""

    foreign: ClassVar[bool] = True
    settings_class = EstimatorSettings

    def __init__(self, location: Location) -> None:
        self._location = location
        self.id = location.identifier
        self.name = location.name or location.file.name
        self.summary = f"Scores each block with {location.name or location.file.name}."
        self.reference = location.text
        rows = "\n".join(f"- `{feature.name}`: {feature.meaning}" for feature in FEATURES)
        self.help = (
            f"Loads `{location.text}` and calls `predict_proba`, or else `predict`, with"
            " a matrix: a row for each block, a column for each of these features.\n\n"
            f"{rows}\n\nThe last column of `predict_proba` is the score. An estimator that was"
            f" trained on {len(grid_features.FEATURES)} features (`n_features_in_`) gets the blocks"
            " and features of the extractor `learned` instead, see"
            " `boilerscope.extractors.features.matrix`."
        )

    def extract(
        self, page: Page, settings: EstimatorSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the blocks whose score reaches the threshold."""
        del inputs
        estimator = load(self._location)
        blocks, features, values = _measured(page, estimator)
        score = _scores(estimator, values, self._location.text)
        content = score >= settings.threshold
        mask = blocks.mask(content, page.n_tokens)
        return Extraction(
            self.id,
            Status.OK if content.any() else Status.EMPTY,
            settings,
            "" if content.any() else "No block reaches the threshold.",
            blocks=blocks,
            columns=(
                Column("score", "Score", "", "Score of the block from the estimator.", score),
                *(
                    Column(
                        feature.name,
                        feature.label,
                        feature.unit,
                        feature.meaning,
                        values[:, number],
                    )
                    for number, feature in enumerate(features)
                ),
            ),
            steps=(
                Step(
                    "ES",
                    "Apply the estimator",
                    _RULES,
                    np.where(content, 1, 2).astype(np.int32),
                    content,
                ),
            ),
            content=content,
            mask=mask,
            own_text=kept_text(page, mask),
            used={self._location.file.name: digest(self._location.file)},
        )


def _measured(page: Page, estimator: Any) -> tuple[Blocks, Sequence[Feature[Any]], FloatArray]:
    """Return blocks, features and matrix in the form that an estimator was trained on."""
    if getattr(estimator, "n_features_in_", None) == len(grid_features.FEATURES):
        feature_matrix = grid_features.matrix(page)
        grid = feature_matrix.grid
        blocks = Blocks.from_ranges(grid.token_start, grid.token_end, grid.element)
        return blocks, grid_features.FEATURES, feature_matrix.values()
    measured = block_features(page)
    return measured.blocks, FEATURES, measured.values


def _scores(estimator: Any, values: FloatArray, name: str) -> FloatArray:
    """Return a score for each row.

    Raises
    ------
    ExtractorError
        If the object is not an estimator, was trained on other features, or returns another
        shape.
    """
    if isinstance(estimator, Extractor):
        raise ExtractorError(
            f"{name} is an Extractor. Declare it as an entry point, as CONTRIBUTING.md shows, so"
            " that its settings are known."
        )
    predict = getattr(estimator, "predict_proba", None) or getattr(estimator, "predict", None)
    if not callable(predict):
        raise ExtractorError(
            f"{name} is a value of type {type(estimator).__name__}. An estimator has"
            " predict_proba or predict; a function is written with def."
        )
    expected = getattr(estimator, "n_features_in_", values.shape[1])
    if expected != values.shape[1]:
        raise ExtractorError(
            f"{name} was trained on {expected} features; a block has {len(FEATURES)} or"
            f" {len(grid_features.FEATURES)}. Train it on the matrix of"
            " boilerscope.extractors.features.blocks or of boilerscope.extractors.features.matrix."
        )
    if not len(values):
        return np.zeros(0)
    returned = np.asarray(predict(values), dtype=np.float64)
    score = returned[:, -1] if returned.ndim == 2 else returned
    if score.shape != (len(values),) or not np.isfinite(score).all():
        raise ExtractorError(
            f"{name} returned shape {returned.shape} for {len(values)} blocks. Expected: a"
            " finite number for each block, or a row of probabilities."
        )
    return score
