"""Shares are written in one way."""

from __future__ import annotations

import re

from boilerscope.extractors.system.wording import percent
from tests.helpers.material import ROOT

_OWN_WAY = re.compile(r"\{[^{}]*:[^{}]*\d%\}|\{[^{}]*:[^{}]*f\}[ \\xa0u0]*%")


def test_number_and_sign_stay_on_one_line():
    assert percent(0.9) == "90\N{NO-BREAK SPACE}%"
    assert percent(0.3333, 1) == "33.3\N{NO-BREAK SPACE}%"


def test_no_text_has_a_share_that_is_written_in_another_way():
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for folder in ("extractors", "widgets", "app", "src/boilerscope/api/report")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if _OWN_WAY.search(line)
    ]

    assert found == []
