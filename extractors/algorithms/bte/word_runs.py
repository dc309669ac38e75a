"""Runs of words between tags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bte.bodies import running_sums

if TYPE_CHECKING:
    from extractors.algorithms.bte.settings import BteSettings
    from extractors.algorithms.bte.tag_stream import TagStream
    from extractors.page.records import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class WordRuns:
    """Runs of words, shape (n_runs,) each: words, tags before, and what those tags cost."""

    words: IntArray
    tags: IntArray
    cost: FloatArray

    @cached_property
    def sums(self) -> FloatArray:
        """The best score of a body that ends with each run."""
        return running_sums(self.words, self.cost)


def word_runs(stream: TagStream, settings: BteSettings) -> WordRuns:
    """Return the runs of words of a page, each with the tags before it."""
    first = stream.word_place[stream.run_first[:-1]]
    words = stream.run_first[1:] - stream.run_first[:-1]
    tags = first - stream.run_first[:-1]
    tags[1:] -= tags[:-1].copy()
    return WordRuns(words, tags, np.multiply(tags, settings.tag_weight, dtype=np.float64))
