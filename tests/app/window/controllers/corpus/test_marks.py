"""Learning from the marked pages of the open corpus, in the whole window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.expecting import expect_stored
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.widgets.corpus.marks_card import MarksCard
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.bench import WindowBench

TEXT = "The lake is quiet today, and nobody is on the water at all since the early morning. "
MENU = "".join(f'<li><a href="/{n}">Part {n}</a></li>' for n in range(30))
N_MARKED, N_PAGES = 4, 6


def write_pages(folder: Path) -> Path:
    """Write a corpus of articles, most of them marked, and a page of links without marks."""
    folder.mkdir()
    lines = []
    for number in range(N_PAGES):
        text = TEXT.replace("lake", f"lake {number}") * 8
        body = f"<h1>Lake {number}</h1><p>{text}</p><ul>{MENU}</ul>"
        if number == N_PAGES - 1:
            body = f"<ul>{MENU}</ul><p>Choose a part of the lake, or go back to the first page.</p>"
        (folder / f"p{number}.html").write_text(f"<title>a</title>{body}", encoding="utf-8")
        gold = text if number < N_MARKED else None
        lines.append({"id": f"p{number}", "html": f"p{number}.html", "text": gold})
    (folder / "gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


@pytest.fixture
def learned(bench: WindowBench, tmp_path: Path) -> Iterator[MarksCard]:
    """Return the card after learning from the marks of a corpus."""
    corpus = bench.window_controller.corpus
    bench.window_controller.open(str(write_pages(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: corpus.state.table is not None, timeout=LOAD_MS)
    bench.do("learn_from_marks")
    [card] = bench.window.findChildren(MarksCard)
    bench.qtbot.waitUntil(card.next_page.isVisible, timeout=LOAD_MS)
    yield card
    card.close()


def test_learning_adds_a_pane_shows_what_marks_gain_and_proposes_a_page(
    bench: WindowBench, learned: MarksCard
):
    session = bench.window_controller.session_controller.session
    pane = session.panes[-1]
    model = Path(pane.settings.model)  # type: ignore[attr-defined]  # settings of learned
    table = json.loads(model.read_text(encoding="utf-8"))
    shown = [label.text() for label in learned.findChildren(type(learned.note))]
    pages = bench.window_controller.corpus.state.table
    assert pages is not None
    rows = [row for row, page in enumerate(pages.pages) if not page.has_gold]
    extractor = registry.extractor("learned")
    of_command = Pane("learned", "learned", extractor.default_settings().replace(model=str(model)))
    expected = {
        row: record.value
        for row, [record] in expect_stored(pages.pages, rows, (of_command,), RunLimits(1), None)
    }

    assert pane.extractor == "learned"
    assert table["provenance"]["pages_used"] == N_MARKED
    assert {"0 marks", "1 mark", "2 marks"} <= set(shown)
    assert f"{table['scores']['1 mark'][1]:.3f}" in shown
    worst = min(expected, key=lambda row: expected[row])
    assert f"Mark next: {pages.pages[worst].page_id}." in learned.next_page.text()
    assert "of 2 pages without marks" in learned.next_page.text()


def test_learning_is_one_step_of_undo_and_learning_again_changes_the_pane(
    bench: WindowBench, learned: MarksCard
):
    controller = bench.window_controller.session_controller
    names = [pane.name for pane in controller.session.panes]
    learned.again.click()
    bench.qtbot.waitUntil(learned.next_page.isVisible, timeout=LOAD_MS)
    assert [pane.name for pane in controller.session.panes] == names

    controller.undo()
    assert [pane.name for pane in controller.session.panes] == names[:-1]
    controller.redo()
    assert [pane.name for pane in controller.session.panes] == names


def test_the_proposed_page_is_opened_to_be_marked(bench: WindowBench, learned: MarksCard):
    learned.mark.click()
    bench.qtbot.waitUntil(bench.window_controller.marking.is_on, timeout=LOAD_MS)

    assert not learned.isVisible()
    page = bench.window_controller.session_controller.session.page
    assert page is not None


def test_learning_can_be_cancelled(bench: WindowBench, learned: MarksCard):
    session = bench.window_controller.session_controller.session
    n_panes = len(session.panes)
    learned.again.click()
    learned.cancel.click()
    bench.qtbot.waitUntil(lambda: bench.window_controller.context.work.is_idle, timeout=LOAD_MS)

    assert learned.state.text() == "Cancelled."
    assert not learned.bar.isVisible()
    assert len(session.panes) == n_panes
