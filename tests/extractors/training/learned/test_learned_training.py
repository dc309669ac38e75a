"""Training of the learned extractor: rows, shortened copies, tables, folds, the built-in file."""

from __future__ import annotations

import json
import re
import sys
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.learned.additive import Table
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.features.matrix import FEATURES, matrix
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import BytesPlace, ListedPage
from boilerscope.extractors.page import Page
from boilerscope.extractors.system.installing import extra_command
from boilerscope.extractors.training import TRAINERS
from boilerscope.extractors.training.learned.boosting import Sample, sample, small_trees
from boilerscope.extractors.training.learned.compiling import short_trees, tables_of
from boilerscope.extractors.training.learned.crossval import folds, grouped, mean_score
from boilerscope.extractors.training.learned.plain import plain
from boilerscope.extractors.training.learned.rows import COPY_WEIGHT, rows_of
from boilerscope.extractors.training.learned.shortened import shortened
from boilerscope.extractors.training.trainer import as_text, train
from boilerscope.resources.loader import samples

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "On day {} the council met, and after a long talk it agreed on a plan for the lake."
GOLD = "\n".join(SENTENCE.format(day) for day in range(30))
STORY = "".join(f"<div><p>{SENTENCE.format(day)}</p></div>" for day in range(30))
PAGE = f"<body><ul><li>Home<li>Sport</ul><!-- c --><main>{STORY}</main> tail <p>About us</p></body>"


def entry(page_id: str = "one", url: str | None = "https://a.example/1") -> ListedPage:
    source = TextSource(GOLD, Provenance("corpus", "test"))
    place = BytesPlace(PAGE.encode())
    return ListedPage(page_id, "small", place, source, page_type="article", url=url)


BUILT_IN_FILE = resources.files("extractors") / "data" / "models" / "learned.json"


def built_in() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(BUILT_IN_FILE.read_text(encoding="utf-8"))
    return table


def test_a_page_has_weight_1_and_its_copy_less():
    page, copy = rows_of(entry(), seed=1)

    assert page.weight().sum() == pytest.approx(1)
    assert copy.weight().sum() == pytest.approx(COPY_WEIGHT)
    assert (page.is_copy, copy.is_copy) == (False, True)
    assert page.label.tolist() == [0, 0, *[1] * 30, 0, 0]
    assert 1 <= int(copy.label.sum()) <= 4
    assert copy.features.shape == (len(copy), len(FEATURES))


def test_a_shortened_copy_keeps_the_frame_and_the_page_is_not_changed():
    page = Page.from_text(PAGE, name="page")
    before = page.text
    gold = np.zeros(page.n_tokens, dtype=np.bool_)
    gold[2:-3] = True

    shortened_page = shortened(page, gold, 2 + 19)

    assert shortened_page is not None
    short, kept_gold = shortened_page
    assert page.text == before
    words = [short.token_text(token) for token in range(short.n_tokens)]
    assert words[:2] == ["Home", "Sport"]
    assert words[-3:] == ["tail", "About", "us"]
    assert kept_gold.sum() == 19
    assert short.n_tokens == 2 + 19 + 3
    assert "div" in short.elements.tag
    assert short.elements.tag.count("div") == 1


def test_plain_rows_are_those_of_the_page_without_names():
    """Measured on the page with other elements and without attributes, all features are equal."""
    named = (
        '<body class="post"><nav class="menu"><ul><li>Home<li>Sport</ul></nav>'
        f'<article id="content" role="main">{STORY}</article></body>'
    )
    bare = f"<body><div><ul><li>Home<li>Sport</ul></div><div>{STORY}</div></body>"
    of_named, of_bare = (
        matrix(Page.from_text(page, name="page")).values().astype(np.float32)
        for page in (named, bare)
    )

    changed = plain(of_named)

    differing = {
        FEATURES[column].name for column in (changed != of_bare).any(axis=0).nonzero()[0].tolist()
    }
    assert (of_named != changed).any()
    assert not differing


def test_pages_of_a_site_are_in_one_fold():
    pages = [
        next(iter(rows_of(entry(f"p{number}", f"https://www.site{number % 7}.example/x"), seed=1)))
        for number in range(28)
    ]

    fold = folds(pages, 5, seed=1)

    assert set(fold.tolist()) == set(range(5))
    for number in range(7):
        assert len(set(fold[number::7].tolist())) == 1
    assert folds(pages, 5, seed=1).tolist() == fold.tolist()


def test_pages_without_an_address_are_one_site_if_only_numbers_differ():
    first, second = (next(iter(rows_of(entry(name, None), seed=1))) for name in ("a-01", "a-02"))

    assert first.site == second.site


