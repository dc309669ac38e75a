"""Adapter and probes of `fake_library`."""

from __future__ import annotations

from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.peers.peer import Peer
from boilerscope.extractors.trace.probes import (
    Fork,
    Parse,
    Probe,
    Reads,
    Removal,
    Result,
    Stage,
    Verdict,
    Writes,
)
from boilerscope.extractors.trace.table import Probes
from tests.helpers import fake_library

HOME = "tests.helpers.fake_library"

ENTRIES: tuple[Probe, ...] = (
    Parse(f"{HOME}:load"),
    Fork("copy:deepcopy"),
    Removal(f"{HOME}:remove", element="element", tail="keep_tail"),
    Stage(f"{HOME}:clean", "Clean the tree", tree="tree"),
    Stage(f"{HOME}:prune", "Prune", tree="tree"),
    Verdict(f"{HOME}:is_link_list", element="element"),
    Reads(f"{HOME}:read", "Read elements", tree="tree"),
    Verdict(f"{HOME}:write", element="element", when="none", refuses=True),
    Writes(f"{HOME}:write", element="element"),
    Result(f"{HOME}:read"),
)

PROBES = Probes(
    library="fake",
    code="K",
    packages=("tests",),
    tested=("1.0", "1.2"),
    entries=ENTRIES,
    stages=("Parse the page", "Clean the tree", "Prune", "Read elements"),
    labels={"linked": "characters in links", "len(element.text_content())": "characters"},
)


class FakePeer(Peer[NoSettings]):
    """Adapter of the library of forty lines."""

    id = "fake"
    name = "Fake"
    library = "fake"
    module = "fake"
    summary = "Keeps paragraphs."
    reference = "nobody"
    help = "For tests."
    settings_class = NoSettings
    probes = PROBES

    def version(self) -> str:
        """Return a version, as if it were installed."""
        return "1.1"

    def text(self, html: str, settings: NoSettings) -> str:
        """Return the text of the library."""
        del settings
        return fake_library.extract(html)
