"""Drives the real program as a user does: an X server, a window manager, keys and mouse.

`Screen` is an X server of our own (Xvfb) with openbox; `Program` is the program started on it by
the README's command. A scenario acts only by `key`, `type`, `click`, `drag`, `wheel`, all of them
through the X server, and looks at `state` (what the window shows, read-only), `picture` (pixels),
`clipboard` and files. Nothing here calls into the program.

    program.open("tests/data/desktop/lake.html")     # Ctrl+L, the path, Return; waits until settled
    program.key("n")                                 # xdotool's names: "ctrl+k", "Return", "alt+Up"
    program.click("Reload (Ctrl+R)")                 # by object name, accessible name or text
    program.click_item("Blocks")                     # an entry of a menu, tab bar, list or table
    state = program.settled()
    assert state.pane("cx_extractor")["kept"] > 0
    program.wait(lambda now: now.focus["id"] == "address", "the address has the focus")
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

NEEDED = ("Xvfb", "openbox", "xdotool", "xclip", "xprop")
"""Programs of the Debian packages that scripts/setup.sh installs for these tests."""

WAIT_S = 30.0
LOOKS = 3
"""Number of consecutive looks at the program that must agree before it counts as at rest."""

_PAUSE_S = 0.08
_MOST_DIALOGS = 6
_DRAWN_S, _FEW_COLOURS = 5.0, 16
_LEFT, _WHEEL_UP, _WHEEL_DOWN = 1, 4, 5

Point = tuple[int, int]


def missing_programs() -> list[str]:
    """Return the needed programs that are not installed."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Screen:
    """An X server of a given size with a window manager.

    Parameters
    ----------
    width, height : int
        Pixels.
    folder : Path
        Folder of the server's frame buffer.
    """

    def __init__(self, width: int, height: int, folder: Path) -> None:
        self.width, self.height = width, height
        folder.mkdir(parents=True, exist_ok=True)
        self._frame = folder / "Xvfb_screen0"
        read, write = os.pipe()
        size = f"{width}x{height}x24"
        options = ["-nolisten", "tcp", "-noreset", "-fbdir", str(folder)]
        self._server = _start(
            "Xvfb", "-displayfd", str(write), "-screen", "0", size, *options, pass_fds=(write,)
        )
        os.close(write)
        self.display = f":{_read_line(read)}"
        environment = {**os.environ, "DISPLAY": self.display}
        self._manager = _start("openbox", "--sm-disable", env=environment)
        wait_until(self._is_managed, "openbox manages the screen")

    def run(self, *command: str, text: str | None = None) -> str:
        """Run an X client on this screen and return its output."""
        result = subprocess.run(
            command,
            env={**os.environ, "DISPLAY": self.display},
            input=text,
            capture_output=True,
            text=True,
            check=False,
            timeout=WAIT_S,
        )
        return result.stdout

    def picture(self) -> NDArray[np.uint8]:
        """Return the pixels of the screen, shape (height, width, 3), red green blue.

        The server's frame buffer is a file in xwd format. Its header consists of big-endian
        numbers: 0 is the size of the header, 12 the bytes of a line, 19 the number of colours.
        """
        data = self._frame.read_bytes()
        header = struct.unpack(">25I", data[:100])
        start, stride = header[0] + header[19] * 12, header[12]
        rows = np.frombuffer(data, np.uint8, stride * self.height, start)
        pixels = rows.reshape(self.height, stride // 4, 4)[:, : self.width]
        return np.ascontiguousarray(pixels[:, :, 2::-1])

    def save(self, file: Path) -> None:
        """Write the pixels of the screen as a PNG file."""
        from PySide6.QtGui import QImage

        file.parent.mkdir(parents=True, exist_ok=True)
        pixels = self.picture()
        image = QImage(
            pixels.tobytes(), self.width, self.height, self.width * 3, QImage.Format.Format_RGB888
        )
        assert image.save(str(file)), file

    def stop(self) -> None:
        """End window manager and server."""
        for process in (self._manager, self._server):
            process.terminate()
            process.wait(WAIT_S)

    def _is_managed(self) -> bool:
        return "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")


