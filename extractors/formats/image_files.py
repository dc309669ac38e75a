"""Images of a result as files beside its text: those that were recorded with the page."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes, urlsplit

from boilerscope.extractors.formats.files import file_name
from boilerscope.extractors.formats.structure.nodes import Image
from boilerscope.extractors.formats.structure.walking import nodes_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.formats.structure.nodes import Document
    from boilerscope.extractors.page.records import Recorded

_SUFFIXES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/svg+xml": "svg",
    "image/bmp": "bmp",
    "image/x-icon": "ico",
}
_DATA = re.compile(
    r"data:(image/[\w.+-]+)?(?:;[\w=-]+)*?(;base64)?,(.*)", re.DOTALL | re.IGNORECASE
)
_MAX_NAME = 60


def image_files(result: Result, document: Document) -> dict[str, bytes]:
    """Return the images that have a file, by its path beside the text of the result."""
    names = image_names(result, document)
    recorded = result.recorded
    files: dict[str, bytes] = {}
    for source, name in names.items():
        content = _content(source, recorded)
        if content is not None:
            files[name] = content[1]
    return files


def image_names(result: Result, document: Document) -> dict[str, str]:
    """Return the path of the file of each image that was recorded, by its source."""
    names: dict[str, str] = {}
    used: set[str] = set()
    folder = f"{file_name(result.page_id, result.pane, '').rpartition('/')[2]}-images"
    for node in nodes_of(document):
        if not isinstance(node, Image) or node.source in names:
            continue
        content = _content(node.source, result.recorded)
        if content is None:
            continue
        stem = _stem(node.source, len(names) + 1)
        name, number = f"{stem}.{content[0]}", 2
        while name in used:
            name, number = f"{stem}-{number}.{content[0]}", number + 1
        used.add(name)
        names[node.source] = f"{folder}/{name}"
    return names


def _stem(source: str, number: int) -> str:
    if source.lower().startswith("data:"):
        return f"image-{number}"
    try:
        name = urlsplit(source).path.rpartition("/")[2].rpartition(".")[0]
    except ValueError:
        name = ""
    safe = re.sub(r"[^\w-]+", "-", name, flags=re.ASCII).strip("-")[:_MAX_NAME]
    return safe or f"image-{number}"


def _content(source: str, recorded: Mapping[str, Recorded]) -> tuple[str, bytes] | None:
    """Return the file suffix and the bytes of an image, None if it was not recorded."""
    resource = recorded.get(source)
    if resource is not None:
        suffix = _SUFFIXES.get(resource.media_type.partition(";")[0].strip().lower())
        return (suffix, resource.data) if suffix else None
    data = _DATA.match(source)
    suffix = _SUFFIXES.get((data[1] or "").lower()) if data else None
    if data is None or suffix is None:
        return None
    try:
        content = unquote_to_bytes(data[3])
        return suffix, base64.b64decode(content) if data[2] else content
    except (binascii.Error, ValueError):
        return None
