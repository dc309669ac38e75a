"""The catalogue of algorithms: what is followed, what was decided, how it scores; as Markdown.

The window's help and the pages in ``docs`` are made from it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from extractors import registry
from extractors.algorithms.consensus import built_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NOTE = "<!-- Made by scripts/docs; changes here are lost. -->\n\n"


@cache
def table() -> dict[str, Any]:
    """Return the catalogue's table: families and demos."""
    text = files("extractors.data").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def overview() -> str:
    """Return every family in one table, and the named demos without an algorithm."""
    lines = [
        "| algorithm | identifiers | source | what we follow | what we had to decide | agreement |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for family in table()["family"]:
        known = [_extractor(identifier) for identifier in family["ids"]]
        sources = "; ".join(_without_shorter(one.reference for one in known))
        ids = ", ".join(f"`{identifier}`" for identifier in family["ids"])
        cells = [family["name"], ids, sources]
        cells += [family[key] for key in ("follows", "decided", "agreement")]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    demos = [f"- **{one['name']}**: {one['what']}" for one in table()["demo"]]
    return "\n".join(
        [*lines, "", "## Named demos for which no algorithm was published", "", *demos, ""]
    )


def _without_shorter(references: Iterable[str]) -> list[str]:
    """Return references once each, without those that others say more of."""
    listed = list(dict.fromkeys(references))
    return [
        one for one in listed if not any(other != one and other.startswith(one) for other in listed)
    ]


def algorithms_page() -> str:
    """Return the page of all algorithms: the overview, then the help of each extractor."""
    parts = [_NOTE + "# Algorithms\n", overview()]
    for family in table()["family"]:
        parts.append(f"## {family['name']}\n")
        for identifier in family["ids"]:
            one = _extractor(identifier)
            parts.append(f"### `{identifier}`: {one.name}\n\n{one.summary}\n\n{one.help.strip()}\n")
            parts.append(f"Reference: {one.reference.removesuffix('.')}.\n")
    return "\n".join(parts)


def scores_page() -> str:
    """Return the scores of every extractor from the run that chose the consensus."""
    model = built_in()
    facts = model["provenance"]
    ours = {
        one for family in table()["family"] if family.get("mask_is_ours") for one in family["ids"]
    }
    chosen = {name: scores for name, scores in model["scores"].items() if name not in ours}
    arranged = {name: scores for name, scores in model["scores"].items() if name in ours}
    unscored = ", ".join(f"`{name}`" for name in sorted(ours - arranged.keys()))
    members = ", ".join(f"{name} x {weight}" for name, weight in model["members"])
    return "\n".join(
        [
            _NOTE + "# Scores\n",
            (
                f"Macro averages over {facts['pages_used']} pages with gold text of the corpora "
                f"{', '.join(facts['corpora'])}, on tokens: words, and characters of Chinese and "
                "Japanese. Every extractor ran with its default settings. Made by:\n"
            ),
            f"    {facts['command']}\n",
            *_score_table(chosen, model["learned"]),
            "",
            (
                "\\* learned on these pages, so its figures are those of pages it has seen;"
                " so are those of the row `consensus`, the shipped choice. The row of the"
                " cross-validation is the one to compare."
            ),
            "",
            (
                f"The consensus votes with {members}; threshold {model['threshold']}. By "
                f"{facts['folds']}-fold cross-validation members, their number, weights and "
                "threshold are chosen on the other folds. Two of the corpora favour one kind of "
                "algorithm: the gold of readability-pages is the accepted output of "
                "Readability.js, that of zh-news is one container of the page each."
            ),
            "",
            _size(model),
            "",
            "## Methods that choose no main content\n",
            (
                "They arrange the page: as a tree, as cards, as zones. The mask is a choice of ours"
                " on top of them, so their figures stand apart and say little about the methods."
                f" Not scored at all, since the corpora carry no layouts: {unscored}.\n"
            ),
            *_score_table(arranged, model["learned"]),
            "",
        ]
    )


def _size(model: Mapping[str, Any]) -> str:
    """Return how the number of votes was chosen."""
    f1, error = model["held_out"]["f1"], model["held_out"]["error"]
    size = sum(weight for _, weight in model["members"])
    best = max(range(len(f1)), key=f1.__getitem__)
    return (
        f"It has {size} votes, the fewest whose F1 on pages held out is at most"
        f" {model['provenance']['tolerance']:g} standard error below the best: {f1[0]:.3f} with one"
        f" vote, {f1[size - 1]:.3f} with {size}, at best {f1[best]:.3f} ± {error[best]:.3f} with"
        f" {best + 1}."
    )


def _score_table(rows: dict[str, Any], learned: list[str]) -> list[str]:
    """Return scores as lines of a table, the best F1 first."""
    corpora = [name for name in next(iter(rows.values())) if name != "all"]
    head = ["extractor", "precision", "recall", "F1", *(f"F1 {name}" for name in corpora)]
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    for name, scores in sorted(rows.items(), key=lambda item: -item[1]["all"][2]):
        mark = " *" if name in learned else ""
        figures = [*scores["all"], *(scores[corpus][2] for corpus in corpora)]
        lines.append(f"| {name}{mark} | " + " | ".join(f"{x:.3f}" for x in figures) + " |")
    return lines


def _extractor(identifier: str) -> Any:
    return registry.extractor(identifier)
