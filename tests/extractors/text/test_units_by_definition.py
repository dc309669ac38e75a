"""Units, compared with a literal reading of their definition, event by event."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boilerscope.extractors.page import Page
from boilerscope.extractors.page.events import END, TEXT
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.page.segments import INLINE_TAGS
from boilerscope.extractors.text.exclusive_text import REMOVED_TAGS, USUAL_LEFT_OUT, is_read
from boilerscope.extractors.text.units import BOUNDARIES, stu_units
from tests.helpers.markup import documents

pieces = st.sampled_from(
    [
        *("a", " b", "c ", "  ", "d. e", "\n", "<b>", "</b>", "<p>", "</p>", "<div>", "</div>"),
        *("<img alt=' x  y'>", "<img alt=z>", "<img alt=' '>", "<a href=x>l </a>", "<br>"),
        *("<noscript>n</noscript>", "<script>s</script>", "<!-- c -->", "<input name=q>"),
    ]
)
sources = st.one_of(documents, st.lists(pieces, max_size=30).map("".join))


def left_out(page: Page, row: int) -> bool:
    while row >= 0:
        if page.elements.tag[row] in REMOVED_TAGS | {"head"}:
            return True
        row = int(page.elements.parent[row])
    return False


def texts_of(page: Page, boundaries: tuple[str, ...], *, alt_text: bool) -> list[str]:
    units = [""]
    for kind, index in zip(page.events.kind, page.events.index, strict=True):
        if kind == TEXT:
            if not page.slots.flags[index] & int(USUAL_LEFT_OUT | SlotFlag.HEAD):
                units[-1] += page.slot_text(index)
        elif page.elements.tag[index] in boundaries:
            units.append("")
        elif page.elements.tag[index] not in INLINE_TAGS and is_read(page)[index]:
            units[-1] += " "
        elif alt_text and kind != END and page.elements.tag[index] == "img":
            alt = page.elements.node[index].get("alt")
            units[-1] += f" {alt} " if alt and not left_out(page, index) else ""
    return [words for unit in units if (words := " ".join(unit.split()))]


@settings(max_examples=100, deadline=None)
@given(
    source=sources,
    alt_text=st.booleans(),
    boundaries=st.sampled_from([BOUNDARIES, ("p",), ()]),
)
def test_texts_are_those_between_boundaries(
    *, source: str, alt_text: bool, boundaries: tuple[str, ...]
):
    page = Page.from_text(source, name="test")

    units = stu_units(page, boundaries, alt_text=alt_text)
    assert list(units.text) == texts_of(page, boundaries, alt_text=alt_text)


@settings(max_examples=60, deadline=None)
@given(sources)
def test_spans_give_the_source_of_the_texts(source: str):
    page = Page.from_text(source, name="test")

    units = stu_units(page, fields=True)
    char_count = []
    for unit, text in enumerate(units.text):
        spans = units.spans.of_unit(unit)
        ends = [0, *(span.end for span in spans)]
        between = [text[end : span.start] for end, span in zip(ends, spans, strict=False)]
        assert not "".join([*between, text[ends[-1] :]]).strip()
        for span in spans:
            shown = text[span.start : span.end]
            if span.slot >= 0:
                assert shown == " ".join(page.slot_text(span.slot).split())
                assert span.row == page.slots.owner[span.slot]
            else:
                node = page.elements.node[span.row]
                values = (node.get(name) or "" for name in ("alt", "name"))
                assert shown in [" ".join(value.split()) for value in values]
        char_count.append(len(text) - text.count(" "))
    assert units.char_count.tolist() == char_count
    assert units.length.tolist() == [len(text) for text in units.text]
