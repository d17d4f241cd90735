"""How a host offers the server: under which names, behind which proxies, with which limits."""

from typing import NamedTuple

#: What a browser calls its own machine.
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Hosting(NamedTuple):
    """What a host has chosen; plain values, which worker processes are handed."""

    #: The names that the server answers to; to any, where there are none.
    names: tuple[str, ...] = ()
    #: The addresses whose word on who asks is taken.
    proxies: tuple[str, ...] = ()
    #: The limits that were set, by name.
    limits: tuple[tuple[str, str], ...] = ()
    #: Whether this machine is told the figures at `/metrics`.
    tells_figures: bool = True
    log_level: str = "warning"
    log_form: str = "auto"
