"""Page of the proxy itself: state, certificate, and markup that is escaped."""

from __future__ import annotations

import ssl
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from extractors import registry
from extractors.proxy.headers import outcome_value, quoted
from extractors.proxy.own_page import State, answer, fingerprint
from extractors.proxy.records import PageRecord, Started
from extractors.proxy.settings import ProxyConfig, Rule
from extractors.runner import Pane
from tests.helpers.site import make_certificates

if TYPE_CHECKING:
    from pathlib import Path

RECORD = PageRecord(
    number=1,
    time=0.0,
    client="10.0.0.1",
    url="http://a.example/",
    status=200,
    cleaned=False,
    pane="p",
    reason="",
    kept=0.25,
    milliseconds=12.0,
    before=4000,
    after=4000,
)
MARKUP = "<script>alert('1')</script>&\"'"


@pytest.fixture
def state(tmp_path: Path) -> State:
    """Return a state whose texts contain markup."""
    certificate, _ = make_certificates(tmp_path)
    record = replace(
        RECORD, url=f"http://a.example/{MARKUP}", pane=MARKUP, reason=MARKUP, title=MARKUP
    )
    settings = registry.extractor("crunch").default_settings()
    config = ProxyConfig((Pane(MARKUP, "crunch", settings),), rules=(Rule(MARKUP, MARKUP),))
    return State(Started("::1", 8700, certificate), config, MARKUP, 3, 2, 1, [record])


def test_markup_in_texts_of_pages_and_files_is_escaped(state: State):
    result = answer("GET", "/", state)
    text = result.body.decode("utf-8")

    assert result.status == 200
    assert MARKUP not in text
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert") == 7
    assert result.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert result.headers["Cache-Control"] == "no-store"


def test_the_page_shows_state_settings_and_recent_pages(state: State):
    text = answer("GET", "/", state).body.decode("utf-8")

    assert "[::1]:8700" in text
    assert "2 of 3 pages were cleaned" in text
    assert "Min. kept share" in text
    assert "25%" in text
    assert "4,000" in text


def test_the_certificate_can_be_downloaded_in_both_formats(state: State):
    certificate = state.started.certificate
    pem, cer = (answer("GET", f"/certificate.{suffix}", state) for suffix in ("pem", "cer"))

    assert pem.body == certificate.read_bytes()
    assert cer.body == ssl.PEM_cert_to_DER_cert(pem.body.decode())
    assert cer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert fingerprint(certificate) in answer("GET", "/", state).body.decode()
    assert len(fingerprint(certificate).split(":")) == 32


def test_other_methods_and_paths_are_refused(state: State):
    assert answer("POST", "/", state).status == 405
    assert answer("GET", "/other", state).status == 404


def test_a_reason_cannot_break_out_of_its_header():
    record = replace(RECORD, reason='x"\r\nSet-Cookie: a=1\r\n\r\n<b>\\é')

    line = outcome_value(record)

    assert "\r" not in line
    assert "\n" not in line
    assert line.startswith(
        'original; pane="p"; kept=0.250; ms=12; reason="x\\" Set-Cookie: a=1 <b>'
    )
    assert line.isascii()
    assert quoted("a\nb") == '"a b"'
