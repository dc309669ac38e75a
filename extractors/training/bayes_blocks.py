"""Learn the Bayes decision: count the blocks of gold pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from extractors.algorithms.bayes.features import FEATURES, measure
from extractors.algorithms.bayes.model import count_blocks, to_table
from extractors.algorithms.bayes.settings import BayesSettings
from extractors.model.model_files import page_mark
from extractors.training.labels import block_labels, gold_mask
from extractors.training.trainer import Trainer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from extractors.algorithms.bayes.model import BayesModel
    from extractors.gold.entry import GoldEntry
    from extractors.model.settings import Settings
    from extractors.page.records import IntArray


def train(gold: Iterable[GoldEntry], settings: Settings) -> dict[str, Any]:
    """Return the model as plain values; framework, words and edges of the settings are read."""
    chosen = cast("BayesSettings", settings)
    pages: dict[str, str] = {}
    left_out: list[str] = []
    model = count_blocks(
        _labelled(gold, chosen, pages, left_out),
        chosen.framework,
        chosen.notice_words,
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
        "bins": bins(model, chosen),
    }


def bins(model: BayesModel, settings: BayesSettings) -> dict[str, Any]:
    """Return the trained table at given edges, for readers: nothing is read from it."""
    shown: dict[str, Any] = {}
    for name, feature in FEATURES.items():
        edges = settings.edges(name)
        counted = model.binned(name, edges).astype(int).tolist()
        odds = model.log_odds(name, edges, settings.alpha)
        shown[name] = {
            "edges": [round(edge * feature.step, 9) for edge in edges.tolist()],
            "other": counted[0],
            "main": counted[1],
            "log_odds": [round(each, 4) for each in odds.tolist()],
        }
    return shown


def _labelled(
    gold: Iterable[GoldEntry], settings: BayesSettings, pages: dict[str, str], left_out: list[str]
) -> Iterator[tuple[Mapping[str, IntArray], IntArray]]:
    """Yield steps and labels of each page; write down which pages were used."""
    for one in gold:
        page = one.page()
        name = one.name
        mask = gold_mask(page, one)
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
