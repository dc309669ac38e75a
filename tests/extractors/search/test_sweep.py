"""Sweeps over settings, on training and validation pages of different sites."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.errors import SettingsError, UnknownNameError
from boilerscope.extractors.model.listed_page import ListedPage
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.writing import FORMATS, write
from boilerscope.extractors.search.base import Axis, make_axis
from boilerscope.extractors.search.sweep import Sweep, SweepRun
from boilerscope.extractors.sources.sites import site_of, training_pages
from tests.helpers.toy import ToySettings, Unit

if TYPE_CHECKING:
    from boilerscope.extractors.sources.corpus import Corpus

pytestmark = pytest.mark.usefixtures("toys")

MEASURES = ("token_f1",)


def _page(url: str | None, number: int = 0) -> ListedPage:
    return ListedPage(f"p{number}", "set", None, url=url)  # type: ignore[arg-type]  # no page is read here


def _pane(**changes: object) -> Pane:
    return Pane("toy", "toy", ToySettings().replace(**changes))


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.org/a", "example.org"),
        ("https://news.bbc.co.uk/a", "bbc.co.uk"),
        ("https://a.b.gov.cn", "b.gov.cn"),
        ("https://blog.example.de", "example.de"),
        ("https://example.io", "example.io"),
        ("http://192.168.0.1/a", "192.168.0.1"),
        ("http://localhost/a", "localhost"),
        ("http://[bad", "set/p0"),
        (None, "set/p0"),
    ],
)
def test_a_site_is_the_registered_domain(url: str | None, site: str):
    assert site_of(_page(url)) == site


def test_pages_of_a_site_are_on_the_same_side_in_any_order():
    pages = [_page(f"https://w{number}.site{number % 20}.org", number) for number in range(100)]
    mask = training_pages(pages, range(100), 0.5, 1)
    sides = {site_of(page): set() for page in pages}  # type: dict[str, set[bool]]
    for page, is_training in zip(pages, mask.tolist(), strict=True):
        sides[site_of(page)].add(is_training)

    assert mask.sum() == 50
    assert all(len(side) == 1 for side in sides.values())
    reversed_mask = training_pages(pages[::-1], range(100), 0.5, 1)
    assert (reversed_mask[::-1] == mask).all()
    assert (training_pages(pages, range(100), 0.5, 2) != mask).any()
    assert training_pages(pages, range(0, 100, 2), 1.0, 1).sum() == 50
    assert not training_pages(pages, range(100), 0.0, 1).any()


def test_values_of_an_axis_follow_the_kind_of_the_setting():
    assert make_axis("toy", "min_words", low=0, high=10, steps=21).values == tuple(range(11))
    assert make_axis("toy", "share", steps=5).values == (0.0, 0.25, 0.5, 0.75, 1.0)
    assert make_axis("toy", "invert").values == (False, True)
    assert make_axis("toy", "unit").values == tuple(Unit)
    assert make_axis("toy", "min_words", values=[5, 1, 5]).values == (5, 1)
    assert len(make_axis("toy", "share").values) == 21


@pytest.mark.parametrize(
    ("field", "options", "message"),
    [
        ("share", {"low": 1.0, "high": 0.5}, "share: 1:0.5 in 21 steps is not a range"),
        ("share", {"steps": 1}, "share: 0:1 in 1 steps is not a range"),
        ("mark", {}, "mark is not a number, a switch or a choice"),
        ("shar", {}, "unknown setting 'shar'; did you mean 'share'"),
    ],
)
def test_a_setting_that_cannot_be_swept_is_an_error(
    field: str, options: dict[str, float], message: str
):
    with pytest.raises((SettingsError, UnknownNameError), match=message):
        make_axis("toy", field, **options)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    "axes",
    [
        (),
        (Axis("share", (0.1, 0.2)),) * 2,
        (Axis("share", (0.1,)),),
        (Axis("share", tuple(range(50))), Axis("min_words", tuple(range(50)))),
    ],
)
def test_a_sweep_takes_one_or_two_settings_and_some_points(axes: tuple[Axis, ...]):
    with pytest.raises(SettingsError, match="A sweep"):
        Sweep(_pane(), axes)


def _swept(pages: Corpus, sweep: Sweep, **options: object) -> SweepRun:
    run = SweepRun(pages.pages, sweep, RunOptions(), **options)  # type: ignore[arg-type]  # passed on
    for _ in run.results():
        pass
    return run


def test_every_point_is_scored_on_both_sides(pages: Corpus):
    sweep = Sweep(_pane(), (make_axis("toy", "min_words", values=[0, 5, 6, 7]),), MEASURES)
    result = _swept(pages, sweep).result()

    assert (result.n_training, result.n_validation) == (6, 6)
    means = [round(result.value(point), 3) for point in result.points]
    assert means == [0.75, 1.0, 1.0, 0.0]
    assert [point.values for point in result.near_best] == [(5,), (6,)]
    assert result.best is not None
    assert result.best.values == (5,)
    assert (result.gap, result.present) == (0.0, (3,))
    assert result.value(result.best, of="validation") == 1.0


def test_a_sweep_has_the_scores_of_runs_with_single_settings(pages: Corpus):
    sweep = Sweep(_pane(), (make_axis("toy", "min_words", values=[0, 6, 7]),), MEASURES)
    swept = _swept(pages, sweep)
    for number, value in enumerate((0, 6, 7)):
        single = CorpusRun(pages.pages, [_pane(min_words=value)], RunOptions())
        for result in single.results():
            assert swept.table.scores(result.index)[number].counts == result.scores[0].counts


def test_two_settings_form_a_grid_with_gaps_for_invalid_combinations(pages: Corpus):
    axes = (
        make_axis("toy", "min_words", values=[2, 6]),
        make_axis("toy", "max_words", values=[4, 10]),
    )
    result = _swept(pages, Sweep(_pane(), axes, MEASURES)).result()

    assert [point.values for point in result.points] == [(2, 4), (2, 10), (6, 4), (6, 10)]
    assert result.points[2].problem == "max_words must be at least min_words"
    assert math.isnan(result.value(result.points[2]))
    assert result.best is not None
    assert result.best.values == (6, 10)


def test_a_sweep_of_one_page_has_results_before_and_after_the_run(pages: Corpus):
    sweep = Sweep(_pane(), (make_axis("toy", "min_words", values=[0, 6]),), MEASURES, share=1.0)
    run = SweepRun(pages.pages, sweep, RunOptions(), indices=[3])
    assert np.isnan([run.result().value(point) for point in run.result().points]).all()
    assert run.result().best is None
    assert run.result().near_best == ()
    for _ in run.results():
        pass

    assert run.n_pages == 1
    assert [round(run.result().value(point), 3) for point in run.result().points] == [0.75, 1.0]


@pytest.mark.parametrize("name", list(FORMATS))
def test_points_are_written_with_everything_needed_to_repeat_them(pages: Corpus, name: str):
    axes = (make_axis("toy", "min_words", values=[0, 6, 7]), make_axis("toy", "invert"))
    run = _swept(pages, Sweep(_pane(), axes, MEASURES))
    data = write(run, name)

    if name == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pq.read_table(pa.BufferReader(data))
        assert table.column("training_token_f1").to_pylist()[2] == 1.0
        about = json.loads(table.schema.metadata[b"boilerscope"])
    elif name == "jsonl":
        first, *points = map(json.loads, data.decode().splitlines())
        assert [point["min_words"] for point in points] == [0, 0, 6, 6, 7, 7]
        assert [point["is_best"] for point in points].index(True) == 2
        about = first
    else:
        text = data.decode()
        assert "min" in text
        assert ("Report 1.000, not 1.000" in text) == (name != "csv")
        return
    assert about["seed"] == run.sweep.seed
    assert about["corpus"] == run.table.digest
    assert about["over"] == {"min_words": [0, 6, 7], "invert": [False, True]}


def test_an_axis_of_an_automatic_setting_has_plain_values():
    settings = registry.extractor("toy").default_settings()

    assert make_axis("toy", "max_words", low=1, high=3).values == (1, 2, 3)
    assert settings.resolve().max_words == 10_000


def test_a_value_is_at_an_open_end_if_the_setting_allows_values_beyond_it():
    settings = registry.extractor("link_ratio").settings_class()
    numbers = [knob for knob in knobs(type(settings)) if knob.kind in {"int", "float"}]
    knob = next(knob for knob in numbers if knob.low is not None and knob.high is not None)
    assert knob.low is not None
    assert knob.high is not None
    low, high = knob.low, knob.high
    middle = [low + (high - low) * share for share in (0.25, 0.5, 0.75)]
    pane = Pane("p", "link_ratio", settings)
    inner, whole = (
        Sweep(pane, (Axis(knob.name, tuple(values)),)) for values in (middle, (low, *middle, high))
    )

    assert [inner.open_ends((value,)) for value in middle] == [(knob.name,), (), (knob.name,)]
    assert not any(whole.open_ends((value,)) for value in (low, high))


def test_a_best_value_at_an_open_end_is_told(pages: Corpus):
    notes = {
        values: _swept(pages, Sweep(_pane(), (Axis("min_words", values),), MEASURES)).report().notes
        for values in ((5, 7), (0, 5, 7))
    }

    sentence = "min_words: the best value, 5, is the last one tried. Widen the range."
    assert sentence in notes[5, 7]
    assert sentence not in notes[0, 5, 7]
