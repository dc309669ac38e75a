"""Commands that install what is missing, for the Python that runs."""

from __future__ import annotations

import json
import re
import shlex
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

PROJECT = "boilerscope"
EXTRACTORS = "boilerscope.extractors"
"""Group of entry points of extractors, of the program and of plug-ins."""

_EXTRA = re.compile(r"""\bextra\s*==\s*['"]([^'"]+)['"]""")
_AND = re.compile(r"\band\b")


def extra_command(extra: str) -> str:
    """Return the command that installs an extra of Boilerscope for the Python that runs.

    It names the packages themselves, so that it works in a checkout, after an install from a file
    and after one from an index.

    Parameters
    ----------
    extra : str
        Name of the extra.
    """
    packages = [requirement for requirement, extras in _declared() if extras == [extra]]
    return _command(packages or [f"{PROJECT}[{extra}]"])


def package_command(name: str) -> str:
    """Return the command that installs a package, in the versions that fit, for this Python.

    Parameters
    ----------
    name : str
        Package, which Boilerscope need not have declared.
    """
    fitting = (
        requirement
        for requirement, _ in _declared()
        if re.match(rf"{re.escape(name)}(?![\w.-])", requirement)
    )
    return _command([next(fitting, name)])


def _declared() -> list[tuple[str, list[str]]]:
    """Return the requirements of the installed Boilerscope, with their extras.

    A condition other than the extra, such as a version of Python, stays with its requirement.
    """
    try:
        lines = metadata.requires(PROJECT) or []
    except metadata.PackageNotFoundError:  # on the path, but not installed
        return []
    return [(_without_extra(line), _EXTRA.findall(line)) for line in lines]


def _without_extra(line: str) -> str:
    requirement, _, condition = line.partition(";")
    others = [part for part in _AND.split(condition) if not _EXTRA.search(part)]
    rest = " and ".join(part.strip(" ()").replace("'", '"') for part in others if part.strip())
    return f"{requirement.strip()}; {rest}" if rest else requirement.strip()


def _command(packages: list[str]) -> str:
    installer = shlex.join(installer_of(Path(sys.executable)))
    return " ".join([installer, *(f"'{package}'" for package in packages)])


def installer_of(python: Path) -> list[str]:
    """Return the program and arguments that install packages for a Python.

    Another Python, such as that of a new environment, needs no pip of its own.
    """
    if not find_spec("pip"):  # environments that uv makes have no pip
        return ["uv", "pip", "install", "-p", str(python)]
    other = [] if str(python) == sys.executable else ["--python", str(python)]
    return [sys.executable, "-m", "pip", *other, "install"]


def same_project(extra: str) -> str:
    """Return what pip installs to get this very Boilerscope into another environment.

    That is the checkout, file or address that it was installed from, otherwise its version on an
    index; quoted for a shell.

    Parameters
    ----------
    extra : str
        Name of the extra to install with it.
    """
    try:
        distribution = metadata.distribution(PROJECT)
    except metadata.PackageNotFoundError:
        return shlex.quote(f"{PROJECT}[{extra}]")
    origin = json.loads(distribution.read_text("direct_url.json") or "{}")
    url = str(origin.get("url", ""))
    if "dir_info" in origin:
        folder = shlex.quote(f"{Path(unquote(urlsplit(url).path))}[{extra}]")
        return f"-e {folder}" if origin["dir_info"].get("editable") else folder
    if "vcs_info" in origin:
        source = origin["vcs_info"]
        url = f"{source['vcs']}+{url}@{source['commit_id']}"
    if url:
        return shlex.quote(f"{PROJECT}[{extra}] @ {url}")
    return shlex.quote(f"{PROJECT}[{extra}]=={distribution.version}")
