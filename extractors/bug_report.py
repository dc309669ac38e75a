"""A bug report about a library: stage, rule, and a small page on which the rule still applies.

The page is cut down step by step (delta reduction): elements that do not contain the text are
removed in halves, quarters and so on, then elements around it are unwrapped, then attributes are
removed. A cut stays if the same rule of the same stage still drops the text.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.model.sentence import deciding_step, explain_step
from boilerscope.extractors.model.settings import changed
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.parsing import parse
from boilerscope.extractors.text.quoted import occurrences_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from boilerscope.extractors.model.extraction import Extraction

MAX_RUNS = 300
"""Most runs of the library for one report."""

_MAX_WORDS = 40
_UNSEEN = ("script", "style", "noscript", "svg", "link", "meta", "iframe", "template")


@dataclass(frozen=True, slots=True)
class Cause:
    """What dropped a text: the same on a smaller page, or not.

    Attributes
    ----------
    stage : str
        Title of the step.
    rule : str
        The rule without the values of a block.
    source : str
        Line of the library.
    sentence : str
        The rule with the values of the block and its element, which differ on a smaller page.
    """

    stage: str
    rule: str
    source: str
    sentence: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Reduction:
    """Progress of a reduction.

    Attributes
    ----------
    runs : int
        Runs of the library so far.
    characters : int
        Length of the page so far.
    """

    runs: int
    characters: int


def causes_of(page: Page, extraction: Extraction, text: str) -> list[Cause]:
    """Return what dropped a text, once for each occurrence that is dropped by a known rule."""
    try:
        occurrences = occurrences_of(page, text)
    except PageError:
        return []
    if not extraction.steps or len(extraction.mask) != page.n_tokens:
        return []
    causes = []
    for tokens in occurrences:
        owner = extraction.block_of_token[tokens]
        owner = owner[owner >= 0]
        if len(owner) and extraction.mask[tokens].mean() < 0.5:
            causes.append(_cause_of_block(extraction, int(np.bincount(owner).argmax())))
    return [cause for cause in causes if cause is not None]


def _cause_of_block(extraction: Extraction, block: int) -> Cause | None:
    """Return what decided a block; None without a rule."""
    number = deciding_step(extraction, block)
    rule = extraction.steps[number].rule_of(block) if number >= 0 else None
    if rule is None:
        return None
    step = extraction.steps[number]
    sentence = explain_step(extraction, step, block).partition(": ")[2]
    return Cause(step.title, rule.explanation, rule.source, sentence)


def bug_report(
    run: Callable[[Page], Extraction],
    page: Page,
    extraction: Extraction,
    block: int,
    *,
    cancelled: Callable[[], bool] = lambda: False,
) -> Generator[Reduction, None, str]:
    """Write a report about the rule that dropped a block, with a page cut down.

    Parameters
    ----------
    run : function of a page
        Runs the traced library with the settings of the result.
    extraction : Extraction
        A traced result.
    block : int
        A dropped block of it.
    cancelled : function
        Called before every run; True ends the reduction, and the page so far is reported.

    Yields
    ------
    Reduction
        Progress after each run.
    """
    text = _words_of(page, extraction, block)
    cause = _cause_of_block(extraction, block)
    if cause not in causes_of(page, extraction, text):
        cause = None  # the block is kept, or not as a whole
    markup, smallest = page.source, cause
    if cause is not None:
        reducer = _Reducer(run, page, extraction, block, (text, cause), cancelled)
        yield from reducer.reduce()
        markup, smallest = reducer.markup(), reducer.smallest
    shown = [_cause_of_block(extraction, block), smallest]
    return _report(extraction, text, list(filter(None, shown)), markup)


def _words_of(page: Page, extraction: Extraction, block: int) -> str:
    """Return the first words of a block; punctuation between them stays."""
    start, end = extraction.blocks.runs(block)[0]
    last = min(end, start + _MAX_WORDS) - 1
    return " ".join(page.text[page.tokens.start[start] : page.tokens.end[last]].split())


class _Reducer:
    """Cuts a page down while its cause stays."""

    def __init__(
        self,
        run: Callable[[Page], Extraction],
        page: Page,
        extraction: Extraction,
        block: int,
        wanted: tuple[str, Cause],
        cancelled: Callable[[], bool],
    ) -> None:
        self._run, self._cancelled = run, cancelled
        self._text, self._cause = wanted
        self.smallest = self._cause
        self._root: Any = parse(page.source_bytes).root
        row = int(extraction.blocks.element[block])
        nodes = list(self._root.iter(etree.Element))
        self._target: Any = nodes[row] if 0 <= row < len(nodes) else self._root
        self._runs = 0

    def markup(self) -> str:
        """Return the page as it is now."""
        return etree.tostring(self._root, method="html", encoding="unicode", pretty_print=False)

    def reduce(self) -> Iterator[Reduction]:
        """Cut the page down, and yield the progress."""
        yield from self._remove([*self._root.iter(*_UNSEEN, etree.Comment)])
        yield from self._remove_beside()
        yield from self._remove_inside()
        yield from self._unwrap()
        yield from self._remove_attributes()

    def _remove_beside(self) -> Iterator[Reduction]:
        """Remove elements that do not contain the text, from the outside to the inside."""
        path = [*reversed(list(self._target.iterancestors())), self._target]
        for outer in path:
            yield from self._remove([child for child in outer if child not in path])

    def _remove_inside(self) -> Iterator[Reduction]:
        """Remove parts of the elements beside the text that could not be removed as a whole."""
        path = {*self._target.iterancestors(), self._target}
        waiting = [child for outer in path for child in outer if child not in path]
        while waiting and not self._is_done():
            node = waiting.pop(0)
            if node.getparent() is not None:
                yield from self._remove(list(node))
                waiting += list(node)

    def _remove(self, nodes: Sequence[Any]) -> Iterator[Reduction]:
        """Remove as many of several elements as possible: all, halves, quarters ..."""
        size = len(nodes)
        left = list(nodes)
        while size and left:
            kept: list[Any] = []
            for start in range(0, len(left), size):
                part = [node for node in left[start : start + size] if node.getparent() is not None]
                if self._is_done():
                    return
                places = [(node.getparent(), node.getparent().index(node), node) for node in part]
                for parent, _, node in places:
                    parent.remove(node)
                if places and not self._holds():
                    for parent, index, node in places:
                        parent.insert(index, node)
                    kept += part
                yield self._progress()
            left = kept
            size //= 2

    def _unwrap(self) -> Iterator[Reduction]:
        """Replace elements around the text by their content, without text of their own."""
        for outer in list(self._target.iterancestors()):
            if outer.tag in {"html", "body"}:
                continue
            if self._is_done():
                return
            parent, children = outer.getparent(), list(outer)
            index = parent.index(outer)
            parent[index : index + 1] = children
            if not self._holds():
                parent[index : index + len(children)] = [outer]
                outer[:] = children
            yield self._progress()

    def _remove_attributes(self) -> Iterator[Reduction]:
        for node in list(self._root.iter(etree.Element)):
            for name, value in list(node.attrib.items()):
                if self._is_done():
                    return
                del node.attrib[name]
                if not self._holds():
                    node.set(name, value)
                yield self._progress()

    def _holds(self) -> bool:
        """Return whether the same rule still drops the text."""
        self._runs += 1
        page = Page.from_text(self.markup(), name="reduced page")
        for cause in causes_of(page, self._run(page), self._text):
            if cause == self._cause:
                self.smallest = cause
                return True
        return False

    def _is_done(self) -> bool:
        return self._runs >= MAX_RUNS or self._cancelled()

    def _progress(self) -> Reduction:
        return Reduction(self._runs, len(self.markup()))


def _report(extraction: Extraction, text: str, causes: Sequence[Cause], markup: str) -> str:
    """Return the report in Markdown; `causes` are those on the page and on the smallest one."""
    library = ", ".join(f"{name} {version}" for name, version in extraction.used.items())
    settings = ", ".join(
        f"{name} = {value}" for name, value in changed(extraction.settings).items()
    )
    shown = "\n".join(line.rstrip() for line in markup.strip().splitlines() if line.strip())
    cause = causes[0] if causes else Cause("", "", "")
    sentences = [f"**Rule:** {cause.sentence}"]
    if causes and causes[-1].sentence != cause.sentence:
        sentences.append(f"**On the smallest page:** {causes[-1].sentence}")
    rules = "\n".join(sentences)
    return f"""\
**Library:** {library}, Python {platform.python_version()}, lxml {etree.__version__}
**Settings:** {settings or "defaults"}
**Dropped text:** {text}
**Stage:** {cause.stage}
{rules}
**Line:** {cause.source}

Smallest page on which the same rule drops the text:

```html
{shown}
```
"""
