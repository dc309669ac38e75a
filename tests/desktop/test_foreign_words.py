"""Foreign text is shown unchanged: it brings no picture of the disk on screen."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.desktop.conftest import Start
    from tests.desktop.driver import Program

MAGENTA = (255, 0, 255)


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a picture on the disk, of a colour that appears nowhere else."""
    file = tmp_path_factory.mktemp("disk") / "secret.png"
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor(*MAGENTA))
    assert image.save(str(file))
    return file


@contextmanager
def refusing_server(reason: str) -> Iterator[str]:
    """Serve only a refusal with this reason; yield the address."""
    listening = socket.create_server(("127.0.0.1", 0))
    answer = f"HTTP/1.1 404 {reason}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()

    def serve() -> None:
        while True:
            try:
                channel, _ = listening.accept()
            except OSError:
                return
            with channel:
                channel.recv(65536)
                channel.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/page"
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


@pytest.fixture(scope="module")
def program(start: Start, tmp_path_factory: pytest.TempPathFactory, picture: Path) -> Program:
    """Return the program with a page whose text and name look like markup."""
    text = f"Mind &lt;h2&gt;this&lt;/h2&gt; &lt;img src='{picture.as_uri()}'&gt; well"
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    page = tmp_path_factory.mktemp("pages") / "a<b>bold & <h2>big.html"
    page.write_text(
        f"<title>{text}</title><h1>{text}</h1><p>{text} {words}.<p>{words} {text}.",
        encoding="utf-8",
    )
    return start(str(page))


def shows_the_picture(program: Program) -> bool:
    """Return whether the colour of the picture is anywhere on screen."""
    return bool(np.all(program.picture() == np.array(MAGENTA, np.uint8), axis=2).any())


def test_a_reason_of_a_server_is_shown_as_text(program: Program, picture: Path):
    reason = f"<h2>Gone</h2><img src='{picture.as_uri()}'>"
    with refusing_server(reason) as address:
        program.key("ctrl+l").type(address).key("Return")
        state = program.wait(
            lambda now: now["settled"] and "<h2>Gone</h2>" in now.texts(), "the reason is shown"
        )

    assert "<img src=" in state.texts()
    assert not shows_the_picture(program)


def test_a_tip_of_the_table_shows_the_text_of_its_block(program: Program):
    program.settled()
    program.move(_cell(program, "Mind <h2>this</h2>"))

    state = program.wait(lambda now: now.widgets(**{"class": "QTipLabel"}), "a tip is shown")
    assert "&lt;h2&gt;" in str(state.widget(**{"class": "QTipLabel"})["text"])
    assert not shows_the_picture(program)


def _cell(program: Program, start: str) -> tuple[int, int]:
    """Return the middle of the first cell of the tables whose text has this start."""
    items = program.state().items(path="dock-tables")
    cell = next(item for item in items if item["text"].startswith(start))
    left, top, width, height = (round(side) for side in cell["rect"])
    return left + width // 2, top + height // 2
