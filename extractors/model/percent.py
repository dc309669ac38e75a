"""Shares as texts, written alike in every message, table and report."""

from __future__ import annotations

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def percent(share: float, decimals: int = 0) -> str:
    r"""Return a share of 1 in per cent: ``34 %``, whose number and sign stay on one line.

    >>> percent(0.342), percent(0.342, 1)
    ('34\xa0%', '34.2\xa0%')
    """
    return f"{100 * share:,.{decimals}f}{NO_BREAK_SPACE}%"
