"""Words from outside as they stand, wherever Qt takes what looks like markup for markup.

Pages, servers, files and plug-ins choose their words. Tips, message boxes and labels guess from a
text whether it is markup, and would show its pictures, those on the disk included; menus, buttons
and tabs take ``&`` for the sign of a key. Labels are `widgets.labels.PlainLabel`, which never
guesses; all else goes through here.
"""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt


def plain(text: str) -> str:
    """Return a text that a tip or a message box shows as it stands.

    >>> plain("2 < 3"), plain("<b>bold</b>")
    ('2 < 3', '<p style="white-space:pre-wrap">&lt;b&gt;bold&lt;/b&gt;</p>')
    """
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'


def entry(text: str) -> str:
    """Return a label that a menu, a button or a tab shows as it stands, without a key.

    >>> entry("Q&A")
    'Q&&A'
    """
    return text.replace("&", "&&").replace("\t", " ")
