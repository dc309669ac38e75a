"""Markdown: headings, lists, quotes, tables, links and code of the kept text."""
