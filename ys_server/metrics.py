"""The server's numbers in the form that Prometheus reads; they are taken when somebody asks for them."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ys_server.answers import Server, serve_metrics
from ys_server.census import Census
from ys_server.hearing import hearing

_log: Final = logging.getLogger(__name__)

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""Seconds: a disk that is well saves in a few milliseconds."""


class Depths(Struct, frozen=True):
    """What waits in the server, and whether it still takes connections."""

    effects: int
    """Effects that are not carried out yet: those behind a transaction."""
    bytes: int
    """Bytes that clients have not taken yet, of all connections."""
    longest: int
    """Bytes that the slowest client has not taken yet."""
    is_draining: bool


class Metrics(Collector):
    """All numbers of one server."""

    def __init__(self, census: Callable[[], Census], depths: Callable[[], Depths]) -> None:
        """Ask `census` and `depths` for the numbers of the moment."""
        self._census, self._depths = census, depths
        self._registry = CollectorRegistry()
        self._saved = Histogram(
            "ys_save_seconds", "Time to save one transaction.", registry=self._registry, buckets=BUCKETS
        )
        self._failures = Counter(
            "ys_bot_failures",
            "Decisions in which a bot was replaced, by reason.",
            labelnames=("code",),
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)
        self._registry.register(self)
        self._server: Server | None = None

    async def listen(self, host: str, port: int) -> None:
        """Answer /metrics there from now on, or raise Unheard; port 0 takes a free one, which is logged."""
        with hearing(host, port, "metrics-"):
            self._server = await serve_metrics(host, port, self.text)
        at = self._server.sockets[0].getsockname()[1]
        _log.info("metrics are answered at port %d of %s", at, host, extra={"port": at})

    async def close(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def saved(self, seconds: float) -> None:
        """Count a transaction that took so long."""
        self._saved.observe(seconds)

    def bot_failed(self, code: str) -> None:
        """Count a decision in which a bot was replaced."""
        self._failures.labels(code).inc()

    def text(self) -> bytes:
        """Return all numbers as they are now."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield what is counted elsewhere."""
        census, depths = self._census(), self._depths()
        for name, says, value in (
            ("ys_connections", "Connections that are open.", census.connections),
            ("ys_people", "People who are here, the bots' one included.", census.people),
            ("ys_bots_alive", "Whether the bots are connected.", int(census.has_bots)),
            ("ys_draining", "Whether the server ends and takes nobody in any more.", int(depths.is_draining)),
            ("ys_effects_waiting", "Effects that wait for a transaction.", depths.effects),
            ("ys_bytes_waiting", "Bytes that clients have not taken yet.", depths.bytes),
            ("ys_bytes_waiting_longest", "Bytes that the slowest client has not taken yet.", depths.longest),
        ):
            yield GaugeMetricFamily(name, says, value)
        yield _family(GaugeMetricFamily("ys_tables", "Tables by stage.", labels=("stage",)), census.tables)
        yield _family(
            GaugeMetricFamily(
                "ys_games", "Games that have begun, in memory (awake) or not.", labels=("state",)
            ),
            census.games,
        )
        yield _family(
            CounterMetricFamily("ys_requests", "Requests by kind and outcome.", labels=("request", "code")),
            census.requests,
        )
        yield _family(
            CounterMetricFamily("ys_goodbyes", "Connections ended, by reason.", labels=("code",)),
            census.goodbyes,
        )


def _family(
    family: GaugeMetricFamily | CounterMetricFamily, numbers: Mapping[tuple[str, ...], int]
) -> Metric:
    for labels, number in numbers.items():
        family.add_metric(labels, number)
    return family
