"""Schemes of addresses that the window serves itself; no Qt."""

from __future__ import annotations

RECORDED_PREFIX = "recorded-"
"""Scheme prefix of recorded copies: ``recorded-https`` serves the copy of an ``https`` address."""

RECORDED_SCHEMES = tuple(RECORDED_PREFIX + name for name in ("http", "https", "file"))
