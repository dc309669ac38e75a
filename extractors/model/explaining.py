"""Request for explanations: whether runs of libraries are traced, set around a run."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TRACING_S = 20.0
"""Maximum time of tracing on a busy machine, besides the plain run, in seconds.

The trace ends by itself after half of it in seconds of computing. A plain result that is there in
time is never lost, because the trace takes longer.
"""

_explaining: ContextVar[bool] = ContextVar("_explaining", default=False)


@contextmanager
def explaining(*, on: bool) -> Iterator[None]:
    """Trace the runs of libraries inside the block, or do not.

    A traced run takes two to four times as long and changes functions of the library while it
    lasts. Use it only in a process that runs one extractor at a time.
    """
    token = _explaining.set(on)
    try:
        yield
    finally:
        _explaining.reset(token)


def is_explaining() -> bool:
    """Return whether explanations are asked for."""
    return _explaining.get()
