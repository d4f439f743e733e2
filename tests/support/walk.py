"""Walks over values and types: the openings in an action, a value without its bytes, the types in a type."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.inspect import AnyType, CustomType, RawType, StructType, Type

from protocol.seals import Opening


def openings(value: object) -> Iterator[Opening]:
    """Yield every opening inside of `value`, an action as a rule."""
    if isinstance(value, Opening):
        yield value
    elif isinstance(value, Struct):
        yield from openings(msgspec.structs.astuple(value))
    elif isinstance(value, tuple):
        for part in value:
            yield from openings(part)


def masked(value: object, kept: Collection[bytes] = ()) -> object:
    """Return `value` in plain types, every byte string but those `kept` replaced by its length."""
    return _masked(msgspec.to_builtins(value, builtin_types=(bytes,)), kept)


def _masked(plain: Any, kept: Collection[bytes]) -> object:  # noqa: ANN401 - any plain value
    if isinstance(plain, bytes):
        return plain if plain in kept else f"{len(plain)} bytes"
    if isinstance(plain, dict):
        return {key: _masked(part, kept) for key, part in plain.items()}
    if isinstance(plain, list | tuple):
        return [_masked(part, kept) for part in plain]
    return plain


def struct_types(of: object) -> set[type]:
    """Return every struct type that a value of type `of` can contain; a type that may hold anything fails."""
    found: set[type] = set()
    waiting: list[object] = [msgspec.inspect.type_info(of)]
    while waiting:
        node = waiting.pop()
        assert not isinstance(node, AnyType | CustomType | RawType), f"{of} can hold anything"
        if isinstance(node, StructType):
            if node.cls in found:
                continue
            found.add(node.cls)
            waiting += [field.type for field in node.fields]
        elif isinstance(node, tuple):
            waiting += node
        elif isinstance(node, Type):
            waiting += msgspec.structs.astuple(node)
    return found
