"""GATE XML: written annotations are read back, span by span, over the same text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.gate import (
    Annotation,
    AnnotationSet,
    GateDocument,
    annotate,
    as_xml,
    join,
    read,
    write,
)
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page import Page
from tests.helpers.layout import flow_layout
from tests.helpers.markup import documents
from tests.helpers.material import CorpusPage, every_page

NEWS = (
    "<title>Lake</title><body><h1>Quiet\nlake  reopens</h1><div>The lake 𝔸 is open."
    "<div>Sale</div>Come &amp; see.</div></body>"
)
WITHOUT_NODE = (
    "<GateDocument><TextWithNodes>a<Node id='1'/></TextWithNodes><AnnotationSet Name='x'>"
    "<Annotation StartNode='0' EndNode='1'/></AnnotationSet></GateDocument>"
)


def result(page: Page, extractor: str, pane: str = "") -> Result:
    return Result(page.name, page.name, pane or extractor, page, runner.run(page, extractor))


def spans(document: GateDocument) -> list[tuple[str, str, str]]:
    return [
        (annotation_set.name, annotation.type, document.text[annotation.start : annotation.end])
        for annotation_set in document.sets
        for annotation in annotation_set.annotations
    ]


def nodes(xml: str) -> list[str]:
    root = etree.fromstring(xml.encode())
    return [node.get("id") or "" for node in root.iter("Node")]


def test_nodes_are_only_at_offsets_that_are_used():
    annotations = AnnotationSet("one", (Annotation("Content", 3, 5),))

    xml = as_xml(GateDocument("ab cd", (annotations,)))

    assert nodes(xml) == ["3", "5"]
    assert spans(read(xml)) == [("one", "Content", "cd")]


def test_empty_text_has_no_nodes_and_no_annotations():
    xml = as_xml(GateDocument("", (AnnotationSet("one", ()),)))

    assert nodes(xml) == []
    assert read(xml) == GateDocument("", (AnnotationSet("one", ()),))


def test_two_algorithms_are_two_named_sets_over_one_text():
    page = Page.from_text(NEWS, name="news")

    written = [write(result(page, "qd")), write(result(page, "largest_body", "second"))]
    document = read(join(written))

    assert [annotation_set.name for annotation_set in document.sets] == ["qd", "second"]
    assert document.text == page.text
    assert document.features["boilerscope.qd.title"] == "Quiet lake reopens"
    assert document.features["boilerscope.second.status"] == "ok"
    assert [annotation_set for text in written for annotation_set in read(text).sets] == list(
        document.sets
    )


def test_text_without_a_token_has_no_annotation_and_the_others_stay_valid():
    html = "<div>»<br><p>Some text of the page.</p>*** <b>|</b> <p>Another text.</p>|<hr>***</div>"
    text_result = result(Page.from_text(html, name="page"), "text_distribution")
    runs = [
        run
        for block in range(len(text_result.extraction.blocks))
        for run in text_result.extraction.blocks.runs(block)
    ]

    document = read(write(text_result))

    blocks = [
        annotation for annotation in document.sets[0].annotations if annotation.type == "Block"
    ]
    assert any(first == last for first, last in runs)
    assert blocks
    assert all(annotation.start < annotation.end for annotation in blocks)


@pytest.mark.parametrize("corpus_page", every_page(stride=4))
def test_annotations_of_every_extractor_cover_text_of_real_pages(corpus_page: CorpusPage):
    page = Page.from_bytes(corpus_page.data, name=corpus_page.identifier)
    page = page.with_layout(flow_layout(page))

    for identifier in registry.algorithms():
        for annotation in annotate(result(page, identifier)):
            assert 0 <= annotation.start < annotation.end <= len(page.text), identifier


def test_root_and_order_of_parts_are_those_of_gate():
    root = etree.fromstring(write(result(Page.from_text(NEWS, name="news"), "qd")).encode())

    assert (root.tag, root.get("version")) == ("GateDocument", "3")
    assert [part.tag for part in root] == [
        "GateDocumentFeatures",
        "TextWithNodes",
        "AnnotationSet",
        "AnnotationSet",
    ]
    first = root.find("AnnotationSet[@Name]/Annotation")
    assert first is not None
    assert sorted(first.keys()) == ["EndNode", "Id", "StartNode", "Type"]
    numbers = [annotation.get("Id") for annotation in root.iter("Annotation")]
    assert len(set(numbers)) == len(numbers)


def test_offsets_count_utf_16_units():
    marks = AnnotationSet("one", (Annotation("Content", 2, 4),))
    document = GateDocument("𝔸b𝔸c", (marks,))

    xml = as_xml(document)

    assert nodes(xml) == ["3", "6"]
    assert read(xml) == document


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x1f", "\ufffe", "\uffff"])
def test_a_character_that_xml_does_not_allow_becomes_a_space(character: str):
    marks = AnnotationSet(f"one{character}", (Annotation("Content", 0, 3, {"reason": character}),))

    document = read(as_xml(GateDocument(f"a{character}b", (marks,))))

    assert document.text == "a b"
    assert document.sets[0].annotations[0].features == {"reason": " "}


@pytest.mark.parametrize("text", ["a\rb", "a\r\nb", "\n a \t", "<a> & ]]>", "\x85\u2028"])
def test_line_ends_spaces_and_markup_characters_keep_their_offsets(text: str):
    marks = AnnotationSet("one", (Annotation("Content", 0, len(text)),))

    assert read(as_xml(GateDocument(text, (marks,)))).text == text


def test_features_keep_their_kinds():
    features: dict[str, str | int | float] = {
        "block": 3,
        "score": 0.5,
        "reason": "a < b",
        "long": 2**40,
        "flag": "",
    }
    marks = AnnotationSet("one", (Annotation("Block", 0, 1, features),))

    xml = as_xml(GateDocument("a", (marks,)))

    assert read(xml).sets[0].annotations[0].features == features
    assert 'className="java.lang.Double">0.5' in xml
    assert 'className="java.lang.Long">1099511627776' in xml


def test_page_is_annotated_with_content_boilerplate_title_and_blocks():
    page = Page.from_text(NEWS, name="news")
    qd_result = result(page, "qd")

    annotations = list(annotate(qd_result))

    texts: dict[str, list[str]] = {
        kind: [] for kind in ("Content", "Boilerplate", "Title", "Block")
    }
    for annotation in annotations:
        texts[annotation.type].append(page.text[annotation.start : annotation.end])
    assert texts["Content"] == ["The lake 𝔸 is open", "Come & see"]
    assert texts["Boilerplate"] == ["LakeQuiet\nlake  reopens", "Sale"]
    assert texts["Title"] == ["Quiet\nlake  reopens"]
    assert texts["Block"] == ["Quiet\nlake  reopens", *texts["Content"], "Sale"]
    main = next(
        annotation
        for annotation in annotations
        if annotation.type == "Block" and annotation.features["labels"] == "MAIN"
    )
    assert main.features["algorithm"] == "qd"
    assert main.features["state"] == "content"
    assert str(main.features["reason"]).startswith("M1: score as main text")
    assert main.features["path"] == "div"
    assert main.features["main_score"] == qd_result.extraction.scores["main"]
    assert "related_score" not in main.features


def test_title_that_is_not_on_the_page_gets_no_annotation():
    page = Page.from_text("<body>text", name="page")
    for title in ("other", " "):
        extraction = Extraction("x", Status.OK, title=title, mask=np.zeros(page.n_tokens, np.bool_))

        kinds = [
            annotation.type for annotation in annotate(Result("p", "p", "x", page, extraction))
        ]

        assert kinds == ["Boilerplate"]


def test_title_of_the_head_is_found_if_the_body_lacks_it():
    page = Page.from_text("<title>Only here</title><body>text", name="page")
    extraction = Extraction(
        "x", Status.OK, title="Only here", mask=np.zeros(page.n_tokens, np.bool_)
    )

    (title,) = [
        annotation
        for annotation in annotate(Result("p", "p", "x", page, extraction))
        if annotation.type == "Title"
    ]

    assert page.text[title.start : title.end] == "Only here"


def test_result_without_a_page_is_empty():
    extraction = Extraction("x", Status.ERROR, message="no page")

    assert write(Result("p", "p", "x", None, extraction)) == ""


def test_results_of_two_pages_are_refused():
    first, second = (Page.from_text(text, name=text) for text in "ab")

    with pytest.raises(ValueError, match="results of one page"):
        join([write(result(first, "qd")), write(result(second, "qd"))])


def test_annotation_outside_the_text_is_refused():
    for start, end in ((0, 4), (-1, 1), (2, 1)):
        marks = AnnotationSet("one", (Annotation("Content", start, end),))
        with pytest.raises(ValueError, match="is not in the text"):
            as_xml(GateDocument("abc", (marks,)))


@pytest.mark.parametrize(
    ("xml", "fault"),
    [
        ("<a", "not XML"),
        ("<a/>", "not a GATE document"),
        ("<GateDocument/>", "no TextWithNodes"),
        (
            '<GateDocument><TextWithNodes>ab<Node id="1"/></TextWithNodes></GateDocument>',
            "node '1' is at offset 2",
        ),
        (
            WITHOUT_NODE,
            "refers to missing nodes",
        ),
    ],
)
def test_broken_document_is_refused(xml: str, fault: str):
    with pytest.raises(ValueError, match=fault):
        read(xml)


def test_format_is_listed_and_joins_panes_of_one_page():
    gate_format = FORMATS["gate"]

    assert (gate_format.suffix, gate_format.piece, gate_format.join) == ("xml", None, join)


@pytest.mark.parametrize("example", every_page(50))
@pytest.mark.parametrize("extractor", ["boilerpipe.article", "qd"])
def test_corpus_page_is_read_back_span_by_span(example: CorpusPage, extractor: str):
    page = Page.from_bytes(example.data, name=example.identifier)
    page_result = result(page, extractor)

    document = read(write(page_result))

    expected = list(annotate(page_result))
    assert len(document.text) == len(page.text)
    assert [
        (annotation.type, annotation.start, annotation.end)
        for annotation in document.sets[0].annotations
    ] == [(annotation.type, annotation.start, annotation.end) for annotation in expected]
    for annotation, restored in zip(expected, document.sets[0].annotations, strict=True):
        assert restored.features["algorithm"] == extractor
        assert document.text[restored.start : restored.end].split() == (
            page.text[annotation.start : annotation.end].split()
        )


@settings(max_examples=40, deadline=None)
@given(documents)
def test_any_markup_is_read_back(html: str):
    page = Page.from_text(html, name="any")
    page_result = result(page, "structural")

    document = read(write(page_result))

    assert len(document.text) == len(page.text)
    assert [(annotation.start, annotation.end) for annotation in document.sets[0].annotations] == [
        (annotation.start, annotation.end) for annotation in annotate(page_result)
    ]


@given(st.text(), st.data())
def test_any_text_is_read_back_with_its_spans(text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    marks = AnnotationSet("one", (Annotation("Content", start, end),))

    document = read(as_xml(GateDocument(text, (marks,))))

    annotation = document.sets[0].annotations[0]
    assert (annotation.start, annotation.end) == (start, end)
    assert len(document.text) == len(text)
    assert all(a in (b, " ") for a, b in zip(document.text, text, strict=True))
