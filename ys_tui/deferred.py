"""Modules that are named and hardly used: bound when they are imported, run when they are used."""

import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # running it runs half of what is deferred here
    from importlib.abc import Loader

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


class _Binding:
    """Lets a module be run at its first use, by the loader that was to run it at once."""

    def __init__(self, loader: "Loader") -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return what the loader makes of it."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing, and step aside."""
        assert module.__spec__ is not None
        module.__loader__ = module.__spec__.loader = self._loader
        for name in NOTHING_IS.get(module.__name__, ()):
            setattr(module, name, type(name, (), {}))
        module.__class__ = _Later


class _Finder:
    """Finds the modules that are to be run later, before anybody else finds them."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, with a loader that only binds it."""
        spec = PathFinder.find_spec(fullname, path, target) if fullname in self.names else None
        if spec is not None and spec.loader is not None:
            spec.loader = _Binding(spec.loader)  # type: ignore[assignment]  # it does all that a loader does
        return spec


_finder: Final = _Finder()


def defer(*names: str) -> None:
    """Let the next import of these modules bind them and not run them: that waits for their first use.

    What is loaded already stays as it is.
    """
    _finder.names.update(names)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
