"""Certificates that sign themselves, made by openssl when a test asks."""

import subprocess
from pathlib import Path

from msgspec import Struct


class Certificate(Struct, frozen=True):
    """A certificate for this machine, and its key."""

    file: Path
    key: Path


def made(folder: Path, name: str = "server") -> Certificate:
    """Return a new one, for 127.0.0.1 and localhost, valid for two days."""
    certificate = Certificate(folder / f"{name}.pem", folder / f"{name}.key")
    words = (
        *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
        *("-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
        *("-out", str(certificate.file), "-keyout", str(certificate.key)),
    )
    subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=30)  # noqa: S607  # from PATH
    return certificate
