"""The user's extractors: functions, estimators and results files, their list and their errors."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError, ExtractorError, UnknownNameError
from boilerscope.extractors.features.blocks import FEATURES, block_features
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.settings import Settings, knobs, parse_value, to_table
from boilerscope.extractors.model.shared_settings import is_shared
from boilerscope.extractors.own import added
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs import workers
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
    texts = [CLEAN.sub("", text) for text in re.findall(r"<p>(.*?)</p>", html)]
    kept = "\\n".join(text for text in texts if len(text.split()) >= min_words)
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
    extraction = _run(f"{mine}:long")

    extractor = registry.extractor("mine.long")
    assert extraction.status is Status.OK
    assert extraction.own_text == "one two three four five six"
    assert extraction.aligned == 1.0
    assert extraction.mask.sum() == 6
    assert list(extraction.used) == ["mine.py"]
    assert extractor.summary == "Keep the long paragraphs."
    assert extractor.foreign
    own = [knob.name for knob in knobs(extractor.settings_class) if not is_shared(knob)]
    assert own == ["min_words", "mode"]
    assert parse_value(extractor.settings_class, "min_words", "7") == 7
    assert_sound(PAGE, extraction)


def test_settings_are_passed_to_the_function_here_and_in_a_worker(mine: Path):
    identifier = registry.add(f"{mine}:long")
    mode = parse_value(registry.extractor(identifier).settings_class, "mode", "upper")
    settings = _settings(identifier, min_words=1, mode=mode)

    local, remote = runner.run(PAGE, identifier, settings), _in_worker(identifier, settings)

    assert local.own_text == remote.own_text == "ONE TWO THREE FOUR FIVE SIX\nSEVEN EIGHT"
    assert remote.settings == settings
    assert to_table(remote.settings) == {"min_words": 1, "mode": "upper"}


def test_a_changed_file_is_loaded_again(mine: Path):
    before = _run(f"{mine}:long")
    mine.write_text(MINE.replace("min_words: int = 4", "shortest: int = 1"), encoding="utf-8")
    mine.write_text(mine.read_text().replace(">= min_words", ">= shortest"), encoding="utf-8")
    os.utime(mine, ns=(1, 1))

    after = runner.run(PAGE, "mine.long")

    assert before.own_text != after.own_text
    assert after.own_text == "one two three four five six\nseven eight"
    assert before.used != after.used
    assert list(to_table(after.settings, everything=True))[:2] == ["shortest", "mode"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wrong", "returned a value of type list, not a str"),
        ("nothing", 'returned None, not a str. Return "" for nothing'),
        ("fails", "LookupError: no such page in fails, line "),
    ],
)
def test_an_error_in_a_function_is_an_error_of_its_result(mine: Path, name: str, message: str):
    extraction = _run(f"{mine}:{name}")

    assert extraction.status is Status.ERROR
    assert message in extraction.message


def test_a_function_that_exits_or_hangs_affects_only_its_own_result(mine: Path):
    for name, status in (("leaves", Status.ERROR), ("hangs", Status.TIMEOUT)):
        identifier = registry.add(f"{mine}:{name}")
        assert _in_worker(identifier, _settings(identifier), 3.0).status is status


def test_a_broken_extractor_is_an_entry_with_its_error(mine: Path):
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


# -- list of extractors --------------------------------------------------------------------------


def test_a_function_that_was_not_added_is_unknown_even_if_its_file_exists(mine: Path):
    for name in ("mine.long", f"{mine}:long"):
        with pytest.raises(UnknownNameError):
            registry.entry(name)


def test_kept_extractors_are_known_at_later_starts_until_they_are_removed(
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


def test_comments_in_the_list_stay(mine: Path, own_folder: Path):
    (own_folder / "config").mkdir()
    text = '# At work\n[extractors]\n"other.x" = "/other.py:x"  # of last year\n'
    added.list_file().write_text(text, encoding="utf-8")

    registry.add(f"{mine}:long", keep=True)
    longer = added.list_file().read_text(encoding="utf-8")
    added.remove("mine.long")

    assert longer == f'{text}"mine.long" = "{mine}:long"\n'
    assert added.list_file().read_text(encoding="utf-8") == text


def test_a_second_extractor_with_the_same_identifier_is_refused(mine: Path, own_folder: Path):
    registry.add(f"{mine}:long")
    namesake = own_folder / "other" / "mine.py"
    namesake.parent.mkdir()
    namesake.write_text("def long(html): return ''")

    with pytest.raises(ExtractorError, match=r"mine\.long is .*mine\.py:long. Rename"):
        registry.add(f"{namesake}:long")


def test_the_identifier_of_a_built_in_extractor_is_refused(own_folder: Path):
    file = own_folder / "boilerpipe.py"
    file.write_text("def article(html): return ''")

    with pytest.raises(ExtractorError, match=r"has an extractor boilerpipe\.article\. Rename"):
        registry.add(f"{file}:article")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("absent.py:long", "absent.py is not a file"),
        ("absent.jsonl", "absent.jsonl is not a file"),
        ("absent.pkl", "absent.pkl is not a file"),
        ("no_such_module:x", "Module no_such_module was not found"),
        ("mine.py", "mine.py does not name an object. Give file.py:function"),
        ("mine.py:a-b", "does not name an object"),
    ],
)
def test_the_error_of_a_wrong_location_gives_the_reason(text: str, message: str):
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
    n_features_in_ = 211
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
    extraction = _run(f"{models}:{name}")

    assert extraction.status is Status.OK
    assert extraction.own_text == "one two three four five six\n"
    assert extraction.aligned is None
    column = extraction.column("score")
    assert column is not None
    assert len(column.values) == 3
    assert_sound(PAGE, extraction)


def test_an_estimator_of_many_features_gets_the_matrix_of_the_block_grid(models: Path):
    extraction = _run(f"{models}:WIDE")

    assert extraction.status is Status.OK
    assert {column.name for column in extraction.columns} > {"score", "rd_rel", "pg_effc"}
    assert_sound(PAGE, extraction)


def test_the_threshold_is_a_setting(models: Path):
    identifier = registry.add(f"{models}:LONG")

    everything = runner.run(PAGE, identifier, _settings(identifier, threshold=0.0))
    nothing = runner.run(PAGE, identifier, _settings(identifier, threshold=1.0))

    assert everything.mask.all()
    assert nothing.status is Status.EMPTY


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("FEW", "was trained on 3 features; a block has 21"),
        ("ODD", "returned shape (1,) for 3 blocks"),
        ("TEXT", "is a value of type str. An estimator has predict_proba or predict"),
    ],
)
def test_the_error_of_an_unsuitable_estimator_gives_the_reason(
    models: Path, name: str, message: str
):
    extraction = _run(f"{models}:{name}")

    assert extraction.status is Status.ERROR
    assert message in extraction.message


def test_a_saved_model_is_loaded_in_a_worker(models: Path, own_folder: Path):
    extraction = _run(f"{models}:LONG")
    script = "import mine_models, pickle; pickle.dump(mine_models.LONG, open('long.pkl', 'wb'))"
    subprocess.run([sys.executable, "-c", script], check=True)
    identifier = registry.add(str(own_folder / "long.pkl"))

    remote = _in_worker(identifier, _settings(identifier))

    assert identifier == "model.long"
    assert remote.own_text == extraction.own_text


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
def test_a_results_file_provides_the_text_of_its_page(own_folder: Path, name: str, text: str):
    (own_folder / name).write_text(text, encoding="utf-8")

    extraction = _run(name)

    assert extraction.extractor == "results.a"
    assert extraction.own_text == "seven eight"
    assert extraction.mask.tolist() == [False] * 7 + [True] * 2
    assert_sound(PAGE, extraction)


def test_a_page_without_a_result_is_unavailable(own_folder: Path):
    (own_folder / "a.jsonl").write_text('{"page_id": "other", "plaintext": "x"}\n')

    extraction = _run("a.jsonl")

    assert extraction.status is Status.UNAVAILABLE
    assert extraction.message == "a.jsonl has no result for this page."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"page_id": "a"}, "line 1: the key plaintext is missing"),
        ({"plaintext": "a"}, "line 1: "),
    ],
)
def test_a_wrong_results_file_names_its_line(own_folder: Path, line: dict[str, str], message: str):
    (own_folder / "a.jsonl").write_text(json.dumps(line) + "\n")

    extraction = _run("a.jsonl")

    assert extraction.status is Status.ERROR
    assert message in extraction.message


def test_two_results_for_a_page_are_an_error(own_folder: Path):
    (own_folder / "a.jsonl").write_text('{"page_id": "page", "plaintext": "x"}\n' * 2)

    assert "has two results for the page page" in _run("a.jsonl").message


# -- features ------------------------------------------------------------------------------------


def test_every_feature_has_a_finite_column():
    measured = block_features(PAGE)
    by_name = dict(zip((feature.name for feature in FEATURES), measured.values.T, strict=True))

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
    assert all(feature.label and feature.meaning.endswith(".") for feature in FEATURES)


def test_punctuation_and_letters_are_counted_within_their_block():
    page = Page.from_text("<h1>AB, c1.</h1><ul><li>d！</ul><nav><p>e</nav>", name="page")
    measured = block_features(page)
    by_name = dict(zip((feature.name for feature in FEATURES), measured.values.T, strict=True))

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


def test_settings_are_pickled_as_plain_values(mine: Path):
    identifier = registry.add(f"{mine}:long")
    settings = _settings(identifier, min_words=9)

    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301 - pickled in this line
