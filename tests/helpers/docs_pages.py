"""Make the pages in ``docs`` on all algorithms and their scores.

python -m tests.helpers.docs_pages algorithms
python -m tests.helpers.docs_pages scores RUN.jsonl
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors import catalogue, registry
from boilerscope.extractors.algorithms.consensus import built_in
from boilerscope.extractors.model.model_files import built_in_table
from boilerscope.extractors.scoring.leaderboard import groups, leaderboard
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.record import read
from boilerscope.extractors.scoring.report import report
from boilerscope.extractors.scoring.writing import markdown
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.scoring.run import ScoredRun

MEASURED, END_OF_MEASURED = "<!-- measured -->", "<!-- end of measured -->"
"""Lines around the result of `measured_scores` in `scores_page`."""

CONSENSUS, LEARNED = "consensus", "learned"
_CHOSEN = "consensus ("
_BASELINE = "boilerpipe.article"
_GROUPED_BY = ("set", "language", "type")

_FORMER_COMMAND = "boilerscope train consensus"
"""Words in the built-in model that now are `_COMMAND`."""
_COMMAND = "python -m tests.helpers.consensus_training"

_NOTE = "<!-- Made by scripts/docs; do not edit. -->\n\n"


def algorithms_page() -> str:
    """Return the page of all algorithms: the overview, then the help of each extractor."""
    parts = [_NOTE + "# Algorithms\n", catalogue.overview()]
    for family in catalogue.table()["family"]:
        parts.append(f"## {family['name']}\n")
        for identifier in family["ids"]:
            extractor = registry.extractor(identifier)
            parts.append(f"### `{identifier}`: {extractor.name}\n")
            parts.append(f"{extractor.summary}\n\n{extractor.help.strip()}\n")
            parts.append(f"Reference: {extractor.reference.removesuffix('.')}.\n")
    return "\n".join(parts)


def measured_scores(run: ScoredRun) -> str:
    """Return the tables and notes of a scored run of all extractors, for `scores_page`.

    Methods that do not choose main content are listed separately.
    """
    table, mask, measures = run.table, run.mask, run.options.measures
    boards = {"all": [leaderboard(table, mask, measures, baseline=_BASELINE)]}
    for by in _GROUPED_BY:
        boards[by] = groups(table, mask, by, measures, baseline=_BASELINE)
    arranging = _arranging()
    tables = report(run, boards, [pane for pane in run.panes if pane not in arranging])
    apart = report(run, boards, [pane for pane in run.panes if pane in arranging])
    return "\n".join(
        [
            markdown(replace(tables, notes=())),
            "## Methods that do not choose main content\n",
            (
                "They arrange the page: as a tree, as cards, as zones. The mask is our own choice"
                " on top of them, so their scores are listed separately and reflect the"
                " methods only in part. VIPS needs the boxes of a page that a browser has laid out,"
                " which pages of a corpus do not have.\n"
            ),
            markdown(apart),
        ]
    )


def scores_page(measured: str) -> str:
    """Return the page of scores: the measured tables, and the choice of the consensus.

    Parameters
    ----------
    measured : str
        The result of `measured_scores`.
    """
    model = built_in()
    facts = model["provenance"]
    learned = ", ".join(f"`{name}`" for name in (CONSENSUS, *model["learned"]))
    corpora = ", ".join(facts["corpora"])
    members = ", ".join(f"{name} x {weight}" for name, weight in model["members"])
    held_out = {
        name: scores for name, scores in model["scores"].items() if name.startswith(_CHOSEN)
    }
    return "\n".join(
        [
            _NOTE + "# Scores\n",
            (
                "All extractors and peers with their default settings on the developer corpora and"
                " the larger corpus, made by `scripts/docs scores` with `boilerscope score`. Two of"
                " the sets favour one kind of algorithm: the gold of readability-pages is the"
                " accepted output of Readability.js, and that of zh-news is one container of each"
                f" page. {learned} and the models of `router` were trained on pages of"
                f" {corpora}, so their scores on these sets are those of training pages; the"
                " cross-validation below gives those of"
                f" {CONSENSUS} and {LEARNED} on pages that they had not seen. Measures:\n"
            ),
            *(f"- **{measure.label}**: {measure.tip}" for measure in MEASURES.values()),
            *_missing_from(measured),
            f"\n{MEASURED}\n",
            measured,
            f"{END_OF_MEASURED}\n",
            "## How the consensus was chosen\n",
            f"    {facts['command'].replace(_FORMER_COMMAND, _COMMAND)}\n",
            *_score_table(held_out),
            "",
            (
                f"The consensus votes with {members}; threshold {model['threshold']}. By "
                f"{facts['folds']}-fold cross-validation members, their number, weights and "
                "threshold are chosen on the other folds."
            ),
            "",
            _size(model),
            "",
            *_learned_scores(),
        ]
    )


def of_single_pages() -> list[str]:
    """Return our extractors that need no other pages of the site; docs/site.md has the others."""
    return [name for name in registry.algorithms() if "site" not in registry.extractor(name).needs]


def _missing_from(measured: str) -> list[str]:
    """Return a note on our extractors that were added after the tables were measured."""
    added = [name for name in of_single_pages() if f"| {name} | " not in measured]
    if not added:
        return []
    names = ", ".join(f"`{name}`" for name in added)
    return [(f"\nThe tables were measured before {names} was added.")]


def _learned_scores() -> list[str]:
    """Return the cross-validated scores of the models of the learned extractor."""
    table = built_in_table(LEARNED)
    lines = [
        "## How the learned extractor scores\n",
        f"    {table['provenance']['command']}\n",
        (
            "F1 of bags of tokens against the gold text, over all pages with a 95 % interval, on"
            " pages of sites that the model had not seen (5-fold cross-validation). The gain of"
            " each part and the differences to trafilatura are in [learned.md](learned.md).\n"
        ),
    ]
    groups = list(next(iter(table["scores"].values())))
    lines.append("| model | " + " | ".join(groups) + " |")
    lines.append("| --- |" + " ---: |" * len(groups))
    for name, scores in table["scores"].items():
        _, mean, low, high = scores["all"]
        cells = [f"{mean:.3f} [{low:.3f}, {high:.3f}]"]
        cells += [f"{scores[group][1]:.3f}" for group in groups[1:]]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def _arranging() -> set[str]:
    """Return the extractors that arrange the page and do not choose main content."""
    families = [family for family in catalogue.table()["family"] if family.get("mask_is_ours")]
    return {identifier for family in families for identifier in family["ids"]}


def _size(model: Mapping[str, Any]) -> str:
    """Return a sentence on the choice of the number of votes."""
    f1, error = model["held_out"]["f1"], model["held_out"]["error"]
    size = sum(weight for _, weight in model["members"])
    best = max(range(len(f1)), key=f1.__getitem__)
    return (
        f"It has {size} votes, the smallest number whose F1 on held-out pages is at most"
        f" {model['provenance']['tolerance']:g} standard error below the best: {f1[0]:.3f} with one"
        f" vote, {f1[size - 1]:.3f} with {size}, at best {f1[best]:.3f} ± {error[best]:.3f} with"
        f" {best + 1}."
    )


def _score_table(rows: Mapping[str, Any]) -> list[str]:
    """Return scores as lines of a table."""
    corpora = [name for name in next(iter(rows.values())) if name != "all"]
    head = ["extractor", "precision", "recall", "F1", *(f"F1 {name}" for name in corpora)]
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    for name, scores in rows.items():
        values = [*scores["all"], *(scores[corpus][2] for corpus in corpora)]
        lines.append(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
    return lines


def main(page: str, run: str = "") -> None:
    """Write a page: ``algorithms``, or ``scores`` with the file of a scored run."""
    if page == "algorithms":
        text = algorithms_page()
    else:
        text = scores_page(measured_scores(read(Path(run))))
    (ROOT / "docs" / f"{page}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
