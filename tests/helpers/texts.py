"""Every text that the interface can show in a second language, by context.

Texts of the code are read from its syntax, without running it; declared texts (summaries,
settings, columns, steps, presets) come from the extractors that the project announces, run on the
built-in sample pages. ``python -m tests.helpers.texts`` prints the texts that the Chinese table
lacks.
"""

from __future__ import annotations

import ast
import importlib
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.app.session.layers import BOXES_LABEL, ERRORS_LABEL
from boilerscope.app.session.preferences import Preferences
from boilerscope.app.window.actions import ACTIONS, REASONS, Menu, Where
from boilerscope.app.window.translation import ANY, APP, CHINESE, DECLARED, patterns, table
from boilerscope.extractors import runner
from boilerscope.extractors.features.matrix import FEATURES
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.structure.options import StructureOptions
from boilerscope.extractors.model.expected import FIGURES as EXPECTED_FIGURES
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.page import SECTION_NAMES, Page
from boilerscope.extractors.page.files import read_page
from boilerscope.extractors.scoring.measures import MEASURES, WITHOUT_GOLD
from boilerscope.resources.loader import samples
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.model.settings import Settings

Texts = dict[str, set[str]]
"""Texts by context."""

_ROOT = Path(__file__).parents[2]
_SHOWN_ALONE = {"demo.py", "sample.py", "__main__.py"}
_PARTS_OF_LAYERS = {"label", "unit", "meaning", "classes"}


def all_texts() -> Texts:
    """Return every text of the interface."""
    return merged(code_texts(), table_texts(), declared_texts())


def merged(*many: Texts) -> Texts:
    """Return the union of several collections of texts."""
    together: Texts = defaultdict(set)
    for part in many:
        for context, texts in part.items():
            together[context] |= texts
    return together


def by_context(pairs: Iterable[tuple[str, str]]) -> Texts:
    """Group pairs of context and text by context."""
    texts: Texts = defaultdict(set)
    for context, text in pairs:
        texts[context].add(text)
    return texts


# -- the code ------------------------------------------------------------------------------------


def code_texts() -> Texts:
    """Return the texts in the code of the window."""
    return merged(*(module_texts(file.read_text(encoding="utf-8")) for file in _modules()))


def module_texts(source: str) -> Texts:
    """Return the texts of one module.

    A text is a literal argument of a widget's ``tr``, of Qt's ``translate`` or of a function that
    passes its argument to ``translate`` (``declared`` or a function of the module), or a text of a
    layer.
    """
    reader = _Reader(ast.parse(source))
    return by_context(reader.found)


def unread_calls() -> list[str]:
    """Return the calls of ``tr`` whose text is not a literal and therefore cannot be translated."""
    sources = (file.read_text(encoding="utf-8") for file in _modules())
    return [call for source in sources for call in _Reader(ast.parse(source)).unread]


class _Reader(ast.NodeVisitor):
    """Collects pairs of context and text, and the calls without a literal."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[tuple[str, str]] = []
        self.unread: list[str] = []
        self._class = ""
        self._functions = {"translate": APP, "declared": DECLARED} | dict(_handing_on(tree))
        self._constants = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.visit(tree)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer, self._class = self._class, node.name
        self.generic_visit(node)
        self._class = outer

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name == "tr" and isinstance(function, ast.Attribute):
            self._take(self._class, node.args[:1])
            self.unread += [ast.unparse(node) for value in node.args[:1] if not _literals(value)]
        elif name == "translate" and len(node.args) > 1:
            for context in _literals(node.args[0]):
                self._take(context, node.args[1:2])
        elif isinstance(function, ast.Name) and name in self._functions:
            self._take(self._functions[name], node.args[:1])
        elif name == "Layer":
            parts = [keyword.value for keyword in node.keywords if keyword.arg in _PARTS_OF_LAYERS]
            self._take(DECLARED, [self._value_of(part) for part in parts])

    def _value_of(self, part: ast.expr) -> ast.expr:
        """Return what a constant of the module stands for, other expressions as they are."""
        return self._constants.get(part.id, part) if isinstance(part, ast.Name) else part

    def _take(self, context: str, values: list[ast.expr]) -> None:
        self.found += [(context, text) for value in values for text in _literals(value) if text]


def _handing_on(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the functions of a module that only translate their argument, with the context."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
            continue
        call = node.body[-1].value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "translate"
            and len(call.args) == 2
            and isinstance(call.args[1], ast.Name)
        ):
            for context in _literals(call.args[0]):
                yield node.name, context


def _literals(value: ast.expr) -> list[str]:
    """Return the possible texts of an expression: a literal, or both sides of a conditional."""
    if isinstance(value, ast.IfExp):
        return [*_literals(value.body), *_literals(value.orelse)]
    if isinstance(value, ast.Tuple):
        return [text for part in value.elts for text in _literals(part)]
    return [value.value] if isinstance(value, ast.Constant) and isinstance(value.value, str) else []


def _modules() -> list[Path]:
    rooms = [_ROOT / "app", _ROOT / "widgets"]
    files = (file for room in rooms for file in room.rglob("*.py"))
    return sorted(file for file in files if file.name not in _SHOWN_ALONE)


# -- tables --------------------------------------------------------------------------------------


def table_texts() -> Texts:
    """Return the texts of actions, menus and formats, which the room ``app`` shows."""
    reasons = {*REASONS.values(), *(row.why_not for row in ACTIONS if row.why_not)}
    actions = {row.label for row in ACTIONS} | reasons | {row.value for row in (*Menu, *Where)}
    formats = {text for form in FORMATS.values() for text in (form.label, form.summary)}
    return {APP: actions | formats}


# -- declared texts ------------------------------------------------------------------------------


def announced() -> list[Extractor[Any]]:
    """Return the extractors that the project's own entry points name."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    places = project["entry-points"]["boilerscope.extractors"].values()
    named = (entry_point.split(":") for entry_point in places)
    return [getattr(importlib.import_module(module), name) for module, name in named]


