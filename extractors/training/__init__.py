"""Training of learned extractors on pages with gold text; models are written as JSON.

`TRAINERS` is the list of trainers for the command line and the docs.
"""

from __future__ import annotations

from boilerscope.extractors.training import ai_depot_learned, bayes_blocks
from boilerscope.extractors.training.learned import marks
from boilerscope.extractors.training.learned import trainer as learned
from boilerscope.extractors.training.trainer import Trainer

__all__ = ["TRAINERS", "Trainer"]

TRAINERS: dict[str, Trainer] = {
    trainer.name: trainer
    for trainer in (
        ai_depot_learned.TRAINER,
        bayes_blocks.TRAINER,
        learned.TRAINER,
        marks.TRAINER,
    )
}
