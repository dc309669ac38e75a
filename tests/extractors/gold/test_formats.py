"""Every format: detected, read, written, and read again with the same gold."""

from __future__ import annotations

import json
import pickle
import shutil
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.formats.webmainbench import CONVERTED, WebmainbenchReader
from boilerscope.extractors.gold.gold_page import GoldPage
from boilerscope.extractors.gold.labels import remove_labels
from boilerscope.extractors.model.gold import GoldClass, Snippets
from boilerscope.extractors.sources.detection import find_format
from boilerscope.extractors.sources.gold_sets import open_set
from boilerscope.extractors.sources.listing import list_pages
from tests.helpers.gold_files import GOLD, LAKE, TEXT, URL, folder_of, words_of
from tests.helpers.gold_sets import open_gold
from tests.helpers.packing import lz4

if TYPE_CHECKING:
    from pathlib import Path

TEXT_FORMATS = [
    *(
        "corpus",
        "cleaneval",
        "article-benchmark",
        "sigir2023",
        "readability",
        "daniel",
        "cetd",
        "wcxb",
    ),
]
WORDS = TEXT.replace("& ", "").replace(".", "").replace("\n", " ")


def _first(name: str) -> GoldPage:
    return GoldPage.read(next(open_gold(folder_of(name))))


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_detected_from_its_folder_or_file(name: str):
    assert find_format(folder_of(name)) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("corpus/gold.jsonl", "corpus"),
        ("cleaneval/7.txt", "cleaneval"),
        ("article-benchmark/ground-truth.json", "article-benchmark"),
        ("article-benchmark/output/everything.json", "article-benchmark"),
        ("sigir2023/ground-truth", "sigir2023"),
        ("sigir2023/ground-truth/harbour.jsonl", "sigir2023"),
        ("l3s-gn1/annotated", "l3s-gn1"),
        ("l3s-gn1/annotated/lake.html", "l3s-gn1"),
        ("boilernet/prepared_html/lake.html", "boilernet"),
        ("readability/lake", "readability"),
        ("readability/lake/source.html", "readability"),
        ("snippets/evaldata.json", "snippets"),
        ("webmainbench/lake.jsonl", "webmainbench"),
        ("daniel/doc_lg.json", "daniel"),
        ("teco/harbour", "teco"),
        ("teco/harbour/lake.html", "teco"),
        ("cetd/harbour", "cetd"),
        ("wcxb/dev", "wcxb"),
        ("cleaneval-final", "cleaneval"),
        ("cleaneval-final/GoldStandard", "cleaneval"),
    ],
)
def test_a_part_of_a_set_is_detected_as_well(path: str, name: str):
    assert find_format(GOLD / path) == name


@pytest.mark.parametrize("name", TEXT_FORMATS)
def test_a_gold_text_is_main_content_and_the_rest_of_the_page_is_not(name: str):
    read = _first(name)

    assert words_of(read.page, read.gold, GoldClass.MAIN) == WORDS
    assert read.gold.text is not None
    assert read.gold.text.split() == TEXT.split()
    assert (read.gold.share, read.gold.missing) == (1.0, ())
    assert (read.gold.classes == GoldClass.UNMARKED).sum() == 0
    assert read.gold.provenance.format == name
    assert str(folder_of(name)) in read.gold.provenance.source


@pytest.mark.parametrize("name", ["corpus", "cleaneval", "article-benchmark", "sigir2023"])
def test_the_address_of_a_page_is_known(name: str):
    assert _first(name).url == URL


@pytest.mark.parametrize("name", FORMATS)
def test_the_measured_page_is_the_page_that_all_formats_have(name: str):
    page = next(open_gold(folder_of(name))).page()

    assert page.source.strip() == LAKE.read_text(encoding="utf-8").strip()


@pytest.mark.parametrize("name", FORMATS)
def test_written_gold_is_read_again_unchanged(name: str, tmp_path: Path):
    gold_page, out = _first(name), tmp_path / "out.gold.jsonl"
    out = out if FORMATS[name].writes_file else tmp_path / "out"

    FORMATS[name].write([gold_page], out)

    assert find_format(out) == name
    (entry,) = open_gold(out)
    read = GoldPage.read(entry)
    assert entry.page_id == gold_page.listed.page_id
    assert read.page.text == gold_page.page.text
    assert read.gold.classes.tolist() == gold_page.gold.classes.tolist()
    assert (read.gold.text, read.gold.share) == (gold_page.gold.text, gold_page.gold.share)
    assert read.gold.missing == gold_page.gold.missing
    assert read.gold.snippets == gold_page.gold.snippets
    assert read.text() == gold_page.text()


