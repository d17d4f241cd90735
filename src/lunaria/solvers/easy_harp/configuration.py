"""Whether cards can lie as one step of the lattice asks for: a count, not a place, for each.

`acc` counts the copies of each card that may be on foundations and in seats, `must` those that
have to be (the rest may be in the stock), `bases` the last cards of the prefixes by rank and
colour, `free` the columns in which a king may begin; `way` is how the card `x` came to lie.
Founded copies of a suit never rise with the rank; a card in a seat lies on a card of the other
colour one rank higher, which is in a seat itself or a base. `lattice` says why that matters.
"""

import numpy as np

from lunaria.solvers.easy_harp.pack import Array
from lunaria.solvers.kernels import kernel

FOUNDED, SEATED, MOVED = 0, 1, 2

#: Rank up to which a quick try founds all it can.
TRIES = np.array([13, 0, 6, 3, 1], np.int64)
#: The heights 0 to 2 of four suits as one number, and the pairs of which none falls.
_DIGITS = np.array([[n // 27, n // 9 % 3, n // 3 % 3, n % 3] for n in range(81)], np.int64)
_PAIRS = np.array(
    [(a, b) for a in range(81) for b in range(81) if (_DIGITS[a] <= _DIGITS[b]).all()], np.int64
)
#: More than the seats that a rank of one colour can offer: 4 cards and 9 prefixes.
MOST_SEATS = 16


@kernel()
def by_trial(
    acc: Array, must: Array, bases: Array, free: int, way: int, x: int, last: int, reds: bool
) -> bool:
    """Whether founding all that can be up to a rank makes a configuration."""
    xs, xr = x // 13, x % 13 + 1
    above_black, above_red = 0, 0
    higher = 0
    for rank in range(13, 0, -1):
        need_black, need_red, room_black, room_red = 0, 0, 0, 0
        for suit in range(4):
            card = 13 * suit + rank - 1
            height = 0
            if rank <= last:
                height = 2
                for low in range(rank):
                    height = min(height, acc[13 * suit + low])
            need = max(0, must[card] - height)
            if suit == xs:
                if way == FOUNDED and rank == xr and height <= higher:
                    return False
                if way == SEATED and rank == xr:
                    if acc[card] - height < 1:
                        return False
                    need = max(need, 1)
                higher = height
            if suit & 1:
                need_red += need
                room_red += acc[card] - height
            else:
                need_black += need
                room_black += acc[card] - height
        if rank == 13:
            if need_black + need_red > free:
                return False
            if reds:
                red = min(room_red, free - need_black)
                black = min(room_black, free - red)
            else:
                black = min(room_black, free - need_red)
                red = min(room_red, free - black)
        else:
            black, red = min(room_black, above_red), min(room_red, above_black)
            if black < need_black or red < need_red:
                return False
        above_black, above_red = black + bases[rank, 0], red + bases[rank, 1]
        if way == SEATED and rank == xr:
            if xs & 1:
                above_red -= 1
            else:
                above_black -= 1
    return True


@kernel()
def exactly(
    acc: Array,
    must: Array,
    bases: Array,
    free: int,
    way: int,
    x: int,
    table: Array,
    best: Array,
) -> bool:
    """Whether there is a configuration at all: dynamic programming from the kings down.

    `best[_, c, b]` is the most seats that the red cards of a rank can offer where `c` are the
    heights of the four suits and the black cards offer `b`; -1 where there is nothing.
    """
    xs, xr = x // 13, x % 13 + 1
    now = 0
    _clear(best[now])
    best[0, 0, 0] = 0  # above the kings: nothing is founded, nothing offered
    for rank in range(13, 0, -1):
        seated = way == SEATED and rank == xr
        for c in range(81):
            _needs(acc, must, rank, c, xs if seated else -1, table)
        after = 1 - now
        _clear(best[after])
        for pair in range(len(_PAIRS)):
            high, c = _PAIRS[pair, 0], _PAIRS[pair, 1]
            if table[c, 4] == 0:
                continue
            if way == FOUNDED and rank == xr and _DIGITS[c, xs] <= _DIGITS[high, xs]:
                continue
            need_black, need_red = table[c, 0], table[c, 1]
            room_black, room_red = table[c, 2], table[c, 3]
            more_black = bases[rank, 0] - (1 if seated and not xs & 1 else 0)
            more_red = bases[rank, 1] - (1 if seated and xs & 1 else 0)
            if rank == 13:
                if high == 0:
                    for black in range(need_black, min(room_black, free - need_red) + 1):
                        red = min(room_red, free - black)
                        offer = black + more_black
                        best[after, c, offer] = max(best[after, c, offer], red + more_red)
                continue
            beaten = -1
            for offered in range(MOST_SEATS - 1, -1, -1):
                reds = best[now, high, offered]
                if reds <= beaten:
                    continue
                beaten = reds
                black, red = min(room_black, reds), min(room_red, offered)
                if black >= need_black and red >= need_red:
                    offer = black + more_black
                    best[after, c, offer] = max(best[after, c, offer], red + more_red)
        now = after
    for c in range(81):
        for offered in range(MOST_SEATS):
            if best[now, c, offered] >= 0:
                return True
    return False


@kernel()
def _clear(table: Array) -> None:
    for c in range(81):
        for offered in range(MOST_SEATS):
            table[c, offered] = -1


@kernel()
def _needs(acc: Array, must: Array, rank: int, c: int, seated: int, table: Array) -> None:
    """Fewest and most seats that black and red cards of a rank take at heights `c`."""
    for slot in range(5):
        table[c, slot] = 0
    for suit in range(4):
        card = 13 * suit + rank - 1
        height = _DIGITS[c, suit]
        if height > acc[card]:
            return
        need = max(0, must[card] - height)
        if suit == seated:
            need = max(need, 1)
        if need > acc[card] - height:
            return
        table[c, suit & 1] += need
        table[c, 2 + (suit & 1)] += acc[card] - height
    table[c, 4] = 1
