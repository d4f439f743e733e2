"""The vectors: what this implementation computes is what every other one must."""

from tests.protocol.vectors import FILE, vectors, written


def test_the_vectors_hold() -> None:
    """Nothing computed has changed since the file was written by `python -m tests.protocol.vectors`.

    A difference means that logs, seals or signatures made before can no longer be read: a new revision.
    """
    assert FILE.read_text(encoding="utf-8") == written()


def test_the_vectors_cover_the_core() -> None:
    """Numbers, chain, seals, vault, box, packing and a game with its digests are all there."""
    assert set(vectors()) == {"about", "rng", "chain", "seals", "vault", "box", "codec", "game"}
