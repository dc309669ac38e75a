"""What minus template gains and costs by site: the tables of docs/site.md.

    python -m tests.helpers.site_study [--min-pages N] [--write docs/site.md] INPUT...

Share and guard are chosen by leaving each site out in turn: the values that are best on the other
sites, with no other site more than .01 below, are used on it.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.minus_template import minus_template
from boilerscope.extractors.model.shared_settings import ExtractorSettings
from boilerscope.extractors.page.site.evidence import site_evidence
from boilerscope.extractors.scoring.case import Reference
from boilerscope.extractors.sources.listing import pages_with_gold
from boilerscope.extractors.sources.site_tables import SiteTables, site_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray

PANES = ("learned", "trafilatura", "readability_lxml")
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
GUARDS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
LIMIT = -0.01
"""Largest loss of a site with values that may be chosen."""
START, END = "<!-- study -->", "<!-- end of study -->"


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One page: token F1 by pane without the step, and with each share and guard.

    Attributes
    ----------
    before : array of float, shape (n_panes,)
    after : array of float, shape (n_panes, n_shares, n_guards)
    """

    site: str
    n_others: int
    before: FloatArray
    after: FloatArray


def measured(words: Sequence[str], min_pages: int) -> list[Row]:
    """Return the rows of all pages of sites with enough pages."""
    pages = pages_with_gold(list(words))
    names = [site_name(page) for page in pages]
    large = [page for page, name in zip(pages, names, strict=True) if names.count(name) > min_pages]
    linked = SiteTables(Path(tempfile.mkdtemp())).linked(large)
    rows = []
    for listed in linked:
        page = listed.page()
        reference = Reference(page, listed.gold(page))
        evidence = site_evidence(page)
        n_others = 0 if evidence is None else evidence.n_others
        after = np.zeros((len(PANES), len(SHARES), len(GUARDS)))
        before = np.zeros(len(PANES))
        for pane, identifier in enumerate(PANES):
            plain = runner.run(page, identifier)
            before[pane] = _f1(reference, plain.mask)
            for index, share in enumerate(SHARES):
                settings = registry.extractor(identifier).default_settings()
                assert isinstance(settings, ExtractorSettings)
                used = settings.replace(
                    minus_template=True,
                    template_share=share,
                    template_guard=1.0,
                    template_min_pages=min_pages,
                )
                dropped = minus_template(page, plain, used)
                score = _f1(reference, dropped.mask)
                loss = 1 - dropped.mask.sum() / max(plain.mask.sum(), 1)
                after[pane, index] = [score if loss <= guard else before[pane] for guard in GUARDS]
        rows.append(Row(site_name(listed), n_others, before, after))
    return rows


def _f1(reference: Reference, mask: BoolArray) -> float:
    kept = mask & reference.counted
    both, total = int((kept & reference.main).sum()), int(kept.sum() + reference.main.sum())
    return 2 * both / total if total else 1.0


def by_site(rows: Iterable[Row]) -> dict[str, tuple[int, FloatArray, FloatArray]]:
    """Return number of pages, mean before and mean gains of each site."""
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row.site].append(row)
    return {
        site: (
            len(listed),
            np.mean([row.before for row in listed], axis=0),
            np.mean([row.after - row.before[:, None, None] for row in listed], axis=0),
        )
        for site, listed in sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0]))
    }


def best(gains: Sequence[FloatArray], pane: int | None = None) -> tuple[int, int]:
    """Return share and guard with the largest mean gain, among those that cost no site `LIMIT`.

    Parameters
    ----------
    gains : sequence of array, shape (n_panes, n_shares, n_guards)
        Gains of sites.
    """
    cube = np.stack(gains)
    cube = cube if pane is None else cube[:, pane : pane + 1]
    allowed = cube.min(axis=(0, 1)) >= LIMIT
    value = np.where(allowed, cube.mean(axis=(0, 1)), -np.inf)
    # Of equal values the larger share and the smaller guard, which drop less.
    order = itertools.product(reversed(range(len(SHARES))), range(len(GUARDS)))
    share, guard = max(order, key=lambda index: value[index])
    return share, guard


def report(rows: Sequence[Row]) -> str:
    """Return the tables in Markdown."""
    sites = by_site(rows)
    default = SHARES.index(0.3), GUARDS.index(_default_guard())
    lines = [
        "| site | pages | " + " | ".join(PANES) + " | chosen without it |",
        "| --- | ---: |" + " ---: |" * len(PANES) + " --- |",
    ]
    left_out = []
    for site, (n_pages, before, gains) in sites.items():
        share, guard = best([other[2] for name, other in sites.items() if name != site])
        left_out.append((n_pages, gains[:, share, guard]))
        cells = [f"{before[pane]:.3f} {gains[(pane, *default)]:+.3f}" for pane in range(len(PANES))]
        chosen = f"{SHARES[share]:.2f}, {GUARDS[guard]:.2f}"
        lines.append(f"| {site} | {n_pages} | {' | '.join(cells)} | {chosen} |")
    pages = np.array([row.before for row in rows])
    after = np.array([row.after[:, default[0], default[1]] for row in rows])
    means = [f"{pages[:, k].mean():.3f} → {after[:, k].mean():.3f}" for k in range(len(PANES))]
    lines.append(f"| all pages | {len(rows)} | {' | '.join(means)} | |")
    total = sum(n_pages for n_pages, _ in left_out)
    held = [sum(n * float(gain[k]) for n, gain in left_out) / total for k in range(len(PANES))]
    lines.append("| site left out | | " + " | ".join(f"{value:+.3f}" for value in held) + " | |")
    lines += ["", "| share | " + " | ".join(f"guard {guard:.2f}" for guard in GUARDS) + " |"]
    lines.append("| ---: |" + " ---: |" * len(GUARDS))
    cube = np.stack([gains for _, _, gains in sites.values()])
    weights = [n_pages for n_pages, _, _ in sites.values()]
    mean = np.average(cube.mean(axis=1), axis=0, weights=weights)
    worst = cube.min(axis=(0, 1))
    for index, limit in enumerate(SHARES):
        cells = [
            f"{mean[index, k]:+.3f} (worst {worst[index, k]:+.3f})" for k in range(len(GUARDS))
        ]
        lines.append(f"| {limit:.2f} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _default_guard() -> float:
    return float(ExtractorSettings().template_guard)


def main() -> None:
    """Print the tables, or write them into a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--min-pages", type=int, default=4)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = report(measured(options.inputs, options.min_pages))
    if options.write is None:
        print(text)  # noqa: T201 - a command
        return
    page = options.write.read_text(encoding="utf-8")
    head, _, rest = page.partition(START)
    _, _, tail = rest.partition(END)
    options.write.write_text(f"{head}{START}\n{text}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
