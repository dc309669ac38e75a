"""Each kind of rule of a small library is named, and a trace that fails leaves the plain result."""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import deciding_step, explain_decision
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.model.steps import evaluate
from boilerscope.extractors.page import Page
from boilerscope.extractors.trace import run
from boilerscope.extractors.trace.probes import Probe, Removal
from tests.helpers import fake_library
from tests.helpers.extractions import assert_sound
from tests.helpers.fake_peer import ENTRIES, HOME, PROBES, FakePeer

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.trace.table import Call, Probes
    from boilerscope.extractors.trace.tracer import Trace

PAGE = """\
<html><head><title>A page</title></head><body>
<nav>Home and archive</nav>
<h1>The tram of the valley</h1>
<p>The first paragraph stays with all of its words.</p>
<div class="story-teaser">Read the other story too</div>
<div class="social-bar">Tell your friends</div>after the bar
<ul><li><a href="/a">Most read today</a></li><li><a href="/b">Old bridge</a></li></ul>
<blockquote>Too short</blockquote>
<blockquote>This quotation is long enough to stay on the page.</blockquote>
<section>Text in a section</section>
<p>The last paragraph stays.</p>
</body></html>
"""


def _page(html: str = PAGE) -> Page:
    return Page.from_text(html, name="page")


def _traced(probes: Probes = PROBES, html: str = PAGE) -> Extraction:
    peer = FakePeer()
    peer.probes = probes  # type: ignore[misc]  # of this object only
    with explaining(on=True):
        return peer.extract(_page(html), NoSettings(), ())


def _block_with(extraction: Extraction, page: Page, text: str) -> int:
    for block in range(len(extraction.blocks)):
        for start, end in extraction.blocks.runs(block):
            if text in page.text[page.tokens.start[start] : page.tokens.end[end - 1]]:
                return block
    raise LookupError(text)


def _attributes() -> dict[str, Any]:
    return dict(vars(fake_library))


@pytest.mark.parametrize(
    ("text", "stage", "words"),
    [
        ("Home", "Clean the tree", "nav is in CLEANED, at <nav>"),
        (
            "Read the other story",
            "Clean the tree",
            "TEASERS[0]: contains(@class, 'teaser'), class “story-teaser”",
        ),
        ("Tell your friends", "Prune", "NOISE.search(element.get('class', '')), “social” matches"),
        ("after the bar", "Prune", 'at <div class="social-bar">'),
        ("Most read today", "Prune", "characters in links 25 > 12.50"),
        ("Too short", "Prune", "characters 9 < 20"),
        ("Text in a section", "Read elements", "element.tag not in {"),
    ],
)
def test_the_rule_of_a_dropped_text_is_named(text: str, stage: str, words: str):
    page = _page()
    extraction = _traced()
    block = _block_with(extraction, page, text)
    step = extraction.steps[deciding_step(extraction, block)]

    assert not extraction.content[block]
    assert step.title == stage
    assert words in explain_decision(extraction, block)
    rule = step.rule_of(block)
    assert rule is not None
    assert rule.source.startswith("helpers/fake_library.py:")


def test_the_result_is_sound_and_all_dropped_words_have_a_rule():
    page = _page()
    extraction = _traced()

    assert_sound(page, extraction)
    assert extraction.own_text == fake_library.extract(PAGE)
    assert extraction.traced == pytest.approx(1.0)
    assert extraction.trace_problem == ""
    assert [step.code for step in extraction.steps] == ["K1", "K2", "K3", "K4", "KW"]
    kept = [page.token_text(token) for token in range(page.n_tokens) if extraction.mask[token]]
    assert " ".join(kept[:5]) == "The tram of the valley"


def test_both_sides_of_a_comparison_are_numbers_of_the_block():
    page = _page()
    extraction = _traced()
    block = _block_with(extraction, page, "Most read today")
    step = extraction.steps[deciding_step(extraction, block)]
    results = evaluate(step, block, extraction.column_values(), extraction.settings)

    assert [(result.value, result.bound) for result in results] == [(25.0, 12.5)]


def test_nothing_stays_wrapped():
    before = _attributes()
    _traced()

    assert _attributes() == before
    assert sys.gettrace() is None or "coverage" in repr(sys.gettrace())


def test_a_run_is_plain_unless_explanations_are_asked_for():
    extraction = FakePeer().extract(_page(), NoSettings(), ())

    assert extraction.traced is None
    assert [step.code for step in extraction.steps] == ["AL"]


@dataclass(frozen=True, slots=True)
class Broken(Probe):
    """Probe whose hooks raise."""

    def enter(self, trace: Trace, call: Call) -> None:  # noqa: ARG002 - as declared
        raise LookupError("no such argument")


def test_a_probe_that_raises_is_ignored():
    extraction = _traced(replace(PROBES, entries=(*ENTRIES, Broken(f"{HOME}:prune"))))

    assert extraction.traced == pytest.approx(1.0)
    assert extraction.own_text == fake_library.extract(PAGE)


def test_a_function_that_vanished_is_named_and_the_rest_goes_on():
    page = _page()
    vanished = Removal(f"{HOME}:delete_element", element=0)
    extraction = _traced(replace(PROBES, entries=(*ENTRIES, vanished)))
    block = _block_with(extraction, page, "Too short")

    assert "characters 9 < 20" in explain_decision(extraction, block)
    (warning,) = extraction.warnings
    assert warning == (
        f"1 of 9 probes do not fit fake 1.1 (tested: 1.0-1.2): {HOME}:delete_element;"
        " some blocks have a stage only."
    )


