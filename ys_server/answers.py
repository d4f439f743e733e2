"""What is answered to plain HTTP: whether the server lives and takes connections, and its metrics."""

from collections.abc import Callable
from http import HTTPStatus
from math import ceil
from typing import Final, TypeAlias

from websockets.asyncio import server as websockets_server
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from protocol.text import in_seconds

Server: TypeAlias = websockets_server.Server
"""What listens until it is closed."""
COME_BACK_SECONDS: Final = 5
"""When to try again, for whoever asks while the server ends: it is usually started anew at once."""
METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def health(connection: ServerConnection, path: str, *, is_well: bool, is_draining: bool) -> Response | None:
    """Return the answer to a question after the server's health; None when `path` asks something else."""
    if path == "/healthz":
        if is_well:
            return connection.respond(HTTPStatus.OK, "ok\n")
        return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "saving fails\n")
    if path == "/readyz":
        if is_draining:
            return turned_away(connection)
        return connection.respond(HTTPStatus.OK, "ready\n")
    return None


def turned_away(connection: ServerConnection) -> Response:
    """Return the answer to everybody who comes while the server ends."""
    response = connection.respond(
        HTTPStatus.SERVICE_UNAVAILABLE,
        f"draining: the server ends, come back in {COME_BACK_SECONDS} seconds\n",
    )
    response.headers["Retry-After"] = str(COME_BACK_SECONDS)
    return response


def full(seconds: float) -> bytes:
    """Return what is said, before a word was heard, to whom there is no room for; then the door shuts."""
    body = f"full: this server holds no more connections, come back in {in_seconds(seconds)}\n".encode()
    head = (
        f"HTTP/1.1 503 Service Unavailable\r\nRetry-After: {ceil(seconds)}\r\nConnection: close\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def serve_metrics(host: str, port: int, metrics: Callable[[], bytes]) -> Server:
    """Answer /metrics at `host` and `port`, and nothing else there, until the server returned is closed."""

    def answer(connection: ServerConnection, request: Request) -> Response:
        if asked(request) != "/metrics":
            return connection.respond(HTTPStatus.NOT_FOUND, "there is /metrics\n")
        response = connection.respond(HTTPStatus.OK, "")
        response.body = metrics()
        for name, value in (("Content-Type", METRICS_TYPE), ("Content-Length", str(len(response.body)))):
            del response.headers[name]
            response.headers[name] = value
        return response

    async def talk(_connection: ServerConnection) -> None:
        """Nobody gets so far."""

    return await serve(talk, host, port, process_request=answer, compression=None, server_header=None)


def asked(request: Request) -> str:
    """Return what is asked for, without a query."""
    return request.path.partition("?")[0]
