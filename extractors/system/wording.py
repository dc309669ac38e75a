"""Words of messages that depend on a number."""

from __future__ import annotations


def counted(count: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun, such as ``1 page`` and ``1,200 pages``.

    Parameters
    ----------
    plural : str
        By default, the singular with an s.
    """
    return f"{count:,} {agreeing(count, singular, plural or f'{singular}s')}"


def agreeing(count: int, singular: str, plural: str) -> str:
    """Return the words for one or for another number, such as ``was`` and ``were``."""
    return singular if count == 1 else plural
