"""Clauses of an XPath expression: which alternative of its condition an element meets.

``.//*[self::div or self::p][contains(@class, "teaser") or @id="ad"]`` has two clauses in its last
condition. A clause is tested alone on the element.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Any

from lxml import etree

_NAMESPACES = {"re": "http://exslt.org/regular-expressions"}
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_ATTRIBUTE = re.compile(r"@([\w-]+)")
_EXCEPTION = "not("
_OPENING, _CLOSING = "([", ")]"


def matching_clause(path: str, element: Any) -> str:
    """Return the clause of an expression that an element meets; empty if none is found.

    What an element has says more than what it is not, so ``not(self::ol)`` is returned only if the
    element meets no other clause.
    """
    exception = ""
    for alternative in split(path, "|"):
        for condition in reversed(conditions(alternative)):
            clauses = split(condition, " or ")
            has = tuple(clause for clause in clauses if not clause.startswith(_EXCEPTION))
            met = _first_met(has, element) if has else ""
            if met and not met.startswith("self::"):
                return met
            exception = exception or _first_met(clauses, element)
        if exception and not exception.startswith("self::"):
            return exception
    for alternative in split(path, "|"):
        if not conditions(alternative) and alternative.rpartition("/")[2] == element.tag:
            return alternative
    return ""


def describe_clause(clause: str, element: Any) -> str:
    """Return what an element has that a clause asks for: ``class “story-teaser”``."""
    parts = []
    for name in dict.fromkeys(_ATTRIBUTE.findall(clause)):
        value = element.get(name)
        if value:
            word = _pattern_word(clause, value)
            pattern = f" (pattern “{word}”)" if word else ""
            parts.append(f"{name} “{' '.join(value.split())[:100]}”{pattern}")
    return ", ".join(parts)


def shortened(clause: str, element: Any) -> str:
    """Return a clause with only the part of a long pattern that matched: ``'…|sidebar|…'``."""
    for name in dict.fromkeys(_ATTRIBUTE.findall(clause)):
        word = _pattern_word(clause, element.get(name) or "")
        if word:
            return _QUOTED.sub(partial(_only, word), clause, count=1)
    return clause


def _only(word: str, quoted: re.Match[str]) -> str:
    pattern = quoted.group(1) or quoted.group(2) or ""
    return quoted.group(0) if pattern == word else f"'…|{word}|…'"


@lru_cache(maxsize=1024)
def conditions(path: str) -> tuple[str, ...]:
    """Return the conditions in the last step of an expression, without positions."""
    text = " ".join(path.split())
    if text.startswith("(") and text.endswith("]"):  # (expression)[1]
        text = text[: text.rindex("[")].strip()[1:-1]
    found, level, start, quote = [], 0, 0, ""
    for offset, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == "[":
            level += 1
            start = offset + 1 if level == 1 else start
        elif character == "]":
            level -= 1
            if level == 0:
                found.append(text[start:offset].strip())
    return tuple(condition for condition in found if not condition.isdigit())


@lru_cache(maxsize=4096)
def split(text: str, separator: str) -> tuple[str, ...]:
    """Split an expression at a separator outside of brackets and quotation marks."""
    parts, level, start, quote = [], 0, 0, ""
    text = " ".join(text.split())
    offset = 0
    while offset < len(text):
        character = text[offset]
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in _OPENING:
            level += 1
        elif character in _CLOSING:
            level -= 1
        elif level == 0 and text.startswith(separator, offset):
            parts.append(text[start:offset].strip())
            offset += len(separator)
            start = offset
            continue
        offset += 1
    return (*parts, text[start:].strip())


def _first_met(clauses: tuple[str, ...], element: Any) -> str:
    """Return the first of several clauses that is true, found by halving."""
    if not _meets(" or ".join(clauses), element):
        return ""
    while len(clauses) > 1:
        half = clauses[: len(clauses) // 2]
        clauses = half if _meets(" or ".join(half), element) else clauses[len(half) :]
    return clauses[0]


def _meets(condition: str, element: Any) -> bool:
    expression = _compiled(condition)
    try:
        return expression is not None and bool(expression(element))
    except etree.XPathError:
        return False


@lru_cache(maxsize=4096)
def _compiled(condition: str) -> etree.XPath | None:
    try:
        return etree.XPath(f"boolean({condition})", namespaces=_NAMESPACES)
    except etree.XPathError:
        return None


def _pattern_word(clause: str, value: str) -> str:
    """Return which part of an alternation of a pattern matched, such as ``bar``; else empty."""
    if "re:test" not in clause and "re:match" not in clause:
        return ""
    for single, double in _QUOTED.findall(clause):
        for word in split(single or double, "|"):
            try:
                if word and re.search(word, value, re.IGNORECASE if "'i'" in clause else 0):
                    return word
            except re.error:
                continue
    return ""
