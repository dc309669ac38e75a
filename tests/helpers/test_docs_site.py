"""Pages of the documentation site: links, lists and notebooks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.helpers.docs_site import as_page, notebook_page, table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("page", "link", "moved"),
    [
        ("index.md", "[a](docs/tour.md)", "[a](tour.md)"),
        ("index.md", "[a](CONTRIBUTING.md#a-view)", "[a](contributing.md#a-view)"),
        ("index.md", "![a](docs/workbench.png)", "![a](workbench.png)"),
        ("tour.md", "[a](../CONTRIBUTING.md#a-view)", "[a](contributing.md#a-view)"),
        ("tables.md", "[a](results.ipynb)", "[a](results.md)"),
        ("results.md", "[a](results.ipynb)", "[a](results.ipynb)"),
        ("tour.md", "[a](https://example.org/x#y)", "[a](https://example.org/x#y)"),
    ],
)
def test_links_lead_to_pages_of_the_site(page: str, link: str, moved: str):
    assert as_page(link, page) == moved


def test_what_belongs_to_an_item_is_indented_by_four_spaces():
    text = "1. One\n   two\n\n   ```python\n   x\n   ```\n2. Two\n- a\n  b\n\nEnd\n   c"

    assert as_page(text, "tour.md").split("\n") == [
        "1. One",
        "    two",
        "",
        "    ```python",
        "    x",
        "    ```",
        "",
        "2. Two",
        "- a",
        "    b",
        "",
        "End",
        "   c",
    ]


def test_a_fence_at_the_margin_is_left_alone():
    text = "- a\n\n```\n- x\n  y\n```"

    assert as_page(text, "tour.md") == text


def test_a_table_keeps_its_cells():
    assert table(("a", "b"), [("x|y", "1\n2")]) == "| a | b |\n| --- | --- |\n| x\\|y | 1 2 |\n"


def test_a_notebook_is_its_texts_its_code_and_its_output(tmp_path: Path):
    file = tmp_path / "n.ipynb"
    output = [
        {"output_type": "stream", "text": ["printed\n"]},
        {"output_type": "execute_result", "data": {"text/html": ["<b>1</b>\n", "\n", "<i>2</i>"]}},
        {"output_type": "display_data", "data": {"image/png": "QUJD"}},
        {"output_type": "execute_result", "data": {"text/html": ["<html>a</html>"]}},
    ]
    cells = [
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": ["x = 1"], "outputs": output},
    ]
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")

    page = notebook_page(file)

    assert page.startswith("[Download the notebook](n.ipynb)\n\n# Title\n\n```python\nx = 1\n```\n")
    assert "```text\nprinted\n```" in page
    assert "<b>1</b>\n<i>2</i>" in page
    assert 'src="data:image/png;base64,QUJD"' in page
    assert '<iframe sandbox srcdoc="&lt;html&gt;a' in page
