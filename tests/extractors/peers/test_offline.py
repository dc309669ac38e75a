"""Inside the block nothing is looked up or connected to; outside of it everything is."""

from __future__ import annotations

import socket
import threading

import pytest

from extractors.peers.offline import OfflineError, offline


def test_a_look_up_is_refused_and_told():
    with offline() as refused, pytest.raises(OfflineError, match="localhost"):
        socket.getaddrinfo("localhost", 80)

    assert len(refused) == 1
    assert "localhost" in refused[0]


def test_a_connection_is_refused_and_told():
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket() as client,
        offline() as refused,
        pytest.raises(OfflineError),
    ):
        client.connect(server.getsockname())

    assert len(refused) == 1


def test_another_thread_and_what_follows_are_not_refused():
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
