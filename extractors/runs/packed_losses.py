"""Decisions and losses in the store: numbers of addresses and of words, compressed.

All pages of a pane share their addresses, so each address is one row of a table, and a page has
only its number. Beside the text of its result (some 4,000 bytes) a page costs some 200 bytes, and
up to 1,000 if the extractor has thresholds, whose states are kept.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.value_range import STEPS
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.scoring.loss_addresses import Address, Decisions
from boilerscope.extractors.scoring.loss_counts import N_COUNTS, PageLosses

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

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
        states = [part for bits in decided.states.values() for part in _runs(bits)]
        return _packed(listed, np.diff(start), number, _as_numbers(decided.states), *states)

    def decisions(self, packed: bytes | None, n_tokens: int) -> Decisions | None:
        """Return the decisions of `packed_decisions`; None if this version cannot read them."""
        if packed is None:
            return None
        listed, lengths, number, names, *parts = _unpacked(packed)
        start = np.cumsum([0, *lengths.tolist()])[: len(number)]
        addresses = self._listed(listed)
        if addresses is None:
            return None
        runs = zip(parts[::2], parts[1::2], strict=True)
        states = {
            name: value.repeat(length)
            for name, (length, value) in zip(_as_names(names), runs, strict=True)
        }
        return replace(Decisions.of_runs(addresses, start, number, n_tokens), states=states)

    def packed_losses(self, losses: PageLosses | None) -> bytes | None:
        """Return losses as bytes; None for None."""
        if losses is None:
            return None
        curves = (curve.ravel() for curve in losses.curves.values())
        numbers = self._numbers_of(losses.addresses)
        return _packed(numbers, losses.counts.ravel(), _as_numbers(losses.curves), *curves)

    def losses(self, packed: bytes | None) -> PageLosses | None:
        """Return the losses of `packed_losses`; None if this version cannot read them."""
        if packed is None:
            return None
        numbers, counts, names, *parts = _unpacked(packed)
        addresses = self._listed(numbers)
        if addresses is None:
            return None
        curves = {
            name: curve.reshape(STEPS, -1)
            for name, curve in zip(_as_names(names), parts, strict=True)
        }
        return PageLosses(addresses, counts.reshape(-1, N_COUNTS), curves)

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


def _runs(values: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return length and value of each run of equal values."""
    bounds = run_bounds(values[1:] != values[:-1], len(values))
    return np.diff(bounds).astype(np.int32), values[bounds[:-1]]


def _as_numbers(names: Iterable[str]) -> list[int]:
    return list(" ".join(names).encode())


def _as_names(numbers: NDArray[np.int32]) -> list[str]:
    return numbers.astype(np.uint8).tobytes().decode().split() if len(numbers) else []


def _packed(*parts: list[int] | NDArray[np.int32]) -> bytes:
    """Return the number of parts, their sizes and the parts, compressed."""
    sizes = [len(parts), *(len(part) for part in parts)]
    numbers = [np.asarray(part, dtype=np.int32) for part in (sizes, *parts)]
    return zlib.compress(np.concatenate(numbers).tobytes())


def _unpacked(packed: bytes) -> list[NDArray[np.int32]]:
    numbers = np.frombuffer(zlib.decompress(packed), dtype=np.int32)
    n_parts = int(numbers[0])
    parts, start = [], 1 + n_parts
    for size in numbers[1:start].tolist():
        parts.append(numbers[start : start + size])
        start += size
    return parts
