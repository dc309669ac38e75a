"""Network access is refused inside the block of `offline`, and only there."""

from __future__ import annotations

import socket
import threading

import pytest

from boilerscope.extractors.peers.offline import OfflineError, offline


def test_a_lookup_is_refused_and_listed():
    with offline() as refused, pytest.raises(OfflineError, match="localhost"):
        socket.getaddrinfo("localhost", 80)

    assert len(refused) == 1
    assert "localhost" in refused[0]


def test_a_connection_is_refused_and_listed():
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket() as client,
        offline() as refused,
        pytest.raises(OfflineError),
    ):
        client.connect(server.getsockname())

    assert len(refused) == 1


def test_other_threads_and_later_connections_are_not_refused():
    with socket.create_server(("127.0.0.1", 0)) as server:
        with offline():
            connected: list[bool] = []

            def connect() -> None:
                with socket.create_connection(server.getsockname()):
                    connected.append(True)

            thread = threading.Thread(target=connect)
            thread.start()
            thread.join()
        with socket.create_connection(server.getsockname()):
            connected.append(True)

    assert connected == [True, True]
