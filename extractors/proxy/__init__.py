"""The cleaning proxy: any browser reads a page as an extractor leaves it.

`serving` runs it, in the foreground or, through `process`, in a process of its own. Only `addon`
and `serving` know mitmproxy, which does everything that a proxy does.
"""
