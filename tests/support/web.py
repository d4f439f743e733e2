"""Plain HTTP, as a monitor or a browser speaks it: one request, one answer."""

import asyncio

from msgspec import Struct


class Answer(Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str


async def get(port: int, path: str, **headers: str) -> Answer:
    """Ask for `path` at that port of this machine; an underscore in a header's name is a hyphen."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join((*lines, "", "")).encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(line.split(": ", 1) for line in head[1:] if line)
    body = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return Answer(int(head[0].split()[1]), fields, body)
