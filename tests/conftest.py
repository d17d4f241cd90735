"""What holds for all tests."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _english() -> Iterator[None]:
    """Programs speak English in tests, whatever the language of who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        yield
