"""Finds won games of the three solitaires and writes them as the records that the tests replay.

Run from the repository as `python -m benchmarks.find_records [FILE ...]`; without names all files
are made anew, which takes about a minute. The same files come out every time.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from math import exp
from pathlib import Path
from typing import Any, ClassVar

from lunaria.core.cards import KING, PACK, RANK, RANKS, RED, SUIT, SUITS, Card, card_of
from lunaria.core.game import WON
from lunaria.core.record import write
from lunaria.core.replay import REDO, UNDO, Line
from lunaria.games import crescent, easy_harp, half_moon, read_deal, start
from lunaria.games.easy_harp import COLUMN_NAMES, FOUNDATION_NAMES, WASTE
from lunaria.solvers.search import Guide, Way, search

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "records"
DATE = "2026-11-29"

# Half Moon: no order of moves is searched, only which cards go together.


def half_moon_win(state: half_moon.State, seed: int, tries: int = 20) -> list[str] | None:
    """The tokens of a won Half Moon, or None after some tries.

    Says beforehand, at random, which cards go together. A deal is won where such groups can be
    taken from the tops until nothing is left; as long as some are in each other's way, two cards
    of one rank change their groups. Changes that tangle more cards are seldom kept.
    """
    rng = random.Random(seed)
    piles = [list(range(at, at + len(pile))) for at, pile in _offsets(state)]
    ranks = [RANK[card] for pile in state.piles for card in pile]
    of_rank = {rank: [c for c, r in enumerate(ranks) if r == rank] for rank in set(ranks)}
    for _ in range(tries):
        group = _random_groups(of_rank, rng)
        taken, left = _tangle(piles, group)
        for _ in range(10_000):
            if not left:
                return _tokens(taken, piles, group)
            one = rng.choice(left)
            other = rng.choice(of_rank[ranks[one]])
            group[one], group[other] = group[other], group[one]
            now_taken, now_left = _tangle(piles, group)
            more = len(now_left) - len(left)
            if more <= 0 or rng.random() < exp(-more):
                taken, left = now_taken, now_left
            else:
                group[one], group[other] = group[other], group[one]
    return None


def _offsets(state: half_moon.State) -> Iterator[tuple[int, tuple[str, ...]]]:
    at = 0
    for pile in state.piles:
        yield at, pile
        at += len(pile)


def _random_groups(of_rank: dict[int, list[int]], rng: random.Random) -> list[int]:
    """The number of the group of each card: pairs of eleven and trios, at random."""
    group = [0] * sum(map(len, of_rank.values()))
    first = 0
    kinds = [(low, high) for low, high in half_moon.PARTNER.items() if low < high]
    for kind in (*kinds, half_moon.TRIO):
        for rank in kind:
            for number, card in enumerate(rng.sample(of_rank[rank], len(of_rank[rank])), first):
                group[card] = number
        first += len(of_rank[kind[0]])
    return group


def _tangle(piles: list[list[int]], group: list[int]) -> tuple[list[int], list[int]]:
    """The groups that can be taken from the tops, in order, and the cards in each other's way.

    Those are the cards that stay when groups are taken from the bottoms too: what is left of a
    deal where the groups fit is nothing, from whichever end one takes them.
    """
    taken, rest = _take_off(piles, group)
    _, core = _take_off([pile[::-1] for pile in rest], group)
    return taken, [card for pile in core for card in pile]


def _take_off(piles: list[list[int]], group: list[int]) -> tuple[list[int], list[list[int]]]:
    """The groups that can be taken from the tops, in order, and what then is left of the piles."""
    missing = [0] * len(group)
    for pile in piles:
        for card in pile:
            missing[group[card]] += 1
    places: list[list[int]] = [[] for _ in group]
    left = [len(pile) for pile in piles]
    fresh = [place for place, pile in enumerate(piles) if pile]
    taken = []
    while fresh:
        place = fresh.pop()
        number = group[piles[place][left[place] - 1]]
        places[number].append(place)
        missing[number] -= 1
        if not missing[number]:
            taken.append(number)
            for freed in places[number]:
                left[freed] -= 1
                if left[freed]:
                    fresh.append(freed)
    return taken, [pile[:count] for pile, count in zip(piles, left, strict=True)]


def _tokens(taken: list[int], piles: list[list[int]], group: list[int]) -> list[str]:
    at = {card: place for place, pile in enumerate(piles) for card in pile}
    members: dict[int, list[int]] = {}
    for card, number in enumerate(group):
        members.setdefault(number, []).append(at[card])
    return ["+".join(half_moon.PLACES[p] for p in sorted(members[number])) for number in taken]


def half_moon_wins() -> Iterator[Line[Any]]:
    """Four won games, the last one with things taken back."""
    for deal in ("HM1-N-AAAAAAB", "HM1-N-AAAAAAC", "HM1-N-AAAAAAG"):
        line = start(read_deal(deal))
        yield played(line, half_moon_win(line.state, seed=0))
    line = start(read_deal("HM1-N-AAAAAAI"))
    yield with_doubts(played(line, half_moon_win(line.state, seed=0)), seed=0)


def half_moon_blocked() -> Iterator[Line[Any]]:
    """A game of moves at random, to its end."""
    line = start(read_deal("HM1-N-AAAAAAB"))
    rng = random.Random(1)
    while line.outcome is None:
        line.play(rng.choice(line.legal()))
    yield line


# Crescent


class CrescentGuide(Guide[crescent.State]):
    """Keeps moves open and piles alive; stage after stage, with redeals as late as possible.

    A stage is the number of cards on foundations, and of the redeals used. Where the foundations of
    a suit meet, cards can go from one to the other so that any card of the suit fits: that is one
    way, made of several tokens.
    """

    width = 10
    noise = 4.0

    #: By redeals left: what an open move between piles, a top that can go to a foundation, an empty
    #: pile and the depth of the cards needed next are worth.
    WEIGHTS = (
        (0.32, 1.75, -1.66, -0.12),
        (0.42, 0.75, -1.41, -0.15),
        (0.44, 0.45, -2.29, -0.21),
        (0.50, 0.53, -2.30, -0.34),
        (0.50, 0.53, -2.30, -0.34),
    )
    #: From how many cards on foundations a redeal is thought of, by redeals left.
    REDEAL_FROM = (0, 65, 30, 8, 8)
    #: How much less a card counts for each card that must go before it.
    PATIENCE = tuple(0.7**t for t in range(2 * len(RANKS)))

    SUIT_CARDS: ClassVar = {
        suit: [(RANK[card], card) for card in PACK if SUIT[card] == suit] for suit in SUITS
    }

    def ways(self, state: crescent.State) -> Iterator[Way[crescent.State]]:
        founded = self._founded(state)
        for token in self.game.legal(state):
            if token == crescent.REDEAL:
                if founded < self.REDEAL_FROM[state.redeals]:
                    continue
            elif crescent.MOVES[token][0] >= crescent.PILES:
                continue
            yield Way((token,), self.game.apply(state, token))
        for suit, (up, down) in self._foundations(state).items():
            if up + 1 == down:
                for place, pile in enumerate(state.piles[: crescent.PILES]):
                    if pile and SUIT[pile[-1]] == suit and up < RANK[pile[-1]] - 1:
                        yield self._after_passing(state, suit, place, RANK[pile[-1]] - 1 - up)
                    elif pile and SUIT[pile[-1]] == suit and RANK[pile[-1]] < up:
                        yield self._after_passing(state, suit, place, RANK[pile[-1]] - up)

    def _after_passing(
        self, state: crescent.State, suit: str, place: int, count: int
    ) -> Way[crescent.State]:
        """Pass `count` cards to the ascending foundation (negative: to the other), then play."""
        up, down = f"{suit}+", f"{suit}-"
        tokens = [f"{down}>{up}"] * count + [f"{up}>{down}"] * -count
        tokens.append(f"{crescent.PLACES[place]}>{up if count > 0 else down}")
        for token in tokens:
            state = self.game.apply(state, token)
        return Way(tuple(tokens), state)

    def worth(self, state: crescent.State) -> float:
        tops = [pile[-1] for pile in state.piles[: crescent.PILES] if pile]
        moves = sum(tops.count(other) for top in tops for other in crescent.NEIGHBOURS[top])
        depths: dict[str, list[int]] = {}
        for pile in state.piles[: crescent.PILES]:
            for depth, card in enumerate(reversed(pile)):
                depths.setdefault(card, []).append(depth)
        playable, deep = 0, 0.0
        for suit, (up, down) in self._foundations(state).items():
            if up + 1 == down:  # any card of the suit may be next
                cards = [card for card in depths if SUIT[card] == suit]
                playable += sum(min(depths[card]) == 0 for card in cards)
                waits = sorted(min(depths[card]) for card in cards)
                deep += sum(w * p for w, p in zip(waits, self.PATIENCE, strict=False))
                continue
            for rank, card in self.SUIT_CARDS[suit]:
                if card in depths and (up < rank < down or up >= down):
                    after = min(t for t in (rank - up - 1, down - rank - 1) if t >= 0)
                    depth = min(depths[card])
                    playable += after == 0 and depth == 0
                    deep += self.PATIENCE[after] * depth
        for_move, for_play, for_empty, for_depth = self.WEIGHTS[state.redeals]
        empty = crescent.PILES - len(tops)
        return for_move * moves + for_play * playable + for_empty * empty + for_depth * deep

    def key(self, state: crescent.State) -> Hashable:
        piles = state.piles
        return tuple(sorted(piles[: crescent.PILES])), piles[crescent.PILES :], state.redeals

    def stage(self, state: crescent.State) -> tuple[int, int]:
        return self._founded(state), -state.redeals

    def _founded(self, state: crescent.State) -> int:
        return sum(map(len, state.piles[crescent.PILES :]))

    def _foundations(self, state: crescent.State) -> dict[str, tuple[int, int]]:
        """The ranks of the tops of the ascending and the descending foundation of each suit."""
        ranks = [RANK[pile[-1]] for pile in state.piles[crescent.PILES :]]
        return dict(zip(SUITS, zip(ranks[:4], ranks[4:], strict=True), strict=True))


def crescent_win(line: Line[Any], seed: int = 0) -> Line[Any]:
    """`line` played on to the win."""
    guide = CrescentGuide(line.game)
    return played(line, search(line.game, line.state, limit=60_000, seed=seed, guide=guide))


def crescent_wins() -> Iterator[Line[Any]]:
    """Won games; the fourth with things taken back, the last with four redeals."""
    for deal in ("CR1-N-AAAAAAB", "CR1-N-AAAAAAC", "CR1-N-AAAAAAE"):
        yield crescent_win(start(read_deal(deal)))
    yield with_doubts(crescent_win(start(read_deal("CR1-N-AAAAAAG"))), seed=0)
    yield crescent_win(start(read_deal("CR1-F-AAAAAAH")), seed=3)


def crescent_stuck() -> Iterator[Line[Any]]:
    """A game that closes as many ways as it can, and redeals only when there is no other move."""
    line = start(read_deal("CR1-N-AAAAAAB"))
    seen = {line.state}
    while line.outcome is None:
        after = {
            token: line.game.apply(line.state, token)
            for token in line.legal()
            if token != crescent.REDEAL
        }
        fresh = [token for token in after if after[token] not in seen]
        ways = {token: len(line.game.legal(after[token])) for token in fresh}
        line.play(min(ways, key=lambda token: ways[token]) if ways else crescent.REDEAL)
        seen.add(line.state)
    yield line


# Easy Harp

#: The two cards of a rank and colour (red or not).
TWINS = {
    (rank, red): tuple(card for card in PACK if RANK[card] == rank and (SUIT[card] in RED) == red)
    for rank in RANK.values()
    for red in (True, False)
}
HOME = "home"


class EasyHarpGuide(Guide[easy_harp.State]):
    """Digs in the columns and takes from the stock only what that needs.

    As the stock comes round without limit, each of its cards can be had at any time: a way is a
    move of a column's last card together with the cards of the stock that make it possible.
    Nothing is taken back from a foundation.
    """

    width = 1000
    noise = 0.5

    def ways(self, state: easy_harp.State) -> Iterator[Way[easy_harp.State]]:
        if sum(state.hidden) <= 2:
            way = self._all_home(state)
            if self.game.outcome(way.state) == WON:
                yield way
                return
        stock = Counter(state.stock + state.waste)
        empty = [n for n, column in zip(COLUMN_NAMES, state.columns, strict=True) if not column]
        for source, column in zip(COLUMN_NAMES, state.columns, strict=True):
            if column:
                yield from self._to_foundation(state, stock, source, column[-1])
                for target, onto in zip(COLUMN_NAMES, state.columns, strict=True):
                    if onto and source != target:
                        bridge = self._bridge(state, stock, onto[-1], column[-1])
                        if bridge is not None:
                            steps = [(card, target) for card in bridge]
                            yield self._follow(state, [*steps, (source, target)])
                if empty:
                    yield from self._to_empty(state, stock, source, empty[0])

    def _to_foundation(
        self, state: easy_harp.State, stock: Counter[Card], source: str, card: Card
    ) -> Iterator[Way[easy_harp.State]]:
        """The card to each foundation of its suit, where the stock has all that goes before it."""
        first = FOUNDATION_NAMES.index(f"{SUIT[card]}1")
        for height in {len(pile) for pile in state.foundations[first : first + 2]}:
            if height < RANK[card]:
                before = [card_of(rank, SUIT[card]) for rank in range(height + 1, RANK[card])]
                if all(stock[other] for other in before):
                    yield self._follow(state, [(c, HOME) for c in before] + [(source, HOME)])

    def _to_empty(
        self, state: easy_harp.State, stock: Counter[Card], source: str, target: str
    ) -> Iterator[Way[easy_harp.State]]:
        """A king or its run, or a king of the stock and all between it and the card."""
        if self.game.refusal(state, f"{source}>{target}") is None:
            (transfer,) = self.game.transfers(state, f"{source}>{target}")
            if transfer.size < len(self.game.cards(state)[source]):
                yield self._follow(state, [(source, target)])
        card = self.game.cards(state)[source][-1]
        for king in (card_of(KING, suit) for suit in SUITS):
            if stock[king] and RANK[card] < KING:
                bridge = self._bridge(state, stock, king, card)
                if bridge is not None:
                    steps = [(other, target) for other in (king, *bridge)]
                    yield self._follow(state, [*steps, (source, target)])

    def _bridge(
        self, state: easy_harp.State, stock: Counter[Card], onto: Card, card: Card
    ) -> list[Card] | None:
        """The cards of the stock that go between `onto` and `card`; None where they do not fit."""
        distance = RANK[onto] - RANK[card]
        if distance < 1 or ((SUIT[onto] in RED) == (SUIT[card] in RED)) == distance % 2:
            return None
        bridge = []
        for step in range(1, distance):
            twins = TWINS[RANK[onto] - step, (SUIT[onto] in RED) != step % 2]
            best = max(twins, key=lambda twin: stock[twin])
            if not stock[best]:
                return None
            bridge.append(best)
        return bridge

    def _follow(self, state: easy_harp.State, steps: list[tuple[str, str]]) -> Way[easy_harp.State]:
        """Each step takes a column's last card, or a card out of the stock, to its place."""
        tokens: list[str] = []
        for source, target in steps:
            card = source
            if source in COLUMN_NAMES:
                card = state.columns[COLUMN_NAMES.index(source)][-1]
            else:
                turned = self._turn_to(state, card)
                tokens += turned.tokens
                source, state = WASTE, turned.state
            if target == HOME:
                target = next(f"{SUIT[card]}{n}" for n in (1, 2) if self._takes(state, card, n))
            tokens.append(f"{source}>{target}")
            state = self.game.apply(state, tokens[-1])
        return Way(tuple(tokens), state)

    def _takes(self, state: easy_harp.State, card: Card, n: int) -> bool:
        pile = state.foundations[FOUNDATION_NAMES.index(f"{SUIT[card]}{n}")]
        return len(pile) == RANK[card] - 1

    def _turn_to(self, state: easy_harp.State, card: Card) -> Way[easy_harp.State]:
        """Turn the stock until `card` lies on the waste."""
        if card in state.waste[-1:]:
            return Way((), state)
        order = state.waste + state.stock[::-1]
        if card in state.stock:
            at = order.index(card, len(state.waste))
            tokens = [easy_harp.DRAW] * (at + 1 - len(state.waste))
        else:
            at = order.index(card)
            tokens = [easy_harp.DRAW] * len(state.stock) + [easy_harp.RECYCLE]
            tokens += [easy_harp.DRAW] * (at + 1)
        return Way(tuple(tokens), state._replace(stock=order[:at:-1], waste=order[: at + 1]))

    def _all_home(self, state: easy_harp.State) -> Way[easy_harp.State]:
        """Play to the foundations as long as a card fits, from the stock the next one first."""
        tokens: list[str] = []
        while True:
            sources = [n for n, column in zip(COLUMN_NAMES, state.columns, strict=True) if column]
            tops = [column[-1] for column in state.columns if column]
            around = [*state.waste[-1:], *reversed(state.stock), *state.waste[:-1]]
            for source, card in zip(sources + around, tops + around, strict=True):
                if self._takes(state, card, 1) or self._takes(state, card, 2):
                    way = self._follow(state, [(source, HOME)])
                    tokens += way.tokens
                    state = way.state
                    break
            else:
                return Way(tuple(tokens), state)

    def worth(self, state: easy_harp.State) -> float:
        blocking = on_columns = 0
        for column in state.columns:
            lowest = KING
            for card in column:
                blocking += RANK[card] > lowest
                lowest = min(lowest, RANK[card])
            on_columns += len(column)
        return -blocking - on_columns / 16

    def key(self, state: easy_harp.State) -> Hashable:
        columns = sorted(zip(state.columns, state.hidden, strict=True))
        return tuple(columns), state.waste + state.stock[::-1]


