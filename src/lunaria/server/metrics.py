"""Figures for Prometheus: what is asked for, what is open, what is stored.

Nothing in them names a table, a player or a card. They are read at a port of their own, or from
this very machine.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from lunaria.core.errors import NotReadable, Reason
from lunaria.server.logs import log

#: Where several processes put their figures together; read when `prometheus_client` is loaded.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "lunaria_request_seconds",
            "Requests, by the template of their route.",
            ["method", "route", "status"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.tables = Gauge(
            "lunaria_open_tables",
            "Tables that somebody looks at.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.sockets = Gauge(
            "lunaria_open_sockets",
            "Pages at tables.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.actions = Counter(
            "lunaria_stored_actions", "Actions that were stored.", registry=self.registry
        )
        self.writes = Histogram(
            "lunaria_store_write_seconds",
            "How long an action takes to be stored.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.limited = Counter(
            "lunaria_limited",
            "What was refused because there was too much of it.",
            ["limit"],
            registry=self.registry,
        )

    def stored(self, seconds: float) -> None:
        """Count an action that was stored, and how long it took."""
        self.writes.observe(seconds)
        self.actions.inc()

    def told(self) -> CollectorRegistry:
        """What is to be told: of all processes, where there are several."""
        folder = os.environ.get(FOLDER_VARIABLE)
        return self.registry if folder is None else together(folder)


class _Living(Collector):
    """The figures of several processes; what those had open that have died is left out."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._all = MultiProcessCollector(None, path=folder)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[Metric]:
        """The figures, added up."""
        for file in self._folder.glob("gauge_live*_*.db"):
            process = int(file.stem.rpartition("_")[2])
            if not Path(f"/proc/{process}").exists() and Path("/proc/self").exists():
                mark_process_dead(process, path=self._folder)  # type: ignore[no-untyped-call]
        found: Iterable[Metric] = self._all.collect()  # type: ignore[no-untyped-call]
        return found


def together(folder: str) -> CollectorRegistry:
    """The figures that several processes keep in a folder."""
    registry = CollectorRegistry()
    registry.register(_Living(folder))
    return registry


def folder_of_workers() -> "TemporaryDirectory[str]":
    """A folder for the figures of worker processes, which will find it in their environment."""
    folder = TemporaryDirectory(prefix="lunaria-metrics-")
    os.environ[FOLDER_VARIABLE] = folder.name
    return folder


def offer(registry: CollectorRegistry, host: str, port: int) -> None:
    """Tell the figures at an address of their own, for as long as the process runs.

    Raises NotReadable where it cannot be listened at.
    """
    try:
        server, _ = start_http_server(port, host, registry)
    except OSError as error:
        why = error.strerror or str(error)
        raise NotReadable(Reason.of("listen", host=host, port=str(port), why=why)) from None
    log.info("metrics", host=host, port=server.server_port)
