"""Tests of the command line of an export: it is what the command line itself reads."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from boilerscope.app.cli.main import main
from boilerscope.app.session.command_line import export_command
from boilerscope.app.session.exporting import Export, files_of, results
from boilerscope.app.session.sources import PASTED, PageRequest
from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.structure.options import Addresses, StructureOptions
from boilerscope.extractors.page.files import read_page
from boilerscope.widgets.records import PaneRecord, RunState

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.model.settings import Settings

MARKUP = "<title>Lake</title><p>" + "The ice melts in April, and nobody minds. " * 9 + "</p>"


def _pane(extractor: str, settings: Settings, name: str = "", number: int = 1) -> PaneRecord:
    return PaneRecord(number, name or extractor, extractor, extractor, settings, RunState.DONE)


def _defaults(extractor: str) -> Settings:
    settings: Settings = registry.extractor(extractor).default_settings()
    return settings


def test_the_command_writes_the_files_of_the_export(tmp_path: Path):
    page_file = tmp_path / "a folder" / "lake.html"
    page_file.parent.mkdir()
    page_file.write_text(MARKUP, encoding="utf-8")
    settings = _defaults("boilerpipe.article").replace(max_link_density=0.25)
    structure = StructureOptions(tables=False, links=Addresses.NONE, metadata=True)
    export = Export(("boilerpipe.article",), "markdown", tmp_path / "out", structure=structure)
    request = PageRequest(str(page_file))

    command = export_command(
        request, [_pane("boilerpipe.article", settings)], export, lambda text: text
    )
    result = CliRunner().invoke(main, shlex.split(command)[1:])

    assert result.exit_code == 0, result.output
    page = read_page(page_file)
    extraction = runner.run(page, "boilerpipe.article", settings)
    pane = replace(_pane("boilerpipe.article", settings), extraction=extraction)
    (file,) = files_of(
        results(page, str(page_file), [pane], structure=structure), "markdown", tmp_path / "out"
    )
    text = file.read_text(encoding="utf-8")
    assert text.startswith('---\ntitle: "Lake"')
    assert "The ice melts" in text


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (PageRequest(f"{PASTED}1", "<p>a"), "no file of its own"),
        (PageRequest("https://a.example/", rendered=True), "snapshot"),
    ],
)
def test_a_page_without_a_file_has_no_command(request_: PageRequest, reason: str):
    export = Export(("bte",), "text", None)

    with pytest.raises(ValueError, match=reason):
        export_command(request_, [_pane("bte", _defaults("bte"))], export, lambda text: text)


def test_a_pane_that_shows_a_step_has_no_command():
    pane = replace(_pane("bte", _defaults("bte")), step=0)

    with pytest.raises(ValueError, match="bte shows a step"):
        export_command(
            PageRequest("https://a.example/"), [pane], Export(("bte",), "text", None), str
        )
