"""boilerpipe's event handler written step by step after its specification.

Deliberately slow and plain: it looks up each character in the Unicode database and copies its
buffers. Tests compare the product's content handler and tokenizer with it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.page import END, START, SlotFlag

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.tag_actions import TagActions
    from boilerscope.extractors.page import Page

ANCHOR_START = "$\ue00a<"
ANCHOR_END = ">\ue00a$"
_MARK = "\u2063"
_JOINING = "\"'.,!@-:;$?()/"
_TRIM = "".join(map(chr, range(0x21)))


@dataclass(frozen=True, slots=True)
class ReferenceBlock:
    """A block with all its counts."""

    text: str
    words: int
    linked: int
    wrapped_words: int
    wrapped_lines: int
    tag_level: int
    labels: int


@dataclass(slots=True)
class Handler:
    """State of the handler between events."""

    tags: TagActions
    max_line_length: int = 80
    token_buf: str = ""
    text_buf: str = ""
    in_body: int = 0
    in_anchor: int = 0
    in_ignorable: int = 0
    tag_level: int = 0
    block_tag_level: int = -1
    last_was_space: bool = False
    flush_pending: bool = False
    in_anchor_text: bool = False
    last_start_tag: str = ""
    title: str = ""
    open_labels: list[int] = field(default_factory=list)
    blocks: list[ReferenceBlock] = field(default_factory=list)

    def kind(self, tag: str) -> str:
        local = tag.rpartition(":")[2]
        if local in ("a", "body"):
            return local
        if local in self.tags.ignorable:
            return "ignorable"
        if local in self.tags.inline:
            return "inline"
        return "inline_space" if local in self.tags.inline_space else "block"

    def start(self, tag: str) -> None:
        kind = self.kind(tag)
        self.open_labels.append(dict(self.tags.labelled).get(tag, 0))
        if not kind.startswith("inline"):
            self.tag_level += 1
        if kind == "ignorable":
            self.in_ignorable += 1
            self.flush_pending = True
        elif kind == "a":
            self.in_anchor += 1
            if self.in_anchor > 1:
                self.end_anchor()
            if not self.in_ignorable:
                self.mark(ANCHOR_START)
        elif kind == "body":
            self.flush()
            self.in_body += 1
        elif kind == "inline_space":
            self.space()
        elif kind == "block":
            self.flush_pending = True
        self.last_start_tag = tag

    def end(self, tag: str) -> None:
        kind = self.kind(tag)
        if kind == "ignorable":
            self.in_ignorable -= 1
            self.flush_pending = True
        elif kind == "a":
            self.end_anchor()
        elif kind == "body":
            self.flush()
            self.in_body -= 1
        elif kind == "inline_space":
            self.space()
        elif kind == "block":
            self.flush_pending = True
        if not kind.startswith("inline"):
            self.tag_level -= 1
        if self.flush_pending:
            self.flush()
        self.open_labels.pop()

    def chars(self, text: str) -> None:
        if self.flush_pending:
            self.flush()
            self.flush_pending = False
        if self.in_ignorable or not text:
            return
        text = "".join(" " if is_java_space(character) else character for character in text)
        core = text.strip(" ")
        if not core:
            self.space()
            return
        if text.startswith(" "):
            self.space()
        if self.block_tag_level == -1:
            self.block_tag_level = self.tag_level
        trail = " " if text.endswith(" ") else ""
        self.token_buf += core + trail
        self.text_buf += core + trail
        self.last_was_space = bool(trail)

    def end_anchor(self) -> None:
        self.in_anchor -= 1
        if self.in_anchor == 0 and not self.in_ignorable:
            self.mark(ANCHOR_END)

    def mark(self, sentinel: str) -> None:
        self.space()
        self.token_buf += sentinel + " "
        self.last_was_space = True

    def space(self) -> None:
        if not self.last_was_space:
            self.token_buf += " "
            self.text_buf += " "
            self.last_was_space = True

    def flush(self) -> None:
        if self.in_body == 0:
            text = self.token_buf.strip(_TRIM)
            if self.last_start_tag == "title" and text:
                self.title = text
            self.token_buf = self.text_buf = ""
            return
        if not self.token_buf:
            return
        if len(self.token_buf) == 1 and self.last_was_space:
            self.token_buf = self.text_buf = ""
            return
        self.emit()

    def emit(self) -> None:
        words = linked = lines = n_tokens = in_line = 0
        length = -1
        for token in tokenize(self.token_buf):
            if token in (ANCHOR_START, ANCHOR_END):
                self.in_anchor_text = token == ANCHOR_START
                continue
            n_tokens += 1
            if not any(unicodedata.category(character) in _COUNTED for character in token):
                continue
            words += 1
            in_line += 1
            linked += self.in_anchor_text
            size = len(token.encode("utf-16-le")) // 2
            length += size + 1
            if length > self.max_line_length:
                lines, length, in_line = lines + 1, size, 1
        if n_tokens == 0:
            return
        wrapped = words if lines == 0 else words - in_line
        if wrapped == 0 or lines == 0:
            wrapped, lines = words, 1
        labels = 0
        for labels_of_tag in self.open_labels:
            labels |= labels_of_tag
        text = self.text_buf.strip(_TRIM)
        level = self.block_tag_level
        self.blocks.append(ReferenceBlock(text, words, linked, wrapped, lines, level, labels))
        self.token_buf = self.text_buf = ""
        self.block_tag_level = -1


_COUNTED = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No")
_LETTERS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")


def is_java_space(character: str) -> bool:
    """Return whether the original treats a character as white space."""
    if character in "\u00a0\u2007\u202f":
        return False
    return character in "\t\n\v\f\r\x1c\x1d\x1e\x1f" or unicodedata.category(character) in (
        "Zs",
        "Zl",
        "Zp",
    )


def tokenize(text: str) -> list[str]:
    """Return the tokens of a buffer: mark boundaries, unmark joins, split."""
    in_word = [_is_word(text, index) for index in range(len(text))]
    marked = ""
    for index, character in enumerate(text):
        before = index > 0 and in_word[index - 1]
        joined = character in _JOINING or (index > 0 and text[index - 1] in _JOINING)
        if before != in_word[index] and not joined:
            marked += _MARK
        marked += character
    return [token for token in marked.replace(_MARK, " ").split(" ") if token]


def _is_word(text: str, index: int) -> bool:
    if text[index] == "_" or unicodedata.category(text[index]) in _LETTERS:
        return True
    while index >= 0 and unicodedata.category(text[index]) == "Mn":
        index -= 1
        if index >= 0 and unicodedata.category(text[index]) in _LETTERS:
            return True
    return False


def reference_blocks(page: Page, tags: TagActions, max_line_length: int = 80) -> Handler:
    """Return the handler after all events of a page."""
    handler = Handler(tags, max_line_length)
    for kind, index in zip(page.events.kind.tolist(), page.events.index.tolist(), strict=True):
        if kind == START:
            handler.start(page.elements.tag[index])
        elif kind == END:
            handler.end(page.elements.tag[index])
        elif not page.slots.flags[index] & SlotFlag.COMMENT:
            is_script = page.slots.flags[index] & SlotFlag.RAW
            handler.chars(page.slots.raw_text(index) if is_script else page.slot_text(index))
    handler.flush()
    return handler
