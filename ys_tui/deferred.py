"""Modules that are named and hardly used: bound when they are imported, run when they are used."""

import importlib
import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from threading import RLock
from types import ModuleType
from typing import Final

UNUSED: Final = (
    "asyncio.sslproto",  # by asyncio, for TLS
    "bz2",  # by shutil, for archives
    "importlib.metadata",  # by websockets, for its version in development
    "importlib.resources",  # by us, for the rule book
    "ipaddress",  # by urllib.parse, for addresses in brackets
    "json",  # by us, for what is printed for programs
    "locale",  # by subprocess, for what programs print
    "lzma",  # by shutil, for archives
    "mimetypes",  # by Textual, for what a browser is given
    "msgspec.inspect",  # by msgspec itself, as the next three
    "msgspec.json",
    "msgspec.toml",
    "msgspec.yaml",
    "shlex",  # by us, for paths and programs that are typed
    "shutil",  # by tempfile, and by us for folders that are thrown away
    "ssl",  # by asyncio, websockets and us, for TLS
    "textwrap",  # by msgspec and traceback
    "tokenize",  # by inspect and linecache, for sources
    "urllib.request",  # by websockets, for proxies from the environment
)
"""What a game needs nothing of, and who imports it all the same; a server that speaks TLS needs two of them.

With what these import in turn (mail, archives, HTTP, OpenSSL) they would take five megabytes of every client.
"""
SOON: Final = (
    "hashlib",  # by us, as the others
    "hmac",
    "msgpack",
    "secrets",
)
"""What a game needs, and its first frame does not."""
NOTHING_IS: Final[Mapping[str, tuple[str, ...]]] = {"ssl": ("SSLSocket",)}
"""Classes that are only asked for whether something is of them: while their module is not run, nothing is."""
_UNRUN: Final = frozenset({"asyncio"})
"""Packages that are not run for their modules: who has no loop needs none, and `from . import` finds them."""
_running: Final = RLock()
_begun: Final[set[str]] = set()
"""The modules that are being run, or have been."""


class _Later(ModuleType):
    """A module that has not been run. The library's own lazy loader runs it when it is imported again."""

    def __getattr__(self, name: str) -> object:
        """Run the module, and return what it has under that name."""
        with _running:
            spec = self.__spec__
            if spec is not None and spec.loader is not None and spec.name not in _begun:
                _begun.add(spec.name)
                spec.loader.exec_module(self)
                self.__class__ = ModuleType  # type: ignore[assignment]  # it is an ordinary one now
        return object.__getattribute__(self, name)


def defer(*names: str) -> None:
    """Let the next import of these modules bind them and not run them: that waits for their first use.

    What is loaded already stays as it is. Packages that one of them is in are run, but for `_UNRUN`.
    """
    bound: list[tuple[str, ModuleType]] = []
    for name in names:
        spec = None if name in sys.modules else _found(name)
        if spec is None or spec.loader is None:
            continue
        module = module_from_spec(spec)
        module.__class__ = _Later
        for each in NOTHING_IS.get(name, ()):
            setattr(module, each, type(each, (), {}))
        sys.modules[name] = module
        bound.append((name, module))
    for name, module in bound:  # all are there by now: a package may import those of its own when it is run
        package, _, own = name.rpartition(".")
        if package and package not in _UNRUN:
            setattr(importlib.import_module(package), own, module)


def _found(name: str) -> ModuleSpec | None:
    """Return where a module is, None when it is nowhere; nothing is run to find it."""
    package, _, _ = name.rpartition(".")
    if not package:
        return PathFinder.find_spec(name)
    around = _found(package)
    return None if around is None else PathFinder.find_spec(name, around.submodule_search_locations)
