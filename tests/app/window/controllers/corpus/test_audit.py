"""The audit of the gold standard of the open corpus, in the whole window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from boilerscope.widgets.corpus.audit_card import AuditCard
from tests.helpers.dialogs import choose_file
from tests.helpers.page_bench import LOAD_MS

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.helpers.bench import WindowBench

TEXT = "The lake is quiet today and nobody is on the water at all. " * 12


def write_pages(folder: Path) -> Path:
    """Write a corpus with a page and its copy."""
    folder.mkdir()
    lines = []
    for name in ("lake", "copy", "pond"):
        text = TEXT if name != "pond" else TEXT.replace("lake", "pond").replace("water", "ice")
        (folder / f"{name}.html").write_text(f"<title>a</title><p>{text}", encoding="utf-8")
        lines.append({"id": name, "html": f"{name}.html", "text": text})
    (folder / "gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


def test_copies_are_found_and_lead_to_their_pages(
    bench: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    corpus = bench.window_controller.corpus
    bench.window_controller.open(str(write_pages(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: corpus.state.table is not None, timeout=LOAD_MS)
    bench.do("audit_gold")
    [card] = bench.window.findChildren(AuditCard)
    bench.qtbot.waitUntil(card.export.isVisible, timeout=LOAD_MS)

    text = card.tables.toPlainText()
    assert "Identical" in text
    assert "pages/copy" in text
    assert "findings" in card.state.text()

    card.page_chosen.emit("pages/copy")
    row = corpus.state.choice.row
    table = corpus.state.table
    assert table is not None
    assert row is not None
    assert table.pages[row].page_id == "copy"

    choose_file(monkeypatch, tmp_path / "audit.csv")
    card.export.click()
    bench.qtbot.waitUntil((tmp_path / "audit.csv").exists, timeout=LOAD_MS)
    assert "identical" in (tmp_path / "audit.csv").read_text(encoding="utf-8")
    card.close()


def test_the_audit_of_another_corpus_begins_anew(bench: WindowBench, tmp_path: Path):
    corpus = bench.window_controller.corpus
    bench.window_controller.open(str(write_pages(tmp_path / "pages")))
    bench.qtbot.waitUntil(lambda: corpus.state.table is not None, timeout=LOAD_MS)
    bench.do("audit_gold")
    bench.window_controller.open(str(write_pages(tmp_path / "others")))
    bench.qtbot.waitUntil(
        lambda: corpus.state.record.path == str(tmp_path / "others"), timeout=LOAD_MS
    )
    bench.settle()

    assert [card for card in bench.window.findChildren(AuditCard) if card.isVisible()] == []
