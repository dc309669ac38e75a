"""joyhtml (Song Liu, 2009): the element, or tag window, of the greatest weight."""

from __future__ import annotations

import functools
import math
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.joyhtml.settings import JoyhtmlSettings, NoInfoRule, TieRule
from extractors.algorithms.joyhtml.text import (
    Paragraphs,
    Windows,
    paragraphs,
    visual_text,
    windows_of,
)
from extractors.model.element_blocks import nested_blocks
from extractors.model.extraction import Column, Curve, Extraction, Status, Tree
from extractors.model.extractor import Extractor, Preset, Score
from extractors.model.lazy import Later, LazySequence
from extractors.model.steps import Outcome, Rule, Step, Test
from extractors.page.sums import sums_before

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray

LABELS = ("MAIN", "CANDIDATE", "NOISE")
MAIN, CANDIDATE, NOISE = (1 << bit for bit in range(3))

_CELLS = frozenset(("tr", "td"))
_BLOCKS = frozenset(("div", "table"))
_LITTLE = 0.5
_SHOWN = 80
_TERMS = (
    "element {term_tag}; info {info}/{I} {term_info}; field {term_input}; noise {term_noise};"
    " 1 - {linked}/{length} = {term_links}; text {length}/{T} {term_text};"
    " linked {linked}/{A} {term_anchor}"
)
_RULES = (
    Rule("W1", Outcome.KEEP, (Test("weight", ">=", "best"),), _TERMS),
    Rule("W2", Outcome.DROP, (Test("weight", "<", "best"),), _TERMS),
    Rule("W3", Outcome.DROP, says=f"as heavy as the window taken, {{weight}}; {_TERMS}"),
    Rule("W4", Outcome.KEEP, says="taken by no_info_rule: 0 / 0 information elements"),
    Rule("W5", Outcome.DROP, says="no number: 0 / 0 information elements"),
    Rule("W6", Outcome.KEEP, says=f"inside the main window; {_TERMS}"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What each window weighs, term by term.

    Attributes
    ----------
    terms : mapping of str to array of float, shape (n_windows,)
        The terms, in the order of the help; NaN where there is no number.
    total : array of float, shape (n_windows,)
        Their sum.
    main : int
        Place of the main window, -1 where there is no window.
    """

    terms: Mapping[str, FloatArray]
    total: FloatArray
    main: int


class Joyhtml(Extractor[JoyhtmlSettings]):
    """Weighs every element and takes the heaviest."""

    id = "joyhtml"
    name = "joyhtml"
    summary = (
        "Keeps the one element with the greatest weight, made of its share of the page's text, of "
        "information elements and of links."
    )
    reference = "Song Liu (柳松), Soochow University: joyhtml, an open-source Java program, 2009"
    settings_class = JoyhtmlSettings
    makes_tree = True
    scores = (
        Score("text", "Text", "characters", "Filtered text of the page (T)."),
        Score("linked_text", "Linked text", "characters", "Filtered text of the page in links."),
        Score("information_elements", "Information elements", "", "Those of the page (I)."),
        Score("weight", "Weight of the main element", "", "Sum of its terms."),
    )
    presets = (
        Preset(
            "Java 6",
            {"no_info_rule": "last", "tie_rule": "last"},
            "Ties and pages without information elements as in the author's time.",
        ),
        Preset(
            "Repaired",
            {"no_info_rule": "ignore", "repair_icp": True},
            "Weighs pages without information elements too, and finds ICP numbers.",
        ),
    )
    help = """\
Every element from the body down that holds text is a **window**. Its weight:

    + 0.1                      if it is a tr or td
    + 0.1                      if it is a div or table
    + 0.2 * min(info / I, 0.8) information elements at or below it, of the body's I
    - 0.5                      if it holds an input that is not hidden
    - 0.5                      if its text holds a word of noise
    + 1 - linked / length      linked: characters in links below it
    + 1.6 * min(length / T, 0.8)
    - 0.8 * linked / A         only if the page has linked text at all

T and A are the lengths of the body's text and of its linked text. The window of the greatest weight
is the main content.

*Text.* Each text node is filtered: Chinese characters, ASCII letters and digits, white space and a
few signs stay, `|` is deleted, all else becomes a space. Texts are joined without a separator. The
own text is made of filtered text.

*Paragraphs.* The tree view shows the whole document as paragraphs: text weighs 0.3 in the main
window, else 0.1, with 0.3 more in a heading and 0.7 more in the title; neighbours of equal weight
are one.

*Source.* The author's Java program, read and run. It sorts windows with a comparator that never
finds two equal: from Java 7 on that **aborts on one page in four**, which we do not repeat. Which
of two equal windows wins depends on the release; both readings are settings. Our weights are
computed with decimal constants, the original's with some of single precision, which differ by less
than 0.0000001.

*Where it fails.* Without information elements the weight is 0 / 0 and the body wins. `previous` in
*previously* is noise. Without links a term is missing, so that weights of pages do not compare.
Scripts other than Chinese and unaccented Latin are filtered away.
"""

    def extract(
        self, page: Page, settings: JoyhtmlSettings, inputs: Sequence[Extraction]
    ) -> Extraction:
        """Return the heaviest window; status ``empty`` where the body holds no text."""
        del inputs
        windows = windows_of(page, _tags(settings.invalid_tags), _tags(settings.info_tags))
        weights = weigh(page, windows, settings)
        main = int(windows.row[weights.main]) if weights.main >= 0 else -1
        content = _at_or_below(page, windows, main)
        blocks = nested_blocks(page, windows.row, windows.read)
        labels = _labels(weights)
        lines = Later(lambda: paragraphs(page, windows, main))
        return Extraction(
            extractor=self.id,
            settings=settings,
            status=Status.OK if main >= 0 else Status.EMPTY,
            message="" if main >= 0 else "The body holds no text that the filter leaves.",
            blocks=blocks,
            columns=Later(lambda: _columns(windows, weights)),
            steps=(_step(windows, weights, content, labels),),
            content=content,
            mask=blocks.mask(content, page.n_tokens),
            own_text=_text(page, windows, main),
            label_names=LABELS,
            labels=labels,
            scores=_scores(windows, weights),
            marks=_marks(page, windows, main),
            curves=Later(lambda: (_curve(weights, content), _paragraph_curve(lines.value))),
            tree=Later(lambda: _tree(page, windows, lines.value)),
            title=page.title,
            warnings=tuple(_warnings(windows, settings)),
        )


JOYHTML = Joyhtml()


def weigh(page: Page, windows: Windows, settings: JoyhtmlSettings) -> Weights:
    """Return the weight of each window and which one is the main window."""
    elements = page.elements
    cells, blocks = (
        elements.tagged(_CELLS).take(windows.row),
        elements.tagged(_BLOCKS).take(windows.row),
    )
    length = windows.length
    words = (*settings.noise_words, *(("icp备",) if settings.repair_icp else ()))
    share = settings.w_anchor_total / windows.total_linked if windows.total_linked else 0.0
    terms = {
        "tag": settings.w_cell * cells + settings.w_block * blocks,
        "info": _info_term(windows, settings),
        "input": np.where(_fields(page, windows), -settings.penalty_input, 0.0),
        "noise": np.where(windows.holds_any(words), -settings.penalty_noise, 0.0),
        "links": 1 - windows.linked / np.maximum(length, 1),
        "text": settings.w_text * np.minimum(length / max(windows.total, 1), settings.cap),
        "anchor": np.where(windows.linked > 0, -share * windows.linked, 0.0),
    }
    total = functools.reduce(operator.add, terms.values())
    return Weights(terms, total, _heaviest(total, settings))


@functools.lru_cache(maxsize=256)
def _tags(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.lower() for name in names)


def _info_term(windows: Windows, settings: JoyhtmlSettings) -> FloatArray:
    if windows.total_info:
        share = windows.info / windows.total_info
        return settings.w_info * np.minimum(share, settings.cap)
    ignored = settings.no_info_rule is NoInfoRule.IGNORE
    return np.full(len(windows.row), 0.0 if ignored else np.nan)


def _fields(page: Page, windows: Windows) -> BoolArray:
    """Return which windows hold an input that is not hidden."""
    elements = page.elements
    shown = elements.tagged({"input"}) & ~windows.removed
    for row in shown.nonzero()[0].tolist():
        shown[row] = (elements.node[row].get("type") or "").strip().lower() != "hidden"
    if not np.count_nonzero(shown):
        return np.zeros(len(windows.row), dtype=np.bool_)
    before = sums_before(shown)
    fields: BoolArray = before.take(elements.subtree_end.take(windows.row)) > before.take(
        windows.row
    )
    return fields


def _heaviest(total: FloatArray, settings: JoyhtmlSettings) -> int:
    """Return the place of the main window, -1 where there is none."""
    if not len(total):
        return -1
    if math.isnan(total[0]):  # then none is a number
        return 0 if settings.no_info_rule is NoInfoRule.BODY else len(total) - 1
    if settings.tie_rule is TieRule.FIRST:
        return int(total.argmax())
    return len(total) - 1 - int(total[::-1].argmax())


def _at_or_below(page: Page, windows: Windows, main: int) -> BoolArray:
    if main < 0:
        return np.zeros(len(windows.row), dtype=np.bool_)
    end = page.elements.subtree_end[main]
    inside: BoolArray = (windows.row >= main) & (windows.row < end)
    return inside


def _labels(weights: Weights) -> IntArray:
    labels = np.full(len(weights.total), CANDIDATE, dtype=np.int32)
    if weights.main >= 0:
        labels[weights.main] = MAIN
    labels[(weights.terms["input"] < 0) | (weights.terms["noise"] < 0)] |= NOISE
    return labels


def _text(page: Page, windows: Windows, main: int) -> str:
    if main < 0:
        return ""
    elements = page.elements
    first, after = int(elements.slot_start[main]), int(elements.slot_end[main])
    return visual_text(windows, first, after) + "\n"


def _marks(page: Page, windows: Windows, main: int) -> NDArray[np.int8]:
    """Return 1 for the main element and what is below it, -1 for what is always removed."""
    marks = np.zeros(len(page.elements), dtype=np.int8)
    if main >= 0:
        marks[main : page.elements.subtree_end[main]] = 1
    marks[windows.removed] = -1
    return marks


def _columns(windows: Windows, weights: Weights) -> tuple[Column, ...]:
    length = windows.length
    n_info, n_text = max(windows.total_info, 1), max(windows.total, 1)
    terms = (
        ("tag", "Term of the element", "Added for tr and td, or for div and table."),
        ("info", "Term of information", "w_info x min(info / I, cap)."),
        ("input", "Term of form fields", "Taken away where a form field is held."),
        ("noise", "Term of noise", "Taken away where a word of noise is held."),
        ("links", "Term of links", "1 - linked / length."),
        ("text", "Term of text", "w_text x min(length / T, cap)."),
        ("anchor", "Term of all links", "-w_anchor_total x linked / A."),
    )
    return (
        Column("weight", "Weight", "", "Sum of the terms.", weights.total),
        Column("length", "Length", "characters", "Filtered text.", length),
        Column("linked", "Linked", "characters", "Filtered text in links below.", windows.linked),
        Column(
            "link_density",
            "Link density",
            "ratio",
            "linked / length.",
            windows.linked / np.maximum(length, 1),
        ),
        Column("info", "Information elements", "", "At or below it.", windows.info),
        Column("info_share", "Share of information", "ratio", "info / I.", windows.info / n_info),
        Column("text_share", "Share of text", "ratio", "length / T.", length / n_text),
        *(
            Column(f"term_{name}", label, "", meaning, weights.terms[name])
            for name, label, meaning in terms
        ),
    )


def _step(windows: Windows, weights: Weights, content: BoolArray, labels: IntArray) -> Step:
    main, lighter, tied, no_number_main, no_number, inside = range(1, 7)
    total = weights.total
    best = float(total[weights.main]) if weights.main >= 0 else 0.0
    if math.isnan(best):
        rule = np.where(content, inside, no_number)
    else:
        rule = np.where(content, inside, np.where(total == best, tied, lighter))
    if weights.main >= 0:
        rule[weights.main] = no_number_main if math.isnan(best) else main
    return Step(
        code="W",
        title="Take the heaviest window",
        rules=_RULES,
        rule=rule.astype(np.int32),
        content=content,
        labels=labels,
        numbers={
            "best": best,
            "T": float(windows.total),
            "A": float(windows.total_linked),
            "I": float(windows.total_info),
        },
    )


def _scores(windows: Windows, weights: Weights) -> dict[str, float]:
    scores = {
        "text": float(windows.total),
        "linked_text": float(windows.total_linked),
        "information_elements": float(windows.total_info),
    }
    if weights.main >= 0 and not math.isnan(weights.total[weights.main]):
        scores["weight"] = float(weights.total[weights.main])
    return scores


def _curve(weights: Weights, content: BoolArray) -> Curve:
    places = np.arange(len(content))
    kept = places[content]
    return Curve(
        name="weight per window",
        x=places.astype(np.float64),
        y=weights.total,
        x_label="window in page order",
        y_label="weight",
        style="bars",
        block=places.astype(np.int32),
        kept=tuple(zip((kept - 0.5).tolist(), (kept + 0.5).tolist(), strict=True)),
    )


def _paragraph_curve(lines: Paragraphs) -> Curve:
    return Curve(
        name="weight of paragraphs",
        x=lines.offset.astype(np.float64),
        y=lines.weight,
        x_label="characters before",
        y_label="weight",
        style="steps",
    )


def _tree(page: Page, windows: Windows, lines: Paragraphs) -> Tree:
    """Return the paragraph view: a flat tree with the window in which each one begins."""
    owner = page.slots.owner[lines.first_slot]
    place = np.searchsorted(windows.row, owner)
    known = np.append(windows.row, -1)[place] == owner
    n_lines = len(lines.text)
    return Tree(
        parent=np.full(n_lines, -1, dtype=np.int32),
        block=np.where(known, place, -1).astype(np.int32),
        label=LazySequence(n_lines, lambda line: " ".join(lines.text[line].split())[:_SHOWN]),
        columns=(
            Column(
                "paragraph_weight",
                "Weight",
                "",
                "0.3 in the main window, else 0.1; heading 0.3 and title 0.7 more.",
                lines.weight,
            ),
            Column(
                "offset",
                "Offset",
                "characters",
                "Characters of text before it.",
                lines.offset,
            ),
        ),
        choice_is_ours=False,
    )


def _warnings(windows: Windows, settings: JoyhtmlSettings) -> list[str]:
    warnings = []
    if len(windows.row) and not windows.total_info:
        warnings.append(
            "The page has no information element: the original divides 0 by 0, and no weight is a"
            f" number (no_info_rule: {settings.no_info_rule.value})."
        )
    if windows.share_read < _LITTLE:
        warnings.append(
            f"The filter leaves {windows.share_read:.0%} of the text: it knows Chinese and"
            " unaccented Latin characters only."
        )
    return warnings
