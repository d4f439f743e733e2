"""Files that are there whole or not at all, also after a power cut; and how much of one is read."""

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO, Final

PRIVATE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


def regular(path: Path) -> BinaryIO:
    """Return the file at `path`, open to be read; raise OSError when there is none, or it is no regular file.

    A pipe, on which one might wait for ever, is not waited on; what has no end, such as a device, is refused.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "it is no regular file", str(path))


def read(path: Path, most: int) -> bytes:
    """Return what the regular file at `path` holds; raise OSError when that is more than `most` bytes."""
    with regular(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(path))
    return data


def replace(path: Path, data: bytes) -> None:
    """Put `data` into `path` instead of what it held."""
    draft(path, data).replace(path)
    sync(path.parent)


def add(path: Path, data: bytes) -> bool:
    """Put `data` into a new file at `path`; tell whether it was made: one that is there stays as it is."""
    new = draft(path, data)
    try:
        os.link(new, path)
    except FileExistsError:
        return False
    finally:
        new.unlink()
    sync(path.parent)
    return True


def holds(path: Path, data: bytes) -> bool:
    """Tell whether the file at `path` holds `data` and nothing else."""
    with regular(path) as file:
        return file.read(len(data) + 1) == data


def draft(path: Path, data: bytes) -> Path:
    """Return a file beside `path` that holds `data`, on disk, under a name of its own."""
    new = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        new.unlink()
        raise
    return new


def sync(folder: Path) -> None:
    """Have on disk what was added to `folder`, or removed from it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
