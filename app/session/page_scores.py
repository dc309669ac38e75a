"""Scores of panes on the page on screen, counted as the command ``score`` counts them. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boilerscope.app.session.annotators import annotator_panes
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.model.gold import MIN_SHARE, GoldClass
from boilerscope.extractors.scoring.case import Reference, ScoredText, prediction
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import ScoredPage, ScoreOptions
from boilerscope.extractors.system.late import late_call
from boilerscope.extractors.system.wording import percent
from boilerscope.widgets.scores.records import PaneScores, ScoreColumn

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs.score_task import score_result
    from boilerscope.extractors.scoring.structure.elements import score_elements
    from boilerscope.extractors.scoring.structure.records import ElementScore
    from boilerscope.widgets.records import Scene
else:
    score_result = late_call("boilerscope.extractors.runs.score_task", "score_result")
    score_elements = late_call(
        "boilerscope.extractors.scoring.structure.elements", "score_elements"
    )

MEASURE_ORDER = (
    "token_f1",
    "shingle_f1",
    "rouge_lsum",
    "edit_similarity",
    "word_f1",
    "rouge_l",
    "structure",
    "snippets_passed",
    "block_accuracy",
    "rouge_lsum_tokens",
    "rouge_1",
    "rouge_2",
    "rouge_5",
    "exact_match",
    "markdown_similarity",
    "code_similarity",
    "formula_similarity",
    "table_similarity",
    "table_teds",
    "table_teds_published",
    "token_precision",
    "token_recall",
    "shingle_precision",
    "shingle_recall",
    "word_precision",
    "word_recall",
    "rouge_lsum_precision",
    "rouge_lsum_recall",
)
"""All measures, those that sum up a page first."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreQuery:
    """Results on a page, to be scored.

    Attributes
    ----------
    gold : Gold
        Its gold standard.
    comments : bool
        Whether comments count as main content.
    results : tuple of (int, str, Extraction)
        Number, name and result of each pane.
    """

    page: Page
    gold: Gold
    text: ScoredText
    comments: bool
    results: tuple[tuple[int, str, Extraction], ...]

    def reference(self) -> Reference:
        """Return the gold in the form that measures read; the panes share it."""
        return Reference(self.page, self.gold, self.comments)

    def equals(self, other: ScoreQuery | None) -> bool:
        """Return whether another query asks for the same scores."""
        return (
            other is not None
            and self.page is other.page
            and self.gold is other.gold
            and (self.text, self.comments) == (other.text, other.comments)
            and len(self.results) == len(other.results)
            and all(
                ours[:2] == theirs[:2] and ours[2] is theirs[2]
                for ours, theirs in zip(self.results, other.results, strict=True)
            )
        )


def query_of(scene: Scene, text: ScoredText) -> ScoreQuery | None:
    """Return what to score in a scene; None unless enough of its gold standard was found."""
    if scene.page is None or scene.gold is None or scene.gold.share < MIN_SHARE:
        return None
    annotators = (
        (pane.number, pane.name, pane.extraction)
        for pane in annotator_panes(scene)
        if pane.extraction is not None
    )
    results = (*results_of(scene), *annotators)
    return ScoreQuery(scene.page, scene.gold, text, scene.comments, results)


def results_of(scene: Scene) -> tuple[tuple[int, str, Extraction], ...]:
    """Return number, name and newest result of each pane, as it was after the shown step."""
    newest = ((pane, pane.extraction) for pane in scene.panes)
    return tuple(
        (pane.number, pane.name, pane.shown if pane.step is not None and pane.shown else result)
        for pane, result in newest
        if result is not None
    )


def elements_query(scene: Scene) -> ScoreQuery | None:
    """Return the comparison of the active pane's elements; None without result or found gold."""
    query = query_of(scene, ScoredText.PAGE)
    if query is None:
        return None
    active = tuple(result for result in query.results if result[1] == scene.active)
    return replace(query, results=active) if active else None


def compared_elements(query: ScoreQuery) -> list[ElementScore]:
    """Return the elements of the first result of a query, see `elements_query`."""
    reference = query.reference()
    predicted = prediction(reference, query.results[0][2], query.text)
    return score_elements(reference.markup, predicted.markup)


def score_pane(
    query: ScoreQuery, reference: Reference, index: int, translate: Callable[[str], str]
) -> PaneScores:
    """Return the scores of one pane of a query."""
    number, name, result = query.results[index]
    options = ScoreOptions(query.text, query.comments, tuple(MEASURES))
    score = score_result(ScoredPage("", ""), reference, name, result, options)
    if score.status not in ANSWERED:
        message = translate("No result; it counts as 0 in means.")
        return PaneScores(number, name, message=f"{message} {score.message}".rstrip())
    if score.text is ScoredText.PAGE:
        scored = translate("Page text")
    else:
        scored = translate("Own text, {share} of it found on the page").format(
            share=percent(score.aligned or 0.0)
        )
    return PaneScores(number, name, score.values(MEASURES), text=scored)


def columns(
    translate: Callable[[str], str], translate_label: Callable[[str], str]
) -> list[ScoreColumn]:
    """Return the measures in the order in which they are shown."""
    tip = translate("{formula}\nUnit: {unit}\nSource: {source}")
    measures = [MEASURES[name] for name in MEASURE_ORDER]
    return [
        ScoreColumn(
            measure.name,
            translate_label(measure.label),
            tip.format(
                formula=translate_label(measure.formula),
                unit=translate_label(measure.unit),
                source=translate_label(measure.source),
            ),
        )
        for measure in measures
    ]


def caption(query: ScoreQuery, translate: Callable[[str], str]) -> str:
    """Return sentences on the text that is scored."""
    classes = query.gold.classes
    sentences = [translate("This page.")]
    if (classes == GoldClass.UNMARKED).any():
        sentences = [translate("This page, marked words only.")]
    if query.text is ScoredText.PAGE:
        sentences.append(translate("Page text: the kept words."))
    else:
        sentences.append(translate("Own text: as the extractor writes it."))
    if query.comments:
        sentences.append(translate("Comments count as main content."))
    else:
        sentences.append(translate("Comments count as boilerplate."))
    if (classes == GoldClass.UNDECIDED).any():
        sentences.append(translate("Undecided words are excluded."))
    return " ".join(sentences)
