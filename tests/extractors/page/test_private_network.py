"""Addresses of this machine and of private networks, in every form."""

from __future__ import annotations

import pytest

from boilerscope.extractors.page import private_network
from boilerscope.extractors.page.private_network import (
    is_own_address,
    is_private_address,
    is_private_host,
)

PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.178.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104 - tested, not listened on
    "255.255.255.255",
    "224.0.0.1",
    "::",
    "::1",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "::ffff:192.168.0.1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
]
PUBLIC = ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_recognised_in_every_form(address: str):
    assert is_private_address(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_not_private(address: str):
    assert not is_private_address(address)


def test_own_addresses_are_told_from_other_addresses():
    assert is_own_address("127.0.0.1")
    assert [is_own_address(address) for address in PUBLIC[:2]] == [False, False]


@pytest.mark.parametrize("host", ["93.184.216.34", "0x5db8d822", "[2606:2800:220:1::1]"])
def test_a_public_address_of_this_machine_is_private(monkeypatch: pytest.MonkeyPatch, host: str):
    monkeypatch.setattr(
        private_network, "is_own_address", {"93.184.216.34", "2606:2800:220:1::1"}.__contains__
    )

    assert is_private_host(host)
    assert not is_private_address("93.184.216.35")
