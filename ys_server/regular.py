"""Opening a file that whoever runs the server has named: a regular file, or none."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


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