@dataclass(frozen=True)
class State:
    """The state that the program reported at one moment; see ``app/window/state_server.py``."""

    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """Return a part of the state by its name."""
        return self.values[name]

    def summary(self) -> str:
        """Return the main facts about a failed scenario."""
        names = ("settled", "address", "load", "page", "selection", "message", "window")
        facts = {name: self.values[name] for name in names}
        facts["focus"] = self.focus.get("path")
        return "\n".join(f"{name}: {value}" for name, value in facts.items())

    @property
    def focus(self) -> Mapping[str, Any]:
        """The widget that has the focus; empty if none has it."""
        return self.values["focus"] or {}

    @property
    def page(self) -> Mapping[str, Any]:
        """The page on screen; fails if there is none."""
        page: Mapping[str, Any] | None = self.values["page"]
        assert page is not None, "no page is open"
        return page

    @property
    def active(self) -> Mapping[str, Any]:
        """The active pane."""
        return self.pane(self.values["active"])

    def pane(self, name: str) -> Mapping[str, Any]:
        """Return a pane by its name."""
        panes: list[Mapping[str, Any]] = self.values["panes"]
        match = next((pane for pane in panes if pane["name"] == name), None)
        assert match is not None, f"no pane {name!r}: {[pane['name'] for pane in panes]}"
        return match

    def widgets(self, name: str = "", **facts: Any) -> list[Mapping[str, Any]]:
        """Return the visible widgets of a name (object name, accessible name or text).

        Keywords compare further facts: ``widgets(**{"class": "QSpinBox"})``. ``path`` matches any
        part of the path: ``path="settings"`` finds all widgets inside a widget of this name.
        """
        inside = facts.pop("path", "")
        return [
            widget
            for widget in self.values["widgets"]
            if (not name or name in {widget["id"], widget["name"], widget.get("text")})
            and (not inside or inside in widget["path"].split("/"))
            and all(widget.get(key) == value for key, value in facts.items())
        ]

    def widget(self, name: str = "", **facts: Any) -> Mapping[str, Any]:
        """Return the first of `widgets`; fails if there is none."""
        widgets = self.widgets(name, **facts)
        assert widgets, f"nothing on screen is {name!r} {facts or ''}"
        return widgets[0]

    def items(self, text: str = "", *, path: str = "") -> list[Mapping[str, Any]]:
        """Return the entries of visible menus, tab bars, lists and tables with a text."""
        return [
            item
            for widget in self.widgets(path=path)
            for item in widget.get("items", ())
            if not text or item["text"].replace("&", "") == text
        ]

    def texts(self) -> str:
        """Return every text on screen, one per line."""
        texts = [widget.get("text") for widget in self.values["widgets"]]
        texts += [item["text"] for item in self.items()]
        return "\n".join(str(text) for text in texts if text)


