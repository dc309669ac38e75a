"""Extremely malformed markup for property tests: tags, comments, references, cut anywhere."""

from __future__ import annotations

from hypothesis import strategies as st

_NAMES = """
    p div span b a h1 ul li table tr td br img input form select option button title textarea script
    style iframe xmp noframes noembed noscript plaintext template svg math html head body frameset
    frame o:p x-y TITLE Script
""".split()  # noqa: SIM905 - reads as a list of words
_PIECES = """
    < > / " ' = ! -- - --> --!> <!-- <!--> <!- <! <? </ </> &amp; &lt &eacute; &notit; &#65; &#x42
    &#0; &#128; &#xD800; &#x110000; &nbsp; & &# &#x &fjlig; &acE; <![CDATA[ ]]> </html> </body>
    </head> <html> <body> <script> </script> <script/> <title/> <!--<script> </p> <br/> </title>
    </style>
""".split()  # noqa: SIM905 - reads as a list of words
_TEXTS = ["word ", "bar7", "中文", "é", "ー", "x\u0301", "\u0301", "😀", "\u0e01\u0e33"]
_SPACES = [" ", "\n", "\t", "\f", "\r\n", "\x0b", "\xa0", "\u2028", "\x01", "\x85", "\ufeff"]
_DECLARATIONS = ["<!DOCTYPE html>", '<!doctype html PUBLIC "a>b">', '<?xml version="1.0"?>']
_ATTRIBUTES = [
    " ",
    "/",
    "\n",
    "=",
    "a",
    "b='c'",
    'c="a>b"',
    "d=e",
    "f = '<p>'",
    'g=x"y',
    '"',
    "h=z/",
]

_tags = st.builds(
    lambda slash, name, attributes, end: f"<{slash}{name}{''.join(attributes)}{end}",
    st.sampled_from(["", "", "/"]),
    st.sampled_from(_NAMES),
    st.lists(st.sampled_from(_ATTRIBUTES), max_size=4),
    st.sampled_from([">", ">", ">", "/>", " />", " / >", ""]),
)
_parts = st.one_of(
    _tags,
    _tags,
    st.sampled_from(_TEXTS),
    st.sampled_from(_PIECES),
    st.sampled_from(_SPACES + _DECLARATIONS),
)
documents = st.lists(_parts, max_size=40).map("".join)
"""Strategy for markup of up to forty parts, well-formed or broken."""
