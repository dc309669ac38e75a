"""The window at four sizes: inside the work area, nothing cut, a handle for every folded view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.desktop.conftest import PAGES
from tests.desktop.driver import middle

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program, State


class Face(NamedTuple):
    """A screen size, and preferences that change the available room."""

    size: tuple[int, int]
    has_rail: bool
    preferences: str = ""


FACES = {
    "1600x1000": Face((1600, 1000), has_rail=False),
    "1280x800, dark": Face((1280, 800), has_rail=False, preferences='theme = "dark"'),
    "1000x700": Face((1000, 700), has_rail=True),
    "1280x800, 200 %": Face((1280, 800), has_rail=True, preferences="interface_size = 2.0"),
    "200 %, dark, Chinese": Face(
        (1600, 1000),
        has_rail=True,
        preferences='interface_size = 2.0\ntheme = "dark"\nlanguage = "zh_CN"',
    ),
}
REGIONS = ("topBar", "pagePanel", "paneRow", "strips", "dock-tables")
_REACH = 4
"""Pixels by which the handles between regions overlap the regions."""

CONTROLS = {"QToolButton", "IconButton", "QPushButton", "QComboBox", "QLineEdit", "AddressField"}


@pytest.fixture(scope="module", params=list(FACES))
def face(
    request: pytest.FixtureRequest, start: Start, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Face, Program]:
    """Return a program opened for the first time on a screen of a size."""
    face = FACES[request.param]
    folder = _home(tmp_path_factory.mktemp("face"), face.preferences)
    return face, start(str(PAGES / "lake.html"), size=face.size, folder=folder)


def _home(folder: Path, preferences: str) -> Path:
    config = folder / "config"
    config.mkdir()
    (config / "preferences.toml").write_text(preferences + "\n", encoding="utf-8")
    return folder


def _is_inside(inner: list[int], outer: list[int]) -> bool:
    left, top, width, height = inner
    return (
        left >= outer[0]
        and top >= outer[1]
        and left + width <= outer[0] + outer[2]
        and top + height <= outer[1] + outer[3]
    )


def _cut(state: State) -> list[dict[str, Any]]:
    """Return partly hidden controls, and regions that extend beyond the window.

    Contents that scroll, and widgets behind the open drawer, may be cut.
    """
    return [
        {key: widget[key] for key in ("class", "path", "rect", "seen")}
        for widget in state["widgets"]
        if (widget["class"] in CONTROLS and _is_covered(widget, state))
        or (widget["id"] in REGIONS and not _is_inside(widget["rect"], state["window"]["rect"]))
    ]


def _is_covered(control: Mapping[str, Any], state: State) -> bool:
    if "qt_scrollarea_viewport" in control["path"]:
        return False
    if state.widgets("drawer") and "paneRow" in control["path"]:
        return False
    if control["rect"][0] + control["rect"][2] < 0:
        return False  # Qt places docks behind an inactive tab outside the screen.
    sides = zip(control["rect"][2:], control["seen"][2:], strict=True)
    return any(total - _REACH > seen for total, seen in sides)


def test_the_window_opens_inside_the_work_area_with_nothing_cut(face: tuple[Face, Program]):
    _, program = face
    state = program.settled()
    window = state["window"]

    assert _is_inside(window["frame"], window["work_area"]), window
    assert window["frame"] != window["rect"], "there is a title bar"
    assert _is_inside(state.widget(**{"class": "StatusBar"})["rect"], window["rect"])
    assert {name for name in REGIONS if not state.widgets(name)} == set()
    assert _cut(state) == []


def test_settings_and_inspector_are_visible_or_have_a_handle(face: tuple[Face, Program]):
    size, program = face
    state = program.settled()

    shown = [bool(state.widgets(path=f"dock-{name}")) for name in ("settings", "inspector")]
    handles = [bool(state.widgets(f"rail-{name}")) for name in ("settings", "inspector")]

    assert shown == [not size.has_rail] * 2
    assert handles == [size.has_rail] * 2


def test_the_tables_open_by_a_key_and_the_window_keeps_its_size(face: tuple[Face, Program]):
    _, program = face
    frame = program.settled()["window"]["frame"]

    program.key("ctrl+1")
    state = program.wait(lambda now: len(now.items(path="dock-tables")) > 8, "the blocks are shown")

    assert program.settled()["window"]["frame"] == frame
    assert _cut(state) == []
    program.key("ctrl+4")
    program.wait(
        lambda now: now.widgets("log axis") or now.widgets(path="curves"), "the curves are shown"
    )
    assert program.settled()["window"]["frame"] == frame
    assert _cut(program.settled()) == []
    program.click("foldTables")
    program.wait(lambda now: not now.widgets("blockTable"), "the tables are folded to their tabs")


def test_the_rail_works_by_mouse(face: tuple[Face, Program]):
    size, program = face
    if not size.has_rail:
        pytest.skip("there is room for both")

    program.click("rail-settings")
    state = program.wait(lambda now: now.widgets(path="drawer"), "the drawer opens")
    assert _is_inside(state.widget("drawer")["seen"], state["window"]["rect"])
    assert state.widgets("settingsPanel", path="drawer")
    assert _cut(state) == []
    program.click("rail-inspector")
    program.wait(lambda now: now.widgets("inspector", path="drawer"), "the inspector takes over")
    program.click("rail-inspector")
    program.wait(lambda now: not now.widgets("drawer"), "the drawer closes")


def test_the_rail_works_by_keys(face: tuple[Face, Program]):
    size, program = face
    if not size.has_rail:
        pytest.skip("there is room for both")
    program.click(middle(program.settled().widget("paneRow")["seen"]))

    for _ in range(12):
        program.key("F6")
        if "rail" in program.settled().focus.get("path", "").split("/"):
            break
    program.key("space")
    program.wait(
        lambda now: "drawer" in now.focus.get("path", "").split("/"), "the focus is in the drawer"
    )
    program.key("Escape")
    program.wait(
        lambda now: now.focus.get("id") == "rail-settings", "the drawer closes; its button is left"
    )
