"""Error codes of the engine become sentences that name the address and a remedy."""

from __future__ import annotations

import pytest

from boilerscope.widgets.page.load_fault import fault, not_a_page

ADDRESS = "http://site.example/page"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("NAME_NOT_RESOLVED", "No server with this name was found"),
        ("CONNECTION_REFUSED", "did not accept the connection"),
        ("CERT_DATE_INVALID", "certificate"),
        ("SSL_PROTOCOL_ERROR", "does not offer a secure connection"),
        ("A_CODE_OF_TOMORROW", "could not load"),
    ],
)
def test_a_code_follows_a_sentence_that_names_the_address(code: str, sentence: str):
    text = fault(ADDRESS, code)

    assert sentence in text
    assert ADDRESS in text
    assert text.endswith(f" ({code})")
    assert "net::" not in text


def test_an_address_with_braces_is_named_unchanged():
    assert "http://site.example/{x}" in fault("http://site.example/{x}", "TIMED_OUT")


def test_an_answer_that_is_not_a_page_is_named_by_its_content_type():
    assert "application/pdf" in not_a_page(ADDRESS, "application/pdf")
    assert "sent nothing that can be shown" in not_a_page(ADDRESS, "")