class Program:
    """The program on a screen, started by the README's command.

    Parameters
    ----------
    screen : Screen
        The screen to start on.
    folder : Path
        Home and settings of this start; a later start in the same folder reads them.
    arguments : sequence of str
        Arguments of ``scripts/run``; without arguments the start screen opens.
    environment : mapping, optional
        Added to the environment.
    """

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.screen, self.folder = screen, folder
        folder.mkdir(parents=True, exist_ok=True)
        self._socket = folder / "state.socket"
        self.errors = folder / "stderr.txt"
        left_out = {"QT_QPA_PLATFORM", "QTWEBENGINE_CHROMIUM_FLAGS", "WAYLAND_DISPLAY"}
        own = {name: value for name, value in os.environ.items() if name not in left_out}
        own |= {"DISPLAY": screen.display, "HOME": str(folder), "LANG": "C.UTF-8"}
        own |= {"PYTHONFAULTHANDLER": "1"}  # see _hang_report
        own |= {"BOILERSCOPE_CONFIG": str(folder / "config"), **(environment or {})}
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [str(ROOT / "scripts" / "run"), *arguments, "--state", str(self._socket)],
                cwd=folder,
                env=own,
                stdin=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )

    # -- observing -------------------------------------------------------------------------

    def state(self) -> State:
        """Return the present state of the window."""
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(WAIT_S)
            channel.connect(str(self._socket))
            try:
                answer = b"".join(iter(lambda: channel.recv(1 << 20), b""))
            except TimeoutError:
                raise AssertionError(self._hang_report()) from None
        assert answer, f"the program gave no state: {self.errors.read_text('utf-8')[-4000:]}"
        return State(json.loads(answer))

    def wait(
        self, condition: Callable[[State], object], what: str, seconds: float = WAIT_S
    ) -> State:
        """Return the first state that meets a condition; fail with `what` if none does."""
        latest: list[State] = []

        def is_met() -> bool:
            if not self._is_answering():
                return False
            latest[:] = [self.state()]
            return bool(condition(latest[0]))

        try:
            wait_until(is_met, what, seconds)
        except AssertionError as error:
            error.add_note(latest[0].summary() if latest else "the program gave no state")
            raise
        return latest[0]

    def settled(self, seconds: float = WAIT_S) -> State:
        """Return the state when nothing runs, loads or waits to be shown."""
        return self.wait(lambda now: now["settled"], "the window comes to rest", seconds)

    def at_rest(self, place: Callable[[State], object], what: str) -> State:
        """Return the first state of which `place`, not None, kept its value for several looks.

        The page finds the first line of a selection and the height that it can scroll to in a
        process of its own: both arrive after the program is otherwise settled.
        """
        looks: list[object] = []

        def keeps(now: State) -> bool:
            looks.append(place(now) if now["settled"] else None)
            last = looks[-LOOKS:]
            return len(last) == LOOKS and last[0] is not None and last == [last[0]] * LOOKS

        return self.wait(keeps, what)

    def picture(self) -> NDArray[np.uint8]:
        """Return the pixels of the screen."""
        return self.screen.picture()

    def crop(self, widget: Mapping[str, Any]) -> NDArray[np.uint8]:
        """Return the pixels of a widget."""
        left, top, width, height = (round(side) for side in widget["rect"])
        return self.picture()[max(top, 0) : top + height, max(left, 0) : left + width]

    def drawn(self, name: str, **facts: Any) -> NDArray[np.uint8]:
        """Return the pixels of a widget as soon as they have more than a few colours.

        A web page reaches the screen some time after it is in the engine.
        """
        latest: list[NDArray[np.uint8]] = []

        def is_drawn(now: State) -> bool:
            latest[:] = [self.crop(now.widget(name, **facts))]
            red, green, blue = np.moveaxis(latest[0].astype(np.uint32), -1, 0)
            return len(np.unique(red << 16 | green << 8 | blue)) > _FEW_COLOURS

        self.wait(is_drawn, f"{name} is drawn", _DRAWN_S)
        return latest[0]

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        return self.screen.run("xclip", "-selection", "clipboard", "-out")

    def put_on_clipboard(self, text: str) -> None:
        """Put a text on the clipboard; xclip stays running to serve it."""
        subprocess.run(
            ["xclip", "-selection", "clipboard", "-in"],  # noqa: S607 - wherever the package put it
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"DISPLAY": self.screen.display},
            check=True,
        )

    @property
    def is_running(self) -> bool:
        """Whether the program is running."""
        return self._process.poll() is None

    def exit_code(self, seconds: float = WAIT_S) -> int:
        """Wait for the program's end and return its exit code."""
        return self._process.wait(seconds)

    def kill(self) -> None:
        """End the program like kill -9."""
        self._process.kill()
        self._process.wait()
        self._socket.unlink(missing_ok=True)

    # -- acting ----------------------------------------------------------------------------

    def key(self, *names: str) -> Self:
        """Press keys in order."""
        self._xdotool("key", "--delay", "30", *names)
        return self

    def type(self, text: str) -> Self:
        """Type a text."""
        self._xdotool("type", "--delay", "5", "--", text)
        return self

    def move(self, target: str | Point) -> Self:
        """Move the pointer to the middle of a widget or to a point."""
        x, y = self.point(target)
        self._xdotool("mousemove", str(x), str(y))
        return self

    def click(
        self, target: str | Point, *, button: int = _LEFT, holding: str = "", times: int = 1
    ) -> Self:
        """Click the middle of a widget or a point, with a modifier key held if one is named."""
        self.move(target)
        press = ["click", "--repeat", str(times), "--delay", "60", str(button)]
        hold, free = (["keydown", holding], ["keyup", holding]) if holding else ([], [])
        self._xdotool(*hold, *press, *free)
        return self

    def click_item(self, text: str, *, path: str = "", button: int = _LEFT) -> Self:
        """Click an entry of a menu, tab bar, list or table as soon as it is visible."""
        state = self.wait(lambda now: now.items(text, path=path), f"there is an entry {text!r}")
        return self.click(middle(state.items(text, path=path)[0]["rect"]), button=button)

    def drag(self, start: Point, end: Point, *, steps: int = 8) -> Self:
        """Drag from one point to a second point."""
        self._xdotool("mousemove", str(start[0]), str(start[1]), "mousedown", str(_LEFT))
        for x, y in _between(start, end, steps):
            self._xdotool("mousemove", str(x), str(y))
        self._xdotool("mouseup", str(_LEFT))
        return self

    def wheel(self, target: str | Point, notches: int, *, holding: str = "") -> Self:
        """Turn the wheel over a target: downwards, or upwards if `notches` is below 0."""
        button = _WHEEL_DOWN if notches > 0 else _WHEEL_UP
        return self.click(target, button=button, holding=holding, times=abs(notches))

    def open(self, address: str | Path) -> State:
        """Open a page by the address field and wait until it is shown."""
        self.key("ctrl+l").type(str(address)).key("Return")
        name = str(address).rpartition("/")[2]
        return self.wait(
            lambda now: now["settled"] and now["address"].endswith(name), f"{address} is open"
        )

    def close_all(self) -> Self:
        """Press Escape until nothing is open, selected or stepped to."""
        for _ in range(4):
            state = self.settled()
            open_widgets = state.widgets("palette") or state.widgets("Find in the text")
            if not (state["selection"] or state["step"] or open_widgets):
                break
            self.key("Escape")
        return self

    def close_dialogs(self) -> Self:
        """Press Escape until no dialog and no menu is in front, as after a failed scenario."""
        for _ in range(_MOST_DIALOGS):
            if not self.state()["dialogs"]:
                break
            self.key("Escape")
            select.select([], [], [], _PAUSE_S)
        return self

    def point(self, target: str | Point) -> Point:
        """Return the middle of a named widget, or the point itself."""
        if not isinstance(target, str):
            return target
        seen = self.state().widget(target)["seen"]
        assert seen[2] > 0, f"{target!r} is out of sight; see scroll_to"
        assert seen[3] > 0, f"{target!r} is out of sight; see scroll_to"
        return middle(seen)

    def scroll_to(self, target: str, over: str) -> Self:
        """Turn the wheel over a widget until a target inside it is completely visible."""

        def is_seen(now: State) -> bool:
            widget = now.widget(target)
            return bool(widget["seen"] == widget["rect"])

        for _ in range(20):
            if is_seen(self.state()):
                return self
            self.wheel(over, 2)
        self.wait(is_seen, f"{target!r} is in sight", 2.0)
        return self

    def resize(self, width: int, height: int) -> Self:
        """Have the window manager resize the program's active window."""
        self._xdotool("getactivewindow", "windowsize", str(width), str(height))
        return self

    def stop(self) -> None:
        """End the program and all processes it started, if it is still running."""
        if self.is_running:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait(WAIT_S)

    def _hang_report(self) -> str:
        """End a program that does not answer; return the stack of each of its threads."""
        self._process.send_signal(signal.SIGABRT)
        self._process.wait(WAIT_S)
        return f"no answer within {WAIT_S:g} s: {self.errors.read_text('utf-8')[-8000:]}"

    def _xdotool(self, *words: str) -> None:
        self.screen.run("xdotool", *words)

    def _is_answering(self) -> bool:
        assert self.is_running, f"the program ended: {self.errors.read_text('utf-8')[-4000:]}"
        return self._socket.exists()


def _start(*command: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **options
    )


def _read_line(descriptor: int) -> str:
    """Return the line that a program writes when it is ready; it may arrive in parts."""
    text = ""
    while not text.endswith("\n"):
        ready, _, _ = select.select([descriptor], [], [], WAIT_S)
        part = os.read(descriptor, 16).decode("ascii") if ready else ""
        assert part, "the X server did not start"
        text += part
    os.close(descriptor)
    return text.strip()


def wait_until(condition: Callable[[], bool], what: str, seconds: float = WAIT_S) -> None:
    """Wait for a condition by checking repeatedly; fail with `what` after the time limit."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"not within {seconds:g} s: {what}"
        select.select([], [], [], _PAUSE_S)


def middle(rect: Sequence[float]) -> Point:
    """Return the middle of a rectangle of left, top, width and height."""
    left, top, width, height = rect
    return round(left + width / 2), round(top + height / 2)


def _between(start: Point, end: Point, steps: int) -> Iterator[Point]:
    for step in range(1, steps + 1):
        yield tuple(
            round(first + (last - first) * step / steps)
            for first, last in zip(start, end, strict=True)
        )  # type: ignore[misc]  # two numbers in, two out
