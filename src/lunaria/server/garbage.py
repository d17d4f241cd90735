"""When garbage is looked for: seldom, and the more seldom the more tables there are.

Nearly everything goes away by itself. A move leaves nothing behind that would have to be looked
for, a page that goes some thirty small objects. By default Python would look through ten thousand
tables for them every second, and hold up every move for it.
"""

import asyncio
import gc
from collections.abc import Callable

#: How many more objects there may be than at the last look: of the server, and of each open table,
#: which fills up with what can be taken back.
FEW, PER_TABLE = 100_000, 500
#: How long after tables were closed what they have left behind is gone, in seconds.
GONE_SECONDS = 60


def begin() -> None:
    """Never look at what is there now, as the server begins."""
    gc.freeze()
    _look_after(FEW)


def expect(tables: int) -> None:
    """So many tables are open, or more than before."""
    _look_after(max(FEW + PER_TABLE * tables, gc.get_threshold()[0]))


async def follow(tables: Callable[[], int]) -> None:
    """Look more often again where fewer tables are open, until cancelled."""
    while True:
        await asyncio.sleep(GONE_SECONDS)
        _look_after(FEW + PER_TABLE * tables())


def _look_after(objects: int) -> None:
    gc.set_threshold(objects, 1, 1)
