r"""Formulas of a page as LaTeX: MathML, KaTeX, MathJax, images and LaTeX in the text.

LaTeX that the page brings comes first: an annotation, ``alttext``, the script of MathJax 2, the
``alt`` of an image. Other MathML is converted. In the text, ``\(...\)``, ``\[...\]`` and
``$$...$$`` are formulas if the page loads MathJax or KaTeX or has other formulas, or if they look
like LaTeX: shells and price ranges have these characters too. ``$...$`` counts only on pages that
set these delimiters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, unquote_plus

import numpy as np

from boilerscope.extractors.formats.structure.mathml import latex_of, raw_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_CONTAINERS = frozenset(
    [
        "katex",
        "katex-display",
        "katex-mathml",
        "katex-html",
        "mathjax",
        "mathjax_display",
        "mathjax_svg",
        "mathjax_svg_display",
        "mathjax_mathml",
        "mathjax_chtml",
        "mathjax_preview",
        "mjx-chtml",
        "mjx-math",
        "mwe-math-element",
    ]
)
"""Classes of elements that show a formula or a copy of it, in lower case."""

_COPIES = frozenset(["katex-html", "mathjax_preview", "mjx-chtml"])
_DISPLAYS = frozenset(
    [
        "katex-display",
        "mathjax_display",
        "mathjax_svg_display",
        "mwe-math-element-block",
        "mwe-math-fallback-image-display",
        "mwe-math-mathml-display",
        "ltx_equation",
    ]
)
_IMAGE_CLASSES = frozenset(
    [
        "tex",
        "latex",
        "math",
        "mwe-math-fallback-image-inline",
        "mwe-math-fallback-image-display",
        "mathimg",
        "math-tex",
        "equation",
        "formula",
        "ql-img-inline-formula",
        "ql-img-displayed-equation",
    ]
)
_IMAGE_ADDRESS = re.compile(
    r"codecogs\.com|/latex(?:\.php|render|/|\?)|/mathtex|/mimetex|math/render/svg"
    r"|chart\?cht=tx|wp\.com/latex",
    re.IGNORECASE,
)
_MARKED = frozenset(["math-tex", "arithmatex", "tex2jax_process", "mathjax_process"])
"""Classes around LaTeX in its delimiters, which a script of the page makes into formulas."""

_PARTS = ("ath", "atex", "tex2")
"""Parts of the names of all these classes: few elements have one."""

_LATEX_OF_ADDRESS = re.compile(
    r"codecogs\.com/[\w.]{1,20}\?(?P<codecogs>.+)|[?&](?:latex|chl)=(?P<field>[^&]+)", re.DOTALL
)
_SCRIPT = re.compile(r"^\s*math/tex\s*(;\s*mode\s*=\s*display)?\s*$", re.IGNORECASE)
_TEX_ENCODINGS = frozenset(["application/x-tex", "tex", "latex", "application/x-latex", "math/tex"])
_DOLLARS = re.compile(r"inlineMath[^\]]{0,40}['\"]\$['\"]|left['\"]?\s*:\s*['\"]\$['\"]")
_ALT = re.compile(r"^\s*(?:\\[(\[]|\$.*\$\s*$)|\\[A-Za-z]{2,}\s*[{_^]|[_^]\{")
"""Alternative text of an image that is LaTeX."""

_MATH_SETUP = re.compile(r"mathjax|katex", re.IGNORECASE)
_COMMAND = re.compile(r"\\[A-Za-z]|[_^]")
_SHORT = re.compile(r"[\w<>=+*/|-]{1,5}")
_ENTITY = re.compile("&(?:lt|gt|amp);")
_SHELL = re.compile(r"[\"']|(?:^|\s)--?[a-z]{2}")
_TEXT_TAGS = frozenset(
    (
        *("p", "h1", "h2", "h3", "h4", "h5", "h6", "article", "section", "main", "ul", "ol"),
        *("pre", "blockquote", "nav", "header", "footer", "form"),
    )
)
_MAX_ELEMENTS = 4_000
_MAX_BETWEEN = 500
_MAX_LATEX = 20_000
"""Maximum length of a formula in characters; a longer one stays text."""

_STYLED = re.compile(r"^\{\s*\\(?:displaystyle|textstyle)\b\s*(.*)\}$", re.DOTALL)
_DELIMITED = re.compile(r"^(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$)$", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")


class FoundFormula(NamedTuple):
    """A formula of a page."""

    latex: str
    is_display: bool


def clean_latex(text: str) -> str:
    """Return LaTeX on one line, without delimiters, comments and Wikipedia's style group."""
    text = _COMMENT.sub("", text) if "\n" in text else text
    text = " ".join(text.split())
    delimited = _DELIMITED.match(text)
    if delimited:
        text = next(group for group in delimited.groups() if group is not None).strip()
    styled = _STYLED.match(text)
    if styled and _is_balanced(styled[1]):
        text = styled[1].strip()
    # A backslash at the end would escape the delimiter.
    return text + " " if re.search(r"(?<!\\)(?:\\\\)*\\$", text) else text


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in re.sub(r"\\.", "", text):
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


