"""Effects of start and end tags on the content handler: the original's ``CommonTagActions``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.algorithms.boilerpipe.content_handler import TagAction
from boilerscope.extractors.algorithms.boilerpipe.labels import bits
from boilerscope.extractors.algorithms.boilerpipe.profiles import ANCHOR_TAG, BODY_TAG
from boilerscope.extractors.algorithms.boilerpipe.tokenizer import ANCHOR_END, ANCHOR_START

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.boilerpipe.content_handler import ContentHandler


class InlineSpace(TagAction):
    """Inline tags that separate words."""

    def start(self, handler: ContentHandler) -> None:
        """Add a space."""
        handler.add_space()

    def end(self, handler: ContentHandler) -> None:
        """Add a space."""
        handler.add_space()


class Ignorable(TagAction):
    """Tags whose text is not read; they separate blocks."""

    changes_tag_level = True

    def start(self, handler: ContentHandler) -> None:
        """Stop reading text and request a flush."""
        handler.in_ignorable += 1
        handler.flush_pending = True

    def end(self, handler: ContentHandler) -> None:
        """Resume reading text and request a flush."""
        handler.in_ignorable -= 1
        handler.flush_pending = True


class Anchor(TagAction):
    """Links: their words are counted separately."""

    changes_tag_level = True

    def start(self, handler: ContentHandler) -> None:
        """Mark the start of a link.

        A link inside a link first runs the end action, as in the original. The end tags of both
        then leave the number of open links at -1, so that no later link of the page ends.
        """
        handler.in_anchor += 1
        if handler.in_anchor > 1:
            self.end(handler)
        if not handler.in_ignorable:
            handler.add_anchor_mark(ANCHOR_START)

    def end(self, handler: ContentHandler) -> None:
        """Mark the end of the outermost link."""
        handler.in_anchor -= 1
        if handler.in_anchor == 0 and not handler.in_ignorable:
            handler.add_anchor_mark(ANCHOR_END)


class Body(TagAction):
    """The body: only its text becomes blocks."""

    changes_tag_level = True

    def start(self, handler: ContentHandler) -> None:
        """Flush the text before and enter the body."""
        handler.flush_block()
        handler.in_body += 1

    def end(self, handler: ContentHandler) -> None:
        """Flush the last block and leave the body."""
        handler.flush_block()
        handler.in_body -= 1


INLINE = TagAction()
INLINE_SPACE = InlineSpace()
IGNORABLE = Ignorable()
ANCHOR = Anchor()
BODY = Body()


@dataclass(frozen=True, slots=True)
class TagActions:
    """Table of tags. Every tag that is not listed is block-level: it separates blocks.

    Attributes
    ----------
    ignorable, inline, inline_space : tuple of str
        Tags in lower case.
    labelled : tuple of (str, int)
        Tags with the label bits of the blocks inside them.
    """

    ignorable: tuple[str, ...]
    inline: tuple[str, ...]
    inline_space: tuple[str, ...]
    labelled: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(
        cls,
        ignorable: tuple[str, ...],
        inline: tuple[str, ...],
        inline_space: tuple[str, ...],
        labelled: Mapping[str, tuple[str, ...]],
    ) -> TagActions:
        """Return the table for lists of tags in any case, with labels by name."""
        return cls(
            tuple(tag.lower() for tag in ignorable),
            tuple(tag.lower() for tag in inline),
            tuple(tag.lower() for tag in inline_space),
            tuple((tag, bits(names)) for tag, names in labelled.items()),
        )

    def action(self, tag: str) -> TagAction | None:
        """Return the action of a tag, None for block-level tags.

        A prefix such as ``x:`` is ignored.
        """
        local_name = tag.rpartition(":")[2]
        if local_name == ANCHOR_TAG:
            return ANCHOR
        if local_name == BODY_TAG:
            return BODY
        if local_name in self.ignorable:
            return IGNORABLE
        if local_name in self.inline:
            return INLINE
        return INLINE_SPACE if local_name in self.inline_space else None
