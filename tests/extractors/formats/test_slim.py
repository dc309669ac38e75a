"""The slim record: its fields, their order, and stable digests."""

from __future__ import annotations

import hashlib
import json

import pytest

from boilerscope.extractors import registry, runner
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.slim import FIELDS, SlimRecord, settings_digest
from boilerscope.extractors.model.extraction import Fault, Status
from boilerscope.extractors.page import Page

MARKUP = (
    b"<title>Of the bridge</title><p>The council met on Monday and decided on the new bridge over"
    b" the river at last, after years of debate.</p>"
)
PAGE = Page.from_bytes(MARKUP, name="a", url="https://example.org/a")


def _record(extractor: str = "boilerpipe.article") -> SlimRecord:
    return SlimRecord.of(Result("in/a.html", "a", "pane", PAGE, runner.run(PAGE, extractor)))


def test_a_record_has_the_result_without_blocks_and_settings():
    record = _record()
    table = json.loads(record.line())

    assert tuple(table) == FIELDS
    assert table["digest"] == hashlib.sha256(MARKUP).hexdigest()
    assert (table["source"], table["page_id"], table["pane"]) == ("in/a.html", "a", "pane")
    assert (table["status"], table["message"]) == ("ok", "")
    assert table["title"] == "Of the bridge"
    assert table["url"] == "https://example.org/a"
    assert "new bridge" in table["text"]
    assert table["version"]


def test_only_the_time_is_left_out_of_records_that_can_be_compared():
    record = _record()

    assert set(FIELDS) - set(json.loads(record.line(timed=False))) == {"seconds"}
    assert record.line(timed=False) == _record().line(timed=False)


def test_the_digest_of_settings_depends_on_every_setting():
    settings = registry.extractor("link_ratio").default_settings()

    digest = settings_digest(settings)

    assert len(digest) == 16
    assert digest == settings_digest(registry.extractor("link_ratio").default_settings())
    assert digest != settings_digest(settings.replace(rate=1.6))
    assert _record("link_ratio").settings == digest


def test_the_version_of_a_peer_is_that_of_its_library():
    trafilatura = pytest.importorskip("trafilatura")

    assert trafilatura.__version__ in _record("trafilatura").version


@pytest.mark.parametrize(("fault", "status"), [(Fault.MEMORY, "memory"), (Fault.CRASH, "crash")])
def test_memory_and_crash_are_separate_statuses(fault: Fault, status: str):
    settings = registry.extractor("bte").default_settings()
    failure = runner.failed(None, "bte", settings, Status.ERROR, "The reason.", fault)

    record = SlimRecord.of(Result("a", "a", "bte", None, failure))

    assert (record.status, record.message, record.digest) == (status, "The reason.", "")
