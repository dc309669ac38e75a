"""A page with gold is compared with it, in every view."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.conftest import PAGES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State


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
    heads = [
        widget["text"] for widget in state.widgets() if widget.get("text", "").startswith("F1 ")
    ]
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
    letter = (0x0B, 0x63, 0xC5)

    def n_letters(now: State) -> int:
        page = lake.crop(now.widget("Page", **{"class": "PageView"})).astype(int)
        return int(np.count_nonzero(np.abs(page - letter).sum(axis=2) < 12))

    lake.wait(
        lambda now: n_letters(now) > 400, "wrongly kept text has bars and filled letters", 5.0
    )


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
    assert not [widget for widget in state.widgets() if widget.get("text", "").startswith("F1 ")]

    lake.open(page_file)
    lake.wait(lambda now: now.active["f1"] is not None, "the panes are scored again")


def test_a_page_is_marked_by_keys_and_buttons_and_saved_at_once(lake: Program, page_file: Path):
    marks = page_file.with_name("lake.html.gold.jsonl")
    before = lake.settled().active["f1"]
    lake.key("Escape", "g")
    lake.wait(lambda now: now.widgets(id="markingBar"), "the bar of the marks is shown")
    state = lake.wait(lambda now: now.page["selection"] is not None or not marks.exists(), "ready")

    lake.key("j")
    state = lake.wait(lambda now: now["selection"] is not None, "a block is selected")
    runs = state["selection"]["runs"]
    lake.key("shift+t")
    saved = lake.wait(lambda now: now.widgets("Saved beside the page"), "the marks are saved")
    assert saved["selection"]["runs"] == runs  # Shift keeps the selection
    assert '"class": "title"' in marks.read_text(encoding="utf-8")
    assert saved.active["f1"] != before

    lake.key("ctrl+z")
    lake.wait(lambda now: now.active["f1"] == before, "the mark is undone")
    lake.key("ctrl+Up")
    wider = lake.wait(lambda now: now["selection"]["runs"] != runs, "the selection is wider")
    assert wider["selection"]["runs"][0][1] >= runs[0][1]
    lake.key("ctrl+Down")
    lake.wait(lambda now: now["selection"]["runs"] == runs, "it is as narrow as before")
    lake.click("B  Boilerplate")
    lake.wait(
        lambda _now: '"class": "title"' not in marks.read_text(encoding="utf-8"), "it is saved"
    )
    lake.key("shift+r")
    lake.wait(lambda _now: '"comment"' in marks.read_text(encoding="utf-8"), "it is a comment")
    lake.key("Delete")
    lake.wait(
        lambda _now: '"comment"' not in marks.read_text(encoding="utf-8"), "the mark is removed"
    )
    lake.key("Escape")
    lake.wait(lambda now: not now.widgets(id="markingBar"), "Escape ends marking")


def marked(page_file: Path, kind: str) -> int:
    """Return the number of words of a class in the file of marks."""
    marks = page_file.with_name("lake.html.gold.jsonl")
    if not marks.exists():
        return 0
    ranges = json.loads(marks.read_text(encoding="utf-8"))["ranges"]
    return sum(span["end"] - span["start"] for span in ranges if span["class"] == kind)


def test_clicks_and_drags_in_pane_strip_and_page_mark_with_the_chosen_class(
    lake: Program, page_file: Path
):
    lake.key("Escape")
    lake.wait(lambda now: now["selection"] is None, "nothing is selected")
    lake.key("g")
    lake.wait(lambda now: now.widgets(id="markingBar"), "the bar of the marks is shown")
    state = lake.settled()
    body = min(state.widgets(**{"class": "Body"}), key=lambda widget: widget["rect"][0])
    strips = state.widget("strips")

    lake.click("U  Undecided")  # marks the selection, if there is one
    lake.settled()
    lake.wait(lambda now: not now.widgets("Saving…"), "the marks are saved")
    base = marked(page_file, "undecided")

    def then_cleared(what: str) -> None:
        """Wait until a block is undecided, and remove its mark."""
        lake.wait(lambda _now: marked(page_file, "undecided") > base, what)
        lake.key("Delete")
        lake.wait(lambda _now: marked(page_file, "undecided") == base, "Delete clears the mark")

    lake.click(at(body, 0.4, 0.85))
    then_cleared("a click in a pane marks")
    lake.click(at(strips, 0.4, 0.35))
    then_cleared("a click in a strip marks")
    lake.drag(at(strips, 0.3, 0.35), at(strips, 0.4, 0.35))
    then_cleared("a drag in a strip marks")

    state = lake.settled()
    x, y, width, height = (round(value) for value in state.page["selection"])
    edge, line = state.widget("Page", **{"class": "PageView"})["rect"][0] + 4, y + height // 2
    lake.click((x + width // 2, line))
    then_cleared("a click in the page marks")
    lake.drag((x + 2, line), (x + width - 2, line))
    then_cleared("a drag in the page marks")
    lake.drag((edge, line), (edge, line + 3 * height))
    then_cleared("a drag in the margin marks")
    lake.key("Escape")


def test_scores_and_errors_of_the_page_are_listed(lake: Program):
    lake.key("ctrl+6")
    lake.wait(lambda now: now.widgets("scores"), "the scores are shown")
    caption = "Page text: the kept words. Comments count as boilerplate."
    lake.wait(lambda now: caption in now.texts(), "the caption says what is scored")
    lake.key("ctrl+1")
    state = lake.settled()
    all_blocks = next(line for line in state.texts().split("\n") if line.endswith(" blocks"))
    lake.click("Only errors of 1")
    state = lake.wait(lambda now: f" of {all_blocks}" in now.texts(), "only errors are listed")
    assert "Errors of 1 " in state.texts()
    lake.click("Only errors of 1")
    lake.wait(lambda now: f" of {all_blocks}" not in now.texts(), "all blocks are listed")


def at(widget: Mapping[str, Any], x: float, y: float) -> tuple[int, int]:
    """Return a point of a widget by its shares of width and height."""
    left, top, width, height = widget["rect"]
    return round(left + x * width), round(top + y * height)
