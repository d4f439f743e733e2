"""The identity file of the bots: 32 secret bytes, readable by their owner only."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from protocol.vault import IDENTITY

PRIVATE: Final = 0o600


class IdentityError(Exception):
    """The file cannot be used; the sentence says what to do."""

    code = "identity"


def identity(path: Path, entropy: Callable[[int], bytes]) -> bytes:
    """Return the identity in the file at `path`; if there is none it is made, whole or not at all."""
    try:
        if not path.exists():
            _make(path, entropy(IDENTITY))
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            secret = file.read(IDENTITY + 1)
    except OSError as error:
        raise IdentityError(f"{path} cannot be used ({error.strerror}).") from error
    if mode & ~PRIVATE:
        raise IdentityError(f"Others may read {path}. Type: chmod 600 {path}")
    if len(secret) != IDENTITY:
        raise IdentityError(f"{path} is no identity: it has to hold {IDENTITY} bytes.")
    return secret


def _make(path: Path, secret: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
