"""One height: every column shows the selection's first line within 4 pixels after any action."""

from __future__ import annotations

import http.server
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import LOOKS, middle
from tests.helpers.material import CORPORA, corpus_pages, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State

PROMISED = 4
"""Maximum difference between the first lines, in pixels."""

REAL = ("lwn-1", "163gbk-08")
KEEPS_ALL = "link_ratio"
"""A pane that folds no paragraph of the page."""

MODE = "Source of the page's tree"
PICTURE_COLOUR = (10, 200, 90)
"""A colour that appears nowhere else on screen, even under a tint."""


@pytest.fixture(scope="module")
def program(start: Start) -> Program:
    """Return a program with a page of tall pictures, padding and a table, shared by scenarios."""
    heights_program = start(str(PAGES / "heights.html"))
    begin(heights_program)
    return heights_program


@pytest.fixture(scope="module")
def bare(start: Start) -> Program:
    """Return a program without a page, shared by the real pages."""
    return start()


class LatePicture(NamedTuple):
    """A page whose picture arrives when it is released."""

    address: str
    let_go: threading.Event

    def is_on(self, program: Program) -> bool:
        """Return whether a part of the picture is on screen."""
        return bool((program.picture() == PICTURE_COLOUR).all(axis=2).any())


@pytest.fixture
def late() -> Iterator[LatePicture]:
    """Serve the page of heights with a picture at its top instead of a box."""
    let_go = threading.Event()
    page = (PAGES / "heights.html").read_text(encoding="utf-8")
    page = page.replace("<figure></figure>", '<p><img src="late.svg" alt=""></p>', 1)
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">'
        '<rect width="600" height="400" fill="#{:02x}{:02x}{:02x}"/></svg>'
    ).format(*PICTURE_COLOUR)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_picture = self.path.endswith(".svg")
            if is_picture:
                let_go.wait(60)
            body = (picture if is_picture else page).encode()
            self.send_response(200)
            kind = "image/svg+xml" if is_picture else "text/html; charset=utf-8"
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_details: object) -> None:
            """Log nothing."""

    with http.server.ThreadingHTTPServer(("localhost", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield LatePicture(f"http://localhost:{server.server_port}/late.html", let_go)
        let_go.set()
        server.shutdown()
        thread.join()


def heights(state: State, without: str = "") -> list[float]:
    """Return the y of the first line in page, panes and spines; infinite if it is not visible.

    The headers of panes are higher than that of the page: lines at the very top of the page can be
    aligned at best with the panes' upper edges.
    """
    page = state.page["selection"]
    tops = [None if page is None else page[1]]
    tops += [pane["selection_y"] for pane in state["panes"] if pane["name"] != without]
    top = max(body["rect"][1] for body in state.widgets(**{"class": "Body"}))
    return [float("inf") if y is None else max(float(y), top) for y in tops]


def differ(state: State, without: str = "") -> float:
    """Return the difference in pixels between all columns, or all but one pane."""
    tops = heights(state, without)
    return max(tops) - min(tops) if max(tops) < float("inf") else float("inf")


def is_level_beside(now: State, before: object) -> bool:
    """Return whether a different block is selected, at one height in all but the active pane."""
    is_new = bool(now["settled"]) and now["selection"] != before
    return is_new and differ(now, without=now["active"]) <= PROMISED


def level(
    program: Program, happened: Callable[[State], object] = lambda _now: True, what: str = ""
) -> State:
    """Wait for an event, then until all columns have one height and keep it."""
    program.wait(happened, what)
    looks: list[float] = []

    def is_level(now: State) -> bool:
        looks.append(differ(now) if now["settled"] else float("inf"))
        return max(looks[-LOOKS:]) <= PROMISED and len(looks) >= LOOKS

    try:
        return program.wait(is_level, "all columns show the selection at one height", 10)
    except AssertionError as error:
        state = program.state()
        names = ["page", *(pane["name"] for pane in state["panes"])]
        places = dict(zip(names, heights(state), strict=True))
        raise AssertionError(f"{error}: {places}") from None


def on_page(state: State) -> float:
    """Return the y of the first line in the page."""
    y: float = state.page["selection"][1]
    return y


def point_of(state: State, pane: Mapping[str, Any]) -> tuple[int, int]:
    """Return a point in the selection's first line in an open pane."""
    body = state.widget(f"Text kept by {pane['name']}")["rect"]
    return round(body[0] + 40), round(pane["selection_y"] + 8)


def begin(program: Program) -> State:
    """Select the paragraph "Of the four", which most panes keep, from the first pane."""
    program.key("1", "Escape")
    program.wait(
        lambda now: now["selection"] is None and now["active"].startswith("boilerpipe"),
        "nothing is selected",
    )
    program.key(*["j"] * 11)
    return level(
        program,
        lambda now: now["selection"] is not None and now["selection"]["block"] == 10,
        "the paragraph is selected",
    )


def choose(program: Program, key: str) -> State:
    """Press a key that selects a different block, and wait for the selection."""
    before = program.state()["selection"]
    program.key(key)
    return level(program, lambda now: now["selection"] not in (None, before), f"{key} selects")


def test_every_key_that_selects_aligns_all_columns(program: Program):
    for key in ("j", "n", "n", "k", "shift+n"):
        choose(program, key)


def test_a_click_on_the_page_scrolls_only_the_panes(program: Program):
    page = middle(begin(program).widget("Page", **{"class": "PageView"})["rect"])
    program.wheel(page, -1)
    before = level(program)
    left, top, _wide, high = before.page["selection"]
    program.key("Escape")
    program.wait(lambda now: now["selection"] is None, "nothing is selected")

    program.click((round(left + 5), round(top + high / 2)))
    after = level(program, lambda now: now["selection"], "the click selects")

    assert after.page["selection"] == pytest.approx([left, top, _wide, high], abs=1)


def test_a_click_in_a_pane_scrolls_only_the_other_columns(program: Program):
    before = begin(program)
    program.wheel(point_of(before, before.pane(KEEPS_ALL)), 1)
    after = level(program, lambda now: on_page(now) < on_page(before) - 20, "the pane scrolls")
    pane = after.pane(KEEPS_ALL)
    program.key("Escape")
    program.wait(lambda now: now["selection"] is None, "nothing is selected")

    program.click(point_of(after, pane))
    after = level(program, lambda now: now["selection"], "the click selects")

    assert after.pane(KEEPS_ALL)["selection_y"] == pytest.approx(pane["selection_y"], abs=1)


def test_clicks_on_a_strip_and_on_a_row_align_all_columns(program: Program):
    before = begin(program)
    left, top, wide, high = before.widget("strips")["rect"]
    program.click((round(left + 0.45 * wide), round(top + 0.4 * high)))
    first = level(program, lambda now: now["selection"] != before["selection"], "a strip selects")
    texts = [item for item in first.items(path="blockTable") if len(item["text"]) > 30]

    program.click(middle(texts[-1]["rect"]))
    level(program, lambda now: now["selection"] != first["selection"], "a row selects")
    program.key("Escape")


def test_arrow_keys_show_complete_paragraphs_at_one_height(program: Program):
    before = begin(program)
    pane = before.pane(KEEPS_ALL)
    program.click(point_of(before, pane))
    level(program, lambda now: now["active"] == pane["name"], "the pane is active")
    for key in ("Down", "Down", "Down", "Down", "Up", "Up"):
        before = program.state()
        program.key(key)
        state = level(program, lambda now: now.focus["name"].startswith("Text kept by"))

        assert state.pane(pane["name"])["selection_whole"], f"{key} leaves a paragraph cut"


def test_scrolling_one_column_moves_the_selection_in_all_columns(program: Program):
    before = begin(program)
    page = middle(before.widget("Page", **{"class": "PageView"})["rect"])

    program.wheel(page, 1)
    after = level(program, lambda now: on_page(now) < on_page(before) - 20, "the page scrolls")
    program.wheel(point_of(after, after.pane(KEEPS_ALL)), -1)
    level(program, lambda now: on_page(now) > on_page(after) + 20, "the page follows the pane")


def test_zoom_keeps_the_height(program: Program):
    before = begin(program)
    page = middle(before.widget("Page", **{"class": "PageView"})["rect"])
    zoom = before.page["zoom"]

    program.wheel(page, -3, holding="ctrl")
    level(program, lambda now: now.page["zoom"] > 1.2 * zoom, "the page is larger")
    program.wheel(page, 4, holding="ctrl")
    level(program, lambda now: now.page["zoom"] == zoom, "the page is as before")


def test_new_sizes_of_window_columns_and_interface_keep_the_height(program: Program):
    before = begin(program)
    size = before["window"]["rect"][2:]
    program.resize(1440, 860)
    level(program, lambda now: now["window"]["rect"][2] < size[0], "the window is smaller")
    program.resize(*size)
    state = level(program, lambda now: now["window"]["rect"][2] == size[0], "it is as before")

    x, y = middle(state.widget("qt_splithandle_paneRow")["rect"])
    program.drag((x, y), (x + 90, y))
    state = level(
        program,
        lambda now: now.widget("qt_splithandle_paneRow")["rect"][0] > x + 40,
        "the page is wider",
    )
    program.drag((x + 90, y), (x, y))
    level(program, lambda now: now.widget("qt_splithandle_paneRow")["rect"][0] < x + 40)

    program.key("ctrl+plus")
    level(program, lambda now: now["preferences"]["interface_size"] > 1, "all is larger")
    program.key("ctrl+0")
    level(program, lambda now: now["preferences"]["interface_size"] == 1, "all is as before")


def test_a_detached_pane_keeps_the_other_panes_aligned_and_shows_the_block(program: Program):
    state = begin(program)
    program.click(middle(state.widgets("Pane menu")[0]["rect"]))
    program.click_item("Move to its own window")
    program.wait(lambda now: now.widgets("paneWindow"), "the pane has a window")
    for key in ("j", "j", "k"):
        selection = state["selection"]
        program.key(key)
        state = program.wait(
            partial(is_level_beside, before=selection), f"{key} selects, and the row is level"
        )

        assert state.active["selection_whole"], f"{key}: not in sight in the window of the pane"
    program.key("alt+F4")
    program.wait(lambda now: not now.widgets("paneWindow"), "the pane is back in its row")
    level(program)


def test_other_panes_keep_the_height(program: Program):
    before = begin(program)
    n_panes = len(before["panes"])
    program.key("ctrl+d")
    level(program, lambda now: len(now["panes"]) == n_panes + 1, "a pane is duplicated")
    program.key("4")
    level(program, lambda now: not now["panes"][3]["folded"], "the fourth pane is unfolded")
    program.key("ctrl+t").type("largest").key("Return")
    state = level(program, lambda now: len(now["panes"]) == n_panes + 2, "a pane is added")
    program.key("ctrl+w")
    level(program, lambda now: len(now["panes"]) == n_panes + 1, "it is removed")

    program.key("2", "ctrl+k").type("difference to another").key("Return")
    state = level(program, lambda now: now.active["show_as"] == "difference", "panes are compared")
    program.key("ctrl+w")
    level(program, lambda now: len(now["panes"]) == n_panes, "the duplicate is removed")
    assert state["panes"][1]["name"].endswith("#2")


def test_runs_and_layouts_keep_the_height(program: Program):
    before = begin(program)
    program.key("ctrl+shift+l")
    level(program, lambda now: now.page["has_layout"], "the page is laid out")
    box = next(
        widget
        for widget in before.widgets(path="main:min_length")
        if widget["class"] == "NumberBox"
    )

    program.click(middle(box["rect"])).key("ctrl+a").type("60").key("Return")
    settings = before.active["settings"]
    after = level(program, lambda now: now.active["settings"] != settings, "a setting is changed")
    program.click("Undo the last change of settings")
    level(program, lambda now: now.active["settings"] == settings, "the change is undone")

    assert on_page(after) == pytest.approx(on_page(before), abs=PROMISED)


def test_a_late_picture_keeps_the_height(bare: Program, late: LatePicture):
    bare.open(late.address)
    bare.key(*["j"] * 7)
    level(bare, lambda now: now["selection"], "a block below the picture is selected")
    assert not late.is_on(bare)

    late.let_go.set()

    level(bare, lambda _now: late.is_on(bare), "the picture is there")


def test_a_rendered_page_keeps_the_height(bare: Program, late: LatePicture):
    late.let_go.set()
    bare.open(late.address)
    bare.click(MODE).click_item("As rendered")
    bare.wait(
        lambda now: now["settled"] and now.widget(MODE)["text"] == "As rendered", "it is rendered"
    )
    bare.key(*["j"] * 5)
    level(bare, lambda now: now["selection"], "a block is selected")
    for key in ("j", "n", "k"):
        choose(bare, key)
    bare.click(MODE).click_item("As fetched")
    bare.wait(
        lambda now: now["settled"] and now.widget(MODE)["text"] == "As fetched", "it is fetched"
    )


@pytest.mark.parametrize(
    "page", parameters([page for page in corpus_pages() if page.identifier in REAL], CORPORA)
)
def test_real_pages_keep_the_height(bare: Program, page: Any):
    bare.open(page.path)
    for key in ("j", "j", "j", "n", "n", "j", "k"):
        choose(bare, key)
    before = bare.state()
    selection = before.page["selection"]
    view = middle(before.widget("Page", **{"class": "PageView"})["rect"])

    bare.wheel(view, 1)
    state = level(bare)
    bare.wheel(view, -2, holding="ctrl")
    level(bare, lambda now: now.page["zoom"] > 1.05 * state.page["zoom"], "the page is larger")
    bare.wheel(view, 3, holding="ctrl")
    level(bare, lambda now: now.page["zoom"] == state.page["zoom"], "the page is as before")
    assert selection is not None
