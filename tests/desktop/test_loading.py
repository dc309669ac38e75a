"""A load shows its phase, can be stopped at any moment, and ends with a page or a sentence.

Every address belongs to our own misbehaving server on this machine.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import Program, wait_until
from tests.helpers.hostile_server import HostileServer, hostile_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import State

LIMIT_S = 8
STOP_S = 15.0
"""Maximum time until a stop is visible from outside on a busy machine."""

PROMISED_MS = 200
"""Time from Escape until nothing loads, as measured by the program; the best of some counts, since
other programs may occupy the processor for longer.
"""

MODE = "Source of the page's tree"
CODE_WORDS = ("net::", "Errno", "$1", "<strong>", "Traceback")


@pytest.fixture(scope="module")
def server() -> Iterator[HostileServer]:
    with hostile_server() as running:
        yield running


@pytest.fixture(scope="module")
def program(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Program:
    return start(str(PAGES / "lake.html"), folder=_home(tmp_path_factory.mktemp("loading")))


def _home(folder: Path) -> Path:
    """Return a home in which a load ends after some seconds."""
    (folder / "config").mkdir()
    preferences = folder / "config" / "preferences.toml"
    preferences.write_text(f"fetch_timeout_s = {LIMIT_S}.0\n", encoding="utf-8")
    return folder


def _go(program: Program, address: str) -> None:
    program.key("ctrl+l").type(address).key("Return")


def _choose(program: Program, mode: str) -> State:
    program.click(MODE).click_item(mode)
    return program.wait(
        lambda now: now["settled"] and now.widget(MODE)["text"] == mode, f"the page is {mode}"
    )


def _failure(state: State) -> str:
    """Return the text of the row under the bar; empty if there is none."""
    texts = [widget.get("text") or "" for widget in state.widgets(path="failureRow")]
    return " ".join(texts)


def _phase(state: State) -> str:
    return str(state["load"]["phase"])


def _stop(program: Program, *, by: str) -> float:
    """Stop the load by a key or a button; return the seconds until nothing loads."""
    begun = time.monotonic()
    if by == "Escape":
        program.key(by)
    else:
        program.click(by)
    program.wait(lambda now: _phase(now) == "idle", "nothing loads any more")
    return time.monotonic() - begun


def _measured_ms(program: Program) -> int:
    """Return the duration of the last stop by Escape, as measured by the program."""
    took: int | None = program.state()["load"]["stopped_after_ms"]
    assert took is not None
    return took


def _ends_in_words(program: Program, address: str) -> str:
    """Open an address that cannot be loaded; return the message."""
    _go(program, address)
    state = program.wait(lambda now: address in _failure(now), f"{address} is refused in words")
    assert state["address"] != address
    message = _failure(state)
    assert not any(word in message for word in CODE_WORDS), message
    return message


@pytest.fixture
def fetched(program: Program) -> Program:
    """Return the program with a page as fetched."""
    if program.state().widget(MODE)["text"] != "As fetched":
        _choose(program, "As fetched")
    return program


@pytest.fixture
def rendered(program: Program, server: HostileServer) -> Program:
    """Return the program with a page as rendered."""
    if program.state()["address"] != f"{server.url}/page":
        program.open(f"{server.url}/page")
    if program.state().widget(MODE)["text"] != "As rendered":
        _choose(program, "As rendered")
    return program


def _is_held(program: Program, server: HostileServer, path: str) -> None:
    """Wait until the server keeps the program waiting and the program shows it."""
    wait_until(lambda: path in server.asked, f"the server is asked for {path}")
    program.wait(lambda now: bool(now.widgets("loadCard")), "the card is there")
    server.asked.remove(path)


def _is_on_its_way(program: Program, path: str) -> None:
    program.wait(lambda now: now["load"]["address"].endswith(path), f"{path} is on its way")


HANGING = ("/never", "/trickle-head", "/trickle-body")


def test_a_load_shows_itself_and_stops_by_key_and_button(fetched: Program, server: HostileServer):
    before = fetched.settled()["address"]
    measured = []
    for path, by in zip(
        (*HANGING, *HANGING), (*["Escape"] * 4, "Stop", "Stop loading (Esc)"), strict=True
    ):
        _go(fetched, server.url + path)
        _is_held(fetched, server, path)
        took = _stop(fetched, by=by)
        measured += [_measured_ms(fetched)] if by == "Escape" else []

        assert took < STOP_S
        assert server.hung_up(path).wait(STOP_S), path
    assert min(measured) < PROMISED_MS, measured
    after = fetched.settled()
    assert after["address"] == before
    assert not after.widgets("loadVeil")


def test_hanging_loads_do_not_block_the_next_one(fetched: Program, server: HostileServer):
    for path in ("/never", "/trickle-head"):
        _go(fetched, server.url + path)
        _is_on_its_way(fetched, path)

    assert fetched.open(PAGES / "lake.html").page["shown"]


def test_a_failed_fetch_has_a_readable_message(fetched: Program, server: HostileServer):
    before = fetched.settled()["address"]

    assert "ECONNRESET" in _ends_in_words(fetched, f"{server.url}/reset")
    assert "redirects more than" in _ends_in_words(fetched, f"{server.url}/circle")
    assert "is empty" in _ends_in_words(fetched, f"{server.url}/204")
    assert "is empty" in _ends_in_words(fetched, f"{server.url}/empty")
    assert "PDF" in _ends_in_words(fetched, f"{server.url}/pdf")
    assert "binary data" in _ends_in_words(fetched, f"{server.url}/binary")
    assert fetched.state()["address"] == before


def test_a_new_load_removes_the_last_failure(fetched: Program, server: HostileServer):
    _ends_in_words(fetched, f"{server.url}/empty")
    _go(fetched, f"{server.url}/never")

    state = fetched.wait(lambda now: _phase(now) == "connecting", "it connects")
    _stop(fetched, by="Escape")
    assert not _failure(state)


def test_an_extractor_that_needs_a_layout_gets_it(fetched: Program):
    fetched.open(PAGES / "lake.html")
    fetched.key("ctrl+t").type("vips").key("Return")

    state = fetched.wait(
        lambda now: (
            now["settled"]
            and any(pane["name"] == "vips" for pane in now["panes"])
            and now.pane("vips")["status"] == "ok"
        ),
        "vips has a result",
    )
    assert state.page["has_layout"]
    assert state.pane("vips")["kept"] > 0
    fetched.key("ctrl+z")


def test_a_page_that_hides_itself_has_a_notice_that_offers_its_scripts(
    fetched: Program, server: HostileServer
):
    fetched.open(f"{server.url}/shown-by-script")
    fetched.wait(lambda now: bool(now.widgets("Show as rendered")), "it is offered")
    fetched.click("Show as rendered")

    state = fetched.wait(
        lambda now: now["settled"] and now.widget(MODE)["text"] == "As rendered", "it is rendered"
    )
    assert not state.widgets("Show as rendered")


def test_a_failed_rendering_has_a_readable_message(rendered: Program, server: HostileServer):
    before = rendered.settled()["address"]

    assert "CONNECTION_RESET" in _ends_in_words(rendered, f"{server.url}/reset")
    assert "TOO_MANY_REDIRECTS" in _ends_in_words(rendered, f"{server.url}/circle")
    assert "nothing that can be shown" in _ends_in_words(rendered, f"{server.url}/204")
    assert "is empty" in _ends_in_words(rendered, f"{server.url}/empty")
    assert "application/pdf" in _ends_in_words(rendered, f"{server.url}/pdf")
    assert "application/octet-stream" in _ends_in_words(rendered, f"{server.url}/binary")
    assert "404" in _ends_in_words(rendered, f"{server.url}/nothing")
    state = rendered.state()
    assert state["address"] == before
    assert state.widget(MODE)["text"] == "As rendered"
    assert state.widget("Encoding of the page")["text"] == "By the browser"


def test_rendering_that_hangs_is_stopped(rendered: Program, server: HostileServer):
    measured = {}
    for path in (*HANGING, "/loops"):
        _go(rendered, server.url + path)
        _is_held(rendered, server, path)

        assert _stop(rendered, by="Escape") < STOP_S
        measured[path] = _measured_ms(rendered)
    assert min(measured.values()) < PROMISED_MS, measured
    for path in HANGING:
        assert server.hung_up(path).wait(5), path
    assert rendered.settled().page["shown"]


def test_an_endless_script_ends_at_the_limit(rendered: Program, server: HostileServer):
    message = _ends_in_words(rendered, f"{server.url}/loops")

    assert f"within {LIMIT_S} s" in message
    assert "fetch_timeout_s" in message
    assert rendered.settled().page["shown"]


def test_a_page_that_does_not_answer_is_named_and_can_be_stopped(
    rendered: Program, server: HostileServer
):
    state = rendered.open(f"{server.url}/loops-later")
    left, top, width, _ = state.widget("pagePanel")["seen"]
    rendered.click((left + width // 2, top + 250))  # its script now runs for ever
    rendered.key("j")
    rendered.wait(lambda now: bool(now.widgets("The page does not answer")), "it says so")

    rendered.key("ctrl+k").type("Capture again").key("Return")
    shown = rendered.wait(lambda now: _phase(now) == "rendering", "the page is captured again")
    took = _stop(rendered, by="Stop")
    stopped = rendered.wait(lambda now: bool(now.widgets("Draw the page")), "it can be drawn")
    rendered.click("Draw the page")

    assert shown.widgets("The page does not answer")
    assert shown.widgets("Load again")
    assert took < STOP_S
    assert stopped["load"]["behind"]
    assert rendered.settled().page["shown"]


def test_files_are_rendered_with_their_scripts(program: Program, tmp_path: Path):
    file = tmp_path / "scripted.html"
    file.write_text(SCRIPTED, encoding="utf-8")
    words = program.open(file).page["words"]

    state = _choose(program, "As rendered")

    assert state["address"] == str(file)
    assert state.page["words"] == words + 5


def test_a_sample_is_rendered(program: Program):
    words = program.open("sample:table-gbk").page["words"]

    state = _choose(program, "As rendered")

    assert state["address"] == "sample:table-gbk"
    assert state.page["words"] == words > 100


def test_quitting_does_not_wait_for_a_load(program: Program, server: HostileServer):
    for path in ("/never", "/trickle-head"):
        _go(program, server.url + path)
        _is_on_its_way(program, path)
    program.key("ctrl+q")

    wait_until(lambda: not program.is_running, "the program ends", 5)
    assert program.exit_code() == 0


SCRIPTED = """<!DOCTYPE html><html><head><title>Scripted</title></head><body>
<p>Words that stand in the file itself.</p>
<script>
const added = document.createElement("p");
added.textContent = "five words of a script";
document.body.append(added);
</script></body></html>"""
