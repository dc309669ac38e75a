"""The examples of the README work as printed."""

from __future__ import annotations

import re
import shlex

import click

from boilerscope.app.cli.main import main
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.model.extractor import Extractor
from boilerscope.extractors.page.files import read_page
from boilerscope.resources.loader import samples
from tests.helpers.extractions import assert_sound
from tests.helpers.material import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def indented(start: str) -> str:
    """Return the indented block that begins with this text."""
    lines = README[README.index(start) :].splitlines()
    block = []
    for line in lines:
        if line and not line.startswith(" "):
            break
        block.append(line.removeprefix("    "))
    return "\n".join(block)


def test_settings_file_of_the_readme_is_read():
    panes = settings_file.read(indented("    [[pane]]"), name="README")

    assert [pane.name for pane in panes] == ["strict", "boilerpipe.custom"]
    assert getattr(panes[0].settings, "max_link_density", None) == 0.2


def test_extractor_of_the_readme_runs_and_explains_every_block():
    match = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert match is not None
    names: dict[str, object] = {}
    exec(match.group(1), names)  # noqa: S102 - the README's own code is what is tested
    extractor = names["LONG"]
    assert isinstance(extractor, Extractor)
    page = read_page(samples()[0].path)

    extraction = extractor.extract(page, extractor.default_settings(), ())

    assert_sound(page, extraction)
    assert "rotors" in extraction.own_text


def test_every_command_of_the_readme_exists_with_its_options():
    lines = [
        line.partition("#")[0]
        for line in indented("    boilerscope    ").splitlines()
        if line.startswith("boilerscope ")
    ]
    commands = [shlex.split(line.partition("[")[0])[1:] for line in lines]

    assert len(commands) >= 8
    for words in commands:
        if not words:
            continue
        command = main.commands[words[0]]
        options = {option for parameter in command.params for option in parameter.opts}
        if isinstance(command, click.Group):
            inner = command.commands[words[1]]
            options = {option for parameter in inner.params for option in parameter.opts}
        used = {word for word in words if word.startswith("-") and word != "-"}
        assert used <= options, words


def test_pictures_and_pages_of_the_readme_exist():
    targets = re.findall(r"\]\(([\w./-]+)\)", README)

    missing = [target for target in targets if not (ROOT / target).exists()]
    assert len(targets) >= 4
    assert missing == []
