"""What tests have done in processes of their own: functions that a worker can find by name."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lunaria.core.errors import NotReadable, Reason

Watch = Callable[[Any], bool]


def double(number: int, watch: Watch) -> int:
    """Tells of the number, and answers with twice as much."""
    watch(number)
    return 2 * number


def whoami(watch: Watch) -> int:
    """The number of the process."""
    return os.getpid()


def sleep(seconds: float, watch: Watch) -> str:
    """Tells which process sleeps, and then nothing for so long."""
    watch(os.getpid())
    time.sleep(seconds)
    return "slept"


def meet(folder: Path, others: int, watch: Watch) -> bool:
    """Whether so many processes are in this function at once, before a second has passed."""
    (folder / str(os.getpid())).touch()
    until = time.monotonic() + 1.0
    while len(list(folder.iterdir())) < others:
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def refuse(watch: Watch) -> None:
    """Raises what solvers raise."""
    raise NotReadable(Reason.of("position", given="25 hearts"))


def run_out(watch: Watch) -> None:
    """Raises what there is no memory for."""
    raise MemoryError


def die(watch: Watch) -> None:
    """Dies as a process does that the system takes the memory from."""
    os.kill(os.getpid(), signal.SIGKILL)


def answer_with_a_lock(watch: Watch) -> Any:
    """Answers with what cannot be sent."""
    import threading

    return threading.Lock()
