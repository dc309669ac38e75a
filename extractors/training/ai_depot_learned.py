"""Learn AI Depot's unit: the lines of gold pages, in order, again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from extractors.algorithms.ai_depot.lines import density_lines
from extractors.algorithms.ai_depot.model import DensityModel, inputs_of, learn, to_table
from extractors.algorithms.ai_depot.settings import AiDepotLearnedSettings, Inputs
from extractors.model.model_files import page_mark
from extractors.training.labels import block_labels, gold_mask
from extractors.training.trainer import Trainer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.gold.entry import GoldEntry
    from extractors.model.settings import Settings


def train(gold: Iterable[GoldEntry], settings: Settings) -> dict[str, Any]:
    """Return the model as plain values: a unit for each number of inputs.

    Passes, rate and how lines are read are those of the settings.

    Raises
    ------
    ExtractorError
        If there is no labelled line.
    """
    chosen = cast("AiDepotLearnedSettings", settings)
    pages: dict[str, str] = {}
    left_out: list[str] = []
    figures: dict[Inputs, list[list[float]]] = {inputs: [] for inputs in Inputs}
    labels: list[int] = []
    for one in gold:
        page = one.page()
        name = one.name
        mask = gold_mask(page, one)
        if mask is None:
            left_out.append(name)
            continue
        pages[name] = page_mark(page)
        lines = density_lines(page, chosen.rule)
        label = block_labels(lines.blocks, mask)
        known = np.flatnonzero(label >= 0)
        labels += label[known].tolist()
        for inputs in Inputs:
            figures[inputs] += inputs_of(lines, inputs)[known].tolist()
    n_content = sum(labels)
    model = DensityModel(
        units={
            inputs: learn(rows, labels, chosen.epochs, chosen.rate)
            for inputs, rows in figures.items()
        },
        n_lines=(len(labels) - n_content, n_content),
        rule=chosen.rule,
        pages=pages,
    )
    return {
        **to_table(model),
        "counted": {
            "pages_used": len(pages),
            "pages_left_out": left_out,
            "lines": len(labels),
            "epochs": chosen.epochs,
            "rate": chosen.rate,
        },
    }


TRAINER = Trainer(
    "ai_depot_learned",
    "Learn the weights of a unit from the lines of pages with gold text.",
    AiDepotLearnedSettings,
    train,
)