@pytest.mark.parametrize("target", [name for name in FORMATS if name != "snippets"])
@pytest.mark.parametrize("source", TEXT_FORMATS)
def test_main_content_stays_the_same_from_any_text_format_to_any_other_format(
    source: str, target: str, tmp_path: Path
):
    gold_page = _first(source)
    out = tmp_path / "out.gold.jsonl" if FORMATS[target].writes_file else tmp_path / "out"

    FORMATS[target].write([gold_page], out)

    (entry,) = open_gold(out)
    read = GoldPage.read(entry)
    kept = read.gold.main() & (read.gold.classes != GoldClass.TITLE)
    expected = gold_page.gold.main()
    takes_titles = target in {"boilernet", "teco", "webmainbench"}
    if not takes_titles or source != "readability":  # there a title becomes main content
        expected = expected & (gold_page.gold.classes != GoldClass.TITLE)
    assert kept.tolist() == expected.tolist()


@pytest.mark.parametrize("name", FORMATS)
def test_entries_can_be_sent_to_other_processes(name: str):
    entry = next(open_gold(folder_of(name)))

    copy = pickle.loads(pickle.dumps(entry))  # noqa: S301 - our own bytes

    assert copy.gold(copy.page()).classes.tolist() == entry.gold(entry.page()).classes.tolist()


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_overwritten(name: str, tmp_path: Path):
    gold_page = _first(name)
    out = tmp_path / "out.gold.jsonl" if FORMATS[name].writes_file else tmp_path / "out"
    FORMATS[name].write([gold_page], out)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}

    with pytest.raises(Exception, match="already exists"):
        FORMATS[name].write([gold_page], out)

    assert {file: file.read_bytes() for file in out.rglob("*") if file.is_file()} == before


def test_snippets_mark_words_only_if_they_are_in_one_place():
    read = _first("snippets")

    main = words_of(read.page, read.gold, GoldClass.MAIN)
    assert main == "agreed on a plan for the old lake Twelve new benches"
    # The name of the paper is also in the title, which is not searched.
    boilerplate = words_of(read.page, read.gold, GoldClass.BOILERPLATE)
    assert boilerplate == "The Harbour Times All rights reserved"
    assert words_of(read.page, read.gold, GoldClass.COMMENT) == "I hope that the swans"
    assert read.gold.missing == ("Subscribe now",)
    assert read.gold.text is None
    assert read.gold.share == pytest.approx(1 - 12 / 103)


def test_labels_of_l3s_are_classes():
    read = _first("l3s-gn1")

    assert words_of(read.page, read.gold, GoldClass.TITLE) == "Lake plan agreed"
    assert words_of(read.page, read.gold, GoldClass.MAIN) == WORDS.replace("the drawings ", "")
    comment = words_of(read.page, read.gold, GoldClass.COMMENT)
    assert comment == "Ann I hope that the swans stay where they are"


def test_labels_of_boilernet_are_main_content_or_not():
    read = _first("boilernet")

    assert words_of(read.page, read.gold, GoldClass.MAIN).startswith("Lake plan agreed The council")
    assert set(read.gold.classes.tolist()) == {GoldClass.MAIN, GoldClass.BOILERPLATE}


def test_labels_of_webmainbench_are_main_content_and_its_markdown_is_kept():
    entry = next(open_gold(folder_of("webmainbench")))
    read = GoldPage.read(entry)

    assert words_of(read.page, read.gold, GoldClass.MAIN) == WORDS
    assert (entry.language, entry.page_type, entry.url) == ("en", "Article", URL)
    assert read.gold.text is None
    assert read.gold.markdown is not None
    assert "## What will change" in read.gold.markdown


@pytest.mark.parametrize(
    ("markup", "clean"),
    [
        ("<p cc-select=true>a</p>", "<p>a</p>"),
        ("<p cc-select='true' id=x>a</p>", "<p id=x>a</p>"),
        ('<p id="x" data-anno-uid cc-select="true">a</p>', '<p id="x">a</p>'),
        ("<marked-text>a</marked-text><marked-tail>b</marked-tail>", "ab"),
        ("<MARKED-INLINE cc-select='TRUE'>a</MARKED-INLINE>", "a"),
        ("<p title='cc-select'>cc-select=true</p>", "<p title='cc-select'>cc-select=true</p>"),
    ],
)
def test_traces_of_webmainbench_are_removed(markup: str, clean: str):
    unlabelled = remove_labels(markup, WebmainbenchReader(), name="a page")

    assert unlabelled.source == clean


def test_a_page_of_webmainbench_without_annotation_takes_its_markdown(tmp_path: Path):
    line = {"id": 7, "html": "<p>Imprint</p><p>Main content</p>", CONVERTED: "Main content"}
    file = tmp_path / "bench.jsonl"
    file.write_text(json.dumps(line), encoding="utf-8")

    (entry,) = open_gold(file)
    (listed,) = list_pages([str(file)])
    read = GoldPage.read(entry)

    assert words_of(read.page, read.gold, GoldClass.MAIN) == "Main content"
    assert entry.page_id == listed.page_id == "7"
    assert listed.gold(listed.page()).classes.tolist() == read.gold.classes.tolist()


