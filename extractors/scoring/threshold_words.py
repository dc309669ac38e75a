"""Words of a page with other values of a threshold: stored states, and counts against the gold.

A state is a bit of a whole number for each word: bit k says whether the word is kept with value k
of the range of the setting. So what if needs no new run where the states suffice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.restated import restated
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.model.value_range import STEPS, values_in_range

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.page.records import BoolArray, IntArray
    from boilerscope.extractors.scoring.case import Reference

BOTH, KEPT = range(2)
"""Counts with a value: kept words of the main content, and kept words."""

_BITS = np.arange(STEPS, dtype=np.int32)


def threshold_values(extractor: Extractor[Any], field: str) -> tuple[float, ...]:
    """Return the values of a threshold by number of their bit."""
    return values_in_range(find_knob(extractor.settings_class, field))


def word_states(extraction: Extraction, extractor: Extractor[Any]) -> dict[str, IntArray]:
    """Return the states of each word, shape (n_tokens,), by threshold.

    A threshold is left out if the states with its present value are not those of the extraction: a
    later step has changed them, or the declaration of a plug-in is wrong.
    """
    if extraction.blocks.nested:
        return {}
    states: dict[str, IntArray] = {}
    block = extraction.block_of_token
    for field in sorted(extractor.thresholds):
        present = getattr(extraction.settings.resolve(), field)
        values = threshold_values(extractor, field)
        content = restated(extraction, field, (*values, *([] if present is None else [present])))
        if content is None or not (content[len(values) :] == extraction.content).all():
            continue
        bits = (content[: len(values)].astype(np.int32) << _BITS[: len(values), None]).sum(axis=0)
        states[field] = np.append(bits, 0).astype(np.int32)[block]
    return states


def word_counts(
    reference: Reference, states: Mapping[str, IntArray]
) -> dict[str, NDArray[np.int32]]:
    """Return `BOTH` and `KEPT` with each value, shape (STEPS, 2), by threshold."""
    return {field: _counts(reference, bits) for field, bits in states.items()}


def _counts(reference: Reference, bits: IntArray) -> NDArray[np.int32]:
    patterns, pattern = np.unique(bits, return_inverse=True)

    def words(mask: BoolArray) -> NDArray[np.int64]:
        return np.bincount(pattern[mask], minlength=len(patterns))

    is_kept = (patterns >> _BITS[:, None]) & 1
    return np.stack(
        [is_kept @ words(reference.main), is_kept @ words(reference.counted)], axis=1
    ).astype(np.int32)
