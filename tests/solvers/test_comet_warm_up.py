"""After `warm_up` nothing is left to compile for a round of Comet or for a decision."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from compiled import compiled_after_warm_up


def test_nothing_is_compiled_after_the_warm_up() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        assert process.submit(compiled_after_warm_up).result(timeout=300) == set()
