"""Messages agree with their numbers: a count is not put before a plural that is always the same.

The first tests find such words in the code. Another one looks at texts of the interface with a
placeholder for a count: beside a plural, its file has the singular. The last one finds formats of
differences that would write ``-0.000``.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COUNT = re.compile(r"len\(|(?:^|[._])n_\w+$|(?:^|_)count$")
"""Expressions that are counts; constants of a module, in capitals, are not 1."""

_VERBS = r"(?:is|was|has|its|this|less)\b"
_PLURAL = re.compile(rf" (?:(?!of |is |are |was )[a-z-]+ ){{0,2}}?(?!{_VERBS})[a-z]{{2,}}s\b")
_PLACEHOLDER = re.compile(
    rf"\{{(?:n|count|found|total|all)\}} (?:[a-z-]+ )?(?!{_VERBS})(?P<plural>[a-z]{{2,}}s)\b"
)

FOR_DEVELOPERS = {
    ("extractors/page/page.py", "len(self.elements)"),
    ("extractors/page/page.py", "self.n_tokens"),
    ("extractors/own/estimator.py", "len(grid_features.FEATURES)"),
    ("extractors/own/estimator.py", "len(values)"),
    ("widgets/fold_text.py", "n_tokens"),
    ("widgets/page/paint.py", "page.n_tokens"),
}
"""Representations of objects, and errors of a programmer."""

NEVER_ONE = {
    ("extractors/algorithms/text_distribution/steps.py", "len(group)"),
    ("extractors/formats/why.py", "len(is_kept)"),
    ("extractors/reproduce/document.py", "table.n_pages"),
}
"""Counts that are above one where they are written."""

NEVER_ONE_TEXTS = {
    "All {n} pages",
    (
        "Dot: mean. Line: 95 % bootstrap interval, {n} resamples."
        " Open circle: mean with failures as 0."
    ),
    "Fetch up to {n} pages",
    "Opened the first of {n} dropped files. Drop a folder to open all.",
    "Run {n} values",
    "Run {n} values, about {seconds} s",
    "Strips, {count} rows",
    "Table: {name}, {shown} of {count} rows",
    "a sample of {n} pages",
    "{count} of {total} settings",
    "{field}, {n} values",
    "{n} columns",
    "{n} of {total} trials",
}
"""Texts of the interface whose counts are above one wherever they are shown."""


def _files(*folders: str) -> list[Path]:
    return [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]


def wrong_plurals(source: str) -> Iterator[tuple[str, str]]:
    """Yield each count before a fixed plural, and the plural."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.JoinedStr):
            continue
        for number, words in zip(node.values, node.values[1:], strict=False):
            if not isinstance(number, ast.FormattedValue) or not isinstance(words, ast.Constant):
                continue
            expression = ast.unparse(number.value)
            plural = _PLURAL.match(str(words.value))
            is_bytes = plural is not None and plural[0].endswith(" bytes")
            if (
                plural
                and not is_bytes
                and _COUNT.search(expression)
                and not expression.startswith("counted(")
            ):
                yield expression, plural[0].strip()


def test_a_wrong_plural_is_found():
    assert list(wrong_plurals('f"{len(pages):,} pages, {n_bad} more pages"')) == [
        ("len(pages)", "pages"),
        ("n_bad", "more pages"),
    ]
    assert not list(wrong_plurals("f\"{name} has {counted(n, 'page')} of {n_all} in {MAX} pages\""))


@pytest.mark.parametrize("folder", ["app", "extractors", "src/boilerscope/api", "widgets"])
def test_no_count_is_before_a_fixed_plural(folder: str):
    found = [
        f"{place}: {expression} {plural}"
        for file in _files(folder)
        if (place := file.relative_to(ROOT).as_posix())
        for expression, plural in wrong_plurals(file.read_text(encoding="utf-8"))
        if (place, expression) not in FOR_DEVELOPERS | NEVER_ONE
    ]

    assert not found, "\n".join(["use extractors.system.wording.counted:", *found])


def _interface_texts(source: str) -> Iterator[str]:
    """Yield the texts that are translated."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function, first = node.func, node.args[0]
        name = function.attr if isinstance(function, ast.Attribute) else ""
        name = function.id if isinstance(function, ast.Name) else name
        if name in {"tr", "translate"} and isinstance(first, ast.Constant):
            yield str(first.value)


def lone_plurals(texts: list[str]) -> Iterator[str]:
    """Yield the texts with a count before a plural whose singular is in none of the texts."""
    for text in texts:
        match = _PLACEHOLDER.search(text)
        if match is None or text in NEVER_ONE_TEXTS:
            continue
        plural = match["plural"]
        singulars = f"{plural[:-1]}|{plural[:-2]}|{plural[:-3]}y"
        singular = re.compile(rf"(?:\b1|\b[Oo]ne|\}}) (?:[a-z-]+ )?(?:{singulars})\b")
        if not any(map(singular.search, texts)):
            yield text


def test_a_plural_without_the_singular_of_its_noun_is_found():
    texts = ["1 page", "{n} pages", "{n} trials, TPE", "{count} more entries", "1 more entry"]

    assert list(lone_plurals(texts)) == ["{n} trials, TPE"]


def test_a_plural_of_the_interface_has_its_singular():
    found = [
        f"{file.relative_to(ROOT).as_posix()}: {text}"
        for file in _files("app", "widgets")
        for text in lone_plurals(list(_interface_texts(file.read_text(encoding="utf-8"))))
    ]

    assert not found, "\n".join(found)


def test_a_difference_of_nothing_has_no_minus_sign():
    found = [
        f"{file.relative_to(ROOT).as_posix()}: {match}"
        for file in _files("app", "extractors", "widgets")
        for match in re.findall(r".*:\+\.\d.*", file.read_text(encoding="utf-8"))
    ]

    assert not found, "\n".join(["write +z before the point:", *found])
