"""A page with a gold standard is compared with it, in every view."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page whose paragraphs are gold."""
    folder = tmp_path_factory.mktemp("gold")
    file = folder / "lake.html"
    shutil.copy(PAGES / "lake.html", file)
    paragraphs = re.findall(r"<p[^>]*>(.*?)</p>", file.read_text(encoding="utf-8"), re.DOTALL)
    text = "\n".join(re.sub(r"<[^>]*>", "", paragraph) for paragraph in paragraphs)
    line = {"id": "lake", "html": "lake.html", "text": text, "lang": "en"}
    (folder / "gold.jsonl").write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def lake(start: Start, page_file: Path) -> Program:
    """Return a program that shows the page with its gold."""
    program = start(str(page_file))
    program.wait(lambda now: now.active["f1"] is not None, "the panes are scored")
    return program


def test_headers_show_scores_and_the_page_is_coloured_by_errors(lake: Program):
    state = lake.settled()
    heads = [one["text"] for one in state.widgets() if one.get("text", "").startswith("F1 ")]
    scores = {f"F1 {pane['f1']:.2f}" for pane in state["panes"]}
    assert f"F1 {state.active['f1']:.2f}" in heads
    assert set(heads) <= scores
    before = lake.crop(state.widget("strips"))

    lake.key("alt+g")
    lake.wait(lambda now: now["colour"].startswith("errors:"), "the page is coloured by errors")
    state = lake.settled()

    assert state.widget("Colour the page by")["text"] == "Against gold"
    assert (lake.crop(state.widget("strips")) != before).any()
    assert state.widgets(text="N  next error     J  K  next, previous block     ?  all keys")
    page = lake.crop(state.widget("Page", **{"class": "PageView"}))
    letters = np.abs(page.astype(int) - (0x0B, 0x63, 0xC5)).sum(axis=2) < 12
    assert np.count_nonzero(letters) > 400, "wrongly kept text has bars and filled letters"


def test_n_goes_to_the_errors_of_the_pane_that_colours_the_page(lake: Program):
    lake.key("Escape")
    state = lake.wait(lambda now: now["selection"] is None, "nothing is selected")
    assert 0 < state.active["f1"] < 1
    lake.key("n")
    lake.wait(lambda now: now["selection"] is not None, "an error is selected")
    lake.key("Escape")


def test_a_page_without_gold_is_counted_as_before(lake: Program, page_file: Path):
    lake.key("alt+g")
    lake.wait(lambda now: now["colour"].startswith("label:"), "the page shows decisions again")
    lake.open(PAGES / "pond.html")
    state = lake.settled()
    assert state.active["f1"] is None
    assert not [one for one in state.widgets() if one.get("text", "").startswith("F1 ")]

    lake.open(page_file)
    lake.wait(lambda now: now.active["f1"] is not None, "the panes are scored again")
