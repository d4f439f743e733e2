"""Modules that a dependency names and hardly uses: bound when they are imported, run when they are used."""

import importlib
import sys
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import Final

UNUSED: Final = ("importlib.metadata", "urllib.request")
"""What websockets imports for its version in development, and for proxies from the environment.

With what these import in turn (mail, archives, HTTP) they would take two megabytes of every client.
"""
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

    What is loaded already stays as it is.
    """
    for name in names:
        spec = None if name in sys.modules else find_spec(name)
        if spec is None or spec.loader is None:
            continue
        module = module_from_spec(spec)
        module.__class__ = _Later
        sys.modules[name] = module
        parent, _, own = name.rpartition(".")
        if parent:
            setattr(importlib.import_module(parent), own, module)
