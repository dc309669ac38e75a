"""Commands that repeat a report, and the versions that it was made with."""

from __future__ import annotations

import platform
import shlex
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.command_line import options_of
from boilerscope.extractors.own.added import locations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.runner import Pane


def made_with(name: str) -> str:
    """Return a program or package with its version."""
    if name == "python":
        return f"Python {platform.python_version()}"
    shown = "Boilerscope" if name == "boilerscope" else name
    try:
        return f"{shown} {version(name)}"
    except PackageNotFoundError:
        return shown


def page_commands(
    source: str, panes: Sequence[Pane], session: str, *, has_gold: bool, site: Sequence[str] = ()
) -> list[str]:
    """Return the commands that repeat the report of a page.

    Parameters
    ----------
    source : str
        File or address of the page.
    session : str
        Session file with page, panes and gold; empty without one.
    site : sequence of str
        Inputs with other pages of the site. No scores are repeated then: `score` knows the site
        from a corpus.
    """
    if session:
        file = shlex.quote(session)
        lines = [f"boilerscope open {file}", f"boilerscope extract {file} --format jsonl"]
        lines += [f"boilerscope score {file}"] if has_gold else []
        return [*lines, f"boilerscope report {file} -o report.html"]
    words = [*options_of(panes, locations()), *(part for it in site for part in ("--site", it))]
    lines = [shlex.join(["boilerscope", "extract", source, *words, "--format", "jsonl"])]
    if has_gold and not site:
        lines.append(shlex.join(["boilerscope", "score", source, *words]))
    report = ["boilerscope", "report", source, *words, "-o", "report.html"]
    return [*lines, shlex.join(report)]


def corpus_commands(
    pages: Iterable[str], panes: Sequence[Pane], further: Sequence[str] = ()
) -> list[str]:
    """Return the commands that repeat the scores of a corpus.

    Parameters
    ----------
    further : sequence of str
        Other options of the command ``score``, such as ``--by`` and a kind of group.
    """
    words = [*pages, *options_of(panes, locations()), *further]
    return [
        shlex.join(["boilerscope", "score", *words]),
        shlex.join(["boilerscope", "report", *words, "-o", "report.html"]),
    ]
