"""Published figures of benchmarks, as their authors printed them, with source and year."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.formats import (
    article_benchmark,
    daniel,
    sigir2023,
    wcxb,
    webmainbench,
)
from boilerscope.extractors.scoring.case import ScoredText

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Figures of one extractor.

    Attributes
    ----------
    version : str
        Version of the extractor, as far as the source names one.
    values : tuple of float or None
        A value for each measure of the table; None if the source has none.
    """

    extractor: str
    values: tuple[float | None, ...]
    version: str = ""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """Table of a paper or of a repository.

    Attributes
    ----------
    measures : tuple of str
        Names in `boilerscope.extractors.scoring.measures.MEASURES`, in the order of columns.
    source : str
        Where the figures are printed.
    year : int
        Year of the figures.
    n_pages : int
        Pages that they are measured on; 0 if we do not know.
    rows : tuple of PublishedRow
        Empty if we have no figures by these measures.
    set_name : str
        Set that they are measured on; empty for all pages.
    """

    title: str
    measures: tuple[str, ...]
    source: str
    year: int
    n_pages: int = 0
    rows: tuple[PublishedRow, ...] = ()
    set_name: str = ""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark whose tables can be made again.

    Attributes
    ----------
    gold_format : str
        Format of its data.
    text : ScoredText
        Text that is scored: as extractors write it, or as it is exported.
    outputs : tuple of str
        Patterns of results files in its folder, which are scored too.
    notes : tuple of str
        Differences between our figures and the published ones.
    data : str
        Where to get the data and which folder or file to name, as the end of an error.
    """

    title: str
    gold_format: str
    text: ScoredText
    tables: tuple[PublishedTable, ...]
    outputs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    data: str = ""

    @property
    def measures(self) -> tuple[str, ...]:
        """Measures of all tables."""
        return tuple(dict.fromkeys(name for table in self.tables for name in table.measures))


_SHINGLES = ("shingle_f1", "shingle_precision", "shingle_recall", "exact_match")
_WORDS = ("word_f1", "word_precision", "word_recall")
_STRUCTURE = (
    *("structure", "markdown_similarity", "code_similarity", "formula_similarity"),
    *("table_similarity", "table_teds_published"),
)
_WCXB = "README of the repository Murrough-Foley/web-content-extraction-benchmark"
_WEBMAINBENCH = "README of the repository opendatalab/WebMainBench"


def _rows(*rows: tuple[str, str, tuple[float | None, ...]]) -> tuple[PublishedRow, ...]:
    return tuple(PublishedRow(name, values, version) for name, version, values in rows)


_AEB = Benchmark(
    "article-extraction-benchmark",
    article_benchmark.NAME,
    ScoredText.OWN,
    (
        PublishedTable(
            "article-extraction-benchmark, as of November 2019",
            _SHINGLES,
            "README of the repository scrapinghub/article-extraction-benchmark, version 1.0.0",
            2019,
            181,
            _rows(
                ("AutoExtract", "November 2019", (0.970, 0.984, 0.956, 0.470)),
                ("Diffbot", "November 2019", (0.951, 0.958, 0.944, 0.348)),
                ("boilerpipe", "", (0.860, 0.850, 0.870, 0.006)),
                ("dragnet", "", (0.907, 0.925, 0.889, 0.221)),
                ("html-text", "", (0.665, 0.500, 0.994, 0.000)),
                ("newspaper", "", (0.912, 0.917, 0.906, 0.260)),
                ("readability", "", (0.922, 0.913, 0.931, 0.315)),
                ("xpath-text", "", (0.394, 0.246, 0.992, 0.000)),
            ),
        ),
    ),
    ("output/*.json",),
    data=(
        "Get the repository scrapinghub/article-extraction-benchmark from GitHub and name its"
        " folder, which has ground-truth.json, html/ and output/."
    ),
)
_WCXB_BENCHMARK = Benchmark(
    "WCXB",
    wcxb.NAME,
    ScoredText.OWN,
    (
        PublishedTable(
            "WCXB, development set",
            _WORDS,
            _WCXB,
            2026,
            1_497,
            _rows(
                ("rs-trafilatura", "", (0.859, 0.863, 0.890)),
                ("MinerU-HTML", "0.6B", (0.827, 0.845, 0.840)),
                ("Trafilatura", "", (0.791, 0.852, 0.793)),
                ("dom-smoothie", "", (0.762, 0.806, 0.768)),
                ("ReaderLM-v2", "1.5B", (0.741, 0.741, 0.790)),
                ("Newspaper4k", "", (0.720, 0.838, 0.683)),
                ("magic-html", "", (0.719, 0.813, 0.713)),
                ("jusText", "", (0.707, 0.771, 0.695)),
                ("BoilerPy3", "", (0.687, 0.795, 0.661)),
                ("Readability", "", (0.675, 0.685, 0.713)),
                ("Goose3", "", (0.652, 0.845, 0.593)),
            ),
            "dev",
        ),
        PublishedTable(
            "WCXB, held-out test set",
            _WORDS,
            _WCXB,
            2026,
            511,
            _rows(
                ("rs-trafilatura", "", (0.893, None, None)),
                ("Trafilatura", "", (0.833, None, None)),
                ("dom-smoothie", "", (0.808, None, None)),
                ("Readability", "", (0.726, None, None)),
            ),
            "test",
        ),
    ),
    notes=(
        "Look for copies of development pages in the test set first: boilerscope gold audit.",
        "learned, consensus, bayes_blocks and ai_depot_learned were trained on development pages.",
    ),
    data=(
        "Get the repository Murrough-Foley/web-content-extraction-benchmark from GitHub and name"
        " its folder, which has ground-truth/ and html/, or both in dev/ and test/."
    ),
)
_WEBMAINBENCH_BENCHMARK = Benchmark(
    "WebMainBench",
    webmainbench.NAME,
    ScoredText.PAGE,
    (
        PublishedTable(
            "WebMainBench, ROUGE-5",
            ("rouge_5",),
            f"Liu et al., arXiv 2511.23119, table 2, in the {_WEBMAINBENCH}",
            2025,
            7_809,
            _rows(
                ("DeepSeek-V3.2 in Dripper", "", (0.9098,)),
                ("GPT-5 in Dripper", "", (0.9024,)),
                ("Gemini-2.5-Pro in Dripper", "", (0.8979,)),
                ("Dripper with fallback", "", (0.8925,)),
                ("Dripper", "0.6B", (0.8779,)),
                ("magic-html", "", (0.7138,)),
                ("Readability", "", (0.6543,)),
                ("Trafilatura", "", (0.6402,)),
                ("Resiliparse", "", (0.6290,)),
            ),
        ),
        PublishedTable(
            "WebMainBench, structure",
            _STRUCTURE,
            _WEBMAINBENCH,
            2025,
            545,
            _rows(
                ("mineru-html", "4.1.1", (0.8256, 0.8621, 0.9093, 0.9399, 0.6780, 0.7388)),
                ("magic-html", "0.1.5", (0.5141, 0.7791, 0.4117, 0.7204, 0.2611, 0.3984)),
                ("trafilatura (md)", "2.0.0", (0.3858, 0.6887, 0.1305, 0.6242, 0.1653, 0.3203)),
                ("resiliparse", "0.14.5", (0.2954, 0.7381, 0.0641, 0.6747, 0.0, 0.0)),
                ("trafilatura (txt)", "2.0.0", (0.2657, 0.7126, 0.0, 0.6162, 0.0, 0.0)),
            ),
        ),
    ),
    notes=(
        "Published results are converted to Markdown by html2text, ours by our own export.",
        "Published formulas were cleaned by a language model, ours were not.",
        "The published structure is the mean of the five columns, ours the mean over pages.",
    ),
    data=(
        "Get the JSON lines of opendatalab/WebMainBench from Hugging Face and name the file or its"
        " folder."
    ),
)
_SIGIR = Benchmark(
    "SIGIR 2023 benchmark",
    sigir2023.NAME,
    ScoredText.OWN,
    (
        PublishedTable(
            "SIGIR 2023 benchmark",
            ("rouge_lsum", "rouge_lsum_precision", "rouge_lsum_recall"),
            "Bevendorff et al., An Empirical Comparison of Web Content Extraction Algorithms",
            2023,
        ),
    ),
    ("model-outputs/*/*.jsonl",),
    (
        "The paper's figures are not part of this program.",
        "Outputs of the paper's extractors are scored if they are in model-outputs.",
    ),
    data=(
        "Get the repository chatnoir-eu/web-content-extraction-benchmark from GitHub and name the"
        " folder of its data sets, which has ground-truth/ and html/."
    ),
)
_DANIEL = Benchmark(
    "DAnIEL",
    daniel.NAME,
    ScoredText.OWN,
    (
        PublishedTable(
            "DAnIEL",
            (*_WORDS, "rouge_lsum_tokens"),
            "Barbaresi and Lejeune, Out-of-the-Box and Into the Ditch?, WAC 2020",
            2020,
            1_689,
        ),
    ),
    notes=(
        "The paper's figures, by the scorer of CleanEval, are not part of this program.",
        "Word F1 takes a clause of Chinese as one word; ROUGE-LSum of tokens counts characters.",
    ),
    data=(
        "Ask the authors of DAnIEL for its pages and name their folder, which has doc_lg.json,"
        " html/ and reference/."
    ),
)

BENCHMARKS: Mapping[str, Benchmark] = {
    "aeb": _AEB,
    "wcxb": _WCXB_BENCHMARK,
    "daniel": _DANIEL,
    "sigir2023": _SIGIR,
    "webmainbench": _WEBMAINBENCH_BENCHMARK,
}
"""Benchmarks by their names on the command line."""
