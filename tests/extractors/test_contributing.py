"""The example extractor of CONTRIBUTING.md."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.settings import parse_value
from boilerscope.extractors.model.steps import evaluate
from boilerscope.extractors.page import Page
from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from boilerscope.extractors.model.extractor import Extractor

PAGE = Page.from_text("<p>one two three</p><div><p>four</p></div><p>five six</p>", name="sample")


@pytest.fixture
def extractor(monkeypatch: pytest.MonkeyPatch) -> Extractor[Any]:
    """Return the extractor that the first Python block defines."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    source = text.split("```python\n")[1].split("```\n")[0]
    module = ModuleType("long_paragraphs")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(source, "CONTRIBUTING.md", "exec"), module.__dict__)  # noqa: S102 - our own text
    long_paragraphs: Extractor[Any] = module.__dict__["LONG_PARAGRAPHS"]
    return long_paragraphs


def test_the_example_keeps_the_paragraphs_its_setting_allows(extractor: Extractor[Any]):
    value = parse_value(extractor.settings_class, "min_tokens", "2")
    settings = extractor.default_settings().replace(min_tokens=value)
    extraction = extractor.extract(PAGE, settings, ())

    assert extraction.status is Status.OK
    assert extraction.content.tolist() == [True, False, True]
    assert extraction.mask.tolist() == [True, True, True, False, True, True]
    assert extraction.own_text == "one two three\nfive six"


def test_the_example_explains_every_block(extractor: Extractor[Any]):
    extraction = extractor.extract(PAGE, extractor.default_settings(), ())
    (step,) = extraction.steps
    results = [
        evaluate(step, block, extraction.column_values(), extraction.settings)[0]
        for block in range(len(extraction.blocks))
    ]

    assert extraction.status is Status.EMPTY
    assert extraction.message == "No paragraph is long enough."
    assert [(result.value, result.bound, result.is_true) for result in results] == [
        (3, 20, True),
        (1, 20, True),
        (2, 20, True),
    ]
