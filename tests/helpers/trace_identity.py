"""Whether traced libraries return their own text, over whole corpora, and how many rules are named.

    python -m tests.helpers.trace_identity goose3 newspaper4k -o identity.jsonl

runs each library plain and traced on every page of the developer corpora and of the large one,
in one process, and prints a row for each library: pages whose traced text is equal to the plain
one, pages on which the library differs from itself, pages on which only the traced run differs,
pages without a trace, and the share of dropped words whose rule is named.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.peers.offline import offline
from boilerscope.extractors.peers.peer import Peer
from tests.helpers.material import corpus_pages, large_corpus_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.helpers.material import CorpusPage

EQUAL, ITSELF, DIFFERS, SLOW, UNTRACED, FAILED, NO_TEXT = (
    *("equal", "differs from itself", "differs", "too slow", "no trace"),
    *("plain run fails", "no text on the page"),
)
_TRIES = 30
"""Most plain runs that are compared where a traced run differs: one in ten may be another text."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A page that a library read twice, without and with a trace.

    Attributes
    ----------
    outcome : str
        One of the words at the head of this module.
    reason : str
        Why there is no trace, or what the plain run raised.
    dropped, named : float
        Words that the library dropped, and those of them whose rule is known.
    """

    library: str
    page: str
    outcome: str
    reason: str = ""
    dropped: int = 0
    named: float = 0.0


def probed_peers() -> list[Peer[Any]]:
    """Return the installed libraries that explain themselves, however they report."""
    peers = [entry.extractor for entry in registry.entries()]
    probed = [peer for peer in peers if isinstance(peer, Peer) and peer.explains()]
    return [peer for peer in probed if not peer.missing()]


def traced_page(peer: Peer[Any], source: CorpusPage) -> Traced:
    """Run a library plain and traced on a page, and compare the texts."""
    page = Page.from_bytes(source.data, name=source.identifier)
    if not page.n_tokens:
        return Traced(peer.id, source.identifier, NO_TEXT)
    with explaining(on=True):
        result = runner.run(page, peer.id)
    if result.status in {Status.ERROR, Status.UNAVAILABLE}:  # a package for a language
        return Traced(peer.id, source.identifier, FAILED, result.message)
    problem = result.trace_problem
    if not problem:
        dropped = int((~result.mask).sum())
        return Traced(
            peer.id, source.identifier, EQUAL, "", dropped, dropped * (result.traced or 0.0)
        )
    outcome = UNTRACED
    if "took longer" in problem:
        outcome = SLOW
    elif problem.startswith("Trace differs"):
        outcome = DIFFERS if is_stable(peer, page) else ITSELF
    return Traced(peer.id, source.identifier, outcome, problem)


def is_stable(peer: Peer[Any], page: Page) -> bool:
    """Return whether untraced runs of a library agree with each other."""
    settings = peer.default_settings()
    with offline():
        first = peer.text(page.decoded.text, settings)
        return all(peer.text(page.decoded.text, settings) == first for _ in range(_TRIES - 1))


def table(rows: Iterable[Traced]) -> list[str]:
    """Return a line for each library."""
    by_library: dict[str, list[Traced]] = {}
    for row in rows:
        by_library.setdefault(row.library, []).append(row)
    lines = []
    for library, found in by_library.items():
        outcomes = Counter(row.outcome for row in found)
        counts = ", ".join(f"{outcome} {n:,}" for outcome, n in outcomes.most_common())
        dropped = sum(row.dropped for row in found)
        share = sum(row.named for row in found) / max(dropped, 1)
        lines.append(f"{library}: {len(found):,} pages: {counts}; rules {share:.2%} of {dropped:,}")
    return lines


@click.command()
@click.argument("libraries", nargs=-1)
@click.option("--every", default=1, help="Use every k-th page.")
@click.option("--start", default=0, help="Leave out so many of these pages, those measured before.")
@click.option("--small", is_flag=True, help="Leave out the large corpus.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File of rows.")
def main(
    libraries: tuple[str, ...], every: int, start: int, output: Path | None, *, small: bool
) -> None:
    """Compare traced with plain runs of LIBRARIES, of all if none is named."""
    logging.disable()
    pages = (*corpus_pages(), *(() if small else large_corpus_pages()))[::every][start:]
    rows: list[Traced] = []
    for peer in probed_peers():
        if libraries and peer.id not in libraries:
            continue
        found = []
        for source in pages:
            found.append(traced_page(peer, source))
            if output is not None:
                with output.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(found[-1]), ensure_ascii=False) + "\n")
        click.echo(table(found)[0])
        rows += found
    if any(row.outcome == DIFFERS for row in rows):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
