"""The built-in sample pages: complete, readable, self-contained, and as cluttered as described."""

import re
from collections.abc import Iterator

import pytest
from lxml import etree, html

from boilerscope.resources.loader import Sample, samples

SAMPLES = samples()
BY_ID = {sample.identifier: sample for sample in SAMPLES}
ENCODINGS = {"table-gbk": "gb18030"}
# Addresses that a page loads; not its own address or the addresses of links.
LOADED = (
    "//img/@src | //script/@src | //link[@rel='stylesheet' or @rel='icon']/@href | //iframe/@src"
    " | //embed/@src | //object/@data | //source/@src | //video/@src | //audio/@src"
    " | //body/@background | //td/@background | //input/@src"
)

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.identifier)


def source(sample: Sample) -> str:
    return sample.path.read_bytes().decode(ENCODINGS.get(sample.identifier, "utf-8"))


def tree(sample: Sample) -> html.HtmlElement:
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    return html.document_fromstring(source(sample).encode(), parser=parser)


def page_text(sample: Sample) -> str:
    """Return the text of the page without scripts, styles and white space."""
    root = tree(sample)
    etree.strip_elements(root, "script", "style", etree.Comment, with_tail=False)
    return squeezed(root.text_content())


def squeezed(text: str) -> str:
    return "".join(text.split())


def gold_lines(sample: Sample) -> list[str]:
    return sample.gold_path.read_text(encoding="utf-8").splitlines()


def link_share(sample: Sample) -> float:
    root = tree(sample)
    linked = sum(len(squeezed(link.text_content())) for link in root.iter("a"))
    return linked / len(page_text(sample))


def named_files(sample: Sample) -> Iterator[str]:
    root = tree(sample)
    yield from (str(name) for name in root.xpath(LOADED))
    yield from re.findall(r"url\(([^)]*)\)", source(sample))


def test_identifiers_and_files_are_unique():
    assert len(BY_ID) == len(SAMPLES)
    assert len({sample.file for sample in SAMPLES}) == len(SAMPLES)


def test_start_screen_offers_the_four_pages_in_their_order():
    offered = [sample.identifier for sample in SAMPLES if sample.on_start_screen]

    assert offered == ["news-en", "news-zh", "forum", "portal"]


@each_sample
def test_sample_has_short_texts_in_both_languages(sample: Sample):
    for wording in (sample.title, sample.description):
        for text in (wording.en, wording.zh):
            assert text == text.strip()
            assert 0 < len(text) <= 60
            assert "\n" not in text


@each_sample
def test_sample_names_a_material_design_icon(sample: Sample):
    assert re.fullmatch(r"mdi6\.[a-z0-9-]+", sample.icon)


@each_sample
def test_sample_decodes_without_replacement(sample: Sample):
    assert "\N{REPLACEMENT CHARACTER}" not in source(sample)


@each_sample
def test_sample_declares_its_encoding_in_the_first_kilobyte(sample: Sample):
    match = re.search(rb'charset="?([\w-]+)', sample.path.read_bytes()[:1024])

    assert match is not None
    assert match[1] == (b"gb2312" if sample.identifier == "table-gbk" else b"utf-8")


def test_old_page_contains_characters_that_its_declared_encoding_lacks():
    text = source(BY_ID["table-gbk"])

    assert "喆" in text
    with pytest.raises(UnicodeEncodeError):
        text.encode("gb2312")
    assert text.encode("gbk") == BY_ID["table-gbk"].path.read_bytes()


@each_sample
def test_sample_loads_only_files_of_its_own_folder(sample: Sample):
    names = set(named_files(sample))

    assert names
    for name in names:
        if not name.startswith("data:"):
            assert "/" not in name
            assert sample.path.with_name(name).is_file(), name


@each_sample
def test_folder_contains_only_files_that_its_page_uses(sample: Sample):
    used = {name for name in named_files(sample) if not name.startswith("data:")}
    used |= {sample.path.name, sample.gold_path.name}

    assert {path.name for path in sample.path.parent.iterdir()} == used


@each_sample
def test_pictures_of_the_page_are_well_formed_and_load_nothing(sample: Sample):
    for path in sample.path.parent.glob("*.svg"):
        root = etree.parse(path).getroot()

        assert etree.QName(root).localname == "svg"
        assert not root.xpath("//@*[local-name() = 'href' and not(starts-with(., '#'))]")


@each_sample
def test_every_absolute_address_has_a_reserved_domain(sample: Sample):
    markup = re.sub(r"<!DOCTYPE[^>]*>|\sxmlns=\"[^\"]*\"", "", source(sample))
    hosts = set(re.findall(r"https?://([^/\"'\s<\\]+)", markup))

    assert {host for host in hosts if not host.endswith(".example")} <= {"schema.org"}


@each_sample
def test_gold_lines_appear_in_the_page_in_their_order(sample: Sample):
    text = page_text(sample)
    end = 0

    for line in gold_lines(sample):
        start = text.find(squeezed(line), end)
        assert start >= 0, line
        end = start + len(squeezed(line))


@pytest.mark.parametrize(
    ("identifier", "n_words"), [("news-en", 1500), ("forum", 1200), ("portal", 700)]
)
def test_gold_of_english_samples_is_long_enough(identifier: str, n_words: int):
    assert sum(len(line.split()) for line in gold_lines(BY_ID[identifier])) >= n_words


@pytest.mark.parametrize(("identifier", "n_characters"), [("news-zh", 2000), ("table-gbk", 900)])
def test_gold_of_chinese_samples_is_long_enough(identifier: str, n_characters: int):
    text = "".join(gold_lines(BY_ID[identifier]))

    assert len(re.findall(r"[\u4e00-\u9fff]", text)) >= n_characters * 0.8
    assert len(text) >= n_characters


@each_sample
def test_page_contains_much_text_beside_its_gold(sample: Sample):
    gold = sum(len(squeezed(line)) for line in gold_lines(sample))

    assert 0.15 < 1 - gold / len(page_text(sample)) < 0.8


@pytest.mark.parametrize("identifier", ["news-en", "news-zh", "forum", "portal"])
def test_pages_of_the_start_screen_are_as_large_as_real_pages(identifier: str):
    assert 40_000 <= BY_ID[identifier].path.stat().st_size <= 150_000


def test_only_the_portal_consists_of_links():
    shares = {sample.identifier: link_share(sample) for sample in SAMPLES}

    assert shares.pop("portal") > 0.7
    assert max(shares.values()) < 0.4


def test_forum_page_has_thirty_posts_and_no_article_element():
    root = tree(BY_ID["forum"])

    assert len(root.xpath("//div[@data-post-id]")) == 30
    assert not list(root.iter("article"))


def test_chinese_article_has_blank_lines_around_its_source_line():
    lines = source(BY_ID["news-zh"]).splitlines()
    index = next(i for i, line in enumerate(lines) if "来源：<a" in line)

    assert not lines[index - 1].strip()
    assert not lines[index + 1].strip()
    assert "版权所有" in source(BY_ID["news-zh"])
    assert "ICP备" in source(BY_ID["news-zh"])


def test_old_page_has_nested_layout_tables_and_no_doctype():
    root = tree(BY_ID["table-gbk"])

    assert root.xpath("//table//table")
    assert not source(BY_ID["table-gbk"]).lower().startswith("<!doctype")
