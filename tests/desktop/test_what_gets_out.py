"""Requests that leave a page, counted by the server they would reach; see docs/safety.md.

`BOILERSCOPE_WRITE_TABLE=1 scripts/test tests/desktop/test_what_gets_out.py` writes the table.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.desktop.driver import wait_until
from tests.desktop.way_out import PRECONNECT, WAYS, outside
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State
    from tests.desktop.way_out import Outside

ALLOW = "Allow for this page"
SAFETY = ROOT / "docs" / "safety.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
MODES = {
    "fetched": "address, as fetched",
    "file": "file, as fetched",
    "pasted": "pasted",
    "snapshot": "snapshot",
    "web": "output as web page",
    "rendered": "address, as rendered",
    "file-rendered": "file, as rendered",
    "pasted-rendered": "pasted, as rendered",
}


@pytest.fixture(scope="module")
def site() -> Iterator[Outside]:
    """Return the site that pages try to reach."""
    with outside() as server:
        yield server


@pytest.fixture(scope="module")
def program(start: Start, site: Outside) -> Program:
    """Return the program, started with a small page of the site."""
    site.pages["/calm"] = "<title>calm</title><p>Nothing is here but a few words."
    return start(f"{site.address}/calm")


def counted(site: Outside, name: str, show: Callable[[], object]) -> set[str]:
    """Return the ways by which requests left a page while it was shown."""
    n_paths, n_packets, n_connections = len(site.paths), site.packets, site.connections
    show()
    ways = site.came_out(name, site.paths[n_paths:])
    ways |= {PRECONNECT} if site.connections > n_connections else set()
    return ways | ({"WebRTC"} if site.packets > n_packets else set())


def opened(program: Program, site: Outside, address: str) -> None:
    """Open a page, then a harmless page: by then all requests of the first page have been sent."""
    program.open(address)
    program.open(f"{site.address}/calm")


def written(site: Outside, folder: Path, name: str) -> Path:
    """Return a file with the page of a name."""
    file = folder / f"{name}.html"
    file.write_text(site.page(name), encoding="utf-8")
    return file


def chosen_mode(program: Program, label: str) -> None:
    """Choose the source of the page's tree."""
    program.click("Source of the page's tree").click_item(label)


def measured(program: Program, site: Outside, folder: Path) -> dict[str, set[str]]:
    """Return the ways by which requests left a page, by mode."""
    for name in ("fetched", "web", "rendered"):
        site.pages[f"/{name}.html"] = site.page(name)
    ways_by_mode: dict[str, set[str]] = {}
    fetched = f"{site.address}/fetched.html"
    ways_by_mode["fetched"] = counted(site, "fetched", lambda: opened(program, site, fetched))
    file = written(site, folder, "file")
    ways_by_mode["file"] = counted(site, "file", lambda: opened(program, site, str(file)))
    ways_by_mode["pasted"] = counted(site, "pasted", lambda: paste(program, site, "pasted"))
    snapshot = folder / "snapshot.bscope"
    page = written(site, folder, "snapshot")
    subprocess.run(
        [str(ROOT / ".venv/bin/boilerscope"), "snapshot", str(page), "-o", str(snapshot)],
        check=True,
        capture_output=True,
    )
    ways_by_mode["snapshot"] = counted(
        site, "snapshot", lambda: opened(program, site, str(snapshot))
    )
    program.open(f"{site.address}/web.html")
    ways_by_mode["web"] = counted(site, "web", lambda: show_web(program, site))
    program.open(f"{site.address}/rendered.html")
    ways_by_mode["rendered"] = counted(site, "rendered", lambda: render(program, site))
    program.open(written(site, folder, "file-rendered"))
    ways_by_mode["file-rendered"] = counted(site, "file-rendered", lambda: render(program, site))
    paste(program, site, "pasted-rendered")
    ways_by_mode["pasted-rendered"] = counted(
        site, "pasted-rendered", lambda: render(program, site)
    )
    return ways_by_mode


def as_table(ways_by_mode: dict[str, set[str]]) -> str:
    """Return the measured ways as a Markdown table."""
    head = ["way", *(MODES[mode] for mode in ways_by_mode)]
    rows = [
        [way, *("out" if way in ways_by_mode[mode] else "-" for mode in ways_by_mode)]
        for way in WAYS
    ]
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def paste(program: Program, site: Outside, name: str) -> None:
    """Open the page from the clipboard."""
    program.put_on_clipboard(site.page(name))
    program.key("ctrl+shift+v")
    program.wait(
        lambda now: now["settled"] and now["address"].endswith(name), "the pasted page is shown"
    )


def show_web(program: Program, site: Outside) -> None:
    """Show the output of the active pane as a web page, and close it again."""
    program.key("ctrl+k").type("Show as a web page").key("Return")
    program.wait(
        lambda now: now["settled"] and now["page"] and _is_in_dialog(now),
        "the output is shown as a web page",
    )
    program.key("alt+F4")
    program.wait(lambda now: not now.widgets(**{"class": "WebDialog"}), "it is closed")
    program.open(f"{site.address}/calm")


def _is_in_dialog(state: State) -> bool:
    return "WebDialog" in str(state.focus.get("path", ""))


def render(program: Program, site: Outside) -> None:
    """Render the open page with its scripts, then open the harmless page without scripts."""
    words = program.settled().page["words"]
    chosen_mode(program, "As rendered")
    program.wait(
        lambda now: now["settled"] and now.page["words"] > words, "the page's scripts have run"
    )
    program.open(f"{site.address}/calm")
    chosen_mode(program, "As fetched")
    program.settled()


@pytest.fixture(scope="module")
def ways_by_mode(
    program: Program, site: Outside, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, set[str]]:
    """Return the measured ways by mode."""
    return measured(program, site, tmp_path_factory.mktemp("pages"))


def test_requests_that_leave_a_page_are_those_of_the_documentation(
    ways_by_mode: dict[str, set[str]],
):
    text = SAFETY.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    if "BOILERSCOPE_WRITE_TABLE" in os.environ:
        table = as_table(ways_by_mode)
        SAFETY.write_text(f"{before}{BEGIN}{table}{END}{after}", encoding="utf-8")

    assert as_table(ways_by_mode) == table


def test_only_pages_of_the_network_reach_the_site(ways_by_mode: dict[str, set[str]]):
    assert "image" in ways_by_mode["fetched"]
    assert "fetch" in ways_by_mode["rendered"]
    for mode in ("file", "pasted", "snapshot"):
        assert ways_by_mode[mode] == set(), mode
    for mode in ("file-rendered", "pasted-rendered"):
        assert ways_by_mode[mode] <= {PRECONNECT}, mode  # see the documentation
    for mode, ways in ways_by_mode.items():
        assert not [way for way in ways if "private" in way], mode


def test_allow_for_this_page_opens_it_without_the_private_network_rule(
    program: Program, site: Outside
):
    private = "/allowed/image-of-a-private-address"
    site.pages["/allowed.html"] = site.page("allowed")
    program.open(f"{site.address}/allowed.html")
    program.wait(lambda now: now.widgets(ALLOW), "it is offered")
    assert private not in site.paths

    program.click(ALLOW)
    wait_until(lambda: private in site.paths, "the image is asked for")

    state = program.wait(lambda now: now["settled"] and not now.widgets(ALLOW), "it is shown")
    assert state["address"].endswith("/allowed.html")
