"""Decoding: the order in which the encoding is sought, and counts of unreadable characters."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.errors import BinaryContentError, UnknownNameError
from boilerscope.extractors.page.decoding import decode, decode_nothing
from boilerscope.extractors.page.encodings import codec_of

_CHINESE = "<p>今天上午，老桥下的水轮机开始发电，全镇的路灯都亮了。这项工程历时三年。</p>"
_RUSSIAN = "<p>Сегодня утром под старым мостом начала работать турбина, и все фонари зажглись.</p>"


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32le"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32be"),
    ],
)
def test_byte_order_mark_wins_and_is_dropped(mark: bytes, codec: str, name: str) -> None:
    decoded = decode(mark + _CHINESE.encode(codec), encoding="big5", http_charset="koi8-r")

    assert (decoded.text, decoded.encoding, decoded.how) == (_CHINESE, name, "bom")
    assert decoded.n_replaced == 0


def test_user_choice_beats_valid_utf8_and_declarations() -> None:
    data = b'<meta charset="utf-8"><p>caf\xc3\xa9</p>'

    decoded = decode(data, encoding="latin1", http_charset="utf-8")

    assert (decoded.encoding, decoded.how) == ("windows-1252", "user")
    assert "cafÃ©" in decoded.text


def test_valid_utf8_beats_the_declaration_a_saved_page_kept() -> None:
    data = f'<meta charset="gb2312">{_CHINESE}'.encode()

    decoded = decode(data, http_charset="gb2312")

    assert (decoded.encoding, decoded.how) == ("utf-8", "utf-8")
    assert _CHINESE in decoded.text


def test_plain_ascii_is_utf8() -> None:
    decoded = decode(b'<meta charset="iso-2022-jp"><p>plain</p>')

    assert (decoded.encoding, decoded.how) == ("utf-8", "utf-8")


def test_server_beats_meta_and_meta_beats_prolog() -> None:
    page = '<?xml version="1.0" encoding="koi8-r"?><meta charset="windows-1251">' + _RUSSIAN

    by_server = decode(page.encode("iso8859_5"), http_charset="ISO-8859-5")
    by_meta = decode(page.encode("cp1251"))
    by_prolog = decode(page.replace("windows-1251", "no-such").encode("koi8_r"))

    assert (by_server.encoding, by_server.how) == ("iso-8859-5", "http")
    assert (by_meta.encoding, by_meta.how) == ("windows-1251", "meta")
    assert (by_prolog.encoding, by_prolog.how) == ("koi8-r", "xml")
    assert all(_RUSSIAN in decoded.text for decoded in (by_server, by_meta, by_prolog))


@pytest.mark.parametrize(
    "meta",
    [
        '<meta charset="gb2312">',
        "<META CHARSET = gbk />",
        "<meta name=x><meta data-a='1' charset='x-gbk'>",
        '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">',
        "<meta content='text/html;CHARSET=\"GBK\"' http-equiv=content-type>",
        "<!-- <meta charset='koi8-r'> --><meta charset=gb18030>",
        "<meta charset=utf-16><meta charset=gb2312>",
    ],
)
def test_meta_in_any_spelling_is_read(meta: str) -> None:
    decoded = decode((meta + _CHINESE).encode("gb18030"))

    assert (decoded.encoding, decoded.how) == ("gb18030", "meta")
    assert _CHINESE in decoded.text


@pytest.mark.parametrize(
    "meta",
    [
        '<meta name="description" content="how to set charset=koi8-r">',
        '<metadata charset="koi8-r">',
        "<!-- <meta charset=koi8-r> -->",
        '<meta charset="no-such-encoding">',
        "<p>charset=koi8-r</p>",
    ],
)
def test_encoding_without_a_valid_declaration_is_detected(meta: str) -> None:
    decoded = decode((meta + _CHINESE * 20).encode("gb18030"))

    assert (decoded.encoding, decoded.how) == ("gb18030", "detected")
    assert _CHINESE in decoded.text


def test_gb2312_is_read_as_gb18030() -> None:
    text = "<p>镕 嘢 € 𠀀</p>"

    decoded = decode(text.encode("gb18030"), http_charset="gb2312")

    assert (decoded.text, decoded.n_replaced) == (text, 0)


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("iso-8859-1", "cp1252", "“quoted” — €"),
        ("shift_jis", "cp932", "①髙﨑～"),
        ("ks_c_5601-1987", "cp949", "뷁 똠방각하"),
        ("big5", "big5hkscs", "香港㗎"),
        ("tis-620", "cp874", "ภาษาไทย…"),
        ("iso-8859-9", "cp1254", "İstanbul “ş”"),
    ],
)
def test_labels_are_read_as_browsers_read_them(label: str, codec: str, text: str) -> None:
    decoded = decode(text.encode(codec), http_charset=label)

    assert decoded.text == text
    assert decoded.n_replaced == 0


@pytest.mark.parametrize(("label", "codec"), [("iso-2022-jp", "iso2022_jp"), ("hz-gb-2312", "hz")])
def test_encoding_of_seven_bits_is_read_if_it_is_declared(label: str, codec: str) -> None:
    text = f'<meta charset="{label}"><p>日本</p>'

    decoded = decode(text.encode(codec))

    assert decoded.text == text
    assert decoded.how == "meta"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_without_mark_is_detected_by_its_markup(codec: str) -> None:
    decoded = decode(_CHINESE.encode(codec))

    assert (decoded.text, decoded.how) == (_CHINESE, "detected")


def test_unreadable_characters_are_replaced_and_counted_with_a_warning() -> None:
    data = b'<meta charset="utf-8"><p>a\xff b\xfe \xef\xbf\xbd own</p>'

    decoded = decode(data)

    assert decoded.how == "meta"
    assert decoded.n_replaced == 2
    assert decoded.text.count("\ufffd") == 3
    assert [warning.code for warning in decoded.warnings] == ["replaced-characters"]
    assert "2 characters" in decoded.warnings[0].message


def test_nul_characters_are_replaced_and_counted_with_a_warning() -> None:
    decoded = decode(b"<p>a\0b\0c</p>" + b" " * 100)

    assert decoded.text.rstrip() == "<p>a\ufffdb\ufffdc</p>"
    assert decoded.n_replaced == 2
    assert [warning.code for warning in decoded.warnings] == ["nul-characters"]


def test_lone_surrogates_of_a_text_are_replaced_and_counted_with_a_warning() -> None:
    decoded = decode_nothing("a\ud800b\udfffc\0")

    assert decoded.text == "a\ufffdb\ufffdc\ufffd"
    assert decoded.n_replaced == 3
    assert [warning.code for warning in decoded.warnings] == ["lone-surrogates", "nul-characters"]


def test_empty_bytes_are_an_empty_text() -> None:
    decoded = decode(b"")

    assert (decoded.text, decoded.how, decoded.warnings) == ("", "none", ())


def test_unknown_choice_names_the_nearest_encoding() -> None:
    with pytest.raises(UnknownNameError, match="unknown encoding 'utf-88'; did you mean 'utf-8'"):
        decode(b"<p>", encoding="utf-88")


_SENTENCES = {
    "windows-1251": _RUSSIAN,
    "koi8-r": _RUSSIAN,
    "shift_jis": "<p>今日の朝、古い橋の下でタービンが動き始め、町の街灯がともりました。</p>",
    "euc-jp": "<p>今日の朝、古い橋の下でタービンが動き始め、町の街灯がともりました。</p>",
    "euc-kr": "<p>오늘 아침 오래된 다리 아래에서 터빈이 작동하기 시작했습니다.</p>",
    "big5": "<p>今天早上，老橋下的水輪機開始發電，全鎮的路燈都亮了。居民們都很高興。</p>",
    "gb18030": _CHINESE,
    "windows-1252": "<p>Heute früh begann die Turbine zu laufen; alle Straßenlampen glühten.</p>",
    "iso-8859-2": "<p>Dziś rano pod mostem zaczęła pracować turbina. Zażółć gęślą jaźń.</p>",
    "windows-1254": "<p>Bu sabah köprünün altında türbin çalışmaya başladı, ışıklar yandı.</p>",
}


@pytest.mark.parametrize("name", _SENTENCES)
def test_encoding_of_a_page_without_a_declaration_is_detected(name: str) -> None:
    text = _SENTENCES[name] * 5

    decoded = decode(text.encode(codec_of(name)))

    assert decoded.text == text
    assert decoded.how == "detected"


def test_page_cut_inside_a_character_loses_only_that_character() -> None:
    decoded = decode((_CHINESE * 5 + "桥").encode()[:-1])

    assert (decoded.encoding, decoded.how, decoded.n_replaced) == ("utf-8", "utf-8", 1)


@pytest.mark.parametrize("n_cut", [1, 2])
@pytest.mark.parametrize("label", ["gb2312", "iso-8859-1", "shift_jis", "koi8-r"])
def test_utf8_that_is_cut_beats_the_declaration_a_saved_page_kept(label: str, n_cut: int) -> None:
    data = f'<meta charset="{label}"><p>caf\xe9 桥'.encode()[:-n_cut]

    decoded = decode(data, http_charset=label)

    assert decoded.text == f'<meta charset="{label}"><p>caf\xe9 \ufffd'
    assert (decoded.encoding, decoded.how, decoded.n_replaced) == ("utf-8", "utf-8", 1)
    assert [warning.message for warning in decoded.warnings] == [
        "1 character could not be read as utf-8 and was replaced."
    ]


@pytest.mark.parametrize("bad", [b"\xff", b"\xe9t", "桥".encode()[:2] + b" "])
def test_few_bad_bytes_do_not_overrule_utf8(bad: bytes) -> None:
    data = b'<meta charset="gb2312">' + (_CHINESE.encode() + bad) * 3

    decoded = decode(data, http_charset="windows-1252")

    assert decoded.text.count(_CHINESE) == 3
    assert (decoded.encoding, decoded.how, decoded.n_replaced) == ("utf-8", "utf-8", 3)
    assert (
        decoded.warnings[0].message == "3 characters could not be read as utf-8 and were replaced."
    )


def test_a_declaration_is_right_about_a_page_with_little_that_looks_like_utf8() -> None:
    data = b'<meta charset="windows-1252"><p>na\xefve caf\xe9, \xc3\xa9t\xe9'

    decoded = decode(data)

    assert decoded.text.endswith("<p>naïve café, Ã©té")
    assert (decoded.encoding, decoded.how) == ("windows-1252", "meta")


@pytest.mark.parametrize("n", [1, 2, 3, 10, 60])
@pytest.mark.parametrize("name", _SENTENCES)
def test_text_in_another_encoding_is_never_taken_for_damaged_utf8(name: str, n: int) -> None:
    text = _SENTENCES[name][3 : 3 + n]
    data = f"<p>{text}</p>".encode(codec_of(name))

    decoded = decode(data, http_charset=name)

    assert decoded.text == f"<p>{text}</p>"


def test_page_with_an_undetectable_encoding_is_read_as_browsers_read_it() -> None:
    decoded = decode(b"<p>it\x92s \x93so\x94</p>")

    assert decoded.text == "<p>it’s “so”</p>"
    assert decoded.encoding == "windows-1252"


def test_encoding_of_a_decoded_page_can_be_chosen_by_its_name() -> None:
    declared = decode(_RUSSIAN.encode("koi8_r") * 5, http_charset="koi8-r")

    again = decode(_RUSSIAN.encode("koi8_r") * 5, encoding=declared.encoding)

    assert again.text == declared.text


@given(st.binary(max_size=200))
def test_any_bytes_give_a_text_or_a_clear_error(data: bytes) -> None:
    try:
        text = decode(data).text
    except BinaryContentError:
        text = ""

    assert "\0" not in text
    text.encode("utf-8")


def test_declaration_without_end_is_read_in_linear_time() -> None:
    hostile = [b"<meta " + b"a" * 60_000, b"<meta " * 10_000, b"<!--" * 15_000, b"<?xml " * 200]

    decoded = [decode(head + b"\xff") for head in hostile]

    assert [result.how for result in decoded] == ["detected"] * 4


@pytest.mark.parametrize("codec", ["cp037", "cp500"])
@pytest.mark.parametrize("before", ["", " \n\t"])
def test_ebcdic_is_recognised_by_its_first_tag(codec: str, before: str) -> None:
    page = f"{before}<!DOCTYPE html>\n<p>caf\u00e9 [1]!</p>"

    decoded = decode(page.replace("\n", "\x85").encode(codec))

    assert (decoded.text, decoded.encoding, decoded.how) == (page, codec, "detected")


def test_ebcdic_may_declare_its_encoding() -> None:
    page = '<?xml version="1.0" encoding="IBM273"?><p>\u00e4\u00f6\u00fc</p>'

    decoded = decode(page.encode("cp273"))

    assert (decoded.text, decoded.encoding, decoded.how) == (page, "cp273", "xml")


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("L\u00e0-bas, un caf\u00e9.", "latin-1"),
        ("La\u00dfn", "latin-1"),
    ],
)
def test_text_that_begins_with_the_byte_of_a_tag_in_ebcdic_is_not_ebcdic(
    text: str, codec: str
) -> None:
    assert decode(text.encode(codec)).encoding != "cp037"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_white_space_before_the_first_tag_does_not_hide_utf16(codec: str) -> None:
    page = f"\r\n \t{_CHINESE}"

    assert decode(page.encode(codec)).text == page


def test_server_cannot_declare_two_bytes_for_text_in_single_bytes() -> None:
    decoded = decode(b"<p>caf\xe9 au lait</p>", http_charset="utf-16")

    assert decoded.text == "<p>caf\u00e9 au lait</p>"


def test_bytes_that_no_encoding_makes_text_are_refused() -> None:
    data = bytes(range(0x80, 0xA0)) * 40

    with pytest.raises(BinaryContentError, match="data of an unknown encoding without a tag"):
        decode(data, name="page")

    assert decode(data + b"<p>text</p>").text.endswith("<p>text</p>")