def test_without_a_removal_probe_the_words_are_not_traced():
    entries = tuple(entry for entry in ENTRIES if not isinstance(entry, Removal))
    page = _page()
    extraction = _traced(replace(PROBES, entries=entries))
    block = _block_with(extraction, page, "Home")

    assert not extraction.content[block]
    assert explain_decision(extraction, block) == "K4: the text is not written"
    assert extraction.traced is not None
    assert extraction.traced < 0.5


def test_a_table_that_does_not_fit_gives_the_plain_result():
    gone = tuple(replace(entry, function=f"{HOME}:gone{n}") for n, entry in enumerate(ENTRIES))
    extraction = _traced(replace(PROBES, entries=gone))

    assert extraction.trace_problem == "No trace: most probes do not fit fake 1.1."
    assert extraction.traced is None
    assert extraction.status is Status.OK


@pytest.mark.parametrize("limit", ["MAX_S", "MAX_WAIT_S"])
def test_a_deadline_ends_the_traced_run(monkeypatch: pytest.MonkeyPatch, limit: str):
    monkeypatch.setattr(run, limit, -1.0)
    extraction = _traced()

    assert extraction.trace_problem.startswith("No trace: the traced run took longer than")
    assert extraction.own_text == fake_library.extract(PAGE)
    assert _attributes()["remove"] is fake_library.remove


@dataclass(frozen=True, slots=True)
class Meddling(Probe):
    """Probe that changes what the library reads."""

    def leave(self, trace: Trace, call: Call) -> None:  # noqa: ARG002 - as declared
        for element in call.result.iter("h1"):
            element.text = "Another title"


def test_a_trace_that_changes_the_text_is_not_shown():
    extraction = _traced(replace(PROBES, entries=(*ENTRIES, Meddling(f"{HOME}:load"))))

    assert extraction.trace_problem == (
        "Trace differs: the traced run returned another text, so no rules are shown."
    )
    assert extraction.traced is None
    assert extraction.own_text == fake_library.extract(PAGE)


def test_a_library_that_differs_from_itself_is_traced_until_the_text_is_that_of_the_plain_run(
    monkeypatch: pytest.MonkeyPatch,
):
    extract, page = fake_library.extract, _page()
    pages = itertools.cycle([PAGE, PAGE.replace("<p>The last", "<p hidden>The last"), PAGE])
    monkeypatch.setattr(fake_library, "extract", lambda _: extract(next(pages)))
    extraction = _traced()

    assert extraction.trace_problem == ""
    assert extraction.traced == 1
    assert extraction.content[_block_with(extraction, page, "The last paragraph")]


def test_a_library_that_never_returns_the_same_text_is_named_as_the_reason(
    monkeypatch: pytest.MonkeyPatch,
):
    extract, number = fake_library.extract, itertools.count()
    monkeypatch.setattr(fake_library, "extract", lambda html: f"{extract(html)} {next(number)}")
    extraction = _traced()

    assert extraction.trace_problem == (
        "Trace differs: fake itself returns different texts of this page from run to run, so no"
        " rules are shown."
    )
    assert extraction.own_text == f"{extract(PAGE)} 0"


def test_a_text_that_is_written_twice_and_dropped_once_is_accounted_for(
    monkeypatch: pytest.MonkeyPatch,
):
    extract = fake_library.extract
    monkeypatch.setattr(fake_library, "extract", lambda html: f"{extract(html)}\n{extract(html)}")
    paragraph = "<p>The shipping is free today, and no code is needed for it.</p>"
    markup = f"<body><div hidden>{paragraph}</div><main>{paragraph}</main></body>"
    extraction = _traced(PROBES, markup)

    assert extraction.trace_problem == ""
    assert extraction.traced == 1
    assert extraction.own_text.count("shipping") == 2
    assert extraction.mask.sum() == extraction.mask.size / 2


def test_a_library_without_source_has_stages_and_lines_only(tmp_path: Path):
    import importlib
    import py_compile
    from pathlib import Path as FilePath

    source = FilePath(fake_library.__file__).read_text(encoding="utf-8")
    (tmp_path / "sourceless.py").write_text(source, encoding="utf-8")
    py_compile.compile(str(tmp_path / "sourceless.py"), cfile=str(tmp_path / "sourceless.pyc"))
    (tmp_path / "sourceless.py").unlink()
    sys.path.insert(0, str(tmp_path))
    try:
        library = importlib.import_module("sourceless")
        entries = tuple(
            replace(entry, function=entry.function.replace(HOME, "sourceless")) for entry in ENTRIES
        )
        peer = FakePeer()
        peer.probes = replace(PROBES, entries=entries, packages=("sourceless",))  # type: ignore[misc]  # of this object only
        peer.text = lambda html, settings: library.extract(html)  # type: ignore[method-assign]  # noqa: ARG005 - as declared
        with explaining(on=True):
            extraction = peer.extract(_page(), NoSettings(), ())
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop("sourceless", None)
    page = _page()
    block = _block_with(extraction, page, "Too short")
    step = extraction.steps[deciding_step(extraction, block)]
    rule = step.rule_of(block)

    assert step.title == "Prune"
    assert rule is not None
    assert "sourceless.py:" in rule.source
    assert rule.tests == ()
