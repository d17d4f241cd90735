"""Circles among the orders of the suits: what one suit's order and another's cannot both be."""

from collections.abc import Mapping, Sequence
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np

from lunaria.solvers.crescent.moments import Moments


class Moment(NamedTuple):
    """A moment, by its suit and the number that it has there."""

    suit: str
    number: int


class Link(NamedTuple):
    """That one moment is before one of another suit if all literals given are true.

    The moment of the redeal is the same in all suits; that is a link each way.
    """

    one: Moment
    other: Moment
    given: tuple[int, ...] = ()


class Circles:
    """The circles that links make in the orders that a model gives the suits."""

    def __init__(self, suits: Mapping[str, Moments], links: Sequence[Link]) -> None:
        self._suits, self._links = suits, links
        given = [link.given for link in links]
        #: The literals of each link, filled up with 0.
        self._given = np.zeros((len(given), max(map(len, given), default=0)), np.int64)
        for row, literals in zip(self._given, given, strict=True):
            row[: len(literals)] = literals

    def holding(self, truth: Any) -> list[Link]:
        """The links whose literals are all true."""
        return [*compress(self._links, truth[self._given].all(axis=1))]

    def clauses(self, truth: Any) -> list[list[int]]:
        """Clauses that forbid circles, a shortest one through each two cards that make some."""
        links = self.holding(truth)
        if not links:
            return []
        order = {suit: places(moments.before, truth) for suit, moments in self._suits.items()}
        names = {suit: number for number, suit in enumerate(self._suits)}
        # Where each link comes from and where it goes to: a suit, and a place in its order.
        sources, targets = (
            np.array([(names[suit], order[suit][number]) for suit, number in moments])
            for moments in ([link.one for link in links], [link.other for link in links])
        )
        follows = sources[:, 0] == targets[:, :1]
        follows &= sources[:, 1] >= targets[:, 1:]
        # What none follows, or what follows none, is on no circle.
        while not (on := follows.any(0) & follows.any(1)).all():
            links, follows = [*compress(links, on)], follows[np.ix_(on, on)]
        following = [np.flatnonzero(row).tolist() for row in follows]
        clauses: set[tuple[int, ...]] = set()
        for start, link in enumerate(links):
            # Links of the redeal alone make no circle: they join what is the same.
            if link.one.number == self._suits[link.one.suit].redeal:
                continue
            circle = [links[number] for number in _way_back(start, following)]
            literals = {*chain.from_iterable(link.given for link in circle)}
            for link, after in zip(circle, circle[1:] + circle[:1], strict=True):
                if link.other != after.one:
                    before = self._suits[link.other.suit].before
                    literals.add(int(before[link.other.number, after.one.number]))
            if circle:
                clauses.add(tuple(sorted(-literal for literal in literals)))
        return [list(clause) for clause in sorted(clauses)]


def truth_of(model: Sequence[int], variables: int) -> Any:
    """The truth of each literal of a model, at its index; 0 is true, what is not told is false."""
    positive = np.zeros(variables, np.bool_)
    positive[: len(model)] = np.array(model) > 0
    return np.concatenate(([True], positive, ~positive[::-1]))


def places(before: Any, truth: Any) -> Any:
    """The place of each moment of a suit in the order that a model gives them."""
    earlier = truth[before]
    np.fill_diagonal(earlier, False)
    return earlier.sum(axis=0)


def _way_back(start: int, following: list[list[int]]) -> list[int]:
    """The links of a shortest circle, from `start` on; none where it is on no circle."""
    came = {start: start}
    queue = [start]
    for number in queue:
        for after in following[number]:
            if after == start:
                way = [number]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1]
            if after not in came:
                came[after] = number
                queue.append(after)
    return []
