"""Training of AI Depot's unit: it reads the lines of gold pages in order, in several passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from boilerscope.extractors.algorithms.ai_depot.lines import density_lines
from boilerscope.extractors.algorithms.ai_depot.model import (
    DensityModel,
    inputs_of,
    learn,
    to_table,
)
from boilerscope.extractors.algorithms.ai_depot.settings import AiDepotLearnedSettings, Inputs
from boilerscope.extractors.model.model_files import page_mark
from boilerscope.extractors.training.labels import block_labels, gold_mask
from boilerscope.extractors.training.trainer import Trainer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings


def train(gold: Iterable[ListedPage], settings: Settings) -> dict[str, Any]:
    """Return the model as plain values: a unit for each number of inputs.

    The settings give the number of passes, the learning rate and the rule for lines.

    Raises
    ------
    ExtractorError
        If no line has a label.
    """
    options = cast("AiDepotLearnedSettings", settings)
    pages: dict[str, str] = {}
    left_out: list[str] = []
    values: dict[Inputs, list[list[float]]] = {inputs: [] for inputs in Inputs}
    labels: list[int] = []
    for entry in gold:
        page = entry.page()
        mask = gold_mask(page, entry)
        if mask is None:
            left_out.append(entry.name)
            continue
        pages[entry.name] = page_mark(page)
        lines = density_lines(page, options.rule)
        label = block_labels(lines.blocks, mask)
        labelled = np.flatnonzero(label >= 0)
        labels += label[labelled].tolist()
        for inputs in Inputs:
            values[inputs] += inputs_of(lines, inputs)[labelled].tolist()
    n_content = sum(labels)
    model = DensityModel(
        units={
            inputs: learn(rows, labels, options.epochs, options.rate)
            for inputs, rows in values.items()
        },
        n_lines=(len(labels) - n_content, n_content),
        rule=options.rule,
        pages=pages,
    )
    return {
        **to_table(model),
        "counted": {
            "pages_used": len(pages),
            "pages_left_out": left_out,
            "lines": len(labels),
            "epochs": options.epochs,
            "rate": options.rate,
        },
    }


TRAINER = Trainer(
    "ai_depot_learned",
    "Learn the weights of a unit from the lines of pages with gold text.",
    AiDepotLearnedSettings,
    train,
)