@dataclass(frozen=True, slots=True)
class Formulas:
    """The formulas of a page, by the row of their outermost element.

    Attributes
    ----------
    by_row : dict of int to FoundFormula
        Formulas; an element without its own LaTeX that shows a copy of a formula has an empty one.
    in_text : pattern
        Formulas in the text.
    is_expected : bool
        Whether the page shows formulas, so that everything between delimiters is one.
    """

    by_row: dict[int, FoundFormula]
    in_text: re.Pattern[str]
    is_expected: bool = False

    def split(self, text: str) -> Iterator[str | FoundFormula]:
        """Yield the parts of a text: strings and formulas."""
        start = 0
        for match in self.in_text.finditer(text):
            latex = clean_latex(match[0])
            if not latex or not (self.is_expected or _looks_like_latex(match[0], latex)):
                continue
            if match.start() > start:
                yield text[start : match.start()]
            yield FoundFormula(latex, is_display=match["display"] is not None)
            start = match.end()
        if start < len(text):
            yield text[start:]


def formulas(page: Page) -> Formulas:
    """Return the formulas of a page, cached on it."""
    return page.cached("structure formulas", _find)


def _find(page: Page) -> Formulas:
    elements = page.elements
    found: dict[int, FoundFormula] = {}
    is_candidate, has_setup = _candidates(page)
    has_dollars, end = False, 0
    copies: list[int] = []  # what MathJax 2 shows before the script with the LaTeX
    for row in np.flatnonzero(is_candidate).tolist():
        node, tag = elements.node[row], elements.tag[row]
        if tag == "script":
            kind = _SCRIPT.match(node.get("type") or "")
            if kind is None:
                setup = (node.get("src") or "") + (node.text or "")[:_MAX_LATEX]
                has_dollars |= _DOLLARS.search(setup) is not None
                has_setup |= _MATH_SETUP.search(setup) is not None
            else:
                copies = [copy for copy in copies if _touch(page, copy, row)]
                found.update(dict.fromkeys(copies, FoundFormula("", is_display=False)))
                found[row] = FoundFormula(_script_latex(node), kind[1] is not None)
                copies.clear()
        elif row >= end:
            formula = _formula_of(node, tag) if _is_small(page, row) else None
            if formula is not None:
                end = int(elements.subtree_end[row])
                if _is_rendering(node):
                    copies.append(row)
                if formula.latex:
                    found[row] = formula
    return Formulas(found, _text_pattern(dollars=has_dollars), has_setup or bool(found))


def _is_small(page: Page, row: int) -> bool:
    """Return whether an element can be one formula: it contains nothing that makes a text."""
    elements = page.elements
    end = int(elements.subtree_end[row])
    return end - row <= _MAX_ELEMENTS and _TEXT_TAGS.isdisjoint(elements.tag[row + 1 : end])


def _touch(page: Page, copy: int, script: int) -> bool:
    """Return whether only copies of a formula are between one of them and its script."""
    elements = page.elements
    is_sibling = bool(elements.parent[copy] == elements.parent[script])
    between = elements.tag[int(elements.subtree_end[copy]) : script]
    return is_sibling and "script" not in between and len(between) < _MAX_BETWEEN


def _is_rendering(node: etree._Element) -> bool:
    """Return whether MathJax 2 made an element beside the script with the LaTeX."""
    return any(name.startswith(("mathjax", "mjx")) for name in _classes(node))


