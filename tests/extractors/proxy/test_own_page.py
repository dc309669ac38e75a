"""The page of the proxy itself: state, certificate, and words of others that stay words."""

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
EVIL = "<script>alert('1')</script>&\"'"


@pytest.fixture
def state(tmp_path: Path) -> State:
    """Return a state full of words that are markup."""
    certificate, _ = make_certificates(tmp_path)
    record = replace(RECORD, url=f"http://a.example/{EVIL}", pane=EVIL, reason=EVIL, title=EVIL)
    settings = registry.extractor("crunch").default_settings()
    config = ProxyConfig((Pane(EVIL, "crunch", settings),), rules=(Rule(EVIL, EVIL),))
    return State(Started("::1", 8700, certificate), config, EVIL, 3, 2, 1, [record])


def test_the_words_of_pages_and_files_stay_words(state: State):
    made = answer("GET", "/", state)
    text = made.body.decode("utf-8")

    assert made.status == 200
    assert EVIL not in text
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert") == 7
    assert made.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert made.headers["Cache-Control"] == "no-store"


def test_it_shows_state_settings_and_recent_pages(state: State):
    text = answer("GET", "/", state).body.decode("utf-8")

    assert "[::1]:8700" in text
    assert "2 of 3 pages were cleaned" in text
    assert "Min. kept share" in text
    assert "25%" in text
    assert "4,000" in text


def test_the_certificate_can_be_had_in_both_forms(state: State):
    certificate = state.started.certificate
    pem, cer = (answer("GET", f"/certificate.{suffix}", state) for suffix in ("pem", "cer"))

    assert pem.body == certificate.read_bytes()
    assert cer.body == ssl.PEM_cert_to_DER_cert(pem.body.decode())
    assert cer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert fingerprint(certificate) in answer("GET", "/", state).body.decode()
    assert len(fingerprint(certificate).split(":")) == 32


def test_it_is_only_read_and_has_no_other_pages(state: State):
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
