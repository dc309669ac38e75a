"""Errors say what would be right, also after a journey between processes."""

from __future__ import annotations

import pickle

import pytest

from extractors import errors
from extractors.errors import BoilerscopeError, SettingsError, UnknownNameError, nearest


def test_every_error_belongs_to_the_tree_drawn_at_the_head() -> None:
    found = {
        name
        for name, thing in vars(errors).items()
        if isinstance(thing, type) and issubclass(thing, Exception)
    }

    assert all(issubclass(getattr(errors, name), BoilerscopeError) for name in found)
    assert all(name in (errors.__doc__ or "") for name in found)


def test_unknown_name_is_answered_with_the_nearest_known_one() -> None:
    error = UnknownNameError(
        "extractor", "boilerpipe.artikel", ["cx_extractor", "boilerpipe.article"]
    )

    assert (
        str(error) == "unknown extractor 'boilerpipe.artikel'; did you mean 'boilerpipe.article'?"
    )
    assert error.nearest == "boilerpipe.article"


def test_unknown_name_among_no_names_is_only_unknown() -> None:
    error = UnknownNameError("preset", "x", [])

    assert str(error) == "unknown preset 'x'"


@pytest.mark.parametrize("known", [["utf-8", "big5"], []])
def test_unknown_name_travels_between_processes(known: list[str]) -> None:
    error = UnknownNameError("encoding", "utf8x", known)

    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 - made in the line before

    assert (str(arrived), arrived.kind, arrived.name) == (str(error), "encoding", "utf8x")
    assert arrived.nearest == error.nearest


def test_settings_error_names_its_field() -> None:
    error = SettingsError("must be below 1", field="max_link_density")

    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 - made in the line before

    assert (str(arrived), arrived.field) == ("must be below 1", "max_link_density")


@pytest.mark.parametrize(
    ("name", "known", "best"),
    [
        ("UTF-8", ["utf-8", "utf-16"], "utf-8"),
        ("zzz", ["alpha"], "alpha"),
        ("", ["alpha"], "alpha"),
        ("max_link", ["min_words", "max_link_density"], "max_link_density"),
    ],
)
def test_nearest_name_is_found_whatever_its_case(name: str, known: list[str], best: str) -> None:
    assert nearest(name, known) == best
