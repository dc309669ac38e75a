"""Truth of traced rules: on a page where the named cause is removed, the rule must not decide.

    python -m tests.helpers.rule_truth trafilatura --every 8

takes dropped blocks of the developer corpora at random (a few of each rule, so that rare rules are
tested too), edits the page so that the named rule cannot apply, and runs the untouched library
again with a trace. The sentence is true if the block is kept now, or another rule or element
decides. The edit follows from the words of the rule alone: attributes are removed, an element is
renamed, its links are unwrapped, text is added to it, its neighbours become good, it becomes the
best element, or a paragraph.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from lxml import etree

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import PageError
from boilerscope.extractors.model.candidates import start_tag
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.sentence import deciding_step, explain_step
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.parsing import parse
from boilerscope.extractors.text.quoted import tokens_of
from tests.helpers.material import corpus_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.extractors.model.extraction import Extraction

_PROSE = (
    "The people of the town say, as they always have, that it is good to have a tram, and that"
    " they would not like to be without it, even in the winter. "
)
_CHINESE = (
    "镇上的人都说，有电车是一件好事，他们不愿意没有它，就是在冬天也是一样，因为这是他们的习惯。"
)
_MIN_WORDS = 3
_MAX_WORDS = 40
_END_WORDS = 15


@dataclass(frozen=True, slots=True)
class Named:
    """What is named for a text.

    Attributes
    ----------
    stage, rule, source : str
        Title of the step, the rule without values, line of the library.
    sentence : str
        The whole sentence, with the element.
    element : str
        Start tag of the element that the rule was about; empty if none is named.
    """

    stage: str
    rule: str
    source: str
    sentence: str
    element: str

    def is_same(self, other: Named | None) -> bool:
        """Return whether the same rule decides about the same element."""
        mine = (self.stage, self.rule, self.source, self.element)
        return other is not None and mine == (
            other.stage,
            other.rule,
            other.source,
            other.element,
        )


@dataclass(slots=True)
class Truth:
    """Tested sentences of a library.

    Attributes
    ----------
    tested, true : Counter of str
        By kind of edit.
    untested : Counter of str
        Blocks without a test, by reason.
    wrong : list of str
        Sentences that were still given.
    """

    tested: Counter[str] = field(default_factory=Counter)
    true: Counter[str] = field(default_factory=Counter)
    untested: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class AbsentError(Exception):
    """The text is not on the page."""


def named(page: Page, extraction: Extraction, text: str) -> Named | None:
    """Return what is named for a dropped text; None if it is kept.

    Raises
    ------
    AbsentError
        If the page does not have the text, or has no trace.
    """
    try:
        tokens = tokens_of(page, text)
    except PageError as error:
        raise AbsentError("text") from error
    if extraction.traced is None or len(extraction.mask) != page.n_tokens:
        raise AbsentError("trace")
    if extraction.mask[tokens].mean() >= 0.5:
        return None
    owner = extraction.block_of_token[tokens][~extraction.mask[tokens]]
    owner = owner[owner >= 0]
    if not len(owner):
        raise AbsentError("block")
    return named_of_block(extraction, int(np.bincount(owner).argmax()))


def named_of_block(extraction: Extraction, block: int) -> Named | None:
    """Return what is named for a block; None without a rule."""
    number = deciding_step(extraction, block)
    step = extraction.steps[number] if number >= 0 else None
    rule = None if step is None else step.rule_of(block)
    if step is None or rule is None:
        return None
    sentence = explain_step(extraction, step, block)
    match = re.search(r"(?:at|inside of) (<[^<>]*>)$", sentence)
    return Named(step.title, rule.explanation, rule.source, sentence, match[1] if match else "")


def kind_of_edit(rule: Named) -> str:
    """Return the edit after which a rule cannot apply, from its words."""
    sentence = rule.sentence.removesuffix(f"at {rule.element}")
    text = re.sub(r"“[^”]*”", "“”", f"{rule.rule} {sentence}").lower()
    kinds = (
        ("paragraph", r"recover_wild_text|baseline:"),
        ("encoding", r"the parser's encoding"),
        ("best", r"more than 2 stop words"),
        ("moved", r"in_body == 0|at <head>|display is none in the style"),
        ("rename", r"inside of <|known_context"),
        ("largest", r"largest_block|num_words <=|words \d+ <= "),
        ("words", r"found_end_of_text"),
        ("rename", r"len\(form\.|_handle_forms"),
        ("best", r"stop_word_count > 2"),
        ("neighbours", r"not_at_the_end|trailing"),
        ("literal", r"^\w+: '.*' in |'©' in"),
        ("rename", r"tag in kill_tags|the tag is"),
        ("neighbours", r"neighbour"),
        ("best", r"score|best element|best candidate|gravity|not largest|the largest"),
        ("links", r"link|density of a"),
        ("longer", r"characters?\b.* <|words?\b.* <|len\(|stop.?word|length|textfilter|short"),
        ("attributes", r"class|@id|\bid “|matches|contains\(|pattern|style|role|hidden"),
        ("rename", r"the tag is|is in \w+|in cleaning_list|tag\b|body_xpath|not in "),
    )
    return next((kind for kind, pattern in kinds if re.search(pattern, text)), "paragraph")


class Editor:
    """A parsed page, one block of it, and the edits.

    Parameters
    ----------
    page : Page
        The page as it is.
    element : int
        Row of the block's element.
    rule : Named
        What is named for it.
    text : str
        Its words.
    """

    def __init__(self, page: Page, element: int, rule: Named, text: str) -> None:
        self._root: Any = parse(page.source_bytes).root
        nodes = list(self._root.iter(etree.Element))
        self._block = nodes[max(element, 0)]
        tags = [start_tag(page, row) for row in range(len(nodes))]
        rows = [row for row, tag in enumerate(tags) if tag == rule.element]
        around = {*self._block.iterancestors(), self._block}
        near = [nodes[row] for row in rows if nodes[row] in around]
        words = "".join(text.split())
        holders = [
            nodes[row]
            for row in rows
            if words in "".join("".join(map(str, nodes[row].itertext())).split())
        ]
        chinese = sum("\u4e00" <= character <= "\u9fff" for character in page.text)
        self._prose = _PROSE + (_CHINESE if 3 * chinese > len(page.text) else "")
        best = [*(nodes[row] for row in rows[:1]), *holders, *near]
        self._owner = best[-1] if best else self._block

    def markup(self) -> str:
        """Return the page as it is now."""
        return etree.tostring(self._root, method="html", encoding="unicode")

    def attributes(self) -> None:
        """Remove the attributes of the element and of those in it, but not links."""
        for node in self._owner.iter(etree.Element):
            for name in [name for name in node.attrib if name not in {"href", "src"}]:
                del node.attrib[name]

    def rename(self) -> None:
        """Make the element a plain section of text."""
        self.attributes()
        if self._owner.tag not in {"html", "body"}:
            self._owner.tag = "div" if self._owner.tag != "div" else "p"

    def links(self) -> None:
        """Unwrap the links of the element."""
        nodes = [*self._owner.iter("a"), *self._owner.iterancestors("a")]
        for node in nodes:
            node.tag = "span"
            node.attrib.clear()

    def encoding(self) -> None:
        """Remove the encoding that the markup declares."""
        for node in [*self._root.iter("meta")]:
            if node.get("charset") or "charset" in (node.get("content") or ""):
                node.attrib.clear()

    def literal(self) -> None:
        """Remove the sign that the rule looks for from the text around the block."""
        parent = self._block.getparent()
        for node in (self._block if parent is None else parent).iter(etree.Element):
            node.text = (node.text or "").replace("©", "") or None
            node.tail = (node.tail or "").replace("©", "") or None

    def longer(self) -> None:
        """Add text to the element, at its end."""
        last = self._owner[-1] if len(self._owner) else None
        if last is None:
            self._owner.text = f"{self._owner.text or ''} {self._prose * 8}"
        else:
            last.tail = f"{last.tail or ''} {self._prose * 8}"

    def moved(self) -> None:
        """Make the element a paragraph at the beginning of the body."""
        body = self._root.find("body")
        if body is None:
            raise AbsentError("body")
        node = etree.Element("p")
        node.text = "".join(map(str, self._block.itertext()))
        parent: Any = self._block.getparent()
        if parent is None:
            raise AbsentError("place")
        parent.remove(self._block)
        body.insert(0, node)

    def largest(self) -> None:
        """Make the text of the block longer than any other."""
        self._block.text = f"{self._block.text or ''} {self._prose * 300}"

    def words(self) -> None:
        """Replace the short texts before the block, which may be signs of the end of the text."""
        for node in self._root.iter(etree.Element):
            if node is self._block:
                break
            if node.text and len(node.text.split()) < _END_WORDS:
                node.text = "tram"
            if node.tail and len(node.tail.split()) < _END_WORDS:
                node.tail = "tram"

    def neighbours(self) -> None:
        """Put good paragraphs before and after the block."""
        target = self._block
        if target.getparent() is None or target.tag == "body":
            raise AbsentError("place")
        before, after = etree.Element("p"), etree.Element("p")
        before.text = after.text = self._prose * 8
        after.tail, target.tail = target.tail, None
        target.addprevious(before)
        target.addnext(after)

    def best(self) -> None:
        """Make the container of the block the best one: many paragraphs of prose."""
        container: Any = self._block
        while container.tag not in {"div", "section", "article", "td", "main", "body", "ul", "ol"}:
            container = container.getparent()
            if container is None:
                raise AbsentError("container")
        for _ in range(60):
            node = etree.SubElement(container, "p")
            node.text = self._prose * 4
        container.append(etree.Element("p"))

    def paragraph(self) -> None:
        """Make the element of the block a paragraph."""
        self._owner.tag = "p"
        self._owner.attrib.clear()


def sample(extraction: Extraction, per_rule: int, rng: random.Random) -> Iterator[int]:
    """Yield dropped blocks with a named rule, a few of each rule."""
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for block in np.flatnonzero(~extraction.content).tolist():
        rule = named_of_block(extraction, block)
        runs = extraction.blocks.runs(block)
        if rule is not None and "not traced" not in rule.rule and len(runs) == 1:
            start, end = runs[0]
            if end - start >= _MIN_WORDS:
                blocks[rule.stage, rule.rule].append(block)
    for of_rule in blocks.values():
        yield from rng.sample(of_rule, min(per_rule, len(of_rule)))


def words_of(page: Page, extraction: Extraction, block: int) -> str:
    """Return the first words of a block."""
    start, end = extraction.blocks.runs(block)[0]
    last = min(end, start + _MAX_WORDS) - 1
    return " ".join(page.text[page.tokens.start[start] : page.tokens.end[last]].split())


def is_unique(page: Page, text: str) -> bool:
    """Return whether a page has a text once."""
    return "".join(page.text.split()).count("".join(text.split())) == 1


def test_block(
    run: Callable[[Page], Extraction],
    base: tuple[Page, Extraction],
    block: int,
    truth: Truth,
) -> None:
    """Test the sentence of one block."""
    page, extraction = base
    rule, text = named_of_block(extraction, block), words_of(page, extraction, block)
    if rule is None or not is_unique(page, text):
        truth.untested["text is on the page twice"] += 1
        return
    kind = kind_of_edit(rule)
    try:
        editor = Editor(page, int(extraction.blocks.element[block]), rule, text)
        getattr(editor, kind)()
        edited = Page.from_text(editor.markup(), name=page.name)
        again = named(edited, run(edited), text)
    except AbsentError as reason:
        truth.untested[f"{kind}: no {reason} after the edit"] += 1
        return
    truth.tested[kind] += 1
    if rule.is_same(again):
        truth.wrong.append(f"{page.name} [{kind}] {rule.sentence} ({rule.source}): {text[:60]}")
    else:
        truth.true[kind] += 1


def measure(identifier: str, settings: dict[str, Any], every: int, per_rule: int) -> Truth:
    """Test sentences of a library on every k-th page of the developer corpora."""
    truth, rng = Truth(), random.Random(27)
    record = registry.extractor(identifier).settings_class(**settings)

    def run(page: Page) -> Extraction:
        with explaining(on=True):
            return runner.run(page, identifier, record)

    for source in corpus_pages()[::every]:
        encoding = "gb18030" if source.encoding in {"gb2312", "gbk"} else source.encoding
        original = Page.from_bytes(source.data, name=source.identifier, encoding=encoding)
        markup = etree.tostring(
            parse(original.source_bytes).root, method="html", encoding="unicode"
        )
        page = Page.from_text(markup, name=source.identifier)
        extraction = run(page)
        if extraction.traced is None or len(extraction.mask) != page.n_tokens:
            truth.untested["page without a trace"] += 1
            continue
        for block in sample(extraction, per_rule, rng):
            test_block(run, (page, extraction), block, truth)
    return truth


@click.command()
@click.argument("identifier")
@click.option("--every", default=8, help="Use every k-th page of the developer corpora.")
@click.option("--per-rule", default=1, help="Blocks of each rule and page.")
def main(identifier: str, every: int, per_rule: int) -> None:
    """Print the share of sentences of a library that an edit of the page confirms."""
    truth = measure(identifier, {}, every, per_rule)
    tested, true = truth.tested.total(), truth.true.total()
    click.echo(f"{identifier}: {true} of {tested} sentences are true ({true / max(tested, 1):.1%})")
    for kind, count in truth.tested.most_common():
        click.echo(f"  {kind}: {truth.true[kind]} of {count}")
    for reason, count in truth.untested.most_common():
        click.echo(f"  not tested, {reason}: {count}")
    for sentence in truth.wrong:
        click.echo(f"  WRONG {sentence[:400]}")


if __name__ == "__main__":
    main()
