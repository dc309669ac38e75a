"""Pages that know their site, in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import boilerscope
from tests.helpers.made_site import APPEAL, write_site

if TYPE_CHECKING:
    from pathlib import Path


def test_a_page_of_a_site_is_extracted_without_its_template(tmp_path: Path):
    pages = boilerscope.read_site(write_site(tmp_path, 6))

    result = boilerscope.extract(pages[0], "learned", minus_template=True)

    assert "rotors" in result.text
    assert "nine people" not in result.text
    assert "word for word on 5 of 5 other pages" in str(result.why("nine people"))


def test_segments_have_their_counts(tmp_path: Path):
    page = boilerscope.read_site(str(write_site(tmp_path, 6)))[0]

    rows = {row["text"]: row for row in boilerscope.site_segments(page)}

    assert rows[APPEAL.rstrip(".")]["pages"] == 5
    assert rows[APPEAL.rstrip(".")]["share"] == 1.0
    assert len(boilerscope.site_segments(boilerscope.read("<p>Alone"))) == 0
