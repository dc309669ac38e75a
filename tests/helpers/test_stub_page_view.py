"""The stub of the page view has the interface of the real view."""

from __future__ import annotations

import inspect

import pytest

pytest.importorskip("PySide6", reason="needs Qt")

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from boilerscope.widgets.page.view import PageView
from tests.helpers.stub_page_view import StubPageView


def contract(view: type[QWidget]) -> dict[str, str]:
    """Return the public names of a class with their signatures, without those of Qt."""
    inherited = set(dir(QWidget))
    return {
        name: str(inspect.signature(member))
        if inspect.isfunction(member)
        else type(member).__name__
        for name, member in vars(view).items()
        if not name.startswith("_") and name not in inherited
    }


def test_the_stub_has_the_signals_and_methods_of_the_page_view():
    stub = contract(StubPageView)
    stub.pop("asked")

    assert stub == contract(PageView)


def test_the_stubs_signals_have_the_arguments_of_the_page_view():
    signals = [name for name, member in vars(PageView).items() if isinstance(member, Signal)]

    assert len(signals) > 10
    for name in signals:
        assert str(vars(StubPageView)[name]) == str(vars(PageView)[name]), name
