"""Traces: what the functions of an unmodified library report while they run.

A table (`table`) of probes (`probes`) names functions of the library. While a traced run lasts,
they are wrapped (`wrapping`) and report to a tracer (`tracer`). Elements of the library's own trees
are recognised by the row of the page's element that is written into ``sourceline`` (`labels`). Each
tree has a history of the tokens that left it (`history`). Rules are read from the source of the
line that removed or refused an element (`source_rules`, `xpath_clauses`). At the end, the history
of the tree that became the text is played into steps (`explained`).

Nothing here knows a library, and nothing here imports one.
"""
