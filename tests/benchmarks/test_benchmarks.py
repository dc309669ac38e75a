"""The benchmark measures the work that it names."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from click.testing import CliRunner

from boilerscope.extractors import registry
from boilerscope.extractors.model.settings import find_knob, to_table
from boilerscope.extractors.page import Page
from tests.benchmarks import __main__ as program
from tests.benchmarks import scores
from tests.benchmarks.material import Input, about, large_page, many_blocks
from tests.benchmarks.pages import crawled
from tests.benchmarks.rows import Row, as_table
from tests.benchmarks.sliders import moves
from tests.benchmarks.timing import ClockedPage, StageClock
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    import pytest


def test_the_table_marks_values_beyond_their_limit_except_comparisons():
    rows = [
        Row("within", 0.5, 1.0, "x"),
        Row("beyond", 2.0, 1.0, "x", "why"),
        Row("beside", 9.0, None, "x"),
    ]

    lines = as_table(rows).splitlines()

    assert [line[0] for line in lines[1:]] == [" ", "!", " "]
    assert lines[2].endswith("x  (why)")
    assert [row.is_within_limit for row in rows] == [True, False, True]


def test_the_time_of_a_stage_excludes_the_stages_it_waits_for(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(ClockedPage, "clock", StageClock())
    page = ClockedPage.from_text("<p>one", name="page")

    def inner(_page: Page) -> str:
        now[0] += 2.0
        return "inner"

    def outer(page: Page) -> str:
        now[0] += 1.0
        return "outer around " + page.cached(("inner", 1), inner)

    assert page.cached("outer", outer) == "outer around inner"
    assert page.cached("outer", outer) == "outer around inner"
    assert ClockedPage.clock.by_name() == {"inner": 2.0, "outer": 1.0}


def test_a_stage_with_several_settings_has_its_slowest_time():
    clock = StageClock()
    clock.of_key = {("lines", "a"): 1.0, ("lines", "b"): 3.0, "other": 2.0}

    assert clock.by_name() == {"lines": 3.0, "other": 2.0}


def test_grown_pages_have_the_requested_size_and_number_of_blocks():
    page = Page.from_bytes(many_blocks(500), name="blocks")

    assert page.elements.tag.count("p") == 500
    assert 100_000 <= len(large_page(100_000)) < 102_000
    assert large_page(50_000) == large_page(50_000)


def test_pages_about_a_size_are_the_nearest_in_size():
    inputs = [Input(str(n), b"x" * n, "") for n in (10, 100, 1000)]

    assert [page_input.name for page_input in about(90, inputs, 2)] == ["100", "10"]


def test_a_slider_visits_both_ends_of_its_range():
    block_lines = find_knob(registry.extractor("cx_extractor").settings_class, "block_lines")

    values = {to_table(moved).get("block_lines") for moved in moves("cx_extractor")}

    assert {block_lines.low, block_lines.high} <= values


def test_a_made_up_layout_stacks_the_texts_of_a_page():
    page = Page.from_text("<h1>one</h1><p>two</p><script>x</script>", name="page")

    layout = flow_layout(page)

    tags = page.elements.tag
    heading, paragraph, script = tags.index("h1"), tags.index("p"), tags.index("script")
    assert layout.element_box[heading, 1] + 20 == layout.element_box[paragraph, 1]
    assert layout.element_box[script, 3] == 0
    assert layout.visible.tolist()[heading : script + 1] == [True, True, False]
    assert len(layout.slot_box) == len(page.slots)


def test_every_work_visits_all_pages_before_the_next_work():
    inputs = [Input(name, name.encode(), name) for name in ("one", "two")]
    visits: list[str] = []
    progress: list[str] = []
    works = {
        work: lambda page_input, work=work: lambda: visits.append(f"{work} {page_input.name}")
        for work in "ab"
    }

    fastest = crawled(inputs, works, 2, progress.append)

    assert visits == ["a one", "a two", "b one", "b two"] * 2
    assert progress == ["one", "two"] * 4
    assert all(best[work] > 0 for best in fastest for work in "ab")


def test_json_is_a_list_of_name_ratio_limit_and_unit():
    result = CliRunner().invoke(
        program.main, ["--quick", "--pages", "1", "--part", "pages", "--json"]
    )

    rows = json.loads(result.stdout)
    assert result.exit_code == 0
    assert all(list(row) == ["name", "ratio", "limit", "unit"] for row in rows)
    named = {row["name"]: row for row in rows}
    assert named["bytes -> Page"]["limit"] == 3.0
    assert named["bytes -> Page"]["ratio"] > 0
    assert named["beside: trafilatura.extract"]["limit"] is None


def test_check_turns_a_value_beyond_its_limit_into_an_exit_code(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(program, "_measured", lambda *_: iter([Row("slow", 2.0, 1.0, "x")]))

    assert CliRunner().invoke(program.main, ["--check"]).exit_code == 1
    assert CliRunner().invoke(program.main, []).exit_code == 0


def test_scores_are_measured_on_pages_with_gold():
    progress: list[str] = []

    rows = {
        row.name: row
        for row in scores.measure(scores.gold_pages(2), repeat=1, progress=progress.append)
    }

    assert len(progress) == 2
    assert rows[scores.TOKENS].limit == 1.0
    assert all(rows[name].ratio > 0 for name in (scores.TOKENS, scores.EVERY))