def test_trees_become_tables_with_a_mean_of_zero():
    def leaf(value: float) -> dict[str, Any]:
        return {"leaf_value": value, "leaf_weight": 1.0}

    def split(feature: int, cut: float, left: Any, right: Any) -> dict[str, Any]:
        children = {"left_child": left, "right_child": right}
        return {"split_feature": feature, "threshold": cut, **children}

    trees = [
        split(0, 1.0, leaf(-1), split(0, 2.0, leaf(0), leaf(1))),
        split(0, 1.0, leaf(-1), leaf(1)),
        split(1, 5.0, leaf(0), split(0, 1.0, leaf(2), leaf(4))),
        leaf(0.5),
    ]
    features = np.zeros((4, len(FEATURES)), dtype=np.float32)
    features[:, 0], features[:, 1] = [0, 1.5, 3, 3], [9, 9, 1, 9]
    rows = Sample(features, np.zeros(4), np.ones(4))

    model = tables_of(trees, rows)

    single, pair = model.tables
    assert single.features == (FEATURES[0].name,)
    assert single.cuts[0].tolist() == [1, 2]
    assert pair.values.shape == (2, 2)
    columns = {FEATURES[n].name: features[:, n].astype(float) for n in (0, 1)}
    for table in model.tables:
        assert table.of(columns).mean() == pytest.approx(0, abs=1e-3)
    total = model.base + sum(table.of(columns) for table in model.tables)
    assert total == pytest.approx([-2 + 2 + 0.5, 1 + 4 + 0.5, 2 + 0 + 0.5, 2 + 4 + 0.5])
    short = short_trees(trees)
    assert short["trees"][0]["nodes"] == "0:1:0 -1000 0:2:500 0 1000"


@pytest.mark.parametrize(
    ("raised", "remedy"),
    [
        ("ImportError('none')", extra_command("train")),
        ("OSError('libgomp.so.1: cannot open')", "apt-get install libgomp1"),
    ],
)
def test_where_lightgbm_cannot_be_loaded_the_remedy_is_named(
    raised: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "lightgbm.py").write_text(f"raise {raised}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lightgbm", raising=False)
    rows = Sample(np.zeros((4, len(FEATURES)), dtype=np.float32), np.zeros(4), np.ones(4))

    with pytest.raises(ExtractorError, match=re.escape(remedy)):
        small_trees(rows)


def test_ranges_include_their_upper_cut_point():
    table = Table(("words",), (np.array([1.0, 2.0]),), np.array([10.0, 20.0, 30.0]))

    values = table.of({"words": np.array([0.5, 1.0, 1.5, 2.0, 2.5])})

    assert values.tolist() == [10, 10, 20, 20, 30]


def test_a_small_tree_has_one_feature_or_a_pair():
    pytest.importorskip("lightgbm", reason="LightGBM is not installed (extra train)")
    rng = np.random.default_rng(0)
    features = rng.random((4000, len(FEATURES))).astype(np.float32)
    label = ((features[:, 3] > 0.5) & (features[:, 9] > 0.5)).astype(np.float64)
    rows = Sample(features, label, np.ones(len(label)))

    model = tables_of(small_trees(rows, n_pairs=80), rows)
    again = tables_of(small_trees(rows, n_pairs=80), rows)

    assert all(len(table.features) <= 2 for table in model.tables)
    assert (FEATURES[3].name, FEATURES[9].name) in {table.features for table in model.tables}
    assert all(
        np.array_equal(table.values, table_again.values)
        for table, table_again in zip(model.tables, again.tables, strict=True)
    )


def test_rows_of_small_weight_are_sampled_and_weighted_to_compensate():
    pages = [next(iter(rows_of(entry(f"p{number}"), seed=1))) for number in range(20)]

    rows = sample(pages, seed=1)

    n_rows = sum(map(len, pages))
    assert len(rows.label) < n_rows
    assert rows.weight.mean() == pytest.approx(1)
    assert np.array_equal(sample(pages, seed=1).features, rows.features)


def test_mean_scores_have_an_interval():
    score = mean_score([0.0, 1.0] * 50)

    assert (score.n_pages, score.mean) == (100, 0.5)
    assert score.low == pytest.approx(0.4, abs=0.02)
    assert score.high == pytest.approx(0.6, abs=0.02)
    page = next(iter(rows_of(entry(), seed=1)))
    assert set(grouped([page], [1.0])) == {"all", "small", "article"}


def test_the_built_in_file_is_small_and_reaches_the_specified_scores():
    table = built_in()
    compact = {kind: json.dumps(table[kind]) for kind in ("additive", "trees")}
    scores = table["scores"]

    assert len(compact["additive"]) < 20_000
    assert len(BUILT_IN_FILE.read_bytes()) <= 100_000
    assert scores["learned"]["all"][1] >= 0.894
    assert scores["learned"]["zh-news"][1] >= 0.98
    assert scores["learned, full trees"]["all"][1] >= 0.9
    assert len(table["pages"]) == table["provenance"]["pages_used"]


def test_training_writes_the_same_file_each_time(tmp_path: Path):
    """On the built-in pages, which have enough blocks for trees of full depth."""
    pytest.importorskip("lightgbm", reason="LightGBM is not installed (extra train)")
    trainer = TRAINERS["learned"]
    pages = [sample for sample in samples() if sample.gold_path.is_file()]
    rows = [
        {
            "id": page.identifier,
            "html": str(page.path),
            "text": page.gold_path.read_text(encoding="utf-8"),
            "url": f"https://{page.identifier}.example/",
        }
        for page in pages
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "gold.jsonl").write_text(lines, encoding="utf-8")
    settings = trainer.settings_class().replace(folds=2)

    first, second = (train(trainer, [str(tmp_path)], settings, "command") for _ in range(2))

    assert as_text(first) == as_text(second)
    assert first["provenance"]["pages_used"] == len(pages)
    assert first["provenance"]["blocks"] > 1000
    assert first["scores"]["learned"]["all"][0] == len(pages)
