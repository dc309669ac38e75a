"""Page of the proxy itself: state, certificate, and markup that is escaped."""

from __future__ import annotations

import re
import ssl
from dataclasses import replace
from pathlib import Path

import pytest

from boilerscope.extractors import registry
from boilerscope.extractors.algorithms.crunch.settings import CrunchSettings
from boilerscope.extractors.proxy.headers import outcome_value, quoted
from boilerscope.extractors.proxy.own_page import State, answer, fingerprint
from boilerscope.extractors.proxy.records import PageRecord, ProxyOptions, Started
from boilerscope.extractors.proxy.settings import ProxyConfig, ProxySettings, Rule
from boilerscope.extractors.runner import Pane
from tests.helpers.site import make_certificates

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
    return State(
        ProxyOptions(), Started("::1", 8700, certificate), config, MARKUP, 3, 2, 1, [record]
    )


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
    assert "Cleaned pages: 2 of 3." in text
    assert "Readers: programs of this machine." in text
    assert "Targets: public addresses." in text
    assert "25\xa0%" in text
    assert "4,000" in text


def test_settings_are_shown_as_a_person_writes_them(state: State):
    settings = CrunchSettings(images=False, limit=0.5)
    config = ProxyConfig((Pane("c", "crunch", settings),), ProxySettings(max_requests=1000))
    text = answer("GET", "/", replace(state, config=config)).body.decode("utf-8")

    rows = [re.sub("<[^>]*>", "|", row) for row in text.split("<tr>")]
    assert any(row.startswith("|c|crunch|images = false\nlimit = 0.5\n|") for row in rows)
    assert "|Output|HTML" in rows
    assert "|Min. kept share|0.05 kept tokens / tokens" in rows
    assert "|Only navigations|yes" in rows
    assert "|Max. page size|8 MB" in rows
    assert "|Max. requests|1,000 per minute|" in "".join(rows)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (ProxyOptions("0.0.0.0"), "Readers: everyone who can reach the address (--open)."),  # noqa: S104 - not listened on
        (
            ProxyOptions(passwords=Path("readers.htpasswd")),
            "Readers: users in the password file (--passwords).",
        ),
        (ProxyOptions(allow_private=True), "and its networks included (--allow-private)."),
    ],
)
def test_the_page_shows_who_may_read_what(state: State, options: ProxyOptions, sentence: str):
    text = answer("GET", "/", replace(state, options=options)).body.decode("utf-8")

    assert sentence in text
    assert "htpasswd" not in text  # the file concerns no reader


def test_the_page_names_the_authority_as_browsers_list_it(state: State):
    text = answer("GET", "/", state).body.decode("utf-8")

    assert "Browsers list it as <b>mitmproxy</b>" in text


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
