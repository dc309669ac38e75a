"""Several panes as one text: pieces after one another, or together over one page text."""

from __future__ import annotations

import pytest

from app.exporting import as_text
from extractors import runner
from extractors.formats import gate
from extractors.formats.record import Result
from extractors.page import Page


def results(*extractors: str) -> list[Result]:
    page = Page.from_text("<body><div>The lake is open.</div></body>", name="lake")
    return [Result("lake", "lake", one, page, runner.run(page, one)) for one in extractors]


def test_gate_holds_several_panes_as_sets_over_one_text() -> None:
    document = gate.read(as_text(results("qd", "largest_body"), "gate"))

    assert [one.name for one in document.sets] == ["qd", "largest_body"]


def test_gate_holds_one_pane() -> None:
    document = gate.read(as_text(results("qd"), "gate"))

    assert [one.name for one in document.sets] == ["qd"]


def test_html_holds_one_pane_only() -> None:
    with pytest.raises(ValueError, match="choose one pane"):
        as_text(results("qd", "largest_body"), "html")
