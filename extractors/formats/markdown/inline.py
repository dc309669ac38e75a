"""One line of kept text as Markdown: links, emphasis, code, and escaped punctuation."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from boilerscope.extractors.page.addresses import base_address, link_address

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.kept_text import Line

_KINDS = {
    "a": "link",
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "del": "del",
    "s": "del",
    "strike": "del",
}
_MARKERS = {"strong": ("**", "__"), "em": ("*", "_"), "del": ("~~",)}

# Characters with a meaning anywhere (underscores only outside words), and text that looks like a
# tag or an entity.
_MEANING = re.compile(r"[\\`*\[\]~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)")
# Characters with a meaning at the start of a line that contains a word.
_BEGINNING = re.compile(r"(?:#{1,6}|[-+])(?=\s)|>")
_NUMBER = re.compile(r"(\d{1,9})[.)](?=\s|$)")


@dataclass(frozen=True, slots=True)
class _Run:
    """Text below the same marking elements, the outermost first."""

    text: str
    chain: tuple[int, ...]


class Inline:
    """Writes the lines of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._base = base_address(page)
        self._chains = _chains(page)

    def line(self, line: Line, *, plain: bool = False) -> str:
        """Return one line; `plain` leaves emphasis out, as in headings."""
        runs: list[_Run] = []
        after_space = True
        for piece in line.pieces:
            text = re.sub(r"\s+", " ", piece.text)
            text = text.removeprefix(" ") if after_space else text
            if text:
                runs.append(_Run(text, self._chains[self._page.slots.owner[piece.slot]]))
                after_space = text.endswith(" ")
        written = self._write(runs, 0, plain=plain).strip()
        return _escaped_beginning(written)

    def _write(self, runs: list[_Run], level: int, *, plain: bool) -> str:
        written = ""
        groups = [
            (row, list(group))
            for row, group in groupby(
                runs, lambda run: run.chain[level] if level < len(run.chain) else -1
            )
        ]
        for index, (row, group) in enumerate(groups):
            if row < 0:
                written += "".join(_escaped(run.text) for run in group)
                continue
            following = groups[index + 1][1][0].text[:1] if index + 1 < len(groups) else ""
            written += self._marked(row, group, level, (written[-1:], following), plain=plain)
        return written

    def _marked(
        self, row: int, group: list[_Run], level: int, around: tuple[str, str], *, plain: bool
    ) -> str:
        kind = _KINDS[self._page.elements.tag[row]]
        if kind == "code":
            return _code("".join(run.text for run in group))
        inner = self._write(group, level + 1, plain=plain)
        core = inner.strip()
        if not core or (plain and kind != "link"):
            return inner
        lead = inner[: len(inner) - len(inner.lstrip())]
        tail = inner[len(inner.rstrip()) :]
        if kind == "link":
            address = self._address(row)
            core = f"[{core}]({address})" if address else core
        else:
            core = _emphasised(core, kind, lead[-1:] or around[0], tail[:1] or around[1])
        return f"{lead}{core}{tail}"

    def _address(self, row: int) -> str:
        address = link_address(self._page, row, self._base)
        address = re.sub(r"[\s<>\\]", lambda match: f"%{ord(match[0]):02X}", address)
        return f"<{address}>" if re.search(r"[()]", address) else address


def _chains(page: Page) -> list[tuple[int, ...]]:
    """Return for each element the marking elements at and above it, each kind once."""
    chains: list[tuple[int, ...]] = []
    tags, nodes = page.elements.tag, page.elements.node
    for row, parent in enumerate(page.elements.parent.tolist()):
        chain = chains[parent] if parent >= 0 else ()
        kind = _KINDS.get(tags[row])
        is_marking = kind is not None and (kind != "link" or nodes[row].get("href") is not None)
        if is_marking and all(_KINDS[tags[above]] not in {kind, "code"} for above in chain):
            chain = (*chain, row)
        chains.append(chain)
    return chains


def _emphasised(core: str, kind: str, before: str, after: str) -> str:
    """Return text between markers, or unchanged if Markdown would not read them as markers."""
    for marker in _MARKERS[kind]:
        touches = before == marker[0] or after == marker[0] or marker[0] in (core[0], core[-1])
        within_word = marker[0] == "_" and (before.isalnum() or after.isalnum())
        opens = (
            not _is_punctuation(core[0])
            or not before
            or before.isspace()
            or _is_punctuation(before)
        )
        closes = (
            not _is_punctuation(core[-1]) or not after or after.isspace() or _is_punctuation(after)
        )
        if opens and closes and not within_word and not touches:
            return f"{marker}{core}{marker}"
    return core


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _code(text: str) -> str:
    core = text.strip()
    if not core:
        return text
    fence = "`" * (max((len(run) for run in re.findall("`+", core)), default=0) + 1)
    pad = " " if core.startswith("`") or core.endswith("`") else ""
    lead = " " if text.startswith(" ") else ""
    tail = " " if text.endswith(" ") else ""
    return f"{lead}{fence}{pad}{core}{pad}{fence}{tail}"


def _escaped(text: str) -> str:
    return _MEANING.sub(r"\\\g<0>", text)


def _escaped_beginning(line: str) -> str:
    number = _NUMBER.match(line)
    if number:
        return f"{number[1]}\\{line[number.end(1) :]}"
    return "\\" + line if _BEGINNING.match(line) else line
