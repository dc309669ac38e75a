"""The pages of the documentation site that are not files of `docs`; a hook of MkDocs.

They are made from what the program declares whenever the site is built: commands from click,
settings and measures from their declarations, the notebook from its cells. README, CONTRIBUTING and
other files of the top folder become pages as they are.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import boilerscope
from boilerscope.app.cli.main import main
from boilerscope.app.session.preferences import Preferences
from boilerscope.extractors import registry
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.settings_text import settings_text
from boilerscope.extractors.gold.formats.catalogue import FORMATS as GOLD_FORMATS
from boilerscope.extractors.scoring.measures import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from boilerscope.extractors.model.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

TOP_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Files of the top folder by the page that each becomes."""

TOP_FILES = {"CITATION.cff": "CITATION.cff"}
"""Files of the top folder that pages link to and that are copied as they are."""

NOTEBOOKS = {"results.ipynb": "results.md"}
"""Notebooks of `docs` by the page that each becomes."""

_FOR_EXTRACTORS = (
    "model.extractor",
    "model.extraction",
    "model.settings",
    "model.steps",
    "model.blocks",
    "page.page",
)
_LINK = re.compile(r"(?P<start>\]\()(?P<target>[^)\s#:]+)(?P<anchor>#[^)\s]*)?(?P<end>\))")
_ITEM = re.compile(r"(?P<marker>[-*]|\d+\.) +")
_MARKDOWN_INDENT = 4
_WIDTH = 100


def generated_pages() -> dict[str, Callable[[], str]]:
    """Return the functions that make the generated pages, by their place in the site."""
    pages: dict[str, Callable[[], str]] = {
        "reference/commands.md": commands_page,
        "reference/settings.md": settings_page,
        "reference/scores.md": measures_page,
        "reference/formats.md": formats_page,
        "reference/python.md": python_page,
    }
    for name, page in TOP_PAGES.items():
        pages[page] = (ROOT / name).read_text
    for name, page in NOTEBOOKS.items():
        pages[page] = lambda name=name: notebook_page(DOCS / name)  # type: ignore[misc]  # a default binds
    return pages


def commands_page() -> str:
    """Return every command with the help that it prints."""
    parts = ["# Commands\n", "As `boilerscope COMMAND --help` prints them.\n"]
    for context in commands():
        help_text = context.command.get_help(context)
        parts.append(f"## {context.command_path}\n\n```text\n{help_text}\n```\n")
    return "\n".join(parts)


def commands() -> Iterator[click.Context]:
    """Yield every command of the program, such as ``boilerscope gold check``, in its context."""
    yield from _commands(main, "boilerscope", None)


def _commands(
    command: click.Command, name: str, parent: click.Context | None
) -> Iterator[click.Context]:
    context = click.Context(
        command,
        parent,
        info_name=name,
        terminal_width=_WIDTH,
        max_content_width=_WIDTH,
        **command.context_settings,
    )
    yield context
    if isinstance(command, click.Group):
        for inner in sorted(command.commands):
            if not command.commands[inner].hidden:
                yield from _commands(command.commands[inner], inner, context)


def settings_page() -> str:
    """Return the settings of every extractor and of the program, as files have them."""
    parts = [
        "# Settings, declared\n",
        (
            "Each setting with its label, what it does, the values that it accepts and its default,"
            " as in a [settings file](../settings.md). On the command line:"
            " `--set EXTRACTOR.SETTING=VALUE`.\n"
        ),
    ]
    for identifier in registry.identifiers():
        extractor = registry.extractor(identifier)
        parts.append(f"## {identifier}\n\n{extractor.summary}\n")
        parts.append(_declared(extractor.settings_class, "pane.settings"))
    parts.append("## Preferences\n\nOf the program itself, in `preferences.toml`.\n")
    parts.append(_declared(Preferences, "preferences"))
    return "\n".join(parts)


def _declared(settings_class: type[Settings], table: str) -> str:
    text = settings_text(settings_class, {}, table)
    return f"```toml\n{text.strip()}\n```\n" if text else "It has no settings.\n"


def measures_page() -> str:
    """Return every measure with its formula, unit and source."""
    rows = (
        (f"`{measure.name}`", measure.label, measure.formula, measure.unit, measure.source)
        for measure in MEASURES.values()
    )
    return "\n".join(
        (
            "# Measures\n",
            (
                "What `--measure` of `score`, `sweep` and `tune` takes; `all` is every one."
                " [Scores](../scores.md) has those of all extractors.\n"
            ),
            table(("name", "label", "formula", "unit", "source"), rows),
        )
    )


