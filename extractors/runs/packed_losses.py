"""Decisions and losses in the store: numbers of addresses and of words, compressed.

All pages of a pane share their addresses, so each address is one row of a table, and a page has
only its number. Without the text of its result, a page of 1,000 words costs some 200 bytes more.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
from boilerscope.extractors.scoring.loss_counts import N_COUNTS, PageLosses

if TYPE_CHECKING:
    import sqlite3

    from numpy.typing import NDArray


class AddressTable:
    """Table of addresses of an open store, read once and extended in the store's transactions.

    A row is written once and never changed, so that other programs can use their copies.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._by_number: dict[int, Address | None] = {}
        self._numbers: dict[Address, int] = {}

    def packed_decisions(self, decided: Decisions | None) -> bytes | None:
        """Return decisions as bytes; None for None."""
        if decided is None:
            return None
        start, number = decided.runs()
        listed = self._numbers_of(decided.addresses)
        return _packed([len(listed), *listed], np.diff(start), number)

    def decisions(self, packed: bytes | None, n_tokens: int) -> Decisions | None:
        """Return the decisions of `packed_decisions`; None if this version cannot read them."""
        if packed is None:
            return None
        values = _unpacked(packed)
        first = 1 + int(values[0])
        n_runs = (len(values) - first + 1) // 2
        lengths, number = values[first : first + n_runs - 1], values[first + n_runs - 1 :]
        start = np.cumsum([0, *lengths.tolist()])[:n_runs]
        addresses = self._listed(values[1:first])
        return None if addresses is None else Decisions.of_runs(addresses, start, number, n_tokens)

    def packed_losses(self, losses: PageLosses | None) -> bytes | None:
        """Return losses as bytes; None for None."""
        if losses is None:
            return None
        return _packed(self._numbers_of(losses.addresses), losses.counts.ravel())

    def losses(self, packed: bytes | None) -> PageLosses | None:
        """Return the losses of `packed_losses`; None if this version cannot read them."""
        if packed is None:
            return None
        values = _unpacked(packed)
        n_addresses = len(values) // (N_COUNTS + 1)
        counts = values[n_addresses:].reshape(n_addresses, N_COUNTS)
        addresses = self._listed(values[:n_addresses])
        return None if addresses is None else PageLosses(addresses, counts)

    def _numbers_of(self, addresses: tuple[Address, ...]) -> list[int]:
        return [self._numbers.get(address) or self._add(address) for address in addresses]

    def _add(self, address: Address) -> int:
        """Return the row of an address, which is written if it is new."""
        text = json.dumps(asdict(address))
        self._database.execute(
            "insert into addresses values (null, ?) on conflict do nothing", (text,)
        )
        (number,) = self._database.execute(
            "select id from addresses where address = ?", (text,)
        ).fetchone()
        self._numbers[address] = number
        return int(number)

    def _listed(self, numbers: NDArray[np.int32]) -> tuple[Address, ...] | None:
        """Return addresses; None if another version of the program wrote them in another way."""
        known, listed = self._by_number, numbers.tolist()
        if not known.keys() >= set(listed):
            self._read()
        found = [known.get(number) for number in listed]
        addresses = tuple(address for address in found if address is not None)
        return addresses if len(addresses) == len(listed) else None

    def _read(self) -> None:
        """Read all rows, also those that another program has written meanwhile."""
        for number, text in self._database.execute("select id, address from addresses"):
            self._by_number[number] = _address(text)


def _address(text: str) -> Address | None:
    """Return an address from its JSON; None if it has other fields in this version."""
    try:
        table = json.loads(text)
        tests = tuple((field, op) for field, op in table["tests"])
        return Address(**{**table, "tests": tests})
    except (KeyError, TypeError, ValueError):
        return None


def _packed(*parts: list[int] | NDArray[np.int32]) -> bytes:
    return zlib.compress(np.concatenate([np.asarray(p, dtype=np.int32) for p in parts]).tobytes())


def _unpacked(packed: bytes) -> NDArray[np.int32]:
    return np.frombuffer(zlib.decompress(packed), dtype=np.int32)
