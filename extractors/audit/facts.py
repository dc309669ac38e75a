"""Facts of one page and its gold that an audit needs."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.audit.policy import Share, policy_of
from boilerscope.extractors.audit.sketches import sketch_of
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.tokens import lowered, lowered_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.audit.sketches import Sketch
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_TRACES: Mapping[str, tuple[bytes, bytes]] = {
    "cc-select": (b"cc-select", rb"\scc-select(?=[\s=/>])"),
    "data-anno-uid": (b"data-anno-uid", rb"\sdata-anno-uid(?=[\s=/>])"),
    "marked-text": (b"<marked-", rb"<marked-(?:text|tail|inline)[\s/>]"),
    "x-nc-sel": (b"x-nc-sel", rb"\bx-nc-sel\d"),
    "__boilernet_label": (b"__boilernet_label", rb"\s__boilernet_label(?=[\s=/>])"),
    "TECO_": (b"teco_", rb"\bteco_(?:maincontent|nottemplate|mainmenu)"),
    "<text id>": (b"<text", rb"\A\s*<text\s+id\s*="),
    "hypothesis": (b"hypothesis-highlight", rb"<hypothesis-highlight[\s>]"),
}
"""Marks that annotation leaves in pages, which an extractor could read: a text that each of them
has, and its pattern, both in lower case."""

_SENTENCE_END = re.compile(r"[.!?…。！？:;)\]\"'”’»]")
_MIN_REST = 3
"""Words of a segment that must follow the last word of a gold that is cut off."""

_MIN_LINE_WORDS = 8
"""Shorter lines are headings and labels, which may occur twice."""


@dataclass(frozen=True, slots=True, eq=False)
class PageFacts:
    """Facts of one page.

    Attributes
    ----------
    set_name, page_id : str
        Set, and identifier in it.
    error : str
        Reason why page or gold could not be read; empty if both were read.
    page_sha256, text_sha256 : str
        Digests of the bytes, and of the words in lower case.
    page_sketch, gold_sketch : array of uint64
        See `sketch_of`.
    n_words, n_gold : int
        Words of the page, and of its main content.
    gold_share : float
        Share of the gold text that was found on the page.
    end : str
        The text around the end of a gold that ends inside a sentence; empty if it does not.
    n_repeated : int
        Words of the gold text in long lines that it has more often than the page.
    traces : tuple of str
        Names of the marks of annotation in the markup.
    policy : mapping of str to Share
        Words of each kind of elements, see `policy_of`.
    """

    set_name: str
    page_id: str
    error: str = ""
    page_sha256: str = ""
    text_sha256: str = ""
    page_sketch: Sketch = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    gold_sketch: Sketch = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    n_words: int = 0
    n_gold: int = 0
    gold_share: float = 0.0
    end: str = ""
    n_repeated: int = 0
    traces: tuple[str, ...] = ()
    policy: Mapping[str, Share] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Set and identifier."""
        return f"{self.set_name}/{self.page_id}"


def page_facts(entry: ListedPage, page: Page, gold: Gold) -> PageFacts:
    """Return the facts of a page."""
    main = gold.main(comments=True)
    words = lowered(page.text, page.tokens.start, page.tokens.end)
    data = page.source_bytes if page.data is None else page.data
    gold_words = (
        [words[token] for token in np.flatnonzero(main).tolist()]
        if gold.text is None
        else lowered_tokens(gold.text)
    )
    return PageFacts(
        entry.set_name,
        entry.page_id,
        page_sha256=hashlib.sha256(data).hexdigest(),
        text_sha256=hashlib.sha256(" ".join(words).encode("utf-8", "surrogatepass")).hexdigest(),
        page_sketch=sketch_of(words),
        gold_sketch=sketch_of(gold_words),
        n_words=len(words),
        n_gold=int(np.count_nonzero(main)),
        gold_share=gold.share,
        end=_cut_end(page, main),
        n_repeated=_n_repeated(gold.text or "", words),
        traces=traces_in(page.source),
        policy=policy_of(page, main),
    )


def traces_in(markup: str) -> tuple[str, ...]:
    """Return the names of the marks of annotation in a markup."""
    found = markup.encode("utf-8", "surrogatepass").lower()  # bytes: a tenth of the time of texts
    return tuple(
        name
        for name, (text, pattern) in _TRACES.items()
        if text in found and re.search(pattern, found)
    )


def _cut_end(page: Page, main: BoolArray) -> str:
    """Return the text around the end of the gold if the gold ends inside a sentence.

    That is: words of the same segment follow, and no mark that ends a sentence lies in between.
    """
    tokens = np.flatnonzero(main)
    if not len(tokens):
        return ""
    last = int(tokens[-1])
    page_segments = segments(page)
    segment = int(page_segments.token_end.searchsorted(last, side="right"))
    rest = int(page_segments.token_end[segment]) - last - 1
    if rest < _MIN_REST:
        return ""
    end, following = int(page.tokens.end[last]), int(page.tokens.start[last + 1])
    if _SENTENCE_END.search(page.text[end:following]):
        return ""
    return " ".join(f"{page.text[max(0, end - 40) : end]}⟂{page.text[end : end + 40]}".split())


def _n_repeated(text: str, page_words: list[str]) -> int:
    """Return the words of long lines that the gold has more often than the page."""
    counts = Counter(line.strip() for line in text.split("\n"))
    repeated = {tuple(lowered_tokens(line)): n for line, n in counts.items() if n > 1}
    long_lines = {line: n for line, n in repeated.items() if len(line) >= _MIN_LINE_WORDS}
    if not long_lines:
        return 0
    of_page = f" {' '.join(page_words)} "
    return sum(
        len(line) * max(0, n - max(1, of_page.count(f" {' '.join(line)} ")))
        for line, n in long_lines.items()
    )
