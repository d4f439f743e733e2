"""The server's certificate: loaded at the start, and again when it has been renewed."""

import ssl
from pathlib import Path

from ys_server.regular import regular


class TlsError(Exception):
    """Certificate and key cannot be used; the sentence says which of them, and why."""


class Tls:
    """A certificate with its key, in use for every connection made from now on."""

    def __init__(self, certificate: Path, key: Path) -> None:
        """Load them, or raise TlsError."""
        self._certificate, self._key = certificate, key
        self.context = _load(certificate, key)

    def reload(self) -> None:
        """Use what is in the files now, or raise TlsError and go on with what was."""
        _load(self._certificate, self._key)  # a pair that does not fit must not get half into use
        self.context.load_cert_chain(self._certificate, self._key, _no_password)


def _load(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    for file in (certificate, key):
        try:
            regular(file).close()
        except OSError as error:
            raise TlsError(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from None
    try:
        context.load_cert_chain(certificate, key, _no_password)
    except ssl.SSLError as error:
        raise TlsError(_words(error, certificate, key)) from None
    return context


def _no_password() -> str:
    """Nobody is there to be asked: a key with a password is refused."""
    return ""


def _words(error: ssl.SSLError, certificate: Path, key: Path) -> str:
    reason = error.reason or ""
    if "MISMATCH" in reason:
        return f"{key} is not the key of the certificate in {certificate}"
    if "PASSWORD" in reason or "DECRYPT" in reason or "PEM lib" in str(error):
        return f"{certificate} holds no certificate, or {key} no key without a password; both as PEM"
    return f"{certificate} and {key} cannot be used: {reason.replace('_', ' ').lower() or error}"
