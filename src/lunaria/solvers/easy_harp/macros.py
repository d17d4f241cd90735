"""The ways on from a position: the real moves, with the stock cards that they need.

Lazy stock: a stock card is worth playing only where the next card lands on it. So a way on
takes a card that is *not* in the stock to where it fits after stock cards were laid under it:
a *bridge* in a column (from its last card, or from a king in an empty one, down to the moving
card), or the missing cards of its suit on a foundation. In any shortest solution the other moves
of stock cards can be put off; research note easy-harp-solver, 2.1.

Safe moves: a card that no other card will ever need under it goes home at once and stays there;
with two packs "no other card" has to think of both copies; the same note, 2.2.

Without lazy stock the ways on are the single steps of the game, draws aside.
"""

from lunaria.games.easy_harp import COLUMNS
from lunaria.solvers.easy_harp.board import (
    FOUNDATION,
    FROM_STOCK,
    HIGH,
    LOW,
    SIZE,
    SLOTS,
    STOCK,
    TO,
    WHICH,
    found,
    hidden_in,
    lay,
    lift,
    note,
    unfound,
)
from lunaria.solvers.easy_harp.pack import Array, fits, run_start
from lunaria.solvers.kernels import kernel

#: A way on in one number: its kind, its source (a column or a card), its target column, and for
#: each rank of a bridge which of the two suits is taken.
TO_COLUMN, HOME, RUN, BACK, STOCK_TO_COLUMN, STOCK_HOME = 0, 1, 2, 3, 4, 5
_SOURCE, _TARGET, _MASK = 3, 9, 13

#: More ways on than any position has while bridges are tried in at most 2 ** 6 manners.
WAYS = 20_000
MOST_FORKS = 6
#: More steps than one way on has, with all the safe moves after it.
STEPS = 256


@kernel()
def is_safe(s: Array, suit: int, rank: int, own: int, spare: int) -> bool:
    """Whether a card that its foundation takes may go there for good.

    `own` is the lower pile of its suit, `spare` the number of its other copies in the stock.
    """
    return (
        own >= rank - 3
        and (own >= rank - 1 or spare > 0)
        and s[LOW + (suit ^ 2)] >= rank - 3
        and s[LOW + (suit ^ 1)] >= rank - 2
        and s[LOW + (suit ^ 3)] >= rank - 2
    )


@kernel()
def play_safe(cells: Array, s: Array, h: Array, z: Array, log: Array) -> None:
    """Play safe moves until there are none."""
    moved = True
    while moved:
        moved = False
        for suit in range(4):
            for pile in (LOW, HIGH):
                rank = s[pile + suit] + 1
                if rank > 13:
                    continue
                own = s[LOW + suit]
                card = 13 * suit + rank - 1
                spare = s[STOCK + card]
                if not is_safe(s, suit, rank, own, spare):
                    continue
                source = -1
                for column in range(COLUMNS):
                    size = s[SIZE + column]
                    if size > 0 and cells[column, size - 1] == card:
                        source = column
                        break
                if source >= 0:
                    lift(cells, s, h, z, source)
                elif spare > 0 and is_safe(s, suit, rank, own, spare - 1):
                    s[STOCK + card] -= 1
                    source = FROM_STOCK
                else:
                    continue
                found(s, suit, rank)
                note(s, log, source | FOUNDATION << TO | card << WHICH)
                moved = True


@kernel()
def home_from(s: Array, card: int) -> int:
    """The height of the pile that takes `card` after missing cards from the stock; -1 for none.

    Of two piles the higher one: it needs fewer cards, and the same cards can follow on the other.
    """
    suit, rank = card // 13, card % 13 + 1
    height = s[HIGH + suit] if s[HIGH + suit] < rank else s[LOW + suit]
    if height >= rank:
        return -1
    for missing in range(height, rank - 1):
        if s[STOCK + 13 * suit + missing] == 0:
            return -1
    return int(height)


