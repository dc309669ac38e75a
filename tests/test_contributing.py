"""The modules shown in CONTRIBUTING.md follow our style."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap

import pytest

from tests.helpers.material import ROOT


def shown_modules() -> list[str]:
    """Return the code blocks that are complete modules: those that start with a docstring."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```python\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [code for block in blocks if (code := textwrap.dedent(block)).startswith('"""')]


@pytest.mark.parametrize("code", shown_modules())
def test_the_shown_modules_follow_our_style(code: str):
    ruff = [sys.executable, "-m", "ruff"]
    checked = subprocess.run(
        # The order of imports depends on modules that exist only in the reader's copy.
        [*ruff, "check", "--ignore", "I001", "--stdin-filename", "extractors/shown.py", "-"],
        input=code,
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    formatted = subprocess.run(
        [*ruff, "format", "--stdin-filename", "extractors/shown.py", "-"],
        input=code,
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
    )

    assert not checked.returncode, checked.stdout
    assert formatted.stdout == code
