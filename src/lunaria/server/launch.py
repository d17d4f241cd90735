"""Starting the server on a socket of its own, for one process or several."""

import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from lunaria.core.errors import NotReadable, Reason
from lunaria.server import connections, logs
from lunaria.server.app import create_app
from lunaria.server.connections import IDLE_SECONDS, PING_SECONDS
from lunaria.server.hosting import LOOPBACK, Hosting
from lunaria.server.limits import most_connections
from lunaria.server.metrics import folder_of_workers, offer, together
from lunaria.server.store import prepare

HOST = "127.0.0.1"
PORT = 8317
#: How many ports after `PORT` are tried where it is taken.
OTHER_PORTS = 20

#: Longer frames close the socket before they are read whole, in bytes.
MAX_FRAME = 64 * 1024

#: What worker processes are told: database, workers and hosting.
TOLD_VARIABLE = "LUNARIA_WORKER"
#: How long what is under way may take to end when the server stops, in seconds.
STOP_SECONDS = 10
#: How long a worker process may say nothing before another one takes its place, in seconds. One
#: that begins on a busy machine is silent until it has loaded what it needs to speak.
SILENT_SECONDS = 20
#: How many files, connections among them, are enough.
FILES = 65_536
#: How long sent bytes may go unheard before a connection is given up, in milliseconds.
UNHEARD = 30_000


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises NotReadable where there can be none.

    Who connects before the server runs waits in its queue.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError, TypeError) as error:  # a host may be any text
        why = getattr(error, "strerror", None) or str(error)
        raise NotReadable(Reason.of("listen", host=host, port=str(port), why=why)) from None
    # Its connections inherit it; else an answer in two parts waits 40 ms for the other side.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        # So does a machine that was switched off, or one that lets what it is sent lie.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
    return listening


def listen_here() -> socket.socket:
    """A listening socket for this machine alone, on the first free port from `PORT` on."""
    for port in range(PORT, PORT + OTHER_PORTS):
        try:
            return listen(HOST, port)
        except NotReadable:
            continue
    return listen(HOST, 0)


def address(listening: socket.socket) -> str:
    """Where a browser finds the page."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    listening: socket.socket,
    database: str,
    workers: int = 1,
    hosting: Hosting | None = None,
    metrics: tuple[str, int] | None = None,
) -> None:
    """Serve until stopped, on the database at that URL; raises NotReadable where it is none.

    `metrics` is where the figures are told, if anywhere.
    """
    hosting = hosting or Hosting(names=LOOPBACK)
    logs.write(hosting.log_level, hosting.log_form)
    _allow_many_files()
    prepare(database)
    if workers == 1:
        made = create_app(database, workers, hosting)
        if metrics is not None:
            offer(made.state.metrics.registry, *metrics)
        uvicorn.Server(_config(lambda: made, hosting)).run([listening])
        return
    os.environ[TOLD_VARIABLE] = json.dumps([database, workers, hosting])
    with folder_of_workers() as folder:
        if metrics is not None:
            offer(together(folder), *metrics)
        Multiprocess(_config(f"{__name__}:app", hosting, workers), [listening]).run()


def app() -> FastAPI:
    """The application of a worker process, which finds in the environment what it is told."""
    database, workers, (names, proxies, limits, *rest) = json.loads(os.environ[TOLD_VARIABLE])
    hosting = Hosting(tuple(names), tuple(proxies), tuple(map(tuple, limits)), *rest)
    logs.write(hosting.log_level, hosting.log_form)
    return create_app(database, workers, hosting)


def _allow_many_files() -> None:
    """As many open connections as the system allows; many systems allow fewer at first."""
    if sys.platform != "win32":
        import resource

        few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        enough = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        if few != resource.RLIM_INFINITY and few < enough:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))


def _config(
    application: Callable[[], FastAPI] | str, hosting: Hosting, workers: int = 1
) -> uvicorn.Config:
    # By their names, so that a worker can say that it is there before it loads all this.
    return uvicorn.Config(
        application,
        factory=True,
        workers=workers,
        http=f"{connections.__name__}:Connection",
        ws=f"{connections.__name__}:Socket",
        ws_max_size=MAX_FRAME,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # A view is a few kilobytes: packing it would take longer than playing the move, and 40
        # kilobytes for each page.
        ws_per_message_deflate=False,
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=list(hosting.proxies),
        limit_concurrency=most_connections(dict(hosting.limits)),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_worker_healthcheck=SILENT_SECONDS,
        server_header=False,
        access_log=False,
        log_config=None,
    )
