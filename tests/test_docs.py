"""README and documentation: every page is found, every link leads somewhere, examples work."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import TYPE_CHECKING

import click
import pytest

import boilerscope
from boilerscope.app.cli.main import main
from boilerscope.extractors import registry
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.resources.loader import samples
from tests.helpers import docs_site
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAX_README_BYTES = 9_000
SITE = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
PAGES = sorted((ROOT / "docs").rglob("*.md"))
TEXTS = [*PAGES, *(ROOT / name for name in docs_site.TOP_PAGES)]
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def indented(text: str, start: str) -> str:
    """Return the indented block that begins with this text."""
    block = []
    for line in text[text.index(start) :].splitlines():
        if line and not line.startswith(" "):
            break
        block.append(line.removeprefix("    "))
    return "\n".join(block)


def anchors(path: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w\s-]", "", heading.lower()).strip().replace(" ", "-") for heading in headings
    }


def used_commands(text: str) -> list[list[str]]:
    """Return the words of every command that begins an indented line."""
    lines = re.findall(r"^    boilerscope +([^#\s][^#\n]*)", text, re.MULTILINE)
    return [shlex.split(line.partition("[")[0]) for line in lines]


def test_the_readme_is_short():
    assert len(README.encode()) <= MAX_README_BYTES


def test_the_settings_file_of_the_docs_is_read():
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")

    panes = settings_file.read(indented(text, "    [[pane]]"), name="docs/settings.md")

    assert [pane.name for pane in panes] == ["strict", "boilerpipe.custom"]
    assert getattr(panes[0].settings, "max_link_density", None) == 0.2


# The page of scores names the commands of the day when they were measured.
@pytest.mark.parametrize("path", [path for path in TEXTS if path.name != "scores.md"], ids=named)
def test_every_command_of_a_page_exists_with_its_options(path: Path):
    for words in used_commands(path.read_text(encoding="utf-8")):
        command = main.commands[words[0]]
        if isinstance(command, click.Group):
            command = command.commands[words[1]]
        options = {option for parameter in command.params for option in parameter.opts}
        used = {word for word in words if word.startswith("-") and word != "-"}

        assert used <= {*options, "--help"}, words


def test_the_readme_shows_six_commands():
    shown = {words[0] for words in used_commands(README)}

    assert len(shown) >= 6


@pytest.mark.parametrize("path", TEXTS, ids=named)
def test_every_link_inside_leads_to_a_file_and_a_heading(path: Path):
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    broken = []
    for target, anchor in LINK.findall(text):
        if re.match(r"\w+:", target):
            continue
        file = (path.parent / target).resolve() if target else path
        is_generated = named_in_site(path, target) in docs_site.generated_pages()
        if not (file.exists() or is_generated) or (
            anchor and file.suffix == ".md" and anchor not in anchors(file)
        ):
            broken.append(f"{target}#{anchor}")

    assert broken == []


def named_in_site(path: Path, target: str) -> str:
    """Return the place in the site that a link of a page in `docs` leads to."""
    return (path.parent / target).resolve().relative_to(ROOT).as_posix().removeprefix("docs/")


def test_every_page_is_in_the_menu_of_the_site_once():
    menu = re.findall(r"^ +- (\S+\.md)$", SITE, re.MULTILINE)
    written = {path.relative_to(ROOT / "docs").as_posix() for path in PAGES}

    assert sorted(menu) == sorted(written | set(docs_site.generated_pages()))


def test_the_site_has_every_command_with_every_option():
    page = docs_site.commands_page()

    commands = {context.command_path: context.command for context in docs_site.commands()}
    assert {f"boilerscope {name}" for name in main.commands} <= set(commands)
    for name, command in commands.items():
        assert f"## {name}\n" in page
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert parameter.opts[0] in page, (name, parameter.opts)


def test_the_site_has_every_setting_of_every_extractor():
    page = docs_site.settings_page()

    for identifier in registry.identifiers():
        section = page.partition(f"\n## {identifier}\n")[2].partition("\n## ")[0]
        for field in knobs(registry.extractor(identifier).settings_class):
            assert re.search(rf"^[#\[]*{field.name}\b|\.{field.name}\]", section, re.MULTILINE), (
                identifier,
                field.name,
            )


def test_the_site_has_every_measure():
    page = docs_site.measures_page()

    assert [name for name in MEASURES if f"| `{name}` |" not in page] == []


def test_the_site_has_every_public_name():
    page = docs_site.python_page()

    assert [name for name in boilerscope.__all__ if f"::: boilerscope.{name}\n" not in page] == []


def test_the_python_of_the_readme_runs_on_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    match = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert match is not None
    shutil.copy(samples()[0].path, tmp_path / "page.html")
    monkeypatch.chdir(tmp_path)

    # The words that are looked for are a place-holder in the README.
    exec(match.group(1).replace("a few words of a paragraph", "rotors"), {})  # noqa: S102 - the README's own code is what is tested

    printed = capsys.readouterr().out
    assert "rotors" in printed
    assert "block" in printed.splitlines()[-1]


def test_the_picture_of_the_readme_is_made_by_the_program():
    assert "![The workbench with a sample page](docs/workbench.png)" in README
    assert 'workbench.png" docs/workbench.png' in (ROOT / "scripts" / "docs").read_text("utf-8")


def test_versions_of_the_project_agree():
    project = re.search(
        r'^version = "([\d.]+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    cited = re.search(
        r"^version: ([\d.]+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE
    )
    assert project is not None
    assert cited is not None

    assert cited[1] == project[1]
    assert f"\n## {project[1]} (" in (ROOT / "CHANGELOG.md").read_text("utf-8")
