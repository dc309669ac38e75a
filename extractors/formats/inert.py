"""Inert pages: no scripts, no event handlers, no addresses that run a script.

No page is trusted, and people open cleaned pages in browsers. Only active content is left out;
everything else that an algorithm kept is written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.page.dom_tree import Step

_ACTIVE = frozenset(["script", "applet"])
"""Elements that are left out with their contents."""

_HIDING = frozenset(["noscript", "noembed", "noframes"])
"""Elements for browsers without scripts: their contents are written, without the tags."""

_RAW = frozenset(["iframe", "plaintext", "style", "textarea", "title", "xmp"])
"""Elements that a browser reads as text up to their end tag, which their text must not contain."""

_ADDRESSES = frozenset(
    [
        "action",
        "background",
        "by",
        "code",
        "codebase",
        "data",
        "formaction",
        "from",
        "href",
        "poster",
        "src",
        "to",
        "values",
    ]
)

_FRAMES = frozenset(["iframe", "frame", "embed", "object"])
_END_TAG = {tag: re.compile(f"</(?={tag})", re.IGNORECASE) for tag in _RAW}
_TO_IGNORE = re.compile(r"[\x00-\x20\x7f-\x9f]+")  # a browser reads addresses without these
_RUNS = re.compile(r"(?:^|;)(?:javascript:|vbscript:|data:(?:text|application)/)")


def inert(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps (see `build_dom`) of a document without its active content.

    Active content is script elements, event handlers, ``srcdoc``, addresses that run a script or
    contain a document, and timed redirections. ``noscript`` is replaced by its contents.
    """
    kept: list[bool] = []
    raw: list[str] = []
    n_skipped = 0
    for step in steps:
        if isinstance(step, int):
            for _ in range(step):
                if n_skipped:
                    n_skipped -= 1
                    continue
                raw.pop()
                if kept.pop():
                    yield 1
        elif isinstance(step, str):
            if not n_skipped:
                yield _END_TAG[raw[-1]].sub(r"<\\/", step) if raw and raw[-1] else step
        elif n_skipped or step[0].lower() in _ACTIVE or _redirects(step):
            n_skipped += 1
        else:
            tag = step[0].lower()
            outer = raw[-1] if raw else ""
            kept.append(tag not in _HIDING)
            raw.append(outer or (tag if tag in _RAW else ""))
            if kept[-1]:
                yield [step[0], *_attributes(tag, step, inside_raw=bool(outer))]


def _attributes(tag: str, step: list[str], *, inside_raw: bool) -> Iterator[str]:
    for name, value in zip(step[1::2], step[2::2], strict=True):
        plain = name.lower().rpartition(":")[2]
        is_active = plain.startswith("on") or plain == "srcdoc"
        if plain in _ADDRESSES:
            is_active = runs_script(tag, value)
        if not is_active and not (inside_raw and "<" in value):
            yield name
            yield value


def runs_script(tag: str, value: str) -> bool:
    """Return whether an address in an element runs a script or contains a document."""
    address = _TO_IGNORE.sub("", value[:4000]).lower()
    return bool(_RUNS.search(address)) or (tag in _FRAMES and address.startswith("data:"))


def _redirects(step: list[str]) -> bool:
    if step[0].lower() != "meta":
        return False
    values = dict(zip((name.lower() for name in step[1::2]), step[2::2], strict=True))
    return values.get("http-equiv", "").strip().lower() == "refresh"
