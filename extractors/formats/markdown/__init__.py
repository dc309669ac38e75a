"""Markdown: headings, lists, quotes, tables, links and code of the kept text.

The writer is our own: markdownify converts HTML, so that the kept text would be written as HTML and
parsed a second time, by a second parser, and it writes layout tables as tables too.
"""
