"""Written pages that do nothing: no script, no handler, no address that runs one.

Every page is hostile, and a cleaned page is opened in browsers. What an algorithm keeps is kept;
only what would act is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from extractors.page.dom_tree import Step

_ACTING = frozenset(["script", "applet"])
"""Elements that are left out with all they hold."""

_HIDING = frozenset(["noscript", "noembed", "noframes"])
"""Shown where nothing is run, as here: their contents are written without them."""

_RAW = frozenset(["iframe", "plaintext", "style", "textarea", "title", "xmp"])
"""Read as text up to their end tag: nothing in them may end them early."""

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
    """Yield the steps of a document (see `build_dom`) without what would act in a browser.

    Script elements, handlers in attributes, ``srcdoc``, addresses that run a script or carry a
    document of their own, and timed redirections are left out; contents of ``noscript`` are
    written in its place.
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
        elif n_skipped or step[0].lower() in _ACTING or _redirects(step):
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
        acts = plain.startswith("on") or plain == "srcdoc"
        if plain in _ADDRESSES:
            acts = _runs(tag, value)
        if not acts and not (inside_raw and "<" in value):
            yield name
            yield value


def _runs(tag: str, value: str) -> bool:
    """Return whether a value is an address that runs a script or carries a document."""
    address = _TO_IGNORE.sub("", value[:4000]).lower()
    return bool(_RUNS.search(address)) or (tag in _FRAMES and address.startswith("data:"))


def _redirects(step: list[str]) -> bool:
    if step[0].lower() != "meta":
        return False
    values = dict(zip((name.lower() for name in step[1::2]), step[2::2], strict=True))
    return values.get("http-equiv", "").strip().lower() == "refresh"
