"""Why nobody can be heard at an address, in words that an operator can act on."""

import contextlib
import errno
from collections.abc import Iterator
from socket import gaierror
from typing import Final

_WHY: Final = {
    errno.EADDRINUSE: "is in use; end what uses it, or name another {port}",
    errno.EACCES: "is for the system alone; name a {port} from 1024 on",
}


class Unheard(Exception):
    """Nobody can be heard there; the sentence says why, and what to do."""


@contextlib.contextmanager
def hearing(host: str, port: int, setting: str = "") -> Iterator[None]:
    """Raise Unheard when the body cannot listen at `host` and `port`; `setting` begins their flags."""
    try:
        yield
    except OSError as error:
        if isinstance(error, gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise Unheard(f"{host} is no address of this machine; name another --{setting}host") from error
        why = _WHY.get(error.errno or 0, f"cannot be used: {error.strerror or error}")
        raise Unheard(f"Port {port} of {host} {why.format(port=f'--{setting}port')}") from error
