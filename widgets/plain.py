"""Plain display of foreign text in widgets that interpret markup.

Pages, servers, files and plug-ins provide text. Qt's tooltips, message boxes and labels guess
whether a text is markup, and would load its images, even from the disk. Menus, buttons and tabs
interpret ``&`` as a mnemonic. Labels use `boilerscope.widgets.labels.PlainLabel`; all other widgets
use these functions.
"""

from __future__ import annotations

import re
from html import escape

from PySide6.QtGui import Qt, QTextDocumentFragment


def plain(text: str) -> str:
    """Return a text that a tooltip or a message box shows literally.

    >>> plain("2 < 3"), plain("<b>bold</b>")
    ('2 < 3', '<p style="white-space:pre-wrap">&lt;b&gt;bold&lt;/b&gt;</p>')
    """
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'


def unmarked(tip: str) -> str:
    """Return the text that a tip shows.

    >>> unmarked(plain("<b>bold</b>")), unmarked("2 < 3")
    ('<b>bold</b>', '2 < 3')
    """
    if not Qt.mightBeRichText(tip):
        return tip
    return QTextDocumentFragment.fromHtml(tip).toPlainText()


_LONG_WORD = re.compile(r"\S{25,}")
_BREAKS = re.compile(r"(?<=[/\\_.?&=:-])(?=\w)")
_MAX_PART = 24
_BREAK = "\u200b"


def breakable(text: str) -> str:
    """Return a text whose long words, such as paths and addresses, may wrap at their parts.

    >>> breakable("of /srv/somebody/corpora/news/gold.jsonl").split("\u200b")
    ['of /', 'srv/', 'somebody/', 'corpora/', 'news/', 'gold.', 'jsonl']
    >>> [len(part) for part in breakable("x" * 60).split("\u200b")]
    [24, 24, 12]
    """
    return _LONG_WORD.sub(lambda match: _BREAK.join(_parts(match[0])), text)


def _parts(word: str) -> list[str]:
    """Return the parts of a word: between its punctuation, and at most `_MAX_PART` long."""
    return [
        part[start : start + _MAX_PART]
        for part in _BREAKS.split(word)
        for start in range(0, len(part), _MAX_PART)
    ]


def entry(text: str) -> str:
    """Return a label that a menu, a button or a tab shows literally, without a mnemonic.

    >>> entry("Q&A")
    'Q&&A'
    """
    return text.replace("&", "&&").replace("\t", " ")