def test_pages_of_daniel_have_no_suffix_and_a_language():
    (entry,) = open_gold(folder_of("daniel"))

    assert (entry.page_id, entry.language, entry.set_name) == ("0a1b", "en", "daniel")


@pytest.mark.parametrize("language", [5, ["en"], {"code": "en"}])
def test_a_language_of_daniel_that_is_no_text_is_refused_with_its_key(
    tmp_path: Path, language: object
):
    copy = tmp_path / "daniel"
    shutil.copytree(folder_of("daniel"), copy)
    (copy / "doc_lg.json").write_text(json.dumps({"0a1b": language}), encoding="utf-8")

    with pytest.raises(GoldError, match=r"doc_lg\.json: 0a1b must be a text, got "):
        list(open_gold(copy))


def test_labels_of_teco_are_main_content_and_pages_without_labels_are_left_out():
    (entry,) = open_gold(folder_of("teco"))
    read = GoldPage.read(entry)

    assert words_of(read.page, read.gold, GoldClass.MAIN) == WORDS
    assert "TECO" not in read.page.source
    assert entry.page_id == "harbour/lake"


def test_a_site_of_cetd_is_a_set():
    (entry,) = open_gold(folder_of("cetd"))

    assert (entry.set_name, entry.page_id) == ("harbour", "0a1b")


def test_sets_of_wcxb_have_types_snippets_and_markdown():
    (entry,) = open_gold(folder_of("wcxb"))
    gold = GoldPage.read(entry).gold

    assert (entry.set_name, entry.page_id, entry.page_type) == ("dev", "0001", "article")
    assert gold.snippets == Snippets(("Twelve new benches",), ("All rights reserved",))
    assert gold.markdown is not None
    assert "## What will change" in gold.markdown


def test_a_test_page_without_expected_result_has_no_gold():
    entries = list(open_set(GOLD / "readability"))

    assert [(entry.page_id, not entry.has_gold) for entry in entries] == [
        ("lake", False),
        ("no-result", True),
    ]
    assert [entry.page_id for entry in open_gold(GOLD / "readability")] == ["lake"]


def test_the_title_of_readability_is_the_heading_of_the_page():
    read = _first("readability")

    assert words_of(read.page, read.gold, GoldClass.TITLE) == "Lake plan agreed"
    first = int((read.gold.classes == GoldClass.TITLE).argmax())
    assert read.page.elements.tag[read.page.slots.owner[read.page.tokens.slot[first]]] == "h1"


def test_markup_inside_a_line_is_a_page():
    _, inline = open_gold(GOLD / "corpus")

    read = GoldPage.read(inline)

    assert words_of(read.page, read.gold, GoldClass.MAIN) == "One paragraph of main content"
    assert words_of(read.page, read.gold, GoldClass.BOILERPLATE) == "Imprint"


def test_snippets_of_a_corpus_come_with_its_text():
    read = _first("corpus")

    assert read.gold.snippets == Snippets(("Twelve new benches",), ("All rights reserved",))
    assert read.gold.provenance.annotator == "Ada"


def test_pages_of_cleaneval_are_beside_the_gold_or_in_the_folder_of_the_competition():
    (beside,) = open_gold(GOLD / "cleaneval")
    (apart,) = open_gold(GOLD / "cleaneval-final")

    assert (beside.page_id, apart.page_id) == ("7", "12")
    assert GoldPage.read(apart).text() == TEXT.split("\n")[-1]
    assert "<text" not in beside.page().source


def test_pages_can_be_in_another_folder(tmp_path: Path):
    file = tmp_path / "ground-truth.json"
    file.write_bytes((GOLD / "article-benchmark" / "ground-truth.json").read_bytes())

    (entry,) = open_gold(file, pages=GOLD / "article-benchmark" / "html")

    assert GoldPage.read(entry).gold.share == 1.0


def test_lz4_pages_of_the_benchmark_are_read(tmp_path: Path):
    (tmp_path / "ground-truth").mkdir()
    (tmp_path / "html" / "harbour").mkdir(parents=True)
    line = (GOLD / "sigir2023" / "ground-truth" / "harbour.jsonl").read_bytes()
    (tmp_path / "ground-truth" / "harbour.jsonl").write_bytes(line)
    (tmp_path / "html" / "harbour" / "0a1b.html.lz4").write_bytes(lz4(LAKE.read_bytes()))

    (entry,) = open_gold(tmp_path)

    assert GoldPage.read(entry).gold.share == 1.0


@pytest.mark.parametrize("name", ["l3s-gn1/annotated", "boilernet/prepared_html"])
def test_labels_of_a_marked_page_are_not_part_of_the_measured_page(name: str, tmp_path: Path):
    (tmp_path / "lake.html").write_bytes((GOLD / name / "lake.html").read_bytes())
    marks = folder_of("boilerscope").read_bytes()
    (tmp_path / "lake.html.gold.jsonl").write_bytes(marks)

    (entry,) = open_gold(tmp_path)

    assert entry.page().source.strip() == LAKE.read_text(encoding="utf-8").strip()
