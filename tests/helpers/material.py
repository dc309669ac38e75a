"""Pages and worked examples as parameters of tests.

The worked examples of the specifications and a few pages that we wrote ourselves are in
``tests/data``. Real pages are beside the repository; where they are absent, a test that asks for
them runs on our own pages, and a skipped parameter names the folder that was not found.
`BOILERSCOPE_SHARED` names another folder.
"""

from __future__ import annotations

import gzip
import json
import os
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark.structures import ParameterSet

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("BOILERSCOPE_SHARED", ROOT.parent / "shared"))
CORPORA = SHARED / "corpora"
LARGE = SHARED / "corpora-large"
DATA = ROOT / "tests" / "data"
SAMPLES = ROOT / "resources" / "samples"
OWN_PAGES = DATA / "pages"
EXAMPLES = DATA / "examples.json"
SPECIFIED_EXAMPLES = SHARED / "algorithms" / "examples.json"
"""Folder of the specifications with the original of `EXAMPLES`."""


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """A page with its gold text.

    Attributes
    ----------
    corpus : str
        Folder of the corpus, such as ``zh-news``.
    identifier : str
        Name of the page, unique over all corpora.
    path : Path
        File with the page's original bytes.
    encoding : str
        Declared encoding; read gb2312 and gbk as gb18030.
    lang : str
        Language of the main content: ``en``, ``zh``, ...
    url_text : str or None
        Address the page came from, if known.
    gold : str or None
        Main content as text, if known.
    """

    corpus: str
    identifier: str
    path: Path
    encoding: str
    lang: str
    url_text: str | None
    gold: str | None

    @property
    def data(self) -> bytes:
        """The page's original bytes."""
        data = self.path.read_bytes()
        return gzip.decompress(data) if self.path.suffix == ".gz" else data


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An input of an algorithm and the output that its specification states.

    Attributes
    ----------
    identifier : str
        Number within the specification, such as ``B1``.
    algorithm : str
        Name of the specification, such as ``link_ratio``.
    expected : dict
        Expected values.
    settings : dict
        Settings that differ from the defaults.
    given : dict
        Further input: boxes of a rendered page, training pages, a named preset.
    note, source : str
        Remark, and the source of the values.
    """

    identifier: str
    algorithm: str
    html: str
    expected: dict[str, Any]
    settings: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    source: str = ""


class _Identified(Protocol):
    @property
    def identifier(self) -> str: ...


@cache
def corpus_pages() -> tuple[CorpusPage, ...]:
    """Return all pages of the corpora in a fixed order; none if the corpora are absent."""
    return tuple(page for gold in sorted(CORPORA.glob("*/gold.jsonl")) for page in _pages_of(gold))


@cache
def large_corpus_pages() -> tuple[CorpusPage, ...]:
    """Return the pages of the large corpus, which only measurements read; none if it is absent."""
    return tuple(page for gold in sorted(LARGE.glob("*/gold.jsonl")) for page in _pages_of(gold))


@cache
def own_pages() -> tuple[CorpusPage, ...]:
    """Return the pages that we wrote ourselves: small ones for tests, and the sample pages."""
    samples = tomllib.loads((SAMPLES / "samples.toml").read_text(encoding="utf-8"))["sample"]
    return (*_pages_of(OWN_PAGES / "gold.jsonl"), *(_page_of_sample(row) for row in samples))


@cache
def worked_examples(algorithm: str) -> tuple[WorkedExample, ...]:
    """Return the worked examples of a specification.

    Raises
    ------
    LookupError
        If there is no example of such an algorithm.
    """
    rows = json.loads(EXAMPLES.read_text(encoding="utf-8"))["examples"]
    examples = tuple(
        WorkedExample(identifier=row.pop("id"), **row)
        for row in rows
        if row["algorithm"] == algorithm
    )
    if not examples:
        raise LookupError(f"{EXAMPLES} holds no example of {algorithm!r}.")
    return examples


def every_page(stride: int = 1) -> list[ParameterSet]:
    """Return parameters for a test of one page: each of our own pages and each real page.

    With a stride, each `stride`-th real page and a few of our own: badly nested markup, a list,
    news, and Chinese in GBK.
    """
    pages = own_pages() if stride == 1 else own_pages()[::4]
    own = [pytest.param(page, id=page.identifier) for page in pages]
    return [*own, *every_corpus_page(stride)]


def every_corpus_page(stride: int) -> list[ParameterSet]:
    """Return parameters for a test of real pages only: each `stride`-th page."""
    return parameters(corpus_pages()[::stride], CORPORA)


def every_example(algorithm: str) -> list[ParameterSet]:
    """Return parameters for a test of one worked example of a specification."""
    examples = worked_examples(algorithm)
    return [pytest.param(example, id=example.identifier) for example in examples]


def parameters(items: Iterable[_Identified], folder: Path) -> list[ParameterSet]:
    """Return a parameter for each item, or one skipped parameter that names the missing folder."""
    cases = [pytest.param(item, id=item.identifier) for item in items]
    absent = pytest.mark.skip(reason=f"{folder} is absent")
    return cases or [pytest.param(None, id="absent", marks=absent)]


def require_corpora() -> tuple[CorpusPage, ...]:
    """Return all corpus pages for a test that needs them together; skip the test without them."""
    if not corpus_pages():
        pytest.skip(f"{CORPORA} is absent")
    return corpus_pages()


def _page_of_sample(row: dict[str, Any]) -> CorpusPage:
    path = SAMPLES / row["file"]
    return CorpusPage(
        corpus="samples",
        identifier=f"sample-{row['identifier']}",
        path=path,
        encoding="gbk" if row["identifier"].endswith("gbk") else "utf-8",
        lang=row["language"],
        url_text=None,
        gold=path.with_suffix(".gold.txt").read_text(encoding="utf-8"),
    )


def _pages_of(gold: Path) -> list[CorpusPage]:
    with gold.open(encoding="utf-8") as lines:  # a text may have a line separator of Unicode
        rows = [json.loads(line) for line in lines]
    return [
        CorpusPage(
            corpus=gold.parent.name,
            identifier=row["id"],
            path=gold.parent / row["html"],
            encoding=row["encoding"],
            lang=row["lang"],
            url_text=row["url"],
            gold=row["text"],
        )
        for row in rows
    ]