def formats_page() -> str:
    """Return the formats of results and of gold standards."""
    results = (
        (
            f"`{one.name}`" if not one.blocks_of else f"`{one.blocks_of}` with `--blocks`",
            f"{one.label}: {one.summary}",
        )
        for one in FORMATS.values()
    )
    gold = ((f"`{one.name}`", one.title) for one in GOLD_FORMATS.values())
    return "\n".join(
        (
            "# Formats\n",
            "## Of results\n\nFor `extract --format`; Parquet has [its own page](../tables.md).\n",
            table(("name", "content"), results),
            "## Of gold standards\n\nFor `gold convert`; see [Gold standards](../gold.md).\n",
            table(("name", "content"), gold),
        )
    )


def python_page() -> str:
    """Return the public names, and the modules that an extractor of the user's imports.

    mkdocstrings puts signatures and docstrings in the place of each name.
    """
    names = sorted(boilerscope.__all__, key=lambda name: (not name[0].islower(), name))
    parts = ["# Python\n", "The names of `boilerscope`, which stay as they are.\n"]
    parts += [f"::: boilerscope.{name}\n" for name in names]
    parts.append("## For extractors\n\nWhat an extractor of yours is made of.\n")
    parts += [f"::: boilerscope.extractors.{module}\n" for module in _FOR_EXTRACTORS]
    return "\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = ([cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def notebook_page(file: Any) -> str:
    """Return a notebook as Markdown: texts, code, and what the cells have put out."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    parts = [f"[Download the notebook]({file.name})\n"]
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(f"{source}\n")
        elif cell["cell_type"] == "code":
            parts.append(f"```python\n{source}\n```\n")
            parts += [_output(output) for output in cell["outputs"]]
    return "\n".join(parts)


def _output(output: dict[str, Any]) -> str:
    data: dict[str, Any] = output.get("data", {})
    if "image/png" in data:
        return f'<img src="data:image/png;base64,{"".join(data["image/png"]).strip()}">\n'
    if "text/html" in data:  # blank lines would end the raw markup
        markup = "".join(data["text/html"])
        if "<html" in markup:  # a whole page
            shown = html.escape(markup)
            return f'<iframe sandbox srcdoc="{shown}" width="100%" height="500"></iframe>\n'
        return re.sub(r"\n\s*\n", "\n", markup) + "\n"
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{text.rstrip()}\n```\n" if text else ""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not files of `docs`; MkDocs calls this."""
    from mkdocs.structure.files import File

    for page, make in generated_pages().items():
        files.append(File.generated(config, page, content=make()))
    for name, place in TOP_FILES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Make the links and lists of a page fit the site; MkDocs calls this."""
    return as_page(markdown, page.file.src_uri)


def as_page(markdown: str, page: str) -> str:
    """Return the Markdown of a page with links inside the site, and lists as MkDocs reads them.

    Parameters
    ----------
    page : str
        Place of the page in the site.
    """
    text = _LINK.sub(lambda match: _moved(match, page), markdown)
    return _with_wide_lists(text)


def _moved(match: re.Match[str], page: str) -> str:
    target = match["target"]
    if page in TOP_PAGES.values():
        target = TOP_PAGES.get(target, target.removeprefix("docs/"))
    elif target.startswith("../"):
        target = TOP_PAGES.get(target.removeprefix("../"), target)
    target = NOTEBOOKS.get(target, target) if page not in NOTEBOOKS.values() else target
    return f"{match['start']}{target}{match['anchor'] or ''}{match['end']}"


def _with_wide_lists(markdown: str) -> str:
    """Indent what belongs to an item of a list by four spaces; CommonMark needs fewer of them.

    An item after one of several paragraphs begins after a blank line, as Markdown needs it.
    """
    lines: list[str] = []
    width, is_code, has_paragraphs = 0, False, False
    for line in markdown.split("\n"):
        indent = len(line) - len(line.lstrip())
        is_code ^= line.startswith("```")
        item = None if is_code else _ITEM.match(line)
        if item:
            lines += [""] * (has_paragraphs and bool(lines[-1]))
            width, has_paragraphs = item.end(), False
        elif line and not indent:
            width = 0
        elif width and not line:
            has_paragraphs = True
        is_inside = width and line and not item
        lines.append(" " * max(0, _MARKDOWN_INDENT - width) + line if is_inside else line)
    return "\n".join(lines)
