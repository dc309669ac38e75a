"""The catalogue has every extractor once, and every extractor is described."""

from __future__ import annotations

from collections import Counter

from boilerscope.extractors import catalogue, registry


def test_every_registered_extractor_is_in_exactly_one_family() -> None:
    counts = Counter(name for family in catalogue.table()["family"] for name in family["ids"])
    built_in = {entry.id for entry in registry.entries() if entry.distribution == registry.BUILT_IN}

    assert set(counts) == built_in
    assert max(counts.values()) == 1


def test_every_extractor_has_a_summary_a_reference_and_help_on_where_it_fails() -> None:
    for entry in registry.entries():
        if entry.distribution == registry.BUILT_IN:
            assert entry.extractor is not None, entry.error
            extractor = entry.extractor
            assert extractor.summary.endswith("."), extractor.id
            assert extractor.reference, extractor.id
            assert len(extractor.help) > 200, extractor.id
            assert "Where it fails" in extractor.help, extractor.id
