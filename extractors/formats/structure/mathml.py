"""MathML as LaTeX, for formulas that bring no LaTeX of their own."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml import etree

_MAX_DEPTH = 40
"""Maximum nesting; of deeper levels only the text is written."""

_GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
    *("lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "varsigma", "sigma", "tau", "upsilon"),
    *("varphi", "chi", "psi", "omega"),
)
_SYMBOLS = {
    **{chr(0x3B1 + index): f"\\{name}" for index, name in enumerate(_GREEK)},
    **{
        chr(0x391 + index): f"\\{name.capitalize()}"
        for index, name in enumerate(_GREEK)
        if name in {"gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon"}
        or name in {"psi", "omega"}
    },
    "Φ": r"\Phi",
    "ϕ": r"\phi",
    "ϵ": r"\epsilon",
    "ε": r"\varepsilon",
    "ϑ": r"\vartheta",
    "−": "-",
    "×": r"\times",
    "⋅": r"\cdot",
    "·": r"\cdot",
    "±": r"\pm",
    "∓": r"\mp",
    "÷": r"\div",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∼": r"\sim",
    "∝": r"\propto",
    "∞": r"\infty",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "∮": r"\oint",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "∨": r"\vee",
    "⊃": r"\supset",
    "⊇": r"\supseteq",
    "∖": r"\setminus",
    "∄": r"\nexists",
    "⊥": r"\perp",
    "∥": r"\parallel",
    "∠": r"\angle",
    "≪": r"\ll",
    "≫": r"\gg",
    "≅": r"\cong",
    "≃": r"\simeq",
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "∘": r"\circ",
    "∗": "*",
    "⋆": r"\star",
    "⊢": r"\vdash",
    "⊨": r"\models",
    "∴": r"\therefore",
    "∵": r"\because",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "⇐": r"\Leftarrow",
    "⟶": r"\longrightarrow",
    "⟵": r"\longleftarrow",
    "⟹": r"\Longrightarrow",
    "⟺": r"\Longleftrightarrow",
    "ℵ": r"\aleph",
    "→": r"\to",
    "←": r"\leftarrow",
    "↦": r"\mapsto",
    "⇒": r"\Rightarrow",
    "⇔": r"\Leftrightarrow",
    "↔": r"\leftrightarrow",
    "…": r"\dots",
    "⋯": r"\cdots",
    "⋮": r"\vdots",
    "⋱": r"\ddots",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "‖": r"\|",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "∣": r"\mid",
    "′": "'",
    "″": "''",
    "°": r"^\circ",
    "ℓ": r"\ell",
    "ℏ": r"\hbar",
    "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}",
    "ℤ": r"\mathbb{Z}",
    "ℚ": r"\mathbb{Q}",
    "ℂ": r"\mathbb{C}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "$": r"\$",
    "_": r"\_",
    "\xa0": "~",
    # Operators that are not shown.
    "\u2061": "",
    "\u2062": "",
    "\u2063": "",
    "\u2064": "",
}
_ACCENTS = {
    "^": "hat",
    "ˆ": "hat",
    "~": "tilde",
    "˜": "tilde",
    "¯": "bar",
    "‾": "overline",
    "_": "underline",
    "→": "vec",
    "⃗": "vec",
    "˙": "dot",
    "¨": "ddot",
    "⏞": "overbrace",
    "⏟": "underbrace",
}
_FUNCTIONS = frozenset(
    (
        *("sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh"),
        *("tanh", "log", "ln", "exp", "lim", "sup", "inf", "max", "min", "det", "dim", "ker"),
        *("gcd", "arg", "Pr"),
    )
)
_STYLES = {
    "bold": "mathbf",
    "double-struck": "mathbb",
    "script": "mathcal",
    "fraktur": "mathfrak",
    "sans-serif": "mathsf",
    "monospace": "mathtt",
}
_ALPHABETS = {
    "double-struck": "mathbb",
    "script": "mathcal",
    "fraktur": "mathfrak",
    "sans": "mathsf",
    "monospace": "mathtt",
    "bold": "mathbf",
}
"""Commands by a word of the names of styled letters, the first that fits."""

_LETTER = re.compile(r"\\[A-Za-z]+$")
_OPENING, _CLOSING = frozenset("([{|‖⟨⌈⌊"), frozenset(")]}|‖⟩⌉⌋")
_ROWS = frozenset(["mrow", "mstyle", "mpadded"])
_SPECIAL = re.compile(r"[$%#&_{}]")
"""Characters that have a meaning in text of LaTeX."""


def latex_of(math: etree._Element) -> str:
    """Return a ``math`` element as LaTeX."""
    return _joined(math, 0).strip()


def raw_text(node: etree._Element) -> str:
    """Return all text in an element, as parsed."""
    return "".join(map(str, node.itertext()))


def _tag(node: etree._Element) -> str:
    return str(node.tag).rpartition("}")[2].rpartition(":")[2].lower()


def _children(node: etree._Element) -> list[etree._Element]:
    return list(node.iterchildren("*"))


def _text(node: etree._Element) -> str:
    return " ".join(raw_text(node).split())


def _styled_letter(character: str) -> str:
    """Return a letter of the block of mathematical alphabets; italic is how LaTeX writes it."""
    letter = unicodedata.normalize("NFKC", character)
    words = unicodedata.name(character, "").lower().replace("sans-serif", "sans").split()
    style = next((command for word, command in _ALPHABETS.items() if word in words), "")
    written = _SYMBOLS.get(letter, letter)
    return f"\\{style}{{{written}}}" if style else written


def _symbols(text: str) -> str:
    """Return characters as LaTeX, with a space between a command and a letter."""
    written = ""
    for character in text:
        symbol = _SYMBOLS.get(character, "\\backslash" if character == "\\" else character)
        if "\U0001d400" <= character <= "\U0001d7ff":
            symbol = _styled_letter(character)
        if symbol[:1].isalpha() and _LETTER.search(written):
            written += " "
        written += symbol
    return written


def _join(parts: list[str]) -> str:
    written = ""
    for part in parts:
        if part[:1].isalpha() and _LETTER.search(written):
            written += " "
        written += part
    return written


def _joined(node: etree._Element, level: int) -> str:
    children = (child for child in _children(node) if not _is_fence(child) and not _is_tall(child))
    return _join([_written(child, level + 1) for child in children])


def _group(node: etree._Element, level: int) -> str:
    """Return an argument in braces."""
    return "{" + _written(node, level + 1).strip() + "}"


def _script_base(node: etree._Element, level: int) -> str:
    written = _written(node, level + 1).strip()
    is_single = len(written) == 1 or re.fullmatch(r"\\[A-Za-z]+", written) is not None
    return written if is_single else "{" + written + "}"


def _written(node: etree._Element, level: int) -> str:
    write = _WRITERS.get(_tag(node))
    if level > _MAX_DEPTH:
        return _symbols(_text(node))
    return write(node, level) if write is not None else _joined(node, level)


def _identifier(node: etree._Element, _level: int) -> str:
    text = _text(node)
    style = _STYLES.get(node.get("mathvariant") or "")
    if style:
        return f"\\{style}{{{_symbols(text)}}}"
    if text in _FUNCTIONS:
        return f"\\{text}"
    if len(text) > 1 and text.isalpha() and text.isascii():
        return f"\\mathrm{{{text}}}"
    return _symbols(text)


def _operator(node: etree._Element, _level: int) -> str:
    text = _text(node)
    if text in _FUNCTIONS:
        return f"\\{text}"
    if len(text) > 1 and text.isalpha() and text.isascii():
        return f"\\operatorname{{{text}}}"
    written = _symbols(text)
    return f" {written} " if text in "=<>≤≥≠≈≡∼→⇒⇔∈+−±" and text else written


def _number(node: etree._Element, _level: int) -> str:
    return _symbols(_text(node))


def _words(node: etree._Element, _level: int) -> str:
    text = raw_text(node)
    collapsed = " ".join(text.split())
    lead = " " if text[:1].isspace() or text[:1] == "\xa0" else ""
    tail = " " if text[-1:].isspace() else ""
    escaped = _SPECIAL.sub(r"\\\g<0>", collapsed.replace("\\", r"\textbackslash "))
    return f"\\text{{{lead}{escaped}{tail}}}" if collapsed else " "


def _fraction(node: etree._Element, level: int) -> str:
    parts = _children(node)
    if len(parts) != 2:
        return _joined(node, level)
    above, below = _group(parts[0], level), _group(parts[1], level)
    if not _has_no_line(node):
        return f"\\frac{above}{below}"
    if _is_fence(node.getprevious()) and _is_fence(node.getnext()):
        return f"\\binom{above}{below}"
    return f"{{{above} \\atop {below}}}"


def _has_no_line(node: etree._Element | None) -> TypeGuard[etree._Element]:
    """Return whether an element is a fraction without a line."""
    if node is None or callable(node.tag) or _tag(node) != "mfrac":  # a comment has a function
        return False
    return (node.get("linethickness") or "").strip() in {"0", "0px", "0pt", "0em", "0ex"}


def _is_fence(node: etree._Element | None) -> bool:
    r"""Return whether an element is a bracket of a binomial, which ``\binom`` has itself."""
    if node is None:
        return False
    before, after = node.getprevious(), node.getnext()
    pair: tuple[etree._Element | None, etree._Element | None]
    if _has_no_line(after):
        pair = (node, after.getnext())
    elif _has_no_line(before):
        pair = (before.getprevious(), node)
    else:
        return False
    texts = [_text(one) for one in pair if one is not None and not callable(one.tag)]
    return texts == ["(", ")"]


def _root(node: etree._Element, level: int) -> str:
    parts = _children(node)
    if _tag(node) == "mroot" and len(parts) == 2:
        return f"\\sqrt[{_written(parts[1], level + 1).strip()}]{_group(parts[0], level)}"
    return f"\\sqrt{{{_joined(node, level).strip()}}}"


def _scripts(*signs: str) -> Callable[[etree._Element, int], str]:
    """Return a writer of a base with scripts, each after its sign."""

    def write(node: etree._Element, level: int) -> str:
        parts = _children(node)
        if len(parts) != len(signs) + 1:
            return _joined(node, level)
        accent = _accent(parts, level) if _tag(node) in {"mover", "munder"} else ""
        if accent:
            return accent
        scripts = [sign + _group(part, level) for sign, part in zip(signs, parts[1:], strict=True)]
        return _script_base(parts[0], level) + "".join(scripts)

    return write


def _multiscripts(node: etree._Element, level: int) -> str:
    """Return a base with pairs of scripts after it, and before it those after ``mprescripts``."""
    base, *scripts = _children(node) or [node]
    if base is node:
        return ""
    names = [_tag(script) for script in scripts]
    cut = names.index("mprescripts") if "mprescripts" in names else len(names)

    def pairs(parts: list[etree._Element]) -> str:
        signs = ("_", "^") * (len(parts) // 2 + 1)
        return "".join(
            sign + _group(part, level)
            for sign, part in zip(signs, parts, strict=False)
            if _tag(part) not in {"none", "mprescripts"}
        )

    before = pairs(scripts[cut + 1 :])
    lead = "{}" + before if before else ""
    return lead + _script_base(base, level) + pairs(scripts[:cut])


def _accent(parts: list[etree._Element], level: int) -> str:
    name = _ACCENTS.get(_text(parts[1])) if _tag(parts[1]) == "mo" else None
    if name == "bar" and len(_text(parts[0])) > 1:
        name = "overline"
    return f"\\{name}{_group(parts[0], level)}" if name else ""


def _brackets(table: etree._Element) -> tuple[str, str]:
    """Return the brackets that are as tall as a table, empty without one: both, or a left brace."""
    node: etree._Element = table
    while (parent := node.getparent()) is not None and _tag(parent) in _ROWS and len(parent) == 1:
        node = parent
    before, after = _bracket(node.getprevious()), _bracket(node.getnext())
    if before in _OPENING and after in _CLOSING:
        return before, after
    return ("{", "") if before == "{" else ("", "")


def _bracket(node: etree._Element | None) -> str:
    is_operator = node is not None and not callable(node.tag) and _tag(node) == "mo"
    return _text(node) if node is not None and is_operator else ""


def _is_tall(node: etree._Element) -> bool:
    """Return whether an element is a bracket that the table beside it writes."""
    if not _bracket(node):
        return False
    following, preceding = _table_in(node.getnext()), _table_in(node.getprevious())
    is_left = following is not None and bool(_brackets(following)[0])
    return is_left or (preceding is not None and bool(_brackets(preceding)[1]))


def _table_in(node: etree._Element | None) -> etree._Element | None:
    """Return the table that an element is, or that it contains alone."""
    while node is not None and not callable(node.tag) and _tag(node) in _ROWS and len(node) == 1:
        node = node[0]
    return node if node is not None and not callable(node.tag) and _tag(node) == "mtable" else None


def _table(node: etree._Element, level: int) -> str:
    rows = [
        " & ".join(_written(cell, level + 2).strip() for cell in _children(row))
        for row in _children(node)
    ]
    matrix = "\\begin{matrix} " + r" \\ ".join(rows) + " \\end{matrix}"
    left, right = _brackets(node)
    if not left:
        return matrix
    return f"\\left{_symbols(left)}{matrix}\\right{_symbols(right) or '.'}"


def _fenced(node: etree._Element, level: int) -> str:
    first, last = node.get("open", "("), node.get("close", ")")
    separator = (node.get("separators", ",").strip() or " ")[0]
    inner = separator.join(_written(part, level + 1).strip() for part in _children(node))
    return f"\\left{_symbols(first) or '.'}{inner}\\right{_symbols(last) or '.'}"


def _semantics(node: etree._Element, level: int) -> str:
    parts = _children(node)
    return _written(parts[0], level + 1) if parts else ""


def _nothing(_node: etree._Element, _level: int) -> str:
    return ""


_WRITERS: dict[str, Callable[[etree._Element, int], str]] = {
    "mi": _identifier,
    "mo": _operator,
    "mn": _number,
    "mtext": _words,
    "ms": _words,
    "mspace": lambda _node, _level: r"\ ",
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": _root,
    "msub": _scripts("_"),
    "msup": _scripts("^"),
    "msubsup": _scripts("_", "^"),
    "mmultiscripts": _multiscripts,
    "munder": _scripts("_"),
    "mover": _scripts("^"),
    "munderover": _scripts("_", "^"),
    "mtable": _table,
    "mfenced": _fenced,
    "semantics": _semantics,
    "annotation": _nothing,
    "annotation-xml": _nothing,
    "mphantom": _nothing,
}
