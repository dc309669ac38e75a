"""Extractors of the user: what each form gives, when it is known, and what is wrong with it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from extractors import registry, runner, workers
from extractors.errors import BoilerscopeError, ExtractorError, UnknownNameError
from extractors.features.blocks import FEATURES, block_features
from extractors.model.extraction import Extraction, Status
from extractors.model.settings import Settings, knobs, parse_value, to_table
from extractors.own import added
from extractors.page import Page
from tests.helpers.extractions import assert_sound

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Page.from_text(
    "<title>t</title><p>one two three four five six</p><p>seven <a href=x>eight</a></p>",
    name="shelf/page.html.gz",
    url="https://example.org/page",
)

MINE = '''
"""Functions of a user."""
import re
from typing import Literal
from beside import CLEAN

def long(html: str, *, min_words: int = 4, mode: Literal["text", "upper"] = "text") -> str:
    """Keep the long paragraphs."""
    texts = [CLEAN.sub("", one) for one in re.findall(r"<p>(.*?)</p>", html)]
    kept = "\\n".join(one for one in texts if len(one.split()) >= min_words)
    return kept.upper() if mode == "upper" else kept

def wrong(html):
    return html.split()

def nothing(html):
    return None

def fails(html):
    raise LookupError("no such page")

def leaves(html):
    import os
    os._exit(7)

def hangs(html):
    while True:
        pass
'''


@pytest.fixture
def mine(own_folder: Path) -> Path:
    """Return a file with functions, and a module beside it."""
    file = own_folder / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    (own_folder / "beside.py").write_text("import re\nCLEAN = re.compile('<[^>]*>')\n")
    return file


def _run(text: str, settings: Settings | None = None) -> Extraction:
    return runner.run(PAGE, registry.add(text), settings)


def _in_worker(identifier: str, settings: Settings, timeout_s: float = 60.0) -> Extraction:
    pool = workers.make_pool()
    try:
        future = workers.submit(pool, PAGE, identifier, settings, timeout_s)
        workers.fault_of(future)
        return workers.outcome(future, PAGE, identifier, settings, timeout_s)
    finally:
        workers.end(pool)


def _settings(identifier: str, **changes: Any) -> Settings:
    default: Settings = registry.extractor(identifier).default_settings()
    return default.replace(**changes)


# -- functions -----------------------------------------------------------------------------------


def test_a_function_is_an_extractor_with_its_arguments_as_settings(mine: Path):
    made = _run(f"{mine}:long")

    extractor = registry.extractor("mine.long")
    assert made.status is Status.OK
    assert made.own_text == "one two three four five six"
    assert made.aligned == 1.0
    assert made.mask.sum() == 6
    assert list(made.used) == ["mine.py"]
    assert extractor.summary == "Keep the long paragraphs."
    assert extractor.foreign
    assert [knob.name for knob in knobs(extractor.settings_class)] == ["min_words", "mode"]
    assert parse_value(extractor.settings_class, "min_words", "7") == 7
    assert_sound(PAGE, made)


def test_settings_reach_the_function_here_and_in_a_worker(mine: Path):
    identifier = registry.add(f"{mine}:long")
    mode = parse_value(registry.extractor(identifier).settings_class, "mode", "upper")
    settings = _settings(identifier, min_words=1, mode=mode)

    here, there = runner.run(PAGE, identifier, settings), _in_worker(identifier, settings)

    assert here.own_text == there.own_text == "ONE TWO THREE FOUR FIVE SIX\nSEVEN EIGHT"
    assert there.settings == settings
    assert to_table(there.settings) == {"min_words": 1, "mode": "upper"}


def test_a_changed_file_is_loaded_again(mine: Path):
    before = _run(f"{mine}:long")
    mine.write_text(MINE.replace("min_words: int = 4", "least: int = 1"), encoding="utf-8")
    mine.write_text(mine.read_text().replace(">= min_words", ">= least"), encoding="utf-8")
    os.utime(mine, ns=(1, 1))

    after = runner.run(PAGE, "mine.long")

    assert before.own_text != after.own_text
    assert after.own_text == "one two three four five six\nseven eight"
    assert before.used != after.used
    assert to_table(after.settings, everything=True) == {"least": 1, "mode": "text"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wrong", "returned a value of the type list, not a str"),
        ("nothing", 'returned None, not a str. Return "" for nothing'),
        ("fails", "LookupError: no such page in fails, line "),
    ],
)
def test_a_fault_of_a_function_is_its_error(mine: Path, name: str, message: str):
    made = _run(f"{mine}:{name}")

    assert made.status is Status.ERROR
    assert message in made.message


def test_a_function_that_ends_or_hangs_loses_only_its_own_result(mine: Path):
    for name, status in (("leaves", Status.ERROR), ("hangs", Status.TIMEOUT)):
        identifier = registry.add(f"{mine}:{name}")
        assert _in_worker(identifier, _settings(identifier), 3.0).status is status


def test_a_broken_one_is_an_entry_with_its_error(mine: Path):
    identifier = registry.add(f"{mine}:long")
    mine.write_text("def long(html:", encoding="utf-8")
    os.utime(mine, ns=(2, 2))

    entry = registry.entry(identifier)

    assert entry.extractor is None
    assert entry.distribution == registry.OWN
    assert "mine.py, line 1: " in entry.error
    assert identifier in registry.identifiers()
    assert registry.entry("bte").extractor is not None
    mine.unlink()
    assert "is not a file" in registry.entry(identifier).error


def test_a_function_of_a_module_is_found_beside_the_current_folder(mine: Path):
    identifier = registry.add("mine:long")

    assert mine.is_file()
    assert runner.run(PAGE, identifier).own_text == "one two three four five six"


# -- which are known -----------------------------------------------------------------------------


def test_what_was_not_added_is_unknown_even_if_its_file_is_there(mine: Path):
    for name in ("mine.long", f"{mine}:long"):
        with pytest.raises(UnknownNameError):
            registry.entry(name)


def test_kept_ones_are_known_at_a_later_start_until_they_are_removed(
    mine: Path, monkeypatch: pytest.MonkeyPatch
):
    identifier = registry.add(f"{mine}:long", keep=True)
    monkeypatch.setattr(added, "_added", {})

    assert registry.entry(identifier).extractor is not None
    added.remove(identifier)
    assert identifier not in registry.identifiers()
    with pytest.raises(
        ExtractorError, match=r"is not one of your extractors\. Your extractors: none"
    ):
        added.remove(identifier)


@pytest.mark.parametrize("text", ["[extractors", "extractors = 1", "[extractors]\na = 1"])
def test_a_damaged_list_is_an_entry_with_its_error_and_is_not_overwritten(
    mine: Path, own_folder: Path, text: str
):
    (own_folder / "config").mkdir()
    added.list_file().write_text(text, encoding="utf-8")

    (broken,) = [entry for entry in registry.entries() if entry.distribution == registry.OWN]
    with pytest.raises(BoilerscopeError, match=r"own_extractors\.toml"):
        registry.add(f"{mine}:long", keep=True)

    assert broken.extractor is None
    assert "own_extractors.toml" in broken.error
    assert registry.entry("bte").extractor is not None
    assert added.list_file().read_text(encoding="utf-8") == text


def test_two_with_one_name_are_refused(mine: Path, own_folder: Path):
    registry.add(f"{mine}:long")
    other = own_folder / "other" / "mine.py"
    other.parent.mkdir()
    other.write_text("def long(html): return ''")

    with pytest.raises(ExtractorError, match=r"mine\.long is .*mine\.py:long. Rename"):
        registry.add(f"{other}:long")


def test_the_name_of_a_built_in_one_is_refused(own_folder: Path):
    file = own_folder / "boilerpipe.py"
    file.write_text("def article(html): return ''")

    with pytest.raises(ExtractorError, match=r"has an extractor boilerpipe\.article\. Rename"):
        registry.add(f"{file}:article")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gone.py:long", "gone.py is not a file"),
        ("gone.jsonl", "gone.jsonl is not a file"),
        ("gone.pkl", "gone.pkl is not a file"),
        ("no_such_module:x", "Module no_such_module was not found"),
        ("mine.py", "mine.py does not name an object. Give file.py:function"),
        ("mine.py:a-b", "does not name an object"),
    ],
)
def test_a_wrong_location_says_what_one_looks_like(text: str, message: str):
    with pytest.raises(ExtractorError, match=message):
        registry.add(text)


# -- estimators ----------------------------------------------------------------------------------

ESTIMATORS = """
import numpy as np

