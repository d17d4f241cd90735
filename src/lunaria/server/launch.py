"""Starting the server on a socket of its own, for one process or several."""

import os
import socket

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from lunaria.core.errors import NotReadable, Reason
from lunaria.server.app import create_app
from lunaria.server.store import prepare

HOST = "127.0.0.1"
PORT = 8317
#: How many ports after `PORT` are tried where it is taken.
OTHER_PORTS = 20

#: Longer frames close the socket before they are read whole, in bytes.
MAX_FRAME = 64 * 1024

DATABASE_VARIABLE = "LUNARIA_DATABASE"
WORKERS_VARIABLE = "LUNARIA_WORKERS"


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


def serve(listening: socket.socket, database: str, workers: int = 1) -> None:
    """Serve until stopped, on the database at that URL; raises NotReadable where it is none."""
    prepare(database)
    if workers == 1:
        uvicorn.Server(_config(create_app(database))).run([listening])
        return
    os.environ[DATABASE_VARIABLE] = database
    os.environ[WORKERS_VARIABLE] = str(workers)
    config = _config("lunaria.server.launch:app", workers)
    Multiprocess(config, [listening]).run()


def app() -> FastAPI:
    """The application of a worker process, which finds its database in the environment."""
    return create_app(os.environ[DATABASE_VARIABLE], int(os.environ[WORKERS_VARIABLE]))


def _config(application: FastAPI | str, workers: int = 1) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        factory=isinstance(application, str),
        workers=workers,
        ws_max_size=MAX_FRAME,
        # A view is a few kilobytes: packing it would take longer than playing the move, and 40
        # kilobytes for each page.
        ws_per_message_deflate=False,
        log_level="warning",
    )
