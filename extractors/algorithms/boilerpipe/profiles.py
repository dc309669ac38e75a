"""The published versions, and the tags that each treats specially."""

from __future__ import annotations

from enum import StrEnum


class Profile(StrEnum):
    """A published version of the program."""

    V1_2_0 = "1.2.0"
    V1_1_0 = "1.1.0"
    HEAD = "head"


ANCHOR_TAG = "a"
BODY_TAG = "body"
FIXED_TAGS = frozenset((ANCHOR_TAG, BODY_TAG))
"""Tags with a fixed action, which lists of tags cannot change."""

_IGNORABLE_1_1_0 = ("style", "script", "option", "object", "embed", "applet", "link")
_INLINE_1_1_0 = ("strike", "u", "b", "i", "em", "strong", "span", "sup", "font")
_IGNORABLE = (*_IGNORABLE_1_1_0, "noscript")
_INLINE = (*_INLINE_1_1_0, "code", "tt", "sub", "var")

IGNORABLE_TAGS = {
    Profile.V1_1_0: _IGNORABLE_1_1_0,
    Profile.V1_2_0: _IGNORABLE,
    Profile.HEAD: _IGNORABLE,
}
INLINE_TAGS = {
    Profile.V1_1_0: _INLINE_1_1_0,
    Profile.V1_2_0: _INLINE,
    Profile.HEAD: _INLINE,
}
INLINE_SPACE_TAGS = ("abbr", "acronym")

_LABELLED_AT_HEAD = {
    "li": ("LI",),
    "h1": ("H1", "HEADING"),
    "h2": ("H2", "HEADING"),
    "h3": ("H3", "HEADING"),
}
LABELLED_TAGS: dict[Profile, dict[str, tuple[str, ...]]] = {
    Profile.V1_1_0: {},
    Profile.V1_2_0: {},
    Profile.HEAD: _LABELLED_AT_HEAD,
}
"""Block-level tags that label every block inside them."""
