"""Small corpora on disk: pages with gold in `gold.jsonl`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.helpers.material import own_pages

if TYPE_CHECKING:
    from pathlib import Path

MAIN = " ".join(f"word{number}" for number in range(30))
MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul>"


def write_corpus(folder: Path, n_pages: int = 6) -> Path:
    """Write pages of two languages and types with their gold; return the folder."""
    folder.mkdir(parents=True)
    lines = []
    for number in range(n_pages):
        html = f"<html><title>Page {number}</title><body>{MENU}<p>{MAIN}.</p><p>end {number}</p>"
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
        lines.append(
            {
                "id": f"p{number}",
                "html": f"{number}.html",
                "text": MAIN,
                "lang": "en" if number % 2 else "fr",
                "page_type": "forum" if number > 2 else "article",
            }
        )
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "gold.jsonl").write_text(text, encoding="utf-8")
    return folder


def write_own_pages(folder: Path) -> Path:
    """Write our own pages that have gold, on which scores differ; return the folder."""
    folder.mkdir(parents=True)
    lines = []
    for page in own_pages():
        if page.gold is not None:
            name = f"{page.identifier}.html"
            (folder / name).write_bytes(page.data)
            line = {"id": page.identifier, "html": name, "text": page.gold}
            lines.append(line | {"encoding": page.encoding})
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "gold.jsonl").write_text(text, encoding="utf-8")
    return folder


def write_batch(
    folder: Path,
    pages: Path,
    page_id: str = "p0",
    *,
    panes: tuple[str, ...] = ("strict",),
    extractor: str = "bte",
) -> Path:
    """Write the results of a batch with its panes on the first page of a folder."""
    shard = folder / "shards" / "00"
    shard.mkdir(parents=True)
    inputs = {"folder": str(pages.parent), "inputs": [pages.name]}
    manifest = json.dumps({"format": "boilerscope-batch", **inputs})
    (folder / "manifest.json").write_text(manifest, encoding="utf-8")
    settings = "".join(f'[[pane]]\nname = "{pane}"\nextractor = "{extractor}"\n' for pane in panes)
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    lines = [
        {"page_id": page_id, "pane": pane, "status": "ok", "message": "", "text": MAIN}
        for pane in panes
    ]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (shard / "00000000.jsonl").write_text(text, encoding="utf-8")
    (shard / "00000000.done").write_text("{}", encoding="utf-8")
    return folder
