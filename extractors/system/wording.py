"""Words of messages that depend on a number, and numbers as messages have them."""

from __future__ import annotations

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


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


def percent(share: float, decimals: int = 0) -> str:
    r"""Return a share of 1 in per cent: ``34 %``, whose number and sign stay on one line.

    >>> percent(0.342), percent(0.342, 1)
    ('34\xa0%', '34.2\xa0%')
    """
    return f"{100 * share:,.{decimals}f}{NO_BREAK_SPACE}%"
