"""Results of extractors: text, blocks, reasons, and errors with the nearest name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import boilerscope
from boilerscope.extractors import runner
from boilerscope.extractors.errors import (
    ExtractorError,
    PageError,
    SettingsError,
    UnknownNameError,
)
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.model.settings import to_table

if TYPE_CHECKING:
    from pathlib import Path

MARKUP = """<title>Lake plan</title>
<nav><a href=/a>News</a> <a href=/b>Sport</a> <a href=/c>Weather</a></nav>
<h1>Lake plan agreed</h1>
<p>The council agreed on Monday to lower the lake by two metres before the winter storms begin, so
that the old mill can be repaired without a dam and the boats can stay in the harbour.</p>
<p>Work starts in October. The mill has stood without a wheel since the flood of 1987, when the
river took the eastern wall and most of the orchard that belonged to the miller's family.</p>
<p><a href=/d>Share</a> <a href=/e>Print</a></p>"""


@pytest.fixture
def page() -> boilerscope.Page:
    return boilerscope.read(MARKUP, name="lake.html")


def test_a_result_has_the_text_and_title_of_the_algorithm(page: boilerscope.Page):
    result = boilerscope.extract(page, "boilerpipe.article")
    extraction = runner.run(page, "boilerpipe.article")

    assert result.text == extraction.own_text
    assert "lower the lake" in result.text
    assert "Sport" not in result.page_text
    assert result.title == "Lake plan"
    assert np.array_equal(result.mask, extraction.mask)
    assert (result.status, result.message) == ("ok", "")


def test_settings_are_taken_by_keyword():
    page = boilerscope.read("sample:news-en")
    usual = boilerscope.extract(page, "bte")
    heavy = boilerscope.extract(page, "bte", tag_weight=2)

    assert heavy.mask.sum() < usual.mask.sum()
    assert to_table(heavy.pane.settings) == {"tag_weight": 2.0}


def test_anything_that_can_be_read_can_be_extracted_from():
    result = boilerscope.extract(MARKUP)

    assert result.name == "boilerpipe.article"
    assert "lower the lake" in result.text


def test_a_function_of_the_user_is_an_extractor(page: boilerscope.Page, tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def first(html: str, *, words: int = 3) -> str:\n"
        "    return 'Work starts in October'[: 4 * words]\n",
        encoding="utf-8",
    )

    result = boilerscope.extract(page, f"{file}:first", words=1)

    assert result.name == "mine.first"
    assert result.text.strip() == "Work"


def test_blocks_have_text_rule_labels_and_measured_quantities(page: boilerscope.Page):
    result = boilerscope.extract(page, "boilerpipe.article")

    block = next(block for block in result.blocks if "Work starts" in block.text)
    assert block.kept
    assert block.rule
    assert block.values["words"] > 20
    assert len(result.table) == len(result.blocks)
    assert result.table[block.block]["text"] == block.text
    assert result.table[block.block]["words"] == block.values["words"]


def test_a_quantity_named_like_another_column_has_a_column_of_its_own():
    result = boilerscope.extract(MARKUP, "link_ratio")
    shared = {column.name for column in result.extraction.columns} & {"tokens", "text", "block"}

    assert {f"{name}_figure" for name in shared} <= set(result.table.columns)
    assert len(set(result.table.columns)) == len(result.table.columns)


@pytest.mark.parametrize(
    "words", ["Work starts in October", "work STARTS in october", " starts\n in", "1987"]
)
def test_why_finds_the_block_of_a_text(page: boilerscope.Page, words: str):
    result = boilerscope.extract(page, "boilerpipe.article")

    reason = result.why(words, changes=False)

    assert reason.kept
    assert reason.block is not None
    assert "Work starts" in reason.block.text
    assert str(reason) == f"Kept, block {reason.block.block}: {reason.rule}."
    assert repr(reason) == str(reason)
    assert "\n" not in repr(reason)


def test_why_names_the_setting_that_would_flip_the_block():
    page = boilerscope.read("sample:news-en")
    words = "Twenty-two years to pay for itself"

    reason = boilerscope.extract(page, "link_ratio").why(words)

    change = next(change for change in reason.changes if change.field == "min_len")
    assert f"min_len = {change.new} instead of {change.old}" in str(reason)
    flipped = boilerscope.extract(page, "link_ratio", min_len=change.new)
    assert reason.kept
    assert not flipped.why(words, changes=False).kept


def test_why_of_a_text_outside_of_all_blocks_says_so(page: boilerscope.Page):
    result = boilerscope.extract(page, "largest_body")
    without = [token for token, block in enumerate(result.extraction.block_of_token) if block < 0]
    text = page.token_text(without[0]) if without else ""

    if text:
        assert "outside of all blocks" in str(result.why(text))


@pytest.mark.parametrize("words", ["no such words", "", "…"])
def test_why_of_a_text_that_the_page_lacks_is_an_error(page: boilerscope.Page, words: str):
    result = boilerscope.extract(page, "bte")

    with pytest.raises(PageError, match=r"'lake\.html' does not contain the words"):
        result.why(words)


def test_a_long_text_is_found_in_linear_time():
    page = boilerscope.read("<p>" + "a " * 200_000)
    result = boilerscope.extract(page, "bte")

    assert result.why("a " * 200_000, changes=False).kept
    with pytest.raises(PageError, match="does not contain"):
        result.why("a " * 100_000 + "b")


def test_a_result_is_written_in_every_format(page: boilerscope.Page):
    result = boilerscope.extract(page, "boilerpipe.article")

    assert all(result.export(name) for name in FORMATS)
    assert result.export("markdown").count("lower the lake") == 1
    with pytest.raises(UnknownNameError, match="did you mean 'markdown'"):
        result.export("markdwn")


def test_a_result_prints_in_one_line(page: boilerscope.Page):
    result = boilerscope.extract(page, "boilerpipe.article", max_link_density=0.2)

    assert repr(result).startswith(
        "<Result of boilerpipe.article on 'lake.html' with max_link_density=0.2: "
    )
    assert "\n" not in repr(result)


def test_an_empty_page_gives_an_empty_result():
    result = boilerscope.extract("<p></p>", "boilerpipe.article")

    assert result.status == "empty"
    assert result.message in repr(result)
    assert result.text == ""
    assert len(result.mask) == 0


def test_a_wrong_name_or_value_is_an_error_with_the_nearest_name(page: boilerscope.Page):
    with pytest.raises(UnknownNameError, match=r"did you mean 'boilerpipe\.article'"):
        boilerscope.extract(page, "boilerpipe.artcle")
    with pytest.raises(UnknownNameError, match=r"bte: unknown setting .* mean 'tag_weight'"):
        boilerscope.extract(page, "bte", tagweight=2)
    with pytest.raises(SettingsError, match="bte: tag_weight must be a number"):
        boilerscope.extract(page, "bte", tag_weight="heavy")


def test_an_extractor_without_a_result_is_an_error(page: boilerscope.Page, tmp_path: Path):
    file = tmp_path / "broken.py"
    file.write_text("def fails(html):\n    raise ValueError('no luck')\n", encoding="utf-8")

    with pytest.raises(ExtractorError, match=r"broken\.fails on 'lake\.html': ValueError: no luck"):
        boilerscope.extract(page, f"{file}:fails")
    with pytest.raises(ExtractorError, match="VIPS needs the boxes"):
        boilerscope.extract(page, "vips")