def _candidates(page: Page) -> tuple[BoolArray, bool]:
    """Return which elements may be formulas, and whether one marks LaTeX in its delimiters."""
    elements, is_marked = page.elements, False
    is_candidate = elements.tagged({"math", "script", "img", "mjx-container", "m:math"})
    for row, node in enumerate(elements.node):
        classes = node.get("class")
        if classes and not is_candidate[row] and any(part in classes for part in _PARTS):
            names = classes.lower().split()
            is_candidate[row] = not _CONTAINERS.isdisjoint(names)
            of_pandoc = "math" in names and ("inline" in names or "display" in names)
            is_marked |= of_pandoc or not _MARKED.isdisjoint(names)
    return is_candidate, is_marked


def _classes(node: etree._Element) -> frozenset[str]:
    return frozenset((node.get("class") or "").lower().split())


def _formula_of(node: etree._Element, tag: str) -> FoundFormula | None:
    classes = _classes(node)
    if tag == "img":
        return _of_image(node, classes)
    is_display = not classes.isdisjoint(_DISPLAYS) or node.get("display") in {"true", "block"}
    if classes & _COPIES:
        return FoundFormula("", is_display=False)
    if tag not in {"math", "m:math", "mjx-container"} and classes.isdisjoint(_CONTAINERS):
        return None
    latex, math = _best_latex(node)
    if math is not None and math.get("display") == "block":
        is_display = True
    is_display |= any(not _classes(inner).isdisjoint(_DISPLAYS) for inner in node.iter("*"))
    return FoundFormula(latex, is_display)


def _best_latex(node: etree._Element) -> tuple[str, etree._Element | None]:
    """Return the LaTeX of a formula's element, and its first MathML element."""
    math = None
    for inner in node.iter("*"):
        tag = inner.tag.rpartition(":")[2].lower()
        if tag == "annotation" and (inner.get("encoding") or "").lower() in _TEX_ENCODINGS:
            return _limited(raw_text(inner)), math
        if tag == "math" and math is None:
            math = inner
            if inner.get("alttext"):
                return _limited(inner.get("alttext") or ""), math
        if tag == "img" and (formula := _of_image(inner, _classes(inner))):
            return formula.latex, math
    return ("" if math is None else _limited(latex_of(math))), math


def _limited(text: str) -> str:
    return clean_latex(text) if len(text) <= _MAX_LATEX else ""


def _of_image(node: etree._Element, classes: frozenset[str]) -> FoundFormula | None:
    alt, address = node.get("alt") or "", (node.get("src") or "")[:2_000]
    is_address = _IMAGE_ADDRESS.search(address) is not None
    is_formula = not classes.isdisjoint(_IMAGE_CLASSES) or is_address or _ALT.search(alt[:2_000])
    if not is_formula:
        return None
    in_address = _LATEX_OF_ADDRESS.search(address) if is_address and not alt.strip() else None
    if in_address is not None:
        field = in_address["field"]
        alt = unquote(in_address["codecogs"]) if field is None else unquote_plus(field)
    is_display = not classes.isdisjoint(_DISPLAYS) or "ql-img-displayed-equation" in classes
    return FoundFormula(_limited(alt), is_display) if _limited(alt) else None


def _script_latex(node: etree._Element) -> str:
    text = re.sub(r"%?\s*(?:<!\[CDATA\[|\]\]>)", "", node.text or "")
    # HTML keeps entities in scripts as they are, but no LaTeX has them.
    return _limited(_ENTITY.sub(lambda match: unescape(match[0]), text))


def _text_pattern(*, dollars: bool) -> re.Pattern[str]:
    r"""Return the pattern of formulas in text; displayed ones are in the first group."""
    limit = "{1,2000}?"
    display = rf"\\\[(?:(?!\\\[).){limit}\\\]|\$\$[^$]{limit.replace('?', '')}\$\$"
    display += rf"|\\begin\{{(?P<env>equation|align|gather|multline)(?P<star>\*?)\}}.{limit}"
    display += r"\\end\{(?P=env)(?P=star)\}"
    inline = rf"\\\((?:(?!\\\().){limit}\\\)"
    if dollars:
        inline += r"|(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,500}(?<=[^\s\\])\$(?![\d$])"
    return re.compile(f"(?P<display>{display})|(?P<inline>{inline})", re.DOTALL)


def _looks_like_latex(written: str, latex: str) -> bool:
    """Return whether text between delimiters is LaTeX on a page without other formulas."""
    if _SHELL.search(latex):
        return False
    is_short = written.startswith("\\(") and _SHORT.fullmatch(latex) is not None
    return is_short or _COMMAND.search(latex) is not None
