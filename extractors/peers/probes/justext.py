"""Probes of jusText: cleaning, and the class of each paragraph without and with its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.trace.probes import (
    Assigns,
    At,
    Parse,
    Removal,
    Stage,
    Watch,
)
from boilerscope.extractors.trace.table import Probes

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.trace.table import Call
    from boilerscope.extractors.trace.tracer import Trace

CLEAN = "Clean the tree"
CLASSIFY = "Classify paragraphs"
CONTEXT = "Classify paragraphs in context"
_PARAGRAPHS = "justext paragraphs"


def paragraphs(trace: Trace, call: Call) -> None:
    """Find the tokens of each paragraph: they use up the characters of the tree in their order."""
    root = call.value("root")
    trace.current = trace.history_of(root)
    positions = trace.index.positions(trace.runs(root))
    trace.memory[_PARAGRAPHS] = found = []
    offset = 0
    for paragraph in call.result:
        size = sum(len("".join(text.split())) for text in paragraph.text_nodes)
        found.append((paragraph, _tokens(trace, positions[offset : offset + size])))
        offset += size


def _tokens(trace: Trace, positions: IntArray) -> IntArray:
    tokens = trace.index.token_of[positions[positions >= 0]]
    tokens = tokens[tokens >= 0]
    is_sorted = bool((tokens[1:] >= tokens[:-1]).all())
    tokens = tokens if is_sorted else np.sort(tokens)
    is_first = np.ones(len(tokens), dtype=np.bool_)
    is_first[1:] = tokens[1:] != tokens[:-1]
    return tokens[is_first]


def decide(trace: Trace) -> Any:
    """Drop the paragraphs that are boilerplate; return the mask of the others."""
    mask = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
    for paragraph, tokens in trace.memory.get(_PARAGRAPHS, ()):
        if not len(tokens):
            continue
        verdicts = trace.verdicts(paragraph)
        first, last = int(tokens[0]), int(tokens[-1]) + 1
        if not paragraph.is_boilerplate:
            mask[tokens] = True
        for number, (rule, stage) in enumerate(verdicts):
            is_last = number == len(verdicts) - 1
            event = trace.event(rule, stage=stage, keeps=is_last and not paragraph.is_boilerplate)
            if is_last and paragraph.is_boilerplate:
                trace.current.drop_tokens(tokens, event)
            else:
                trace.current.judged.append((first, last, event))
    return mask


def _finish(trace: Trace, _call: Call) -> None:
    trace.finish_mask(decide(trace))


LABELS = {
    "link_density": "link density",
    "length": "characters",
    "stopword_density": "stop word density",
    "paragraph.chars_count_in_links": "characters in links",
}

PROBES = Probes(
    library="justext",
    code="J",
    packages=("justext",),
    tested=("3.0.0", "3.0.2"),
    stages=("Parse the page", CLEAN, CLASSIFY, CONTEXT),
    entries=(
        Parse("justext.core:html_to_dom"),
        Stage("lxml_html_clean.clean:Cleaner.clean_html", CLEAN, tree="html"),
        Removal("lxml.html:HtmlMixin.drop_tree", element="self"),
        At("justext.core:ParagraphMaker.make_paragraphs", after=paragraphs),
        Stage("justext.core:classify_paragraphs", CLASSIFY),
        Assigns("justext.paragraph:Paragraph.__setattr__", names=("cf_class",)),
        Watch("justext.core:revise_paragraph_classification", each="paragraph", title=CONTEXT),
        At("justext.core:revise_paragraph_classification", after=_finish),
    ),
    labels=LABELS,
    settings={
        "max_link_density": "max_link_density",
        "length_low": "length_low",
        "length_high": "length_high",
        "stopwords_low": "stopwords_low",
        "stopwords_high": "stopwords_high",
        "max_heading_distance": "max_heading_distance",
    },
    pure=frozenset(["stopwords_density", "links_density", "get_next_neighbour"]),
)
