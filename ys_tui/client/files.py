"""Files that are there whole or not at all, also after a power cut."""

import os
import secrets
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


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
    with path.open("rb") as file:
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
