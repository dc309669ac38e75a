"""Other versions of libraries: by version, and by an environment that exists."""

from __future__ import annotations

import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError, ExtractorError, UnknownNameError
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.own import added
from boilerscope.extractors.own.location import is_location, parse_location
from boilerscope.extractors.own.versions import extractor
from boilerscope.extractors.own.versions import process as version_process
from boilerscope.extractors.own.versions.extractor import VersionExtractor, installation_of
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.keys import key_of
from boilerscope.resources.loader import samples
from tests.helpers.wheels import install_only_from, write_wheel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.system.answering_process import AnsweringProcess

OLD = '''
"""A release with fewer arguments."""
import os

class Document:
    def __init__(self, html, positive_keywords=None, negative_keywords=None):
        self.html = html

    def summary(self):
        if "crash" in self.html:
            os._exit(9)
        if "raise" in self.html:
            raise ValueError("no such thing")
        print("to standard output")
        try:
            import pebble
        except ImportError:
            return "<p>old text without our packages</p>"
        return "<p>our packages</p>"
'''
HTML = "<html><body><p>old text without our packages</p><p>Another one.</p></body></html>"


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Offer an old release of readability-lxml; nothing else can be installed."""
    folder = tmp_path / "wheels"
    write_wheel(folder, "readability-lxml", "0.3", {"readability/__init__.py": OLD})
    write_wheel(folder, "lxml-html-clean", "0.4", {"lxml_html_clean.py": ""})
    install_only_from(folder, monkeypatch)
    monkeypatch.setenv("BOILERSCOPE_VERSIONS", str(tmp_path / "versions"))
    processes: dict[Path, AnsweringProcess] = {}
    monkeypatch.setattr(version_process, "_PROCESSES", processes)
    yield folder
    for process in processes.values():
        process.end()


def page(html: str = HTML) -> Page:
    return Page.from_text(html, name="page")


def install(identifier: str) -> None:
    installation = installation_of(registry.extractor(identifier))
    assert installation is not None
    for _ in installation.run():
        pass


@pytest.fixture
def old(wheels: Path) -> str:
    """Return the identifier of the installed old release."""
    del wheels
    identifier = registry.add("readability_lxml==0.3")
    install(identifier)
    return identifier


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("trafilatura==2.0.0", "trafilatura-2.0.0"),
        ("Readability_LXML == 0.8.1", "readability_lxml-0.8.1"),
        ("html-text==0.7.1.post1", "html_text-0.7.1.post1"),
        ("newspaper4k[zh]==0.9.3", "newspaper4k-zh-0.9.3"),
        ("newspaper4k [ZH, ja] == 0.9.3", "newspaper4k-ja-zh-0.9.3"),
    ],
)
def test_a_version_has_an_identifier_that_settings_can_name(text: str, identifier: str):
    location = parse_location(text)

    assert is_location(text)
    assert location.identifier == identifier
    assert parse_location(location.text) == location


def test_extras_are_installed_with_the_version():
    location = parse_location("newspaper4k[zh,ja]==0.9.3")

    assert location.text == "newspaper4k[ja,zh]==0.9.3"
    assert location.extras == ("ja", "zh")
    assert location.folder != parse_location("newspaper4k==0.9.3").folder


@pytest.mark.parametrize(
    "text",
    [
        *("trafilatura>=2.0.0", "trafilatura ~=2.0", "trafilatura==", "trafilatura==latest"),
        *("newspaper4k[zh]", "newspaper4k[zh==0.9.3", "newspaper4k[]==0.9.3", "trafilatura<3"),
    ],
)
def test_other_requirements_are_refused_with_what_is_right(text: str):
    assert is_location(text)
    with pytest.raises(ExtractorError, match=r"does not name one version of a library\. Write lib"):
        parse_location(text)


def test_names_that_are_not_versions_stay_what_they_are():
    assert not is_location("bte@some-package")
    assert not is_location("trafilatura")
    assert is_location("mine.py:main")


def test_an_unknown_library_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match=r"'trafilatur'; did you mean 'trafilatura'\?"):
        registry.add("trafilatur==2.0.0")


def test_a_folder_that_is_not_an_environment_is_refused(tmp_path: Path):
    with pytest.raises(ExtractorError, match="is not an environment: it has no bin/python"):
        registry.add(f"trafilatura@{tmp_path}")


@pytest.mark.usefixtures("wheels")
def test_a_version_that_is_not_installed_says_how_to_install_it():
    identifier = registry.add("readability-lxml==0.3")
    result = runner.run(page(), identifier)

    assert result.status is Status.UNAVAILABLE
    assert result.message.endswith("Install it with: boilerscope own add readability-lxml==0.3")


def test_an_installed_version_runs_without_our_packages(old: str):
    before = runner.run(page(), old)

    assert before.status is Status.OK, before.message
    assert before.own_text == "old text without our packages\n"
    assert before.used == {"readability-lxml": "0.3"}
    assert before.extractor == old
    assert installation_of(registry.extractor(old)) is None


def test_a_setting_that_the_version_lacks_is_an_error_that_names_it(old: str):
    settings = registry.extractor(old).default_settings().replace(min_text_length=99)
    result = runner.run(page(), old, settings)

    assert result.status is Status.ERROR
    assert "Document of this version has no argument min_text_length." in result.message


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("raise", "ValueError: no such thing in Document.summary, line 13"),
        ("crash", "ended without a result (exit code 9)"),
    ],
)
def test_a_fault_spoils_one_page_only(old: str, word: str, message: str):
    failed = runner.run(page(f"<p>{word}</p>"), old)
    after = runner.run(page(), old)

    assert failed.status is Status.ERROR
    assert message in failed.message
    assert after.status is Status.OK


def test_a_trace_of_a_version_without_our_functions_says_so(old: str):
    with explaining(on=True):
        result = runner.run(page(), old)

    assert result.own_text == "old text without our packages\n"
    assert result.trace_problem == "No trace: most probes do not fit readability-lxml 0.3."


def test_a_worker_process_knows_the_version(old: str):
    pool = workers.make_pool()
    try:
        settings = registry.extractor(old).default_settings()
        future = workers.submit(pool, page(), old, settings, 60.0)
        workers.fault_of(future)
        result = workers.outcome(future, page(), old, settings, 60.0)
    finally:
        workers.end(pool)

    assert result.own_text == "old text without our packages\n", result.message


def test_a_removed_version_is_deleted(old: str, tmp_path: Path):
    folder = tmp_path / "versions" / "readability-lxml==0.3"
    was_there = folder.is_dir()
    added.remove(old)

    assert was_there
    assert not folder.exists()


def test_results_of_a_version_are_stored_under_its_own_key(wheels: Path):
    del wheels
    identifier = registry.add("readability-lxml==0.3")
    settings = registry.extractor(identifier).default_settings()
    absent = key_of(Pane(identifier, identifier, settings))
    install(identifier)
    installed = key_of(Pane(identifier, identifier, settings))
    pinned = key_of(Pane("readability_lxml", "readability_lxml", settings))

    assert len({absent, installed, pinned}) == 3


def of_our_environment(library: str) -> str:
    """Add a library of this environment as if it were another environment."""
    return registry.add(f"{library}@{sys.prefix}")


def difference(first: Extraction, second: Extraction) -> list[str]:
    """Return what differs between two results."""
    return [
        name
        for name in ("own_text", "status", "traced", "used", "warnings", "trace_problem", "scores")
        if getattr(first, name) != getattr(second, name)
    ] + ["mask"] * (first.mask.tolist() != second.mask.tolist())


@pytest.mark.parametrize("library", ["trafilatura", "justext", "resiliparse", "boilerpy3"])
def test_the_pinned_version_in_its_own_process_gives_the_same_result(library: str):
    identifier = of_our_environment(library)
    if registry.extractor(library).missing():
        pytest.skip(registry.extractor(library).missing())
    extractor = registry.extractor(identifier)
    assert isinstance(extractor, VersionExtractor)
    for sample in samples()[:3]:
        sample_page = read_page(sample.path)
        with explaining(on=True):
            expected, result = (runner.run(sample_page, name) for name in (library, identifier))

        assert difference(expected, result) == []
        assert [step.title for step in result.steps] == [step.title for step in expected.steps]


def test_own_formats_come_from_the_version():
    identifier = of_our_environment("trafilatura")
    extractor, pinned = registry.extractor(identifier), registry.extractor("trafilatura")
    if pinned.missing():
        pytest.skip(pinned.missing())
    sample_page = read_page(samples()[0].path)
    settings = pinned.default_settings()

    assert extractor.own_formats == pinned.own_formats
    for name in pinned.own_formats:
        assert extractor.own_output(sample_page, settings, name) == pinned.own_output(
            sample_page, settings, name
        )
    with pytest.raises(BoilerscopeError, match="does not write latex itself"):
        extractor.own_output(sample_page, settings, "latex")


@pytest.mark.usefixtures("wheels")
def test_a_library_that_needs_a_later_python_is_installed_with_one_that_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    identifier = registry.add("magic-html==0.1.8")
    made = []
    monkeypatch.setattr(extractor, "python_from", lambda minimum: tmp_path / f"python{minimum}")
    monkeypatch.setattr(extractor, "is_this_version", lambda _: False)
    monkeypatch.setattr(extractor, "Installation", lambda *arguments: made.append(arguments))
    installation_of(registry.extractor(identifier))

    [(_, requirements, python)] = made
    assert python == tmp_path / "python(3, 12)"
    assert requirements[0] == "magic-html==0.1.8"
    assert f"lxml=={metadata.version('lxml')}" in requirements  # the page is parsed as here


@pytest.mark.usefixtures("wheels")
def test_without_a_later_python_the_pane_says_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    identifier = registry.add("magic-html==0.1.8")
    monkeypatch.setattr(extractor, "python_from", lambda _: None)
    result = runner.run(page(), identifier)

    assert installation_of(registry.extractor(identifier)) is None
    assert result.status is Status.UNAVAILABLE
    assert result.message.startswith("magic-html needs Python 3.12 or later, and ")
    assert result.message.endswith("boilerscope own add magic-html==0.1.8")
