"""Pages of a corpus: sorted, opened at errors of panes, visited in order, marked."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

NAMES = ("heights", "lake", "pond")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of three pages whose paragraphs are gold."""
    folder = tmp_path_factory.mktemp("corpus") / "waters"
    folder.mkdir()
    lines = []
    for name in NAMES:
        shutil.copy(PAGES / f"{name}.html", folder)
        markup = (PAGES / f"{name}.html").read_text(encoding="utf-8")
        paragraphs = re.findall(r"<p[^>]*>(.*?)</p>", markup, re.DOTALL)
        text = "\n".join(re.sub(r"<[^>]*>", "", paragraph) for paragraph in paragraphs)
        lines.append({"id": name, "html": f"{name}.html", "text": text, "lang": "en"})
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "gold.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def corpus(start: Start, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return a program in which the corpus was run, sorted by spread."""
    cache = str(tmp_path_factory.mktemp("cache"))
    program = start(str(folder), environment={"XDG_CACHE_HOME": cache})
    program.wait(lambda now: now["corpus"]["record"]["n_pages"] == len(NAMES), "it is read")
    program.key("ctrl+Return")
    program.wait(
        lambda now: len(now["corpus"]["listed"] or ()) == len(NAMES), "all pages are listed"
    )
    return program


def scores(state: State) -> dict[str, dict[str, float]]:
    """Return the scores in the list by page and pane, in list order."""
    scores_of: dict[str, dict[str, float]] = {}
    for item in state.items(path="pageMatrix"):
        if match := re.fullmatch(r"(\w+), ([\w.#]+), (?:empty, )?token F1 ([\d.]+)", item["text"]):
            page, pane, value = match.groups()
            scores_of.setdefault(page, {})[pane] = float(value)
    return scores_of


def is_open(page: str) -> Callable[[State], bool]:
    """Return whether a page is on the Page face, with an error selected."""
    return lambda now: (
        not now["corpus"]["shown"]
        and now["address"].endswith(f"/{page}.html")
        and now["selection"] is not None
    )


def test_pages_are_sorted_by_spread_then_by_the_active_pane(corpus: Program):
    state = corpus.wait(
        lambda now: now["corpus"]["run"]["life"] == "done" and len(scores(now)) == len(NAMES),
        "the run is over, and all pages are listed",
    )
    spreads = [max(of.values()) - min(of.values()) for of in scores(state).values()]
    assert spreads == sorted(spreads, reverse=True)

    corpus.click_item(next(iter(scores(state))), path="pageMatrix")
    corpus.key("s", "Home")
    label = f"worst of 1 {state['active']}"
    state = corpus.wait(
        lambda now: (
            now.widget("Sort pages by")["text"] == label and now["corpus"]["row"] is not None
        ),
        "the pages are sorted by the worst of the active pane",
    )
    of_pane = [of[state["active"]] for of in scores(state).values()]
    assert of_pane == sorted(of_pane)


def test_the_selected_page_is_shown_with_its_strips_and_its_picture(corpus: Program):
    names = list(scores(corpus.state()))
    corpus.key("Home")
    wait_until_shown(corpus, names[0])
    corpus.click("Select the next page (J)")
    wait_until_shown(corpus, names[1])
    corpus.click_item(names[0], path="pageMatrix")


def wait_until_shown(corpus: Program, name: str) -> None:
    """Wait until the panel and the strips show a page with its scores and its picture."""
    state = corpus.wait(
        lambda now: f"waters/{name}" in now.texts() and score_lines(now), "the panel has the page"
    )
    values = scores(state)[name].values()
    assert [f"{value:.2f}" for value in values] == [line[1] for line in score_lines(state)]
    corpus.wait(lambda now: "100 % of the gold text found" in now.texts(), "it has been read")
    strips, picture = state.widget(id="corpusStrips"), state.widget(id="pagePicture")
    wait_until(lambda: blue(corpus.crop(strips)) > 500, "the strips show kept text")
    wait_until(lambda: corpus.crop(picture)[8:-8, 8:-8].std() > 8, "there is a picture")


def score_lines(state: State) -> list[tuple[str, ...]]:
    """Return the lines of the panel's table: pane and scores."""
    texts = [
        widget["text"] for widget in state.widgets(path="selectedScores") if widget.get("text")
    ]
    panes = next(iter(scores(state).values()))
    starts = [index for index, text in enumerate(texts) if text in panes]
    return [tuple(texts[start : start + 2]) for start in starts]


def blue(picture: Any) -> int:
    """Return the number of pixels with the colour of kept text."""
    return int((np.abs(picture.astype(int) - (0x0B, 0x63, 0xC5)).sum(axis=2) < 12).sum())


def test_enter_opens_the_worst_page_at_its_first_error(corpus: Program):
    names = list(scores(corpus.state()))

    corpus.key("Home", "Return")
    state = corpus.wait(is_open(names[0]), "the worst page is open")

    assert state["colour"] == f"errors:{state['active']}"
    assert state.widgets("1 of 3")
    assert state.widgets(f"sorted by worst of 1 {state['active']}")


def test_keys_go_from_page_to_page_and_from_error_to_error(corpus: Program):
    order = corpus.state()["corpus"]["listed"]
    corpus.key("ctrl+Next")
    corpus.wait(lambda now: now.widgets("2 of 3") and is_open(_name(now))(now), "page 2 is open")
    corpus.key("ctrl+Prior")
    corpus.wait(lambda now: now.widgets("1 of 3") and is_open(_name(now))(now), "page 1 is open")

    offer = "Press N to open page 2."
    first = corpus.settled()["selection"]
    corpus.key("shift+n")
    corpus.wait(lambda now: now["selection"] != first, "before the first error is the last one")
    corpus.key("n")
    message = f"Last error on this page. {offer}"
    corpus.wait(lambda now: now["message"] == message, "the next page is offered")
    corpus.key("n")
    state = corpus.wait(lambda now: bool(now.widgets("2 of 3")), "N opens the next page")
    assert state["corpus"]["row"] == order[1]


def _name(state: State) -> str:
    return str(state["address"]).rpartition("/")[2].removesuffix(".html")


def test_a_mark_changes_the_score_in_the_list(corpus: Program, folder: Path):
    state = corpus.wait(lambda now: is_open(_name(now))(now), "an error is selected")
    page = _name(state)
    corpus.key("ctrl+Tab")
    before = scores(corpus.wait(lambda now: page in scores(now), "the list is shown"))[page]
    corpus.key("ctrl+Tab")
    corpus.wait(lambda now: not now["corpus"]["shown"], "the page is shown")

    corpus.key("g")
    corpus.wait(lambda now: bool(now.widgets(id="markingBar")), "the page is being marked")
    corpus.key("shift+c")
    corpus.wait(lambda now: bool(now.widgets("Saved beside the page")), "the mark is saved")
    corpus.key("ctrl+Tab")

    corpus.wait(lambda now: scores(now).get(page, before) != before, "the score is another one")
    assert (folder / f"{page}.html.gold.jsonl").is_file()