class Long:
    n_features_in_ = 21
    def predict_proba(self, matrix):
        score = np.clip(matrix[:, 0] / 10, 0, 1)
        return np.column_stack([1 - score, score])

class Labels:
    def predict(self, matrix):
        return matrix[:, 0] > 3

class Few(Long):
    n_features_in_ = 3

class Wide:
    n_features_in_ = 232
    def predict(self, matrix):
        return np.clip(matrix[:, 0], 0, 1)

class Odd:
    def predict(self, matrix):
        return np.zeros(1)

LONG, LABELS, FEW, ODD, TEXT, WIDE = Long(), Labels(), Few(), Odd(), "text", Wide()
"""


@pytest.fixture
def models(own_folder: Path) -> Path:
    """Return a file with estimators."""
    file = own_folder / "mine_models.py"
    file.write_text(ESTIMATORS, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["LONG", "LABELS"])
def test_an_estimator_scores_blocks(models: Path, name: str):
    made = _run(f"{models}:{name}")

    assert made.status is Status.OK
    assert made.own_text == "one two three four five six\n"
    assert made.aligned is None
    column = made.column("score")
    assert column is not None
    assert len(column.values) == 3
    assert_sound(PAGE, made)


def test_an_estimator_of_many_features_gets_the_matrix_of_the_block_grid(models: Path):
    made = _run(f"{models}:WIDE")

    assert made.status is Status.OK
    assert {column.name for column in made.columns} > {"score", "rd_rel", "pg_effc"}
    assert_sound(PAGE, made)


def test_the_threshold_is_a_setting(models: Path):
    identifier = registry.add(f"{models}:LONG")

    all_of_it = runner.run(PAGE, identifier, _settings(identifier, threshold=0.0))
    nothing = runner.run(PAGE, identifier, _settings(identifier, threshold=1.0))

    assert all_of_it.mask.all()
    assert nothing.status is Status.EMPTY


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("FEW", "was trained on 3 features; a block has 21"),
        ("ODD", r"answered with the shape (1,) for 3 blocks"),
        ("TEXT", "is a value of the type str. An estimator has predict_proba or predict"),
    ],
)
def test_an_object_that_is_no_estimator_says_why(models: Path, name: str, message: str):
    made = _run(f"{models}:{name}")

    assert made.status is Status.ERROR
    assert message in made.message


def test_a_saved_model_is_loaded_in_a_worker(models: Path, own_folder: Path):
    made = _run(f"{models}:LONG")
    script = "import mine_models, pickle; pickle.dump(mine_models.LONG, open('long.pkl', 'wb'))"
    subprocess.run([sys.executable, "-c", script], check=True)
    identifier = registry.add(str(own_folder / "long.pkl"))

    there = _in_worker(identifier, _settings(identifier))

    assert identifier == "model.long"
    assert there.own_text == made.own_text


# -- results files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"page_id": "page", "plaintext": "seven eight", "model": "m"}\n'),
        ("a.jsonl", '{"page_id": "page", "text": "seven eight", "extractor": "m"}\n'),
        ("a.json", '{"page": {"articleBody": "seven eight"}}'),
        ("a.json", '{"version": "1", "output": {"page": {"articleBody": "seven eight"}}}'),
        ("a.jsonl", '{"page_id": "https://example.org/page", "plaintext": "seven eight"}\n'),
    ],
)
def test_a_results_file_gives_the_text_of_its_page(own_folder: Path, name: str, text: str):
    (own_folder / name).write_text(text, encoding="utf-8")

    made = _run(name)

    assert made.extractor == "results.a"
    assert made.own_text == "seven eight"
    assert made.mask.tolist() == [False] * 7 + [True] * 2
    assert_sound(PAGE, made)


def test_a_page_without_a_result_is_unavailable(own_folder: Path):
    (own_folder / "a.jsonl").write_text('{"page_id": "other", "plaintext": "x"}\n')

    made = _run("a.jsonl")

    assert made.status is Status.UNAVAILABLE
    assert made.message == "a.jsonl has no result for the page shelf/page.html.gz."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"page_id": "a"}, "line 1: the key plaintext is missing"),
        ({"plaintext": "a"}, "line 1: "),
    ],
)
def test_a_wrong_results_file_names_its_line(own_folder: Path, line: dict[str, str], message: str):
    (own_folder / "a.jsonl").write_text(json.dumps(line) + "\n")

    made = _run("a.jsonl")

    assert made.status is Status.ERROR
    assert message in made.message


def test_two_results_for_a_page_are_an_error(own_folder: Path):
    (own_folder / "a.jsonl").write_text('{"page_id": "page", "plaintext": "x"}\n' * 2)

    assert "has two results for the page page" in _run("a.jsonl").message


# -- features ------------------------------------------------------------------------------------


def test_every_feature_has_a_column_that_is_finite():
    measured = block_features(PAGE)
    by_name = dict(zip((one.name for one in FEATURES), measured.values.T, strict=True))

    assert measured.values.shape == (3, len(FEATURES))
    assert np.isfinite(measured.values).all()
    assert by_name["tokens"].tolist() == [1, 6, 2]
    assert by_name["chars"].tolist() == [1, 22, 10]
    assert by_name["link_tokens"].tolist() == [0, 0, 0.5]
    assert by_name["paragraph"].tolist() == [0, 1, 1]
    assert by_name["title"].tolist() == [1, 0, 0]
    assert by_name["previous_tokens"].tolist() == [0, 1, 6]
    assert by_name["next_link_tokens"].tolist() == [0, 0.5, 0]
    assert by_name["position"].tolist() == pytest.approx([0, 1 / 9, 7 / 9])
    assert all(one.label and one.meaning.endswith(".") for one in FEATURES)


def test_marks_and_letters_are_counted_inside_of_their_block():
    page = Page.from_text("<h1>AB, c1.</h1><ul><li>d！</ul><nav><p>e</nav>", name="page")
    measured = block_features(page)
    by_name = dict(zip((one.name for one in FEATURES), measured.values.T, strict=True))

    assert by_name["punctuation"].tolist() == [1, 1, 0]
    assert by_name["sentence_ends"].tolist() == [0.5, 1, 0]
    assert by_name["uppercase"].tolist() == [0.5, 0, 0]
    assert by_name["digits"].tolist() == [0.25, 0, 0]
    assert by_name["heading"].tolist() == [1, 0, 0]
    assert by_name["list_item"].tolist() == [0, 1, 0]
    assert by_name["frame"].tolist() == [0, 0, 1]


def test_an_empty_page_has_no_rows():
    measured = block_features(Page.from_text("", name="empty"))

    assert measured.values.shape == (0, len(FEATURES))


def test_settings_travel_as_plain_values(mine: Path):
    identifier = registry.add(f"{mine}:long")
    settings = _settings(identifier, min_words=9)

    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301 - made right here
