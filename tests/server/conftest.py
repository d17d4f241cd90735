"""A running server for each file of tests, and a player at it."""

from collections.abc import Iterator

import httpx
import pytest

from serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def player(server: Server) -> Iterator[httpx.Client]:
    with server.player() as client:
        yield client