def easy_harp_win(line: Line[Any], seed: int = 0) -> Line[Any]:
    """`line` played on to the win."""
    guide = EasyHarpGuide(line.game)
    return played(line, search(line.game, line.state, limit=60_000, seed=seed, guide=guide))


def easy_harp_wins() -> Iterator[Line[Any]]:
    """Won games, the last one with things taken back."""
    for deal in ("EH1-N-AAAAAAB", "EH1-N-AAAAAAE", "EH1-N-AAAAAAF"):
        yield easy_harp_win(start(read_deal(deal)))
    yield with_doubts(easy_harp_win(start(read_deal("EH1-N-AAAAAAG"))), seed=0)


def easy_harp_unfinished() -> Iterator[Line[Any]]:
    """The first 300 actions of a game, then all that can be taken back, and some of it again."""
    whole = with_doubts(easy_harp_win(start(read_deal("EH1-N-AAAAAAC"))), seed=0)
    line = played(start(whole.code), whole.actions[:300])
    yield played(played(line, [UNDO] * line.undo), [REDO] * 30)


# All games.


def played(line: Line[Any], tokens: list[str] | None) -> Line[Any]:
    """`line` after `tokens`."""
    if tokens is None:
        raise SystemExit(f"{line.code}: not won")
    for token in tokens:
        line.play(token)
    return line


