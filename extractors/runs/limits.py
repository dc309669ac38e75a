"""Limits of a run of extractors over pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Number of worker processes, and the limits of each of them.

    Attributes
    ----------
    jobs : int
        Number of worker processes; of a batch elsewhere, the number of shards at a time.
    timeout_s : float
        Maximum time of one extractor on one page, seconds.
    memory : int
        Maximum address space of a worker process, bytes.
    """

    jobs: int = 1
    timeout_s: float = 30.0
    memory: int = 4 * 2**30


DEFAULT_LIMITS = RunLimits()
