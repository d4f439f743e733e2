"""What the server writes to standard error: lines for people, or one JSON object a line for programs.

The standard library's logging does this in two formatters; nothing here needs more of a library. Whatever
comes from outside loses its control characters, so that a log can be read in a terminal.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Final

import msgspec

from protocol.text import clean

LENGTH: Final = 2_000
"""Characters of one message, at most."""
_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; all else was said by `extra`, and is a field of its own in JSON."""


class Text(logging.Formatter):
    """One line for people, and the lines of a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text without control characters."""
        head = f"{_time(record)} {record.levelname} {record.name}: {clean(record.getMessage(), LENGTH)}"
        return "\n".join((head, *_trace(record)))


class Json(logging.Formatter):
    """One JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record with its own fields beside time, level, logger and message."""
        fields: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage(), LENGTH),
        }
        for key, value in vars(record).items():
            if key not in _OWN:
                fields[key] = value if isinstance(value, int | float) else clean(str(value), LENGTH)
        if trace := _trace(record):
            fields["trace"] = trace
        return msgspec.json.encode(fields).decode()


FORMATS: Final[dict[str, type[logging.Formatter]]] = {"text": Text, "json": Json}


def set_up(level: str, form: str) -> None:
    """Log from `level` on to standard error in the form of that name."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATS[form]())
    logging.basicConfig(level=level.upper(), handlers=(handler,))
    # Its reports of failed handshakes quote what strangers sent.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").setLevel(max(logging.WARNING, logging.getLogger().level))


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _trace(record: logging.LogRecord) -> list[str]:
    if not record.exc_info:
        return []
    lines = "".join(traceback.format_exception(*record.exc_info)).splitlines()
    return [" " * (len(line) - len(line.lstrip(" "))) + clean(line, LENGTH) for line in lines]
