"""What minus template did on each page, in new runs and from the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import TemplateUse
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.kept import KeptOutcome
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.corpus import Corpus
from tests.helpers.made_site import BODY, write_site

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.runs.store import ResultStore

PANES = [
    Pane("plain", "bte", registry.extractor("bte").default_settings()),
    Pane("minus", "bte", registry.extractor("bte").default_settings().replace(minus_template=True)),
]


def _corpus(folder: Path) -> Corpus:
    lines = [json.loads(line) for line in write_site(folder, 7).read_text().splitlines()]
    lines[-1]["url"] = "https://harbour.example/news/1"
    texts = ["\n".join(text.format(n=n) for text in BODY) for n in range(7)]
    marked = (line | {"text": text} for line, text in zip(lines, texts, strict=True))
    (folder / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in marked))
    return Corpus([folder]).read_all()


def _table(corpus: Corpus, store: ResultStore | None, *, is_kept: bool = False) -> ScoreTable:
    table = ScoreTable(corpus.pages, ("plain", "minus"), ("token_f1",))
    for result in CorpusRun(corpus.pages, PANES, RunOptions(), store).results():
        assert result.is_kept == is_kept
        table.add(result)
    return table


def test_the_leaderboard_counts_the_pages_on_which_the_step_could_act(
    tmp_path: Path, store: ResultStore
):
    corpus = _corpus(tmp_path / "site")
    for table in (_table(corpus, store), _table(corpus, store, is_kept=True)):
        plain, minus = leaderboard(table, table.is_done, ("token_f1",)).rows

        assert minus.template == {TemplateUse.JUDGED: 6, TemplateUse.FEW: 1}
        assert (minus.n_with_site, minus.n_template_unknown) == (6, 0)
        assert plain.template == {}
        again = table.carried(("minus",), ("token_f1",))
        assert leaderboard(again, again.is_done, ("token_f1",)).rows[0].template == minus.template


def test_a_stored_result_of_an_earlier_version_is_unknown():
    stored = KeptOutcome.from_json('{"status": "ok", "n_tokens": 7}')

    assert stored.template is None
    for use in (None, TemplateUse.GUARD):
        outcome = KeptOutcome(stored.status, template=use)
        assert KeptOutcome.from_json(outcome.as_json()) == outcome
