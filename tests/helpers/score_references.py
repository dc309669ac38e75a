"""Values of reference programs for texts that we make up, frozen in ``tests/data/scores``.

The toolkit of WebMainBench needs far more than its measures do, so that it is not part of our
environment. In an environment of its own::

    python -m venv reference
    reference/bin/pip install --no-deps webmainbench==0.1.0
    reference/bin/pip install apted==1.0.3 beautifulsoup4 jieba rapidfuzz rouge-score openai
    reference/bin/python tests/helpers/score_references.py > tests/data/scores/webmainbench.json
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import random
import sys
from types import ModuleType

N_PAGES = 100
SEED = 25

_TEXT = (
    "price table river the of and water 100 x-ray naïve Straße e.g. U.S. data_set 北京 大学 新闻"
    " 我们今天去公园 こんにちは & < > a|b $5 million 3,14 _em_ **bold** [link](https://example.org)"
)
_FORMULAS = (
    r"$x^2$",
    r"$$\frac{a}{b}$$",
    r"\(y_1\)",
    r"\[\sum_i z_i\]",
    r"\$5 and \$6",
    "$ 1,150.00 $",
)
_TAGS = (
    "<b>{}</b>",
    "<i>{}</i>",
    "{}<br>",
    "{}<br/>",
    "<a href='x?a=1&b=2'>{}</a>",
    "{} &nbsp; &amp;",
)


def _prose(chance: random.Random) -> str:
    return " ".join(chance.choices(_TEXT.split(), k=chance.randrange(1, 25)))


def _fenced(chance: random.Random) -> str:
    lines = [f"{'    ' * chance.randrange(3)}y{n} = {n}" for n in range(chance.randrange(4))]
    return "\n".join(["```python", *lines, "```"]) if chance.random() < 0.9 else "```inline```"


def _indented(chance: random.Random) -> str:
    start = chance.choice(("    ", "\t", "     "))
    lines = [
        f"{start}f({n}){' million' if chance.random() < 0.1 else ''}"
        for n in range(chance.randrange(1, 4))
    ]
    return "\n" * chance.randrange(1, 3) + "\n".join(lines)


def _pipes(chance: random.Random) -> str:
    n_columns = chance.randrange(1, 4)
    rows = [[_cell(chance) for _ in range(n_columns)] for _ in range(chance.randrange(1, 5))]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if chance.random() < 0.9:
        lines.insert(
            1, f"|{'|'.join(chance.choice((' --- ', ':---:', '---')) for _ in range(n_columns))}|"
        )
    return "\n".join(lines)


def _cell(chance: random.Random) -> str:
    word = chance.choice(("", "1", "2.5", "name", "a (b), c", "北京", "x: y"))
    return chance.choice(_TAGS).format(word) if chance.random() < 0.1 else word


def _html(chance: random.Random) -> str:
    rows = []
    for _ in range(chance.randrange(1, 5)):
        cells = []
        for _ in range(chance.randrange(1, 4)):
            tag = chance.choice(("td", "th"))
            attributes = chance.choice(
                ("", "", ' colspan="2"', " class=' a  b '", " nowrap", ' title="a &quot; b"')
            )
            end = f"</{tag}>" if chance.random() < 0.95 else ""
            inner = (
                chance.choice(_TAGS).format(_cell(chance))
                if chance.random() < 0.3
                else _cell(chance)
            )
            inner = f"<table><tr><td>{inner}</td></tr></table>" if chance.random() < 0.05 else inner
            cells.append(f"<{tag}{attributes}>{inner}{end}")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(rows)
    body = chance.choice(("{}", "<tbody>{}</tbody>", "<thead>{}</thead>")).format(body)
    return f"<table>{'<!-- c -->' if chance.random() < 0.1 else ''}{body}</table>"


_KINDS = (_prose, _prose, _fenced, _indented, _pipes, _html, lambda c: c.choice(_FORMULAS))


def _page(chance: random.Random) -> list[str]:
    return [chance.choice(_KINDS)(chance) for _ in range(chance.randrange(0, 7))]


def _damaged(chance: random.Random, blocks: list[str]) -> list[str]:
    kept = [block for block in blocks if chance.random() < 0.85]
    kept = [
        "".join(character for character in block if chance.random() < 0.98)
        if chance.random() < 0.4
        else block
        for block in kept
    ]
    return kept + ([chance.choice(_KINDS)(chance)] if chance.random() < 0.3 else [])


def pages() -> list[tuple[str, str]]:
    """Return the gold and the result of each page, as Markdown."""
    chance = random.Random(SEED)
    made = []
    for _ in range(N_PAGES):
        blocks = _page(chance)
        gap = chance.choice(("\n\n", "\n\n", "\n"))
        made.append((gap.join(blocks), gap.join(_damaged(chance, blocks))))
    return made


def _metrics() -> tuple[ModuleType, ModuleType]:
    """Import the measures of the toolkit without its extractors."""
    spec = importlib.util.find_spec("webmainbench")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("webmainbench is not installed, see the docstring")
    package = ModuleType("webmainbench")
    package.__path__ = list(spec.submodule_search_locations)
    sys.modules["webmainbench"] = package
    return (
        importlib.import_module("webmainbench.metrics.calculator"),
        importlib.import_module("webmainbench.metrics.text_metrics"),
    )


def main() -> None:
    """Print the pages with the values of the toolkit; null where it leaves a page out."""
    calculator, text_metrics = _metrics()
    structure = calculator.MetricCalculator()
    rouge = text_metrics.TextRougeNgramMetric("rouge_n")
    lines = []
    for gold, kept in pages():
        with contextlib.redirect_stdout(io.StringIO()):
            results = {
                **structure.calculate_all(kept, gold),
                "rouge_n": rouge.calculate(kept, gold),
            }
        values = {
            name: result.score if result.success else None for name, result in results.items()
        }
        lines.append(json.dumps({"gold": gold, "kept": kept, **values}, ensure_ascii=False))
    sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
