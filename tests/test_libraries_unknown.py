"""Views, records, exports and scores know no library: all that has rules is shown alike."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.peers.peer import Peer
from tests.helpers.imports import ROOMS, sources
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

KNOWING = ("extractors/peers/", "extractors/trace/", "app/readability/", "resources/")
"""Adapters, their probes, and the program that runs Readability.js."""

WITH_REASON = {
    "extractors/page/decoding.py": "resiliparse detects encodings, for every extractor",
    "extractors/text/language.py": "resiliparse detects languages, for every extractor",
    "extractors/text/stop_words.py": "the lists of jusText are data of an algorithm of ours",
    "extractors/runs/batch/plan.py": "the manifest has the versions of what reads pages",
    "extractors/own/libraries.py": "Readability.js has no package of Python to install",
    "extractors/gold/formats/readability.py": "the name of a format of gold standards",
    "extractors/algorithms/goldminer/extractor.py": "its stop words are the lists of jusText",
    "extractors/reproduce/published.py": "the rows of published tables",
    "app/cli/reproduce.py": "the panes that run beside a published table",
}


def names_of_libraries() -> frozenset[str]:
    """Return the identifiers, packages and modules of all libraries."""
    peers = [entry.extractor for entry in registry.entries() if isinstance(entry.extractor, Peer)]
    names = {name for peer in peers for name in (peer.id, peer.library, peer.module)}
    return frozenset(names | {name.lower() for name in names})


def known(source: str, names: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield line and name of each library that code names in a text of its own or imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in names:
            yield node.lineno, str(node.value)
        elif isinstance(node, ast.Import):
            roots = {alias.name.split(".")[0] for alias in node.names}
            yield from ((node.lineno, name) for name in sorted(roots & names))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in names:
            yield node.lineno, str(node.module)


def test_no_code_outside_the_adapters_knows_a_library_without_a_reason():
    names, found = names_of_libraries(), {}
    assert {"trafilatura", "readability_lxml", "newspaper"} <= names
    for room in ROOMS:
        for path in sources(room):
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(KNOWING):
                lines = list(known(path.read_text(encoding="utf-8"), names))
                if lines:
                    found[place] = lines

    assert {place: lines for place, lines in found.items() if place not in WITH_REASON} == {}
    assert sorted(found) == sorted(WITH_REASON)  # a reason without a line is out of date


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('if pane.extractor == "goose3":\n    pass', ["goose3"]),
        ("import trafilatura.core", ["trafilatura"]),
        ("from justext import core", ["justext"]),
        ('"""Of trafilatura, as others."""', []),
    ],
)
def test_a_library_is_found_in_code_and_not_in_prose(source: str, names: list[str]):
    assert [name for _, name in known(source, names_of_libraries())] == names
