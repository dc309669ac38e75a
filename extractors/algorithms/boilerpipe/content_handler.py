"""From tags and texts to text blocks: the original's ``BoilerpipeHTMLContentHandler``.

States and methods have the names and the order of the specification, sections 2.2 to 2.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from boilerscope.extractors.algorithms.boilerpipe.tokenizer import (
    ANCHOR_END,
    ANCHOR_START,
    TRIMMED,
    character_classes,
    is_word,
    tokenize,
    with_plain_spaces,
)
from boilerscope.extractors.page import END, START, SlotFlag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.page import Page

_RAW = int(SlotFlag.RAW)
_NOT_PAGE_TEXT = int(SlotFlag.RAW | SlotFlag.COMMENT)


@dataclass(slots=True)
class HandledBlock:
    """A text block built by the handler.

    Attributes
    ----------
    text : str
        Its text, trimmed.
    slots : list of int
        Text slots it contains.
    word_lengths : list of int
        Length of each word, units of UTF-16.
    linked_words : int
        Number of words in links.
    tag_level : int
        Number of open tags at its first text, without inline tags.
    labels : int
        Label bits that come from tags.
    """

    text: str
    slots: list[int]
    word_lengths: list[int]
    linked_words: int
    tag_level: int
    labels: int


class ContentHandler:
    """Handler of the start tags, end tags and texts of a page.

    The token buffer contains classes of characters, see `tokenizer`, and link marks.

    Parameters
    ----------
    actions : mapping of str to TagAction or None
        Action of each tag of the page; None for block-level tags, which separate blocks.
    labelled : mapping of str to int
        Label bits by tag.

    Attributes
    ----------
    blocks : list of HandledBlock
        Blocks flushed so far.
    title : str
        Last text of a title outside the body, empty if there is none.
    """

    def __init__(
        self, actions: Mapping[str, TagAction | None], labelled: Mapping[str, int]
    ) -> None:
        self.blocks: list[HandledBlock] = []
        self.title = ""
        self.in_body = 0
        self.in_anchor = 0
        self.in_ignorable = 0
        self.flush_pending = False
        self._token_buffer: list[str] = []
        self._text_buffer: list[str] = []
        self._tag_level = 0
        self._block_tag_level = -1
        self._last_was_space = False
        self._in_anchor_text = False
        self._last_start_tag = ""
        self._contained: list[int] = []
        self._actions = actions
        self._labelled = labelled
        self._open_labels = [0]

    def start_element(self, tag: str) -> None:
        """Handle a start tag."""
        if tag in self._labelled:
            self._open_labels.append(self._open_labels[-1] | self._labelled[tag])
        action = self._actions[tag]
        if action is None:
            self._tag_level += 1
            self.flush_pending = True
        else:
            self._tag_level += action.changes_tag_level
            action.start(self)
        self._last_start_tag = tag

    def end_element(self, tag: str) -> None:
        """Handle an end tag."""
        action = self._actions[tag]
        if action is None:
            self._tag_level -= 1
            self.flush_pending = True
        else:
            action.end(self)
            self._tag_level -= action.changes_tag_level
        if self.flush_pending:
            self.flush_block()
        if tag in self._labelled:
            self._open_labels.pop()

    def characters(self, slot: int, text: str, classes: str) -> None:
        """Handle a text.

        Parameters
        ----------
        text : str
            Its characters; spaces replace other white space.
        classes : str
            The classes of its characters.
        """
        if self.flush_pending:
            self.flush_block()
            self.flush_pending = False
        if self.in_ignorable or not text:
            return
        core = text.strip(" ")
        if not core:
            self.add_space()
            return
        if text[0] == " ":
            self.add_space()
        if self._block_tag_level == -1:
            self._block_tag_level = self._tag_level
        self._text_buffer.append(core)
        self._token_buffer.append(classes.strip(" "))
        self._last_was_space = False
        if text[-1] == " ":
            self.add_space()
        self._contained.append(slot)

    def add_space(self) -> None:
        """Add a space to both buffers unless they end with a space."""
        if not self._last_was_space:
            self._text_buffer.append(" ")
            self._token_buffer.append(" ")
            self._last_was_space = True

    def add_anchor_mark(self, mark: str) -> None:
        """Add a token for the start or end of a link to the token buffer."""
        self.add_space()
        self._token_buffer.append(mark)
        self._token_buffer.append(" ")
        self._last_was_space = True

    def flush_block(self) -> None:
        """Build a block, or the title, from the text since the last flush."""
        if self.in_body == 0:
            title = "".join(self._text_buffer).strip(TRIMMED)
            if self._last_start_tag == "title" and title:
                self.title = title
            self._clear_buffers()
            return
        if not self._contained:
            return  # keep the buffers: a link mark belongs to the next block
        linked_words = 0
        word_lengths = []
        for token in tokenize("".join(self._token_buffer)):
            if is_word(token):
                word_lengths.append(len(token))
                linked_words += self._in_anchor_text
            elif token == ANCHOR_START:
                self._in_anchor_text = True
            elif token == ANCHOR_END:
                self._in_anchor_text = False
        self.blocks.append(
            HandledBlock(
                text="".join(self._text_buffer).strip(TRIMMED),
                slots=self._contained,
                word_lengths=word_lengths,
                linked_words=linked_words,
                tag_level=self._block_tag_level,
                labels=self._open_labels[-1],
            )
        )
        self._clear_buffers()
        self._block_tag_level = -1

    def _clear_buffers(self) -> None:
        self._token_buffer = []
        self._text_buffer = []
        self._contained = []


class TagAction:
    """Effect of a class of tags; the base class is for inline tags, which do nothing."""

    changes_tag_level: ClassVar[bool] = False

    def start(self, handler: ContentHandler) -> None:
        """React to a start tag."""

    def end(self, handler: ContentHandler) -> None:
        """React to an end tag."""


def handle_page(
    page: Page, actions: Mapping[str, TagAction | None], labelled: Mapping[str, int]
) -> ContentHandler:
    """Return the handler after all events of a page; see `ContentHandler` for the arguments."""
    handler = ContentHandler(actions, labelled)
    tag_of, slots = page.elements.tag, page.slots
    text, classes = with_plain_spaces(page.text), character_classes(page.text)
    starts, ends, flags = slots.start.tolist(), slots.end.tolist(), slots.flags.tolist()
    for kind, index in zip(page.events.kind.tolist(), page.events.index.tolist(), strict=True):
        if kind == START:
            handler.start_element(tag_of[index])
        elif kind == END:
            handler.end_element(tag_of[index])
        elif not flags[index] & _NOT_PAGE_TEXT:
            start, end = starts[index], ends[index]
            handler.characters(index, text[start:end], classes[start:end])
        elif flags[index] & _RAW:  # a script or style; most pipelines ignore these
            raw = "" if handler.in_ignorable else slots.raw_text(index)
            handler.characters(index, with_plain_spaces(raw), character_classes(raw))
    handler.flush_block()
    return handler
