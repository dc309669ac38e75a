"""The scores of the page on screen are those of the command line, to the last digit."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.session.gold_search import find_entry
from boilerscope.app.session.page_scores import (
    MEASURE_ORDER,
    caption,
    columns,
    query_of,
    score_pane,
)
from boilerscope.extractors import runner
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.gold import Annotation, Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.widgets.demo import DemoSettings
from boilerscope.widgets.records import PaneRecord, RunState, Scene

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.scores.records import PaneScores

NAMES = ("boilerpipe.article", "cx_extractor")
PROSE = "The ice on the lake melts in April, and nobody minds the cold wind any more. " * 4
CHINESE = "四月湖上的冰融化了，再也没有人在意寒风。" * 8


def plain(text: str) -> str:
    return text


@pytest.fixture(params=[PROSE, CHINESE])
def page_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a page with its gold in the same folder."""
    file = tmp_path / "lake.html"
    prose = request.param
    markup = f"<nav><a href=/>Home</a></nav><p>{prose}<p>{prose[:40]}<p><a href=/i>Imprint</a>"
    file.write_text(markup, encoding="utf-8")
    snippets = {"with": [prose[:20]], "without": ["Imprint"]}
    line = {"id": "lake", "html": "lake.html", "text": prose, "lang": "en", **snippets}
    (tmp_path / "gold.jsonl").write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    return file


def scene_of_file(page_file: Path, *, comments: bool = False) -> Scene:
    entry = find_entry(page_file)
    assert entry is not None
    page = read_page(page_file)
    panes = tuple(
        PaneRecord(
            number,
            name,
            name,
            name,
            (result := runner.run(page, name)).settings,
            RunState.DONE,
            result,
            result,
        )
        for number, name in enumerate(NAMES, 1)
    )
    return Scene(page, panes, NAMES[0], gold=entry.gold(page), comments=comments)


def scores_of(scene: Scene, text: ScoredText) -> dict[str, PaneScores]:
    query = query_of(scene, text)
    assert query is not None
    reference = query.reference()
    rows = [score_pane(query, reference, index, plain) for index in range(len(query.results))]
    return {row.name: row for row in rows}


@pytest.mark.parametrize("text", list(ScoredText))
def test_all_measures_equal_those_of_the_command_line(page_file: Path, text: ScoredText):
    scores = scores_of(scene_of_file(page_file, comments=True), text)
    options = ["--measure", "all", "--text", text.value, "--comments", "--format", "csv"]
    panes = [word for name in NAMES for word in ("-e", name)]
    result = CliRunner().invoke(
        main, ["score", str(page_file.parent), *panes, *options, "--rows", "pages", "-q"]
    )
    rows = {row["pane"]: row for row in csv.DictReader(io.StringIO(result.stdout))}

    assert set(rows) == set(scores) == set(NAMES)
    for name, row in rows.items():
        by_command = {
            measure: float(row[measure]) if row[measure] else None for measure in MEASURES
        }
        assert scores[name].values == by_command
    assert any(value not in {0, 1, None} for value in scores[NAMES[0]].values.values())


def test_every_measure_has_a_column_with_formula_unit_and_source():
    shown = columns(plain, plain)

    assert sorted(MEASURE_ORDER) == sorted(MEASURES)
    for column in shown:
        measure = MEASURES[column.name]
        assert measure.formula in column.tip
        assert measure.unit in column.tip
        assert measure.source in column.tip


def test_undecided_and_unmarked_words_do_not_count_and_the_caption_mentions_it():
    page = Page.from_text("<p>one two three four</p>", name="page")
    classes = np.array(
        [GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.UNDECIDED, GoldClass.UNMARKED],
        dtype=np.uint8,
    )
    mask = np.array([True, False, True, True])
    result = Extraction("x", Status.OK, DemoSettings(), mask=mask)
    pane = PaneRecord(1, "x", "x", "x", DemoSettings(), RunState.DONE, result, result)
    scene = Scene(page, (pane,), "x", gold=Gold(classes, Provenance("own", "")))
    query = query_of(scene, ScoredText.PAGE)

    assert scores_of(scene, ScoredText.PAGE)["x"].values["token_f1"] == 1
    assert query is not None
    assert "marked words only" in caption(query, plain)
    assert "Undecided words are excluded." in caption(query, plain)


def test_a_page_without_gold_is_not_scored_and_a_failure_gives_its_reason(page_file: Path):
    scene = scene_of_file(page_file)
    assert scene.gold is not None
    failed = replace(
        scene.panes[0],
        extraction=Extraction("x", Status.TIMEOUT, DemoSettings(), "No result after 2 s."),
    )

    assert query_of(replace(scene, gold=replace(scene.gold, share=0.3)), ScoredText.PAGE) is None
    scores = scores_of(replace(scene, panes=(failed,)), ScoredText.PAGE)
    assert scores[NAMES[0]].message.endswith("No result after 2 s.")
    assert not scores[NAMES[0]].values


@pytest.mark.parametrize("comments", [True, False])
def test_an_annotator_is_right_about_own_marks_whether_comments_count_or_not(*, comments: bool):
    page = Page.from_text("<p>one two three four<p>five six", name="lake")
    classes = np.array([GoldClass.MAIN] * 4 + [GoldClass.COMMENT] * 2, dtype=np.uint8)
    gold = Gold(classes, Provenance("boilerscope", ""), annotations=(Annotation("Ada", classes),))

    query = query_of(Scene(page, gold=gold, comments=comments), ScoredText.PAGE)

    assert query is not None
    assert query.results[0][1] == "Ada"
    scores = score_pane(query, query.reference(), 0, plain)
    assert scores.values is not None
    assert scores.values["token_f1"] == 1
