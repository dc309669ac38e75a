"""Training of the Bayes decision: it counts the blocks of gold pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from boilerscope.extractors.algorithms.bayes.features import FEATURES, measure
from boilerscope.extractors.algorithms.bayes.model import count_blocks, to_table
from boilerscope.extractors.algorithms.bayes.settings import BayesSettings
from boilerscope.extractors.model.model_files import page_mark
from boilerscope.extractors.training.labels import block_labels, gold_mask
from boilerscope.extractors.training.trainer import Trainer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from boilerscope.extractors.algorithms.bayes.model import BayesModel
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import IntArray


def train(gold: Iterable[ListedPage], settings: Settings) -> dict[str, Any]:
    """Return the model as plain values, for the framework and notice words of the settings."""
    options = cast("BayesSettings", settings)
    pages: dict[str, str] = {}
    left_out: list[str] = []
    model = count_blocks(
        _labelled(gold, options, pages, left_out),
        options.framework,
        options.notice_words,
        pages,
    )
    table = to_table(model)
    return {
        **table,
        "counted": {
            "pages_used": len(pages),
            "pages_left_out": left_out,
            "main_blocks": model.n_blocks[1],
            "other_blocks": model.n_blocks[0],
        },
        "bins": bins(model, options),
    }


def bins(model: BayesModel, settings: BayesSettings) -> dict[str, Any]:
    """Return the counts in the bins of the settings, for people who read the file."""
    table: dict[str, Any] = {}
    for name, feature in FEATURES.items():
        edges = settings.edges(name)
        counts = model.binned(name, edges).astype(int).tolist()
        odds = model.log_odds(name, edges, settings.alpha)
        table[name] = {
            "edges": [round(edge * feature.step, 9) for edge in edges.tolist()],
            "other": counts[0],
            "main": counts[1],
            "log_odds": [round(value, 4) for value in odds.tolist()],
        }
    return table


def _labelled(
    gold: Iterable[ListedPage], settings: BayesSettings, pages: dict[str, str], left_out: list[str]
) -> Iterator[tuple[Mapping[str, IntArray], IntArray]]:
    """Yield steps and labels of each page, and add its name to `pages` or `left_out`."""
    for entry in gold:
        page = entry.page()
        name = entry.name
        mask = gold_mask(page, entry)
        if mask is None:
            left_out.append(name)
            continue
        pages[name] = page_mark(page)
        blocks = measure(page, frozenset(settings.framework), settings.notice_words)
        yield blocks.steps, block_labels(blocks.blocks, mask)


TRAINER = Trainer(
    "bayes_blocks",
    "Count the blocks of pages with gold text, for the Bayes decision.",
    BayesSettings,
    train,
)