def with_doubts(game: Line[Any], seed: int) -> Line[Any]:
    """The same game, but now and then another move is tried first or the last ones are repeated."""
    rng = random.Random(seed)
    line = start(game.code)
    for token in game.actions:
        others = [t for t in line.legal() if t != token and t not in line.game.undo.barriers]
        doubt = rng.randrange(12)
        if doubt == 0 and others:
            line.play(rng.choice(others))
            line.play(UNDO)
        elif doubt == 1:
            back = min(line.undo, rng.randrange(1, 4))
            for action in [UNDO] * back + [REDO] * back:
                line.play(action)
        line.play(token)
    return line


FILES: dict[str, Callable[[], Iterator[Line[Any]]]] = {
    "half-moon": half_moon_wins,
    "half-moon-blocked": half_moon_blocked,
    "crescent": crescent_wins,
    "crescent-stuck": crescent_stuck,
    "easy-harp": easy_harp_wins,
    "easy-harp-unfinished": easy_harp_unfinished,
}


def main(names: list[str]) -> None:
    """Write the named files, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or FILES:
        lines = list(FILES[name]())
        text = "\n".join(write(line, Date=DATE) for line in lines)
        (FOLDER / f"{name}.record").write_text(text, encoding="ascii")
        for line in lines:
            print(f"{name}: {line.code} {line.result}, {len(line.actions)} actions")


if __name__ == "__main__":
    main(sys.argv[1:])
