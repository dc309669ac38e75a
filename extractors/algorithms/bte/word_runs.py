"""Word runs: words of the source without a tag among them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.bte.bodies import running_sums

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.bte.settings import BteSettings
    from boilerscope.extractors.algorithms.bte.tag_stream import TagStream
    from boilerscope.extractors.page.records import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class WordRuns:
    """Measures of the word runs of a page.

    Attributes
    ----------
    words : array of int, shape (n_runs,)
        Words of each word run.
    tags : array of int, shape (n_runs,)
        Tags between each word run and the previous run.
    cost : array of float, shape (n_runs,)
        The number of words that those tags outweigh.
    """

    words: IntArray
    tags: IntArray
    cost: FloatArray

    @cached_property
    def sums(self) -> FloatArray:
        """The best score of a body that ends with each word run."""
        return running_sums(self.words, self.cost)


def word_runs(stream: TagStream, settings: BteSettings) -> WordRuns:
    """Return the words of each word run and the tags before it."""
    words = np.diff(stream.run_first)
    first_word = stream.run_first[:-1]
    tags_before = stream.word_index[first_word] - first_word  # since the beginning of the source
    tags = np.diff(tags_before, prepend=np.int32(0))
    return WordRuns(words, tags, tags * settings.tag_weight)