def declared_texts() -> Texts:
    """Return the declared texts of extractors, their results, formats and the preferences."""
    texts = {
        BOXES_LABEL,
        ERRORS_LABEL,
        *_settings_texts(Preferences),
        *_settings_texts(StructureOptions),
        *(status.value for status in Status),
        *SECTION_NAMES,
        *EXPECTED_FIGURES.values(),
    }
    for limit in (limit for form in FORMATS.values() for limit in form.limits):
        texts |= {limit.one, limit.several, limit.instead}
    for measure in (*MEASURES.values(), *WITHOUT_GOLD.values()):
        texts |= {measure.label, measure.formula, measure.unit, measure.source}
    for feature in FEATURES:  # any of them may be input of a model
        texts |= {feature.label, feature.unit, feature.meaning}
    pages = [_laid_out(read_page(sample.path)) for sample in samples()]
    for extractor in announced():
        texts |= {extractor.summary, *_settings_texts(extractor.settings_class)}
        if extractor.text_repair is not None:
            texts.add(extractor.text_repair.reason)
        for preset in extractor.presets:
            texts |= {preset.name, preset.help}
        for score in extractor.scores:
            texts |= {score.label, score.unit, score.meaning}
        for settings in _records(extractor):
            for page in pages:
                texts |= set(_result_texts(_run(extractor, page, settings)))
    return {DECLARED: {text for text in texts if _is_words(text)}}


def _laid_out(page: Page) -> Page:
    return page.with_layout(flow_layout(page))


def _records(extractor: Extractor[Any]) -> list[Settings]:
    return [
        extractor.default_settings(),
        *(extractor.preset_settings(preset) for preset in extractor.presets),
    ]


def _run(extractor: Extractor[Any], page: Page, settings: Settings) -> Extraction:
    inputs = [
        runner.run(page, use.extractor, use.settings, {}) for use in extractor.inputs(settings)
    ]
    return extractor.extract(page, settings, inputs)


def _settings_texts(settings_class: type[Settings]) -> Iterator[str]:
    for field in knobs(settings_class):
        yield from (field.label, field.help, field.unit, field.group, *field.columns)
        for choice in field.choices:
            yield field.choice_labels.get(choice.value, choice.value)
        for kind in field.catalogue().values() if field.catalogue is not None else ():
            yield from (kind.label, kind.help, *_settings_texts(kind.settings_class))


def _result_texts(extraction: Extraction) -> Iterator[str]:
    measured = extraction.tree.columns if extraction.tree is not None else ()
    for column in (*extraction.columns, *measured):
        yield from (column.label, column.unit, column.meaning)
    yield from (step.title for step in extraction.steps)
    for curve in extraction.curves:
        yield from (curve.name, curve.x_label, curve.y_label)
    yield from (name for name in extraction.label_names if name.islower())


def _is_words(text: str) -> bool:
    """Return whether a text consists of words, unlike identifiers and symbols."""
    return any(character.isalpha() for character in text) and "_" not in text


# -- missing and stale ---------------------------------------------------------------------------


def missing(texts: Texts, translations: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    """Return the texts that a table lacks, by context, sorted.

    A declared text may match a pattern, see `boilerscope.app.window.translation`.
    """
    everywhere = translations.get(ANY, {})
    lacking = {
        context: sorted(texts_of_context - translations.get(context, {}).keys() - everywhere.keys())
        for context, texts_of_context in texts.items()
    }
    declared_patterns = [pattern for pattern, _ in patterns(translations.get(DECLARED, {}))]
    lacking[DECLARED] = [
        text
        for text in lacking.get(DECLARED, [])
        if not any(pattern.fullmatch(text) for pattern in declared_patterns)
    ]
    return {context: lines for context, lines in sorted(lacking.items()) if lines}


def stale(texts: Texts, translations: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    """Return the lines of a table that no part of the program shows any more, by context."""
    shown_texts = dict(texts) | {ANY: set().union(*texts.values())}
    left = {
        context: [line for line in lines if not _serves(line, shown_texts.get(context, set()))]
        for context, lines in translations.items()
    }
    return {context: lines for context, lines in left.items() if lines}


def _serves(line: str, texts: set[str]) -> bool:
    if line in texts:
        return True
    line_patterns = [pattern for pattern, _ in patterns({line: line})]
    return any(pattern.fullmatch(text) for pattern in line_patterns for text in texts)


def as_toml(lines: dict[str, list[str]]) -> str:
    """Return texts as lines to fill in, in the form of a translation file."""
    parts: list[str] = []
    for context, texts in lines.items():
        parts += [f"[{context}]", *(f'{_quoted(text)} = ""' for text in texts), ""]
    return "\n".join(parts)


def _quoted(text: str) -> str:
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(signs.get(sign, sign) for sign in text) + '"'


def main() -> None:
    """Print missing and stale lines."""
    texts, translations = all_texts(), table(CHINESE)
    output = [as_toml(missing(texts, translations))]
    for context, lines in stale(texts, translations).items():
        output += [f"# stale in [{context}]: {line!r}" for line in lines]
    sys.stdout.write("\n".join(output) + "\n")


if __name__ == "__main__":
    main()
