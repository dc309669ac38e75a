"""Written pages without active content, whatever the original page contains."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.formats.html.writer import cleaned
from boilerscope.extractors.formats.inert import inert
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.dom_tree import build_dom

ACTING = (
    "<p onclick=alert(1)>kept</p>",
    "<p ONMOUSEOVER=alert(1)>kept</p>",
    "<a href=javascript:alert(1)>kept</a>",
    "<a href=' java&#10;script:alert(1)'>kept</a>",
    "<a href='&#1;javascript:alert(1)'>kept</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>kept</a>",
    "<form action=javascript:alert(1)>kept<button formaction=javascript:alert(1)>b</button></form>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>kept",
    "<iframe src='data:image/svg+xml,<svg onload=alert(1)>'></iframe>kept",
    "<object data='data:text/html,alert(1)'></object>kept",
    "<script>alert(1)</script>kept",
    "<svg><script>alert(1)</script></svg>kept",
    "<svg><a xlink:href=javascript:alert(1)><text>kept</text></a></svg>",
    "<svg><animate attributeName=href values='x;javascript:alert(1)'></animate></svg>kept",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>kept",
    "<xmp><p title='</xmp><img src=x onerror=alert(1)>'>kept</p></xmp>",
)


@pytest.mark.parametrize("markup", ACTING)
@pytest.mark.parametrize("marked", [False, True])
def test_no_active_content_is_written(markup: str, *, marked: bool):
    page = Page.from_text(f"<body>{markup}</body>", name="page")
    marks = np.zeros(len(page.elements), dtype=np.int8) if marked else None
    mask = np.ones(page.n_tokens, dtype=np.bool_)

    html = cleaned(page, Extraction("any", Status.OK, mask=mask, marks=marks))

    assert "alert" not in html
    assert "kept" in html


def test_content_of_noscript_is_written_without_its_element():
    page = Page.from_text(
        "<body><noscript><p title='</noscript><img onerror=alert(1)>'>kept</p></noscript></body>",
        name="page",
    )
    marks = np.zeros(len(page.elements), dtype=np.int8)

    html = cleaned(page, Extraction("any", Status.OK, marks=marks))

    assert '<body><p title="</noscript><img onerror=alert(1)>">kept</p>' in html


@pytest.mark.parametrize(
    "markup",
    [
        '<p title="JavaScript: the good parts">one</p>',
        '<a href="/page?next=javascript:x">one</a>',
        '<img src="data:image/png;base64,AAAA" alt="HTML; JavaScript: both">one',
        "<style>a { background: url('data:image/svg+xml,<svg></svg>') }</style>one",
    ],
)
def test_inert_content_stays(markup: str):
    page = Page.from_text(f"<body>{markup}</body>", name="page")
    marks = np.zeros(len(page.elements), dtype=np.int8)

    html = cleaned(page, Extraction("any", Status.OK, marks=marks))

    assert markup in html


def test_no_text_of_a_live_document_ends_its_element_early():
    steps = inert([["html"], ["style"], "a{}</style><img src=x onerror=alert(1)>", 1, 1])

    html = build_dom(list(steps)).source

    assert html.count("</style") == 1
