"""Readability.js in the web engine: its text, its trace, and pages that mean harm."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import ExtractorError, UnknownNameError
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.peers import readability_js
from boilerscope.extractors.peers.readability_js import READABILITY_JS, VERSION
from boilerscope.extractors.runs import workers
from boilerscope.extractors.system.answering_process import AnsweringProcess
from boilerscope.resources.loader import resource_path, samples
from tests.helpers.extractions import assert_sound
from tests.helpers.traced import blocks_with, decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.model.extraction import Extraction

DIGEST = "34dcab3d0832d0019f02990eed6b6124e029e8c32b9f0c6f2550544ff8dff174"
"""SHA-256 of the file in the npm package."""

needs_engine = pytest.mark.skipif(
    bool(READABILITY_JS.missing()), reason="the web engine is not installed"
)
LONG = "The ferry left the harbour at dawn, heavy with crates, and nobody on the pier waved. " * 3


def article(body: str, head: str = "<title>A ferry leaves the harbour</title>") -> Page:
    paragraphs = "".join(f"<p>{LONG}</p>" for _ in range(4))
    html = f"<html><head>{head}</head><body><article>{paragraphs}{body}</article></body></html>"
    return Page.from_text(html, name="page")


def run(page: Page, *, explain: bool = False, **settings: object) -> Extraction:
    used = READABILITY_JS.default_settings().replace(**settings)
    with explaining(on=explain):
        return runner.run(page, "readability_js", used)


@pytest.fixture(scope="module", autouse=True)
def engine() -> Iterator[None]:
    """End the process after the tests of this module."""
    yield
    readability_js.engine_process().end()
    readability_js.engine_process.cache_clear()


def test_the_file_is_that_of_the_package_and_its_licence_is_beside_it():
    file = resource_path("readability/Readability.js")
    package = json.loads(resource_path("readability/package.json").read_text(encoding="utf-8"))

    assert hashlib.sha256(file.read_bytes()).hexdigest() == DIGEST
    assert (package["name"], package["version"]) == ("@mozilla/readability", VERSION)
    assert package["license"] == "Apache-2.0"
    licence = resource_path("readability/LICENSE.md").read_text(encoding="utf-8")
    assert "Apache License, Version 2.0" in licence


def test_without_the_web_engine_it_is_unavailable_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(readability_js, "_has_web_engine", lambda: False)
    result = run(article(""))

    assert result.status is Status.UNAVAILABLE
    assert result.message.startswith("Readability.js runs in the web engine of the window, which")
    assert "pyside6-addons" in result.message.lower()


def test_it_is_not_a_package_of_which_another_version_could_be_installed():
    with pytest.raises(UnknownNameError, match="unknown library 'readability-js'"):
        registry.add("readability-js==0.5.0")


@needs_engine
@pytest.mark.parametrize("number", range(len(samples())))
def test_the_traced_text_is_that_of_the_plain_run(number: int):
    page = read_page(samples()[number].path)
    plain, traced = run(page), run(page, explain=True)

    assert plain.status is Status.OK, plain.message
    assert plain.used == {"Readability.js": VERSION}
    assert traced.trace_problem == ""
    assert traced.own_text == plain.own_text
    assert traced.traced is not None
    assert traced.traced > 0.97
    assert_sound(page, traced)


RULES = [
    ('<div style="display:none">%s</div>', "Remove hidden elements", ("display: none",)),
    ('<div role="complementary">%s</div>', "Remove unlikely candidates", ("UNLIKELY_ROLES",)),
    ('<div class="sidebar">%s</div>', "Remove unlikely candidates", ("matched 'sidebar'",)),
    (
        '<p class="byline">Short words of somebody</p>',
        "Take out the byline",
        ("23 < 100", "matched 'byline'"),
    ),
    ("<h2>A ferry leaves the harbour</h2>", "Take out the title", ("1 > 0.75",)),
    ("<footer>%s</footer>", "Clean elements", ("every footer is removed",)),
    ('<div><a href="/a">%s</a></div>', "Clean conditionally", ("1 > 0.2", "Low weight")),
    (
        '<ul class="share"><li>Short words of somebody</li></ul>',
        "Remove share links",
        ("23 < 500",),
    ),
    ('<h2 class="hidden-media">Other words</h2>', "Clean headings", ("class weight", "< 0")),
    # After mozilla/readability#807, #1012, #704 and #555.
    ("<p id='gdpr-Intro'><b>%s</b></p>", "Remove unlikely candidates", ("matched 'gdpr'",)),
    (
        "<div class='bellowheadercontainer'><p>%s</p></div>",
        "Remove unlikely candidates",
        ("matched 'header'", '<div class="bellowheadercontainer">'),
    ),
    (
        "<div><div>%s <a href='/a'>download it here</a></div></div>",
        "Clean conditionally",
        ("> 0.2", "Low weight and a little linky"),
    ),
    ("<div aria-hidden='true'>%s</div>", "Remove hidden elements", ("aria-hidden is true",)),
]


@needs_engine
@pytest.mark.parametrize(("markup", "stage", "words"), RULES)
def test_a_rule_has_its_stage_values_and_line(markup: str, stage: str, words: tuple[str, ...]):
    text = "Short words of somebody"
    page = article(markup % text if "%s" in markup else markup)
    result = run(page, explain=True)
    shown = page.text.split("waved.")[-1].strip()
    [block] = blocks_with(result, page, shown)[-1:]
    title, sentence = decision(result, block)

    assert result.trace_problem == ""
    assert title == stage
    assert all(word in sentence for word in words), sentence
    assert "Readability.js:" in sentence


@needs_engine
@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ("<aside>Short words of somebody</aside>", 'this._clean(articleContent, "aside")'),
        (
            '<div class="extra-links">Short words of somebody</div>',
            "this._removeAndGetNext(node)",
        ),
    ],
)
def test_the_line_of_a_rule_is_that_of_its_caller(markup: str, line: str):
    page = article(markup)
    result = run(page, explain=True)
    [block] = blocks_with(result, page, "Short words of somebody")[-1:]
    _, sentence = decision(result, block)
    number = int(sentence.rpartition("Readability.js:")[2].rstrip(")"))
    source = resource_path("readability/Readability.js").read_text(encoding="utf-8")

    assert line in source.splitlines()[number - 1]


@needs_engine
def test_the_message_of_conditional_cleaning_is_not_repeated():
    links = '<a href="/a">Short words</a> <a href="/b">of somebody</a>'
    page = article(f"<div>{links}<img src=a><img src=b></div>")
    result = run(page, explain=True)
    block = blocks_with(result, page, "Short words of somebody")[-1]
    _, sentence = decision(result, block)

    assert sentence.count("Low weight and a little linky") == 1


@needs_engine
@pytest.mark.parametrize("markup", ["<p>Short words of somebody</p>", "Short words of somebody"])
def test_text_in_a_template_of_the_article_is_kept(markup: str):
    page = article(f"<template>{markup}</template>")
    result = run(page, explain=True)
    [block] = blocks_with(result, page, "Short words of somebody")[-1:]

    assert result.trace_problem == ""
    assert "Short words of somebody" in result.own_text
    assert result.content[block]


@needs_engine
def test_a_template_beside_the_article_has_the_rule_that_dropped_it():
    page = article("</article><template><p>Short words of somebody</p></template>")
    result = run(page, explain=True)
    [block] = blocks_with(result, page, "Short words of somebody")[-1:]
    title, sentence = decision(result, block)

    assert title == "Choose the article"
    assert "at <template>" in sentence


@needs_engine
def test_what_is_not_chosen_has_its_score_and_the_best_one():
    other = "<div><ul><li>Some other words</li></ul></div>"
    page = Page.from_text(article("").decoded.text.replace("</body>", other), name="page")
    result = run(page, explain=True)
    [block] = blocks_with(result, page, "Some other words")
    title, sentence = decision(result, block)

    assert title == "Choose the article"
    assert "content score" in sentence
    assert result.candidates[0].score > 0
    assert result.candidates[0].name.startswith("<article")


@needs_engine
def test_a_short_page_is_tried_again_and_its_trace_is_that_of_the_chosen_attempt():
    html = '<body><div class="sidebar"><p>Few words, but all.</p></div><p>And these.</p></body>'
    page = Page.from_text(html, name="page")
    result = run(page, explain=True)

    assert result.trace_problem == ""
    assert result.own_text.split() == ["Few", "words,", "but", "all.", "And", "these."]
    assert result.mask.all()


@needs_engine
def test_the_body_of_a_removed_root_is_still_read():
    html = f'<html class="sidebar-visible"><body><p>{LONG}</p></body></html>'
    result = run(Page.from_text(html, name="page"), explain=True)

    assert result.trace_problem == ""
    assert result.own_text.split() == LONG.split()
    assert result.mask.all()


@needs_engine
def test_settings_reach_the_library():
    page = article('<p class="kept">Words.</p>')

    assert "Aborting parsing document" in run(page, max_elems_to_parse=3).message
    assert run(page, max_elems_to_parse=3).status is Status.ERROR
    html = READABILITY_JS.own_output(page, READABILITY_JS.default_settings(), "html")
    settings = READABILITY_JS.default_settings().replace(keep_classes=True)
    assert 'class="kept"' not in html
    assert 'class="kept"' in READABILITY_JS.own_output(page, settings, "html")


@needs_engine
def test_a_page_runs_no_script_and_reaches_no_network():
    connections: list[object] = []
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.2)
    done = threading.Event()

    def listen() -> None:
        while not done.is_set():
            try:
                connections.append(server.accept()[1])
            except TimeoutError:
                continue

    listener = threading.Thread(target=listen)
    listener.start()
    address = f"http://127.0.0.1:{server.getsockname()[1]}"
    body = f"""<script>document.body.textContent = 'changed'; while (true) {{}}</script>
    <img src="{address}/i.png" onerror="document.body.textContent = 'changed'">
    <iframe src="{address}/f.html"></iframe><link rel="stylesheet" href="{address}/s.css">
    <video src="{address}/v.mp4" autoplay></video><object data="{address}/o"></object>
    <svg onload="document.body.textContent = 'changed'"></svg>"""
    head = f'<base href="{address}/"><meta http-equiv="refresh" content="0;url={address}/next">'
    result = run(article(body, head), explain=True)
    time.sleep(0.5)
    done.set()
    listener.join()
    server.close()

    assert result.status is Status.OK, result.message
    assert "changed" not in result.own_text
    assert connections == []


@needs_engine
def test_a_page_cannot_change_the_library_for_the_next_page():
    page = article("")
    before = run(page).own_text
    hostile = '<form id="runReadability"></form><img name="Readability"><a id="parse"></a>'
    run(article(hostile), explain=True)

    assert run(page).own_text == before


@needs_engine
def test_more_memory_than_allowed_ends_the_process_and_the_next_page_has_a_new_one():
    def command(number: int) -> list[str]:
        return [sys.executable, "-P", "-m", "boilerscope.app.readability", str(number), "1000000"]

    process = AnsweringProcess("Readability.js", command)
    request = json.dumps({"html": "<p>x</p>", "options": {}, "explains": False}).encode()

    def ask_often() -> None:
        for _ in range(100):
            process.ask(request)
            time.sleep(0.05)

    with pytest.raises(ExtractorError, match=r"Readability\.js"):
        ask_often()

    assert process.pid is None
    assert run(article("")).status is Status.OK


def engines() -> set[int]:
    """Return the processes of the engine that this test process or its workers started."""
    found = set()
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if folder.name.isdigit() and b"boilerscope.app.readability" in words:
                found.add(int(folder.name))
        except OSError:
            continue
    return found


@needs_engine
def test_a_killed_worker_takes_its_engine_with_it():
    before = engines()
    pool = workers.make_pool()
    settings = READABILITY_JS.default_settings()
    try:
        future = workers.submit(pool, article(""), "readability_js", settings, 60.0)
        workers.fault_of(future)
        result = workers.outcome(future, article(""), "readability_js", settings, 60.0)
        started = engines() - before
    finally:
        workers.end(pool)
    deadline = time.monotonic() + 10
    while engines() & started and time.monotonic() < deadline:
        time.sleep(0.1)

    assert result.status is Status.OK, result.message
    assert started
    assert not engines() & started
    assert os.getpid() not in started


@needs_engine
@pytest.mark.parametrize("wait_s", [0.0, 0.4, 0.8, 1.2])
def test_the_engine_ends_if_its_parent_ends_while_it_starts(wait_s: float):
    ours, theirs = multiprocessing.Pipe()
    number = theirs.fileno()
    command = [sys.executable, "-P", "-m", "boilerscope.app.readability", str(number), "0"]
    process = subprocess.Popen(command, pass_fds=(number,), start_new_session=True)
    theirs.close()
    time.sleep(wait_s)
    ours.close()

    assert process.wait(30) != 0
