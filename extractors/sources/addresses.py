"""Pages at web addresses, fetched when they are read."""

from __future__ import annotations

from dataclasses import dataclass

from boilerscope.extractors.model.listed_page import Place
from boilerscope.extractors.page import Page

FETCH_S = 30.0
"""Maximum time for a page from an address, seconds."""


@dataclass(frozen=True, slots=True)
class AddressPlace(Place):
    """A page at an http or https address."""

    address: str

    @property
    def source(self) -> str:
        """The address."""
        return self.address

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Fetch the page; its name and address are those that answer.

        Raises
        ------
        FetchError
            If it cannot be fetched in `FETCH_S`.
        """
        del name, url
        return Page.from_url(self.address, encoding=encoding, timeout_s=FETCH_S)
