"""Learning from marks: the built-in terms get weights that suit a few marked pages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.learned import additive
from boilerscope.extractors.algorithms.learned.model import LearnedModel
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings, ModelKind
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.features.matrix import NAMES
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import BytesPlace, ListedPage
from boilerscope.extractors.model.model_files import built_in_table
from boilerscope.extractors.training import TRAINERS
from boilerscope.extractors.training.learned import marks
from boilerscope.extractors.training.learned.crossval import score
from boilerscope.extractors.training.learned.marks import adapted, by_marks
from boilerscope.extractors.training.learned.rows import Rows, rows_of

SENTENCE = "On day {} the council met, and after a long talk it agreed on a plan for the lake."


def entry(number: int) -> ListedPage:
    """Return a page whose main content is its list of links, which the built-in model drops."""
    links = [f"Report {n} of site {number}" for n in range(12)]
    items = "".join(f'<li><a href="/{n}">{text}</a></li>' for n, text in enumerate(links))
    story = "".join(f"<p>{SENTENCE.format(day)}</p>" for day in range(5))
    place = BytesPlace(f"<body><ul class=index>{items}</ul><div>{story}</div></body>".encode())
    source = TextSource("\n".join(links), Provenance("corpus", "test"))
    return ListedPage(f"p{number}", "small", place, source, url=f"https://s{number}.example/")


def pages(count: int) -> list[Rows]:
    return [next(iter(rows_of(entry(number), 1))) for number in range(count)]


def built_in() -> additive.AdditiveModel:
    return additive.parse(built_in_table("learned")["additive"])


def log_odds(model: additive.AdditiveModel, page: Rows) -> Any:
    columns = {name: page.features[:, n].astype(np.float64) for n, name in enumerate(NAMES)}
    return model.base + model.added(columns, len(page)).sum(axis=1)


def test_more_marks_move_the_model_towards_them():
    model, marked = built_in(), pages(6)
    new = marked[-1]

    leads = []
    for changed in (model, adapted(model, marked[:1], 2.0), adapted(model, marked[:5], 2.0)):
        values = log_odds(changed, new)
        leads.append(float(values[:12].mean() - values[12:].mean()))

    assert new.label.tolist() == [1] * 12 + [0] * 5
    assert leads == sorted(leads)
    assert leads[0] < leads[-1]


def test_with_great_trust_the_model_stays_as_it_is():
    model, marked = built_in(), pages(2)

    same = adapted(model, marked, 1e9)

    assert log_odds(same, marked[0]) == pytest.approx(log_odds(model, marked[0]), abs=1e-2)


def test_pages_like_the_marked_pages_are_extracted_better():
    model, marked = built_in(), pages(8)

    curve = by_marks(model, marked, trust=0.5)

    assert list(curve) == ["0 marks", "1 mark", "2 marks", "4 marks"]
    assert all(mean.n_pages == 8 for mean in curve.values())
    assert curve["4 marks"].mean > curve["0 marks"].mean
    file = LearnedModel({ModelKind.ADDITIVE: model})
    assert curve["0 marks"].mean == pytest.approx(
        np.mean([score(page, file, LearnedSettings()) for page in marked])
    )


def test_many_marks_are_measured_on_a_draw_of_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(marks, "_MAX_ON_CURVE", 4)
    curve = by_marks(built_in(), pages(7), trust=0.5)

    assert list(curve) == ["0 marks", "1 mark", "2 marks"]
    assert all(mean.n_pages == 4 for mean in curve.values())


def test_the_file_is_a_model_of_learned_with_the_curve():
    trainer = TRAINERS["marks"]

    table = trainer.train([entry(number) for number in range(3)], trainer.settings_class())

    assert additive.parse(table["additive"]).features
    assert set(table["scores"]) == {"0 marks", "1 mark"}
    assert table["counted"]["pages_used"] == 3
    assert table["counted"]["pages_known"] == 0
    assert set(built_in_table("learned")["pages"]) < set(table["pages"])


def test_without_a_page_to_learn_from_there_is_no_model():
    trainer = TRAINERS["marks"]

    with pytest.raises(ExtractorError, match="no page has enough"):
        trainer.train([], trainer.settings_class())
