"""Plain display of foreign text in widgets that interpret markup.

Pages, servers, files and plug-ins provide text. Qt's tooltips, message boxes and labels guess
whether a text is markup, and would load its images, even from the disk. Menus, buttons and tabs
interpret ``&`` as a mnemonic. Labels use `boilerscope.widgets.labels.PlainLabel`; all other widgets
use these functions.
"""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt


def plain(text: str) -> str:
    """Return a text that a tooltip or a message box shows literally.

    >>> plain("2 < 3"), plain("<b>bold</b>")
    ('2 < 3', '<p style="white-space:pre-wrap">&lt;b&gt;bold&lt;/b&gt;</p>')
    """
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'


def entry(text: str) -> str:
    """Return a label that a menu, a button or a tab shows literally, without a mnemonic.

    >>> entry("Q&A")
    'Q&&A'
    """
    return text.replace("&", "&&").replace("\t", " ")
