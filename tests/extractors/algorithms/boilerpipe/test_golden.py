"""Our own pages, compared with the results of the original program.

The JSON files beside the pages contain blocks and texts from Java 1.2.0; for 1.1.0 and head, its
filters were combined as in those versions. White space is collapsed line by line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boilerscope.extractors.algorithms.boilerpipe import extractor as boilerpipe
from boilerscope.extractors.algorithms.boilerpipe.block_list import text_blocks
from boilerscope.extractors.algorithms.boilerpipe.profiles import Profile
from boilerscope.extractors.page.files import read_page

DATA = Path(__file__).parents[3] / "data" / "boilerpipe"
NAMES = sorted(path.stem for path in DATA.glob("*.html"))


def golden(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


CASES = [
    pytest.param(name, version, extractor, id=f"{name}-{version}-{extractor}")
    for name in NAMES
    for version, texts in golden(name)["kept"].items()
    for extractor in texts
]


@pytest.mark.parametrize("name", NAMES)
def test_blocks_are_those_of_the_original_program(name: str):
    page = read_page(DATA / f"{name}.html")
    settings = boilerpipe.ARTICLE.default_settings()

    blocks = text_blocks(page, settings.tag_actions(), settings.max_line_length)
    actual = [
        [" ".join(text.split()), *counts]
        for text, *counts in zip(
            blocks.unwrapped.texts,
            blocks.words.tolist(),
            blocks.unwrapped.linked_words.tolist(),
            blocks.wrapped_words.tolist(),
            blocks.wrapped_lines.tolist(),
            strict=True,
        )
    ]

    assert actual == golden(name)["blocks"]
    assert " ".join(blocks.unwrapped.title.split()) == golden(name)["title"]


@pytest.mark.parametrize(("name", "version", "extractor"), CASES)
def test_text_is_that_of_the_original_program(name: str, version: str, extractor: str):
    page = read_page(DATA / f"{name}.html")
    boilerpipe_extractor = getattr(boilerpipe, extractor.upper())

    extraction = boilerpipe_extractor.extract(
        page, boilerpipe_extractor.settings_class(profile=Profile(version)), ()
    )

    assert lines(extraction.own_text) == golden(name)["kept"][version][extractor]


def test_all_pages_and_cases_are_read():
    assert NAMES == ["chinese", "story", "thread"]
    assert len(CASES) == 3 * (8 + 8 + 3)
