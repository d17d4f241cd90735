"""How often and how many: what one player, and one address, may ask for in a time.

Behind one address there may be a school class, so an address may do as much as `crowd` players.
Whoever asks from this very machine is its host, and is not limited, unless a limit was set by name
or a proxy was named, behind which everybody would seem to be here.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from lunaria.core.errors import NotReadable, Reason

#: What one player may do, as `limits` writes it.
RATES = {
    "tables": "60/minute",
    "invitations": "30/minute",
    # Names that are wished for, codes and passkeys.
    "players": "30/minute",
    # Keys and names that open nothing.
    "guesses": "60/minute",
    # Records and games to be taken in, which are long to read.
    "bodies": "120/minute",
    "sockets": "120/minute",
    # Messages of one socket that are refused; those that are not are bounded by their answers.
    "refused": "600/minute",
}
#: How many there may be at a time.
COUNTS = {
    # Sockets of one player.
    "open": 50,
    # Sockets that one key has opened: pages of a player, or those who look on.
    "watching": 500,
    # Connections of a process, whoever they are of.
    "connections": 10_000,
    # Players behind one address.
    "crowd": 40,
}
#: Whoever is refused for a count has to try again after so many seconds.
LATER = 30
#: Switches a limit off.
NONE = "none"


class Asker(NamedTuple):
    """Who asks: an address, and the digest of a player where one is known."""

    address: str
    player: str | None = None

    @property
    def here(self) -> bool:
        """Whether this machine itself asks."""
        try:
            return ip_address(self.address).is_loopback
        except ValueError:
            return not self.address


def network(address: str) -> str:
    """What of an address one customer has: an IPv6 network of 64 bits counts as one."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        mapped = read.ipv4_mapped
        return str(mapped) if mapped else str(IPv6Address(int(read) >> 64 << 64))
    return str(read)


def read_limits(given: Mapping[str, str]) -> dict[str, str]:
    """The limits that are set, checked; raises NotReadable."""
    for name, value in given.items():
        if name not in RATES and name not in COUNTS:
            known = " ".join([*RATES, *COUNTS])
            raise NotReadable(Reason.of("limit-unknown", given=name[:40], known=known))
        if value == NONE:
            continue
        try:
            good = int(value) > 0 if name in COUNTS else parse(value).amount > 0
        except ValueError:
            good = False
        if not good:
            example = str(COUNTS[name]) if name in COUNTS else RATES[name]
            raise NotReadable(
                Reason.of("limit-value", name=name, given=value[:40], example=example)
            )
    return dict(given)


def _count(given: Mapping[str, str], name: str) -> int | None:
    value = given.get(name, str(COUNTS[name]))
    return None if value == NONE else int(value)


def most_connections(given: Mapping[str, str]) -> int | None:
    """How many connections a process takes at a time."""
    return _count(given, "connections")


class Limits:
    """The limits of one process; with several, each counts what comes to it.

    `given` sets some of them; `proxied` tells whether askers are known by what a proxy says.
    """

    def __init__(self, given: Mapping[str, str] | None = None, *, proxied: bool = False) -> None:
        self._given = read_limits(given or {})
        self._proxied = proxied
        self._counts = {name: _count(self._given, name) for name in COUNTS}
        crowd = self._counts["crowd"] or 1
        rates = {name: self._given.get(name, usual) for name, usual in RATES.items()}
        self._rates = {name: parse(rate) for name, rate in rates.items() if rate != NONE}
        self._crowds = {
            name: type(rate)(rate.amount * crowd, rate.multiples)
            for name, rate in self._rates.items()
        }
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._open: Counter[tuple[str, str]] = Counter()

    def _holds(self, name: str, asker: Asker) -> bool:
        return self._proxied or name in self._given or not asker.here

    def _windows_of(self, name: str, asker: Asker) -> Iterator[tuple[RateLimitItem, str, str]]:
        """The windows that count: the address's, and the player's."""
        if name in self._rates and self._holds(name, asker):
            yield self._crowds[name], f"{name} of address", network(asker.address)
            if asker.player is not None:
                yield self._rates[name], f"{name} of player", asker.player

    def take(self, name: str, asker: Asker) -> int | None:
        """Count something that is asked for; where it is too much, the seconds to wait.

        What is refused is not counted: one player who asks on and on takes nothing from others.
        """
        seconds = self.spent(name, asker)
        if seconds is None:
            for rate, *who in self._windows_of(name, asker):
                self._windows.hit(rate, *who)
        return seconds

    def spent(self, name: str, asker: Asker) -> int | None:
        """The seconds to wait, where no more of it may be asked for; nothing is counted."""
        for rate, *who in self._windows_of(name, asker):
            if not self._windows.test(rate, *who):
                reset = self._windows.get_window_stats(rate, *who).reset_time
                return max(1, math.ceil(reset - time.time()))
        return None

    @contextmanager
    def opened(self, asker: Asker, key: str) -> Iterator[bool]:
        """While a socket is open; whether there is room for it."""
        crowd = self._counts["crowd"] or 1
        most = self._counts["open"]
        bounds = [(("key", key), self._counts["watching"], self._holds("watching", asker))]
        if most is not None:
            holds = self._holds("open", asker)
            bounds.append((("address", network(asker.address)), most * crowd, holds))
            if asker.player is not None:
                bounds.append((("player", asker.player), most, holds))
        room = all(
            not holds or most is None or self._open[what] < most for what, most, holds in bounds
        )
        for what, *_ in bounds:
            self._open[what] += 1
        try:
            yield room
        finally:
            for what, *_ in bounds:
                self._open[what] -= 1
                if not self._open[what]:
                    del self._open[what]

    def patience(self, asker: Asker) -> "Patience":
        """How many messages of one socket may be refused."""
        return Patience(self._rates.get("refused") if self._holds("refused", asker) else None)


class Patience:
    """Counts the refused messages of one socket, window by window."""

    def __init__(self, rate: RateLimitItem | None) -> None:
        self._rate = rate
        self._left = rate.amount if rate else 0
        self._until = 0.0

    def ends(self) -> bool:
        """Count a message that was refused; whether it was one too many."""
        if self._rate is None:
            return False
        now = time.monotonic()
        if now >= self._until:
            self._until = now + self._rate.get_expiry()
            self._left = self._rate.amount
        self._left -= 1
        return self._left < 0
