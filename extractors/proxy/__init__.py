"""Cleaning proxy: any browser gets the main content that an extractor keeps of a page.

`serving` runs it in the foreground; `process` runs it in a process of its own. Only `addon` and
`serving` import mitmproxy, which implements the proxy itself.
"""
