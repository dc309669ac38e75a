"""Real pages and worked examples that lie beside the repository, as parameters of tests.

They are not part of the repository. Where they are absent every test that asks for
them is skipped and says where they were looked for. `BOILERSCOPE_SHARED` names
another folder.
"""

from __future__ import annotations

import json
import os
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
EXAMPLES = SHARED / "algorithms" / "examples.json"


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """A real page with its gold standard.

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
        return self.path.read_bytes()


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An input of an algorithm and what its specification says comes out.

    Attributes
    ----------
    identifier : str
        Number within the specification, such as ``B1``.
    algorithm : str
        Name of the specification, such as ``link_ratio``.
    html : str
        The page.
    expected : dict
        Values to assert.
    settings : dict
        What differs from the defaults.
    given : dict
        Further input: boxes of a rendered page, training pages, a named preset.
    note, source : str
        Remark, and where the values come from.
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
    """Return all pages of the corpora in a fixed order; none where the corpora are absent."""
    return tuple(page for gold in sorted(CORPORA.glob("*/gold.jsonl")) for page in _pages_of(gold))


@cache
def worked_examples(algorithm: str) -> tuple[WorkedExample, ...]:
    """Return the worked examples of a specification; none where the file is absent.

    Raises
    ------
    LookupError
        If the file is there and knows no such algorithm.
    """
    if not EXAMPLES.exists():
        return ()
    rows = json.loads(EXAMPLES.read_text(encoding="utf-8"))["examples"]
    chosen = tuple(
        WorkedExample(identifier=row.pop("id"), **row)
        for row in rows
        if row["algorithm"] == algorithm
    )
    if not chosen:
        raise LookupError(f"{EXAMPLES} holds no example of {algorithm!r}.")
    return chosen


def every_page(stride: int = 1) -> list[ParameterSet]:
    """Return parameters for a test that takes one corpus page: each, or each `stride`-th."""
    return parameters(corpus_pages()[::stride], CORPORA)


def every_example(algorithm: str) -> list[ParameterSet]:
    """Return parameters for a test that takes one worked example of a specification."""
    return parameters(worked_examples(algorithm), EXAMPLES)


def parameters(things: Iterable[_Identified], place: Path) -> list[ParameterSet]:
    """Return one parameter a thing, or a single skipped one that names the absent place."""
    found = [pytest.param(thing, id=thing.identifier) for thing in things]
    absent = pytest.mark.skip(reason=f"{place} is absent")
    return found or [pytest.param(None, id="absent", marks=absent)]


def require_corpora() -> tuple[CorpusPage, ...]:
    """Return all corpus pages for a test that takes them at once; skip it without them."""
    if not corpus_pages():
        pytest.skip(f"{CORPORA} is absent")
    return corpus_pages()


def _pages_of(gold: Path) -> list[CorpusPage]:
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
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