@kernel()
def play(cells: Array, s: Array, h: Array, z: Array, covered: Array, log: Array, way: int) -> None:
    """Play one way on, its steps written into the log."""
    kind, source = way & 7, way >> _SOURCE & 63
    target, mask = way >> _TARGET & 15, way >> _MASK
    if kind == RUN:
        size = s[SIZE + source]
        start = run_start(cells, size, hidden_in(s, covered, source), source)
        note(s, log, source | target << TO | cells[source, start] << WHICH)
        for at in range(start, size):
            lay(cells, s, h, z, target, cells[source, at])
        for _ in range(start, size):
            lift(cells, s, h, z, source)
        return
    if kind == STOCK_TO_COLUMN:
        s[STOCK + source] -= 1
        lay(cells, s, h, z, target, source)
        note(s, log, FROM_STOCK | target << TO | source << WHICH)
        return
    if kind == STOCK_HOME:
        s[STOCK + source] -= 1
        found(s, source // 13, source % 13 + 1)
        note(s, log, FROM_STOCK | FOUNDATION << TO | source << WHICH)
        return
    if kind == BACK:
        card = source
        source = FOUNDATION
        unfound(s, card // 13, card % 13 + 1)
    else:
        card = lift(cells, s, h, z, source)
    suit, rank = card // 13, card % 13 + 1
    if kind == HOME:
        for missing in range(home_from(s, card) + 1, rank):
            low = 13 * suit + missing - 1
            s[STOCK + low] -= 1
            found(s, suit, missing)
            note(s, log, FROM_STOCK | FOUNDATION << TO | low << WHICH)
        found(s, suit, rank)
        note(s, log, source | FOUNDATION << TO | card << WHICH)
        return
    size = s[SIZE + target]
    top = cells[target, size - 1] % 13 + 1 if size > 0 else 14
    for between in range(top - 1, rank, -1):
        fork = mask >> (between - 1) & 1
        link = 13 * ((suit + between - rank) & 1 | fork << 1) + between - 1
        s[STOCK + link] -= 1
        lay(cells, s, h, z, target, link)
        note(s, log, FROM_STOCK | target << TO | link << WHICH)
    lay(cells, s, h, z, target, card)
    note(s, log, source | target << TO | card << WHICH)


@kernel()
def closes(cells: Array, s: Array, t: Array) -> bool:
    """Whether the columns empty if each last card goes home as soon as it can.

    `t` is room for a copy of `s`. Stock cards go only where a card of the columns needs them:
    of two copies the one in the stock must not take the other's place.
    """
    for slot in range(SLOTS):
        t[slot] = s[slot]
    left = 0
    for column in range(COLUMNS):
        left += t[SIZE + column]
    moved = True
    while moved:
        moved = False
        for column in range(COLUMNS):
            while t[SIZE + column] > 0:
                card = cells[column, t[SIZE + column] - 1]
                height = home_from(t, card)
                if height < 0:
                    break
                for missing in range(height, card % 13):
                    t[STOCK + 13 * (card // 13) + missing] -= 1
                    found(t, card // 13, missing + 1)
                found(t, card // 13, card % 13 + 1)
                t[SIZE + column] -= 1
                left -= 1
                moved = True
    return left == 0


@kernel()
def close(cells: Array, s: Array, h: Array, z: Array, covered: Array, log: Array) -> None:
    """Play what `closes` has tried."""
    moved = True
    while moved:
        moved = False
        for column in range(COLUMNS):
            while s[SIZE + column] > 0:
                if home_from(s, cells[column, s[SIZE + column] - 1]) < 0:
                    break
                play(cells, s, h, z, covered, log, HOME | column << _SOURCE)
                moved = True


@kernel()
def _prefers_second(s: Array, rank: int, first: int, second: int) -> bool:
    """Of two stock cards for a bridge: one that is there twice, then one farther from home."""
    copies = s[STOCK + second] - s[STOCK + first]
    if copies != 0:
        return bool(copies > 0)
    return bool(s[LOW + second // 13] < s[LOW + first // 13])


@kernel()
def _add(out: Array, way: int) -> None:
    """Add a way on; `out` begins with how many there are."""
    out[0] += 1
    out[out[0]] = way


@kernel()
def _bridges(
    cells: Array,
    s: Array,
    card: int,
    way: int,
    target: int,
    lazy: bool,
    forks: int,
    out: Array,
) -> None:
    """Add the ways on that take `card` to a column; `way` is what they have in common."""
    suit, rank = card // 13, card % 13 + 1
    size = s[SIZE + target]
    top = 14
    if size > 0:
        host = cells[target, size - 1]
        top = host % 13 + 1
        if top <= rank or (host // 13 + suit + top - rank) & 1:
            return
    if top - rank > 1 and not lazy:
        return
    mask, choices, forked = 0, 0, 0
    for between in range(top - 1, rank, -1):
        first = 13 * ((suit + between - rank) & 1) + between - 1
        second = first + 26
        bit = 1 << (between - 1)
        if s[STOCK + first] == 0:
            if s[STOCK + second] == 0:
                return
            mask |= bit
        elif s[STOCK + second] > 0:
            if _prefers_second(s, between, first, second):
                mask |= bit
            if forked < forks:
                forked += 1
                choices |= bit
    way |= target << _TARGET
    subset = 0
    while True:  # every subset of the choices
        _add(out, way | (mask ^ subset) << _MASK)
        subset = (subset - choices) & choices
        if subset == 0:
            return


@kernel()
def generate(
    cells: Array,
    s: Array,
    covered: Array,
    lazy: bool,
    safe: bool,
    back: bool,
    forks: int,
    out: Array,
) -> int:
    """Write the ways on into `out` after their number, which is returned too.

    Without `back` nothing is taken back from foundations; `forks` is how many times in a bridge
    both suits are tried. Of several empty columns only the first is a target.
    """
    out[0], empty = 0, -1
    for column in range(COLUMNS):
        if s[SIZE + column] == 0:
            empty = column
            break
    for source in range(COLUMNS):
        size = s[SIZE + source]
        if size == 0:
            continue
        card = cells[source, size - 1]
        height = home_from(s, card)
        if height >= 0 and (lazy or height == card % 13):
            _add(out, HOME | source << _SOURCE)
        if card % 13 < 12:
            way = TO_COLUMN | source << _SOURCE
            for target in range(COLUMNS):
                if target != source and (s[SIZE + target] > 0 or target == empty):
                    _bridges(cells, s, card, way, target, lazy, forks, out)
        if empty >= 0 and run_start(cells, size, hidden_in(s, covered, source), source) > 0:
            _add(out, RUN | source << _SOURCE | empty << _TARGET)
    if back:
        for suit in range(4):
            for pile in (LOW, HIGH):
                rank = s[pile + suit]
                if rank == 0 or (pile == HIGH and rank == s[LOW + suit]):
                    continue
                card = 13 * suit + rank - 1
                own = rank - 1 if pile == LOW else s[LOW + suit]
                if safe and is_safe(s, suit, rank, own, s[STOCK + card]):
                    continue
                for target in range(COLUMNS):
                    if s[SIZE + target] > 0 or target == empty:
                        way = BACK | card << _SOURCE
                        _bridges(cells, s, card, way, target, lazy, forks, out)
    if not lazy:
        _stock_steps(cells, s, empty, out)
    return int(out[0])


@kernel()
def _stock_steps(cells: Array, s: Array, empty: int, out: Array) -> None:
    """Add the single steps of stock cards."""
    for card in range(52):
        if s[STOCK + card] == 0:
            continue
        suit, rank = card // 13, card % 13 + 1
        if s[LOW + suit] == rank - 1 or s[HIGH + suit] == rank - 1:
            _add(out, STOCK_HOME | card << _SOURCE)
        for target in range(COLUMNS):
            size = s[SIZE + target]
            if size > 0:
                lands = fits(card, cells[target, size - 1])
            else:
                lands = rank == 13 and target == empty
            if lands:
                _add(out, STOCK_TO_COLUMN | card << _SOURCE | target << _TARGET)
