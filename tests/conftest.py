"""What holds for all tests."""

import inspect
import ssl
from collections.abc import Iterator
from functools import cache

import httpx
import pytest


@pytest.fixture(scope="session", autouse=True)
def _english() -> Iterator[None]:
    """Programs speak English in tests, whatever the language of who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        yield


@pytest.fixture(scope="session", autouse=True)
def _patience() -> None:
    """Whoever asks a server waits for it longer than five seconds, on a machine that is busy."""
    usual = inspect.signature(httpx.get).parameters["timeout"].default
    usual.connect = usual.read = usual.write = usual.pool = 60.0


@pytest.fixture(scope="session", autouse=True)
def _one_context() -> Iterator[None]:
    """The world's certificates are read once, and not for each question to the loopback."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield
