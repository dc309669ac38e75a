"""Learn from pages with gold text what some extractors need; models are written as JSON.

`TRAINERS` is the one list that the command line and the docs read.
"""

from __future__ import annotations

from extractors.training import ai_depot_learned, bayes_blocks, consensus
from extractors.training.trainer import Trainer

__all__ = ["TRAINERS", "Trainer"]

TRAINERS: dict[str, Trainer] = {
    each.name: each for each in (ai_depot_learned.TRAINER, bayes_blocks.TRAINER, consensus.TRAINER)
}
