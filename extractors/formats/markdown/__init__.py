"""Markdown of the kept structure: CommonMark with the tables and strikethrough of GitHub.

Where Markdown has no sign of its own, it has the HTML that CommonMark allows: ``<sup>``, ``<br>``
and lists in cells. LaTeX is in ``$`` and ``$$``, without escapes.
"""
