"""Errors: their tree, the nearest known name, and their fields after pickling."""

from __future__ import annotations

import pickle

import pytest

from boilerscope.extractors import errors
from boilerscope.extractors.errors import BoilerscopeError, SettingsError, UnknownNameError, nearest


def test_every_error_is_in_the_tree_of_the_module_docstring() -> None:
    names = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }

    assert all(issubclass(getattr(errors, name), BoilerscopeError) for name in names)
    assert all(name in (errors.__doc__ or "") for name in names)


def test_error_of_an_unknown_name_suggests_the_nearest_known_name() -> None:
    error = UnknownNameError(
        "extractor", "boilerpipe.artikel", ["cx_extractor", "boilerpipe.article"]
    )

    assert (
        str(error) == "unknown extractor 'boilerpipe.artikel'; did you mean 'boilerpipe.article'?"
    )
    assert error.nearest == "boilerpipe.article"


def test_error_of_an_unknown_name_suggests_nothing_if_no_name_is_known() -> None:
    error = UnknownNameError("preset", "x", [])

    assert str(error) == "unknown preset 'x'"


@pytest.mark.parametrize("known_names", [["utf-8", "big5"], []])
def test_error_of_an_unknown_name_keeps_its_fields_between_processes(
    known_names: list[str],
) -> None:
    error = UnknownNameError("encoding", "utf8x", known_names)

    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled in this line

    assert (str(arrived), arrived.kind, arrived.name) == (str(error), "encoding", "utf8x")
    assert arrived.nearest == error.nearest


def test_settings_error_names_its_field() -> None:
    error = SettingsError("must be below 1", field="max_link_density")

    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled in this line

    assert (str(arrived), arrived.field) == ("must be below 1", "max_link_density")


@pytest.mark.parametrize(
    ("name", "known_names", "best"),
    [
        ("UTF-8", ["utf-8", "utf-16"], "utf-8"),
        ("zzz", ["alpha"], "alpha"),
        ("", ["alpha"], "alpha"),
        ("max_link", ["min_words", "max_link_density"], "max_link_density"),
    ],
)
def test_nearest_name_is_found_regardless_of_case(
    name: str, known_names: list[str], best: str
) -> None:
    assert nearest(name, known_names) == best
